"""The vendored files are those of the manifest, and pages ask for nothing else."""

import hashlib
import json
import re
from pathlib import Path

from app.cli.vendor_dsfr import FILES, MANIFEST, TARGET, VERSION, digests

STATIC = TARGET.parent
LARGEST_BYTES = 2_000_000


def test_vendored_files_are_those_of_the_manifest():
    manifest = json.loads((TARGET / MANIFEST).read_text(encoding="utf-8"))
    assert digests(TARGET) == manifest
    assert set(FILES) <= set(manifest)


def test_a_changed_file_is_seen(tmp_path):
    (tmp_path / "a.css").write_bytes(b"a{}")
    before = digests(tmp_path)
    (tmp_path / "a.css").write_bytes(b"a{ }")
    assert before == {"a.css": hashlib.sha256(b"a{}").hexdigest()}
    assert digests(tmp_path) != before


def test_the_subset_stays_small():
    assert sum(path.stat().st_size for path in TARGET.rglob("*") if path.is_file()) < LARGEST_BYTES


def test_files_named_by_the_style_sheet_are_there_or_never_drawn():
    """Left out on purpose: fonts no page uses, WOFF beside WOFF2, logos of networks, weather."""
    style_sheet = (TARGET / "dsfr.min.css").read_text(encoding="utf-8")
    named = set(re.findall(r"url\([\"']?([\w/.-]+\.(?:svg|woff2?))", style_sheet))
    missing = {name for name in named if not (TARGET / name).exists()}
    unexplained = {
        name
        for name in missing
        if not name.endswith(".woff")
        and not name.startswith(("icons/logo/", "icons/weather/", "fonts/Spectral"))
        and name not in {"fonts/Marianne-Light.woff2", "fonts/Marianne-Light_Italic.woff2"}
        and name != "fonts/Marianne-Medium_Italic.woff2"
    }
    assert len(named) > len(missing)
    assert unexplained == set()


def test_our_style_sheet_names_no_file_and_no_other_site():
    assert "url(" not in (STATIC / "portal.css").read_text(encoding="utf-8")


def test_the_licence_and_the_terms_of_use_are_kept():
    assert "LICENCE OUVERTE 2.0" in (TARGET / "LICENSE.md").read_text(encoding="utf-8")
    assert "Modalités d’utilisation" in (TARGET / "TERMS.md").read_text(encoding="utf-8")


def test_templates_name_the_vendored_version():
    base = Path(STATIC.parent.parent / "templates" / "base.html").read_text(encoding="utf-8")
    assert f"dsfr-{VERSION}/dsfr.min.css" in base
    assert set(re.findall(r"dsfr-[\d.]+\d", base)) == {f"dsfr-{VERSION}"}
