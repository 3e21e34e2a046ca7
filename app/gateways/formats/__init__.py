"""The structure of each accepted format, read as if every byte were hostile.

Nothing here interprets a document: each module follows the outline of a format just far enough to
say that a file is one thing, whole, and nothing else. Limits are choices of the portal, not
numbers of the law.
"""
