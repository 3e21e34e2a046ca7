"""The keys that sign the public files: one that signs, and those that readers may trust (ES256)."""

import json
import os
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ec import ECDSA
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, KeySet
from joserfc.jws import JWSRegistry

ALGORITHM: Final = "ES256"
PRIVATE: Final = "feed_key.json"
NEXT: Final = "feed_next_key.json"
TRUSTED: Final = "feed_keys.json"
# A coordinate of P-256, and so a half of a signature, in bytes.
HALF: Final = 32


class SignatureError(Exception):
    """A signature that does not hold, or that no trusted key made; a sentence in French."""


class Manifests(JWSRegistry):
    """What a signed manifest may weigh: the library stops at 128 kB, some 130 brands."""

    max_payload_length = 32_000_000


class Signer:
    """Signs with the key of a deployment, drawn the first time and readable by its owner only.

    The key that will sign after it is drawn with it and announced beside it: whoever keeps the
    keys of a publication trusts the next publication too, when the keys were changed between them.

    Args:
        folder: where the keys are: the private ones, and the public ones that are still trusted.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def sign(self, payload: bytes) -> bytes:
        """Return *payload* signed, in the compact form of a JWS (RFC 7515).

        The same payload and the same key give the same bytes (RFC 6979): a publication that is
        written again keeps its tags.
        """
        key = self._key(PRIVATE)
        header = {"alg": ALGORITHM, "kid": key.thumbprint()}
        said = b".".join(_base64(part) for part in (json.dumps(header).encode(), payload))
        private = key.private_key
        assert private is not None  # noqa: S101 - it was drawn here
        der = private.sign(said, ECDSA(SHA256(), deterministic_signing=True))
        halves = [number.to_bytes(HALF, "big") for number in decode_dss_signature(der)]
        return said + b"." + _base64(b"".join(halves))

    def public_keys(self) -> dict[str, Any]:
        """Return the keys that readers may trust (RFC 7517).

        The one that signs, the one that will, then those that did.
        """
        present = [_public(self._key(name)) for name in (PRIVATE, NEXT)]
        named = {key["kid"] for key in present}
        return {"keys": [*present, *(key for key in self._kept() if key["kid"] not in named)]}

    def drawn(self) -> bool:
        """Tell whether the keys were drawn: a reader never draws them."""
        return (self._folder / PRIVATE).exists()

    def next_name(self) -> str:
        """Return the name of the key that will sign after the present one."""
        return str(self._key(NEXT).thumbprint())

    def rotate(self) -> str:
        """Sign with the key that was announced, and draw the one after it. Return its name.

        The one before stays trusted.
        """
        current, *others = self.public_keys()["keys"]
        kept = [current, *(key for key in others if key["kid"] != self.next_name())]
        _write(self._folder / TRUSTED, json.dumps({"keys": kept}).encode())
        (self._folder / NEXT).replace(self._folder / PRIVATE)
        return str(self._key(PRIVATE).thumbprint())

    def _key(self, name: str) -> ECKey:
        """Return a key, drawn when there is none."""
        path = self._folder / name
        if not path.exists():
            drawn = self._folder / f"{name}.{secrets.token_hex(4)}"
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
        registry = Manifests(algorithms=[ALGORITHM])
        return bytes(jws.deserialize_compact(signed, trusted, registry=registry).payload)
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


def _base64(content: bytes) -> bytes:
    """Return *content* in the base64 of a JWS."""
    return urlsafe_b64encode(content).rstrip(b"=")


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
