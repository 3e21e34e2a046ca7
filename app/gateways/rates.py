"""How often each client asks, counted exactly across processes, in a file of its own."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Final

PREPARE: Final = """
PRAGMA journal_mode = WAL;
CREATE TABLE IF NOT EXISTS asked (
    client TEXT NOT NULL, period INTEGER NOT NULL, units INTEGER NOT NULL,
    PRIMARY KEY (client, period)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS asked_period ON asked (period);
"""
COUNT: Final = """
INSERT INTO asked (client, period, units) VALUES (?, ?, ?)
ON CONFLICT (client, period) DO UPDATE SET units = units + excluded.units RETURNING units
"""
FORGET: Final = "DELETE FROM asked WHERE period < ?"
PATIENCE_SECONDS: Final = 0.2


class Rates:
    """The units that each client asked in a period, in one SQLite file of the instance.

    Not the database of the portal: whoever reads the list never waits for its only writer.
    """

    def __init__(self, path: Path) -> None:
        """Count in the file *path*, made now and for its owner alone where there is none.

        Raises:
            sqlite3.Error: it cannot be written.
            OSError: likewise.
        """
        path.touch(mode=0o600)
        self._path = path
        self._local = threading.local()
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(PREPARE)

    def count(self, client: str, period: int, units: int) -> int:
        """Add *units* to what *client* asked in *period*, and return the sum.

        What is older than the period before is forgotten when a client begins a new one.

        Raises:
            sqlite3.Error: the file cannot be written in time.
        """
        try:
            connection = self._connection()
            (total,) = connection.execute(COUNT, (client, period, units)).fetchone()
            if total == units:
                connection.execute(FORGET, (period - 1,))
        except sqlite3.Error:
            self._local.connection = None  # opened anew at the next count
            raise
        return int(total)

    def _connection(self) -> sqlite3.Connection:
        """Return the connection of this thread."""
        found: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if found is None:
            found = sqlite3.connect(self._path, timeout=PATIENCE_SECONDS, isolation_level=None)
            # A count that a crash loses begins again from zero: no request waits for the disk.
            found.execute("PRAGMA synchronous = OFF")
            self._local.connection = found
        return found
