"""The procedure of D. 251-1-A as rules: no Flask, no database, no clock."""
