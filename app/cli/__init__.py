"""The command `score-env`: one module a group of sub-commands."""
