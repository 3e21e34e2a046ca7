"""The keys that sign the public files: one that signs, and those that readers may trust (ES256)."""

import json
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, KeySet

ALGORITHM: Final = "ES256"
PRIVATE: Final = "feed_key.json"
TRUSTED: Final = "feed_keys.json"


class SignatureError(Exception):
    """A signature that does not hold, or that no trusted key made; a sentence in French."""


class Signer:
    """Signs with the key of a deployment, drawn the first time and readable by its owner only.

    Args:
        folder: where the keys are: the private one, and the public ones that are still trusted.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def sign(self, payload: bytes) -> bytes:
        """Return *payload* signed, in the compact form of a JWS (RFC 7515)."""
        key = self._key()
        header = {"alg": ALGORITHM, "kid": key.thumbprint()}
        return jws.serialize_compact(header, payload, key, algorithms=[ALGORITHM]).encode()

    def public_keys(self) -> dict[str, Any]:
        """Return the keys that readers may trust, the one that signs first (RFC 7517)."""
        current = _public(self._key())
        kept = [key for key in self._kept() if key["kid"] != current["kid"]]
        return {"keys": [current, *kept]}

    def rotate(self) -> str:
        """Draw another key to sign with; the one before stays trusted. Return its name."""
        keys = self.public_keys()["keys"]
        _write(self._folder / TRUSTED, json.dumps({"keys": keys}).encode())
        _write(self._folder / PRIVATE, _drawn())
        return str(self._key().thumbprint())

    def _key(self) -> ECKey:
        path = self._folder / PRIVATE
        if not path.exists():
            drawn = self._folder / f"{PRIVATE}.{secrets.token_hex(4)}"
            _write(drawn, _drawn())
            with suppress(FileExistsError):
                path.hardlink_to(drawn)  # of two processes that start at once, one wins whole
            drawn.unlink()
        return ECKey.import_key(json.loads(path.read_bytes()))

    def _kept(self) -> list[dict[str, Any]]:
        path = self._folder / TRUSTED
        found: list[dict[str, Any]] = json.loads(path.read_bytes())["keys"] if path.exists() else []
        return found


def verified(signed: bytes, keys: Mapping[str, Any]) -> bytes:
    """Return what was signed.

    Args:
        signed: a JWS in its compact form.
        keys: the trusted keys, as a JWK set.

    Raises:
        SignatureError: no trusted key made the signature, or it does not hold.
    """
    try:
        trusted = KeySet.import_key_set({"keys": list(keys["keys"])})
        return bytes(jws.deserialize_compact(signed, trusted, algorithms=[ALGORITHM]).payload)
    except (JoseError, KeyError, TypeError, ValueError) as error:
        raise SignatureError(
            "La signature du manifeste ne tient pas, ou sa clé n’est pas de celles qui sont"
            " acceptées."
        ) from error


def _public(key: ECKey) -> dict[str, Any]:
    return {
        **key.as_dict(private=False),
        "kid": key.thumbprint(),
        "alg": ALGORITHM,
        "use": "sig",
    }


def _drawn() -> bytes:
    return json.dumps(ECKey.generate_key("P-256", private=True).as_dict(private=True)).encode()


def _write(path: Path, content: bytes) -> None:
    """Write a file that its owner alone reads, whole or not at all."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
