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
        return urlopen(f"{address.rstrip('/')}/{name}").read()

    known, accepted = KeySet.import_key_set(keys), jws.JWSRegistry(algorithms=["ES256"])
    accepted.max_payload_length = 32_000_000  # the library stops at 128 kB
    signed = jws.deserialize_compact(read("manifest.json.jws"), known, registry=accepted)
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
    manifest = verify(address, json.loads(Path(keys).read_bytes()), *map(int, seen))
    sys.stdout.write(f"{manifest['sequence']}\n")
