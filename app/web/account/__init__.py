"""Pages of one audience."""
