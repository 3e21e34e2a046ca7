"""`score-env feed verify` and the client of docs/: altered, older or unknown is refused."""

import importlib.util
import json
import shutil
import zlib
from pathlib import Path

import brotli
import pytest

from app.gateways.releases import SUFFIXES
from app.gateways.signing import Signer
from app.services.publication import MANIFEST, SIGNED, publish_list
from app.settings import ROOT
from tests import orders

pytestmark = pytest.mark.long


@pytest.fixture
def client_of_docs():
    spec = importlib.util.spec_from_file_location("verify_feed", ROOT / "docs" / "verify_feed.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.verify


@pytest.fixture
def published(portal, world, instance):
    """Two publications of a list of two brands."""
    orders.enter(world, ("Fiat", "600", "f6"), ("DS", "N°8", "n8"), on="2026-01-10")
    publish_list(instance / "public", clock=world.clock)
    world.days_pass(1)
    orders.enter(world, ("Fiat", "600", "f6", "remove"), on="2026-02-10")
    publish_list(instance / "public", clock=world.clock)
    return instance / "public"


@pytest.fixture
def keys(published, tmp_path):
    path = tmp_path / "keys.json"
    path.write_text(json.dumps(Signer(published.parent).public_keys()), encoding="utf-8")
    return path


@pytest.fixture
def verify(score_env, published, keys):
    return lambda *words: score_env("feed", "verify", str(published), "--keys", str(keys), *words)


def refused_by_the_client(verify, folder, keys, seen=0):
    try:
        verify(folder.as_uri(), json.loads(keys.read_bytes()), seen)
    except Exception:  # noqa: BLE001 - whatever it raises, it does not accept
        return True
    return False


def test_a_publication_is_verified(verify, published, keys, client_of_docs):
    done = verify()
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("Publication n° 2 du 2026-03-03T")
    manifest = client_of_docs((published / "current").as_uri(), json.loads(keys.read_bytes()))
    assert manifest["sequence"] == 2


def served_files(published):
    current = published / "current"
    found = [path for path in current.rglob("*.*") if path.is_file()]
    return [path.relative_to(current) for path in [*found, *(current / "snapshots").iterdir()]]


def test_any_altered_byte_is_refused(verify, published, keys, client_of_docs):
    """The first bytes, one in the middle and the last of every file, twins and snapshots too."""
    twins = tuple(suffix for suffix in SUFFIXES.values() if suffix)
    attacked = 0
    for name in served_files(published):
        path = published / "current" / name
        body = path.read_bytes()
        for place in {0, 4, len(body) // 2, len(body) - 1}:
            altered = bytearray(body)
            altered[place] ^= 1
            path.write_bytes(altered)
            answer = verify()
            assert answer.status == 1, (name, place)
            assert answer.err.count("\n") == 1
            # The client of docs reads neither twins nor snapshots, and the manifest as signed.
            if not name.name.endswith(twins) and name.parent.name != "snapshots":
                whole = name.name == MANIFEST
                current = published / "current"
                assert refused_by_the_client(client_of_docs, current, keys) is not whole
            attacked += 1
        path.write_bytes(body)
    assert verify().status == 0
    assert attacked > 100


def test_an_older_publication_is_refused(verify, published, keys, client_of_docs, tmp_path):
    current = published / "current"
    assert verify("--after", "2").status == 0
    assert verify("--after", "3").refused("n° 2 est plus ancienne que celle qui a été vue (n° 3)")
    assert refused_by_the_client(client_of_docs, current, keys, seen=3)
    state = tmp_path / "state"
    assert verify("--state", str(state)).status == 0
    assert state.read_text(encoding="ascii") == "2\n"
    (published / "current").unlink()
    (published / "current").symlink_to("releases/000001")
    assert verify().status == 0  # it was published, and it was signed
    assert verify("--state", str(state)).refused("n° 1 est plus ancienne")
    state.write_text("deux", encoding="ascii")
    assert verify("--state", str(state)).refused("ne tient pas un numéro")


def test_an_unknown_key_is_refused(score_env, published, tmp_path, client_of_docs):
    other = tmp_path / "other"
    other.mkdir()
    keys = tmp_path / "unknown.json"
    keys.write_text(json.dumps(Signer(other).public_keys()), encoding="utf-8")
    answer = score_env("feed", "verify", str(published), "--keys", str(keys))
    assert answer.refused("sa clé n’est pas de celles qui sont acceptées")
    assert refused_by_the_client(client_of_docs, published / "current", keys)
    keys.write_text("[]", encoding="utf-8")
    answer = score_env("feed", "verify", str(published), "--keys", str(keys))
    assert answer.refused("ce n’est pas un ensemble de clés")


def kids(answer):
    return [key["kid"] for key in answer["keys"]]


def test_the_key_that_follows_is_announced_before_it_signs(
    score_env, environment, published, instance
):
    """Whoever kept the keys of a publication accepts the next one, signed by another key."""
    environment(INSTANCE=instance)
    kept = json.loads((published / "current" / "keys.json").read_bytes())
    signs, follows = kids(kept)
    rotated = score_env("feed", "rotate")
    assert f"La clé {follows} signe la liste" in rotated.out
    after = json.loads((published / "current" / "keys.json").read_bytes())
    assert kids(after)[0] == follows
    assert kids(after)[2:] == [signs]
    assert not any("d" in key for key in after["keys"])
    pinned = instance / "pinned.json"
    pinned.write_text(json.dumps(kept), encoding="utf-8")
    assert score_env("feed", "verify", str(published), "--keys", str(pinned)).status == 0
    assert json.loads(score_env("feed", "keys").out) == after
    for name in ("feed_key.json", "feed_next_key.json", "feed_keys.json"):
        assert (instance / name).stat().st_mode & 0o777 == 0o600
    # Another publication, hence other tags, although the list says the same.
    manifest = json.loads((published / "current" / MANIFEST).read_bytes())
    assert manifest["sequence"] == 3


def test_a_key_that_no_publication_announced_does_not_sign(
    score_env, environment, published, instance
):
    environment(INSTANCE=instance)
    (instance / "feed_next_key.json").unlink()
    refused = score_env("feed", "rotate")
    assert refused.refused("publiez d’abord la liste")
    assert score_env("feed", "build", "--anew").status == 0
    assert score_env("feed", "rotate").status == 0


def test_whoever_verifies_draws_no_key(score_env, environment, published, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    environment(INSTANCE=elsewhere)
    assert score_env("feed", "verify", str(published)).refused("--keys")
    assert score_env("feed", "keys").refused("n’a encore rien signé")
    assert not list(elsewhere.glob("feed*"))


def test_a_publication_written_again_has_the_same_bytes(
    score_env, environment, published, instance
):
    """The signature too: its tag, which is of its time and size, stays true."""
    environment(INSTANCE=instance)
    current = published / "current"
    before = {name: (current / name).read_bytes() for name in (MANIFEST, SIGNED, "keys.json")}
    shutil.rmtree(current.resolve())
    assert score_env("feed", "build").out == "La liste est publiée.\n"
    assert {name: (current / name).read_bytes() for name in before} == before


def test_keys_may_be_those_of_several_machines(score_env, environment, published, instance):
    shared = instance / "shared"
    shared.mkdir(mode=0o700)
    for path in instance.glob("feed*.json"):
        path.rename(shared / path.name)
    environment(INSTANCE=instance, FEED_KEYS=shared)
    assert score_env("feed", "verify", str(published)).status == 0
    assert score_env("feed", "rotate").status == 0
    assert not list(instance.glob("feed*.json"))


def test_a_list_written_again_from_its_orders_is_published_again(
    score_env, environment, published, instance
):
    environment(INSTANCE=instance)
    assert score_env("list", "rebuild").status == 0
    assert json.loads((published / "current" / MANIFEST).read_bytes())["sequence"] == 3


def test_files_of_an_earlier_layout_do_not_stay(score_env, environment, published, instance):
    environment(INSTANCE=instance)
    flat = [published / name for name in ("versions.json", "versions.csv.br", "other.txt")]
    for path in flat:
        path.write_text("old", encoding="ascii")
    assert score_env("feed", "build", "--anew").status == 0
    assert [path.exists() for path in flat] == [False, False, True]


def test_a_long_manifest_is_verified(score_env, published, keys, instance, client_of_docs):
    """The library stops at 128 kB by itself: some hundred brands."""
    signer = Signer(instance)
    current = (published / "current").resolve()
    manifest = json.loads((current / MANIFEST).read_bytes())
    body = json.dumps(manifest | {"more": "x" * 200_000}).encode()
    for name, content in ((MANIFEST, body), (SIGNED, signer.sign(body))):
        (current / name).write_bytes(content)
        (current / f"{name}.br").write_bytes(brotli.compress(content))
        (current / f"{name}.gz").write_bytes(gzipped(content))
    assert score_env("feed", "verify", str(published), "--keys", str(keys)).status == 0
    client_of_docs(current.as_uri(), json.loads(keys.read_bytes()))


def gzipped(content):
    compressor = zlib.compressobj(6, zlib.DEFLATED, 31)
    return compressor.compress(content) + compressor.flush()


def test_a_file_too_many_or_too_few_is_refused(verify, published):
    extra = published / "current" / "more.json"
    extra.write_text("{}", encoding="ascii")
    assert verify().refused("more.json : ce fichier n’est pas au manifeste.")
    extra.unlink()
    for name in ("versions.json.gz.gz", "feeds/more.atom.br", "snapshots/2026-03-02-000001.txt"):
        (published / "current" / name).write_text("{}", encoding="ascii")
        assert verify().refused(f"{name} : ce fichier n’est pas au manifeste.")
        (published / "current" / name).unlink()
    (published / "current" / "feeds" / "ds.json").unlink()
    assert verify().refused("feeds/ds.json : ce fichier manque")


def test_what_is_no_publication_is_refused(score_env, keys, tmp_path):
    words = ("--keys", str(keys))
    assert score_env("feed", "verify", str(tmp_path / "nowhere"), *words).refused("n’existe pas")
    empty = tmp_path / "empty"
    empty.mkdir()
    assert score_env("feed", "verify", str(empty), *words).refused("manifest.json : ce fichier")
    for address in ("ftp://exemple.test/data", "http://127.0.0.1:9/data"):
        assert score_env("feed", "verify", address, *words).status == 1


def test_the_copy_that_another_server_holds_is_verified(score_env, published, keys, tmp_path):
    """A folder copied with its times is served as it is."""
    copy = tmp_path / "copy"
    shutil.copytree(published, copy, symlinks=True)
    assert score_env("feed", "verify", str(copy), "--keys", str(keys)).status == 0
    signed = copy / "current" / SIGNED
    signed.write_bytes(signed.read_bytes()[:-1])
    assert score_env("feed", "verify", str(copy), "--keys", str(keys)).status == 1


def test_the_client_of_docs_is_short():
    lines = Path(ROOT / "docs" / "verify_feed.py").read_text(encoding="utf-8").splitlines()
    body = [
        line for line in lines if line.strip() and not line.startswith(('"""', "import", "from"))
    ]
    assert len(body) <= 20
