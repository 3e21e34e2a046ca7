"""The schema of the database: only migrations make it, once, before anything is served."""

from flask_migrate import upgrade


def upgrade_schema() -> None:
    """Bring the database to the last revision; each revision is one transaction."""
    upgrade()
