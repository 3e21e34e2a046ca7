"""The table of routes: who may call what. Written again with ``python -m tests.structure.routes``.

The command prints what the application has; a person reads the difference before it is kept.
"""

import csv
import sys
import tempfile
from pathlib import Path

from app import create_app
from app.api import access as api
from app.settings import Settings
from app.web import access as web

TABLE = Path(__file__).parent / "routes.csv"
HEAD = ("address", "methods", "endpoint", "access")
# Blueprints that flask-smorest registers by itself: the description of the API, for everybody.
DESCRIPTION = "api-docs"


def application(folder):
    """The application, on no database."""
    return create_app(Settings(instance=Path(folder), database_url="sqlite://", secret_key="none"))


def access_of(app):
    """Who may open each blueprint, in words."""
    declared = {
        **{name: ("session", roles) for name, roles in web.DECLARED.items()},
        **{name: ("token", roles) for name, roles in api.DECLARED.items()},
    }
    return {
        name: f"{how}: {' '.join(sorted(roles))}" if roles else "everybody"
        for name, (how, roles) in declared.items()
        if name in app.blueprints
    } | ({DESCRIPTION: "everybody"} if DESCRIPTION in app.blueprints else {})


def rows_of(app):
    """One row a route, files of the style excepted."""
    access = access_of(app)
    return sorted(
        (
            rule.rule,
            " ".join(sorted(rule.methods - {"HEAD", "OPTIONS"})),
            rule.endpoint,
            access.get(rule.endpoint.partition(".")[0], "not declared"),
        )
        for rule in app.url_map.iter_rules()
        if rule.endpoint != "static"
    )


def main():
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerows([HEAD, *rows_of(application(folder))])


if __name__ == "__main__":
    main()
