"""Verify the published list: python verify_feed.py https://…/data keys.json [last-number-seen]."""
# ruff: noqa: ANN401, INP001, S310 - a script that stands alone and trusts the address it is given

import hashlib
import json
import sys
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from joserfc import jws
from joserfc.jwk import KeySet


def verify(address: str, keys: Any, seen: int = 0) -> Any:
    """Return the manifest, or fail: altered byte, older number, unknown key."""

    def read(name: str) -> bytes:
        with urlopen(f"{address.rstrip('/')}/{name}") as answer:
            return answer.read()

    trusted = KeySet.import_key_set(keys)
    signed = jws.deserialize_compact(read("manifest.json.jws"), trusted, algorithms=["ES256"])
    manifest = json.loads(signed.payload)
    if manifest["sequence"] < seen:
        raise ValueError("an older publication")
    for name, entry in manifest["files"].items():
        body = read(name)
        if hashlib.sha256(body).hexdigest() != entry["sha256"]:
            raise ValueError(f"{name} was altered")
    return manifest


if __name__ == "__main__":
    address, keys, *seen = sys.argv[1:]
    trusted = json.loads(Path(keys).read_bytes())
    sys.stdout.write(f"{verify(address, trusted, *map(int, seen))['sequence']}\n")
