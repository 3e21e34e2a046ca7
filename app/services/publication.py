"""The list published as files: built when something changed, numbered, signed, put in at once.

They are made from the orders alone and hold nothing of a dossier, least of all a score. The same
orders and the same day give the same bytes under the same number (decision 0030).
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, timedelta
from pathlib import Path
from typing import Any, Final

from flask import current_app
from sqlalchemy import select

from app.clock import Clock
from app.extensions import WRITING, db
from app.gateways.releases import SUFFIXES, Release, ReleaseFolder
from app.gateways.signing import Signer
from app.models.publication import Publication
from app.queries.list_changes import last_change
from app.queries.register import last_known, turns_between
from app.services.list_lock import lock_list
from app.services.public_feeds import Latest, all_changes, feeds
from app.services.public_lists import CSV_NAME, ListOfDay, described
from app.services.transaction import transaction
from scoring.aids.book import load
from scoring.aids.rules import rule_base

# To be raised when the files say the same things otherwise: they are made again.
FORMAT: Final = 1
PREFIX: Final = "/data"
VERSIONS: Final = "versions.json"
RULES: Final = "aids.json"
MANIFEST: Final = "manifest.json"
SIGNED: Final = "manifest.json.jws"
SNAPSHOTS: Final = "snapshots.json"
KEYS: Final = "keys.json"
ONE_SECOND: Final = timedelta(seconds=1)


def publish_list(folder: Path, *, clock: Clock, anew: bool = False) -> bool:
    """Write the files of the list of today, unless they are already there.

    What is new takes the next number. What a folder lost, or another one never had, is written
    again under the number it had. A run broken half-way leaves what was served.

    Args:
        folder: where the files go; made when absent.
        clock: tells the day.
        anew: whether another number is taken although nothing was recorded: the list was written
            again from its orders, or another key signs.

    Returns:
        Whether something was written.

    Raises:
        RuntimeError: called inside an act, whose orders are not yet certain.
    """
    if db.session.info.get(WRITING):
        raise RuntimeError("The list is published after the act, not inside it.")
    releases = ReleaseFolder(folder)
    with releases.alone():
        db.session.rollback()  # ends a read that began before the lock
        last = _last()
        same = last is not None and _says_the_same(last, clock) and _is_served(releases, last)
        if same and not anew:
            return False
        published = False
        while not published:
            published = _publish(releases, clock, anew=anew)
    return True


def _publish(releases: ReleaseFolder, clock: Clock, *, anew: bool) -> bool:
    """Build a release and put it in place; false when an order was recorded meanwhile."""
    # Read once: what is built is of one day, even when the next begins meanwhile.
    today, made_of = clock.today(), _made_of()
    with releases.prepared() as release:
        _write_contents(release, today)
        contents = Contents(digest=_digest(release), made_of=made_of, day=today, anew=anew)
        publication = _numbered(contents, clock)
        if publication is None:
            return False
        _write_papers(releases, release, publication)
        releases.put_in_place(release, f"{publication.sequence:06d}")
    return True


def _last() -> Publication | None:
    return db.session.scalars(
        select(Publication).order_by(Publication.sequence.desc()).limit(1)
    ).first()


def _made_of() -> str:
    said = f"{FORMAT}.{load().digest[:12]}"
    return f"{said} {last_change()} {current_app.config['BASE_URL']}"


def _says_the_same(last: Publication, clock: Clock) -> bool:
    """Tell whether nothing was recorded since, and no version came or went by its day."""
    return last.made_of == _made_of() and not turns_between(last.still_on, clock.today())


def _is_served(releases: ReleaseFolder, last: Publication) -> bool:
    """Tell whether the folder holds a publication, each of its files with its twins."""
    try:
        manifest = json.loads((releases.current / MANIFEST).read_bytes())
        names = [*manifest["files"], MANIFEST]
        held = all(
            (releases.current / f"{name}{suffix}").is_file()
            for name in names
            for suffix in SUFFIXES.values()
        )
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return held and manifest["sequence"] == last.sequence and (releases.current / SIGNED).is_file()


def _write_contents(release: Release, on: date) -> None:
    """Write what is said of the list: the same orders and the same day give the same bytes."""
    base_url = current_app.config["BASE_URL"]
    of_day = ListOfDay(on, base_url=base_url)
    release.write(VERSIONS, of_day.as_json())
    release.write(CSV_NAME, of_day.as_csv())
    package = described(release.entries[CSV_NAME], base_url)
    release.write("datapackage.json", [_json(package)])
    latest = Latest()
    release.write("changes.json", all_changes(latest, base_url))
    release.write(RULES, [_json(rule_base(load()))])
    for feed in feeds(latest, base_url, f"{base_url}{PREFIX}"):
        release.write(f"{feed.path}.json", feed.as_json())
        release.write(f"{feed.path}.atom", feed.as_atom())


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """What was written of the list, not numbered yet.

    Attributes:
        digest: that of the files.
        made_of: what they are made from.
        day: that of the list.
        anew: whether they take another number although they say the same.
    """

    digest: str
    made_of: str
    day: date
    anew: bool


def _digest(release: Release) -> str:
    """Return the digest of the files, their twins apart.

    Another version of a compressor would make another publication.
    """
    said = {name: entry["sha256"] for name, entry in release.entries.items()}
    return hashlib.sha256(_json(said)).hexdigest()


def _numbered(contents: Contents, clock: Clock) -> Publication | None:
    """Return the publication of these contents: the last one, or the next.

    None when an order was recorded since they were begun. The lock of the list waits for an order
    that is being recorded: what it adds is known after this publication, or is in it.
    """
    today = contents.day
    with transaction():
        lock_list()
        if _made_of() != contents.made_of:
            return None
        last = _last()
        if last is not None and last.digest == contents.digest and not contents.anew:
            last.still_on, last.made_of = max(last.still_on, today), contents.made_of
            return last
        now = clock.now()
        made_at = max(now, last_known() or now)
        if last is not None:
            # Whole seconds tell two publications apart: they are the time of the files.
            made_at = max(made_at, last.made_at.replace(microsecond=0) + ONE_SECOND)
        publication = Publication(
            sequence=1 if last is None else last.sequence + 1,
            day=today,
            still_on=today,
            made_at=made_at,
            made_of=contents.made_of,
            digest=contents.digest,
        )
        db.session.add(publication)
    return publication


def _write_papers(releases: ReleaseFolder, release: Release, publication: Publication) -> None:
    """Write what tells the files apart: snapshots, keys, manifest, signature."""
    signer = Signer(Path(current_app.config["FEED_KEYS"]))
    seconds = int(publication.made_at.timestamp())
    contents = dict(release.entries)
    release.write(SNAPSHOTS, [_json({"snapshots": _snapshots(releases, contents, publication)})])
    release.write(KEYS, [_json(signer.public_keys())])
    manifest = {
        "sequence": publication.sequence,
        "date": publication.made_at.astimezone(UTC).isoformat(timespec="seconds"),
        "last_change": int(publication.made_of.split()[1]),
        "files": dict(release.entries),
    }
    body = _json(manifest)
    release.write(MANIFEST, [body])
    release.write(SIGNED, [signer.sign(body)])
    release.finish(seconds)
    for name in (VERSIONS, CSV_NAME):
        releases.keep_snapshot(release, name, snapshot_name(publication, name))


def snapshot_name(publication: Publication, name: str) -> str:
    """Return the name under which a file of a publication is kept for ever."""
    _, _, ending = name.rpartition(".")
    return f"{publication.day.isoformat()}-{publication.sequence:06d}.{ending}"


def _snapshots(
    releases: ReleaseFolder, contents: Mapping[str, Any], publication: Publication
) -> list[dict[str, Any]]:
    """Return the index of the snapshots, this one last; those that were lost are written again."""
    known = {one["sequence"]: one for one in _index(releases)}
    for one in db.session.scalars(select(Publication).order_by(Publication.sequence)):
        if one.sequence == publication.sequence:
            files = {snapshot_name(one, name): contents[name] for name in (VERSIONS, CSV_NAME)}
        elif one.sequence in known and _are_kept(releases, known[one.sequence]):
            files = known[one.sequence]["files"]
        else:
            files = _written_again(releases, one)
        known[one.sequence] = {
            "sequence": one.sequence,
            "day": one.day.isoformat(),
            "date": one.made_at.astimezone(UTC).isoformat(timespec="seconds"),
            "files": files,
        }
    return [known[sequence] for sequence in sorted(known)]


def _index(releases: ReleaseFolder) -> list[dict[str, Any]]:
    try:
        found: list[dict[str, Any]] = json.loads((releases.current / SNAPSHOTS).read_bytes())[
            "snapshots"
        ]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return found


def _are_kept(releases: ReleaseFolder, snapshot: Mapping[str, Any]) -> bool:
    return all((releases.snapshots / name).is_file() for name in snapshot["files"])


def _written_again(releases: ReleaseFolder, publication: Publication) -> dict[str, Any]:
    """Write a snapshot that the folder lost, from what the portal knew then of that day."""
    base_url = publication.made_of.split(" ", 2)[2]
    then = ListOfDay(publication.day, known_at=publication.made_at, base_url=base_url)
    with releases.prepared() as release:
        files = {}
        for name, parts in ((VERSIONS, then.as_json()), (CSV_NAME, then.as_csv())):
            release.write(name, parts)
            snapshot = snapshot_name(publication, name)
            files[snapshot] = release.entries[name]
            release.finish(int(publication.made_at.timestamp()))
            releases.keep_snapshot(release, name, snapshot)
    return files


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()
