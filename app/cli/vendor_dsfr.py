"""Copy from the npm package of the DSFR the few files that the portal serves.

Run by hand when the version changes: ``python -m app.cli.vendor_dsfr FOLDER``
(docs/vendoring.md).
"""

import hashlib
import json
import re
import shutil
from pathlib import Path
from typing import Final

import click

VERSION: Final = "1.15.3"
TARGET: Final = Path(__file__).resolve().parent.parent / "static" / f"dsfr-{VERSION}"
MANIFEST: Final = "manifest.json"
FILES: Final = (
    "dsfr.min.css",
    "dsfr.module.min.js",
    "favicon/favicon.svg",
    *(
        f"fonts/Marianne-{style}.woff2"
        for style in ("Regular", "Regular_Italic", "Medium", "Bold", "Bold_Italic")
    ),
)
# The style sheet names these; no component of ours draws the other families (logos, weather).
ICONS: Final = re.compile(r"icons/(?:arrows|business|editor|media|system|user)/[\w-]+\.svg")


def wanted(package: Path) -> list[str]:
    """Return the paths to copy, relative to ``dist`` of the unpacked *package*."""
    style_sheet = (package / "dist" / "dsfr.min.css").read_text(encoding="utf-8")
    return sorted({*FILES, *ICONS.findall(style_sheet)})


def digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of every file under *folder*, by path; the manifest itself excepted."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != MANIFEST
    }


def vendor(package: Path, target: Path = TARGET) -> int:
    """Replace *target* by the subset of *package*, with its manifest; return how many files.

    Raises:
        ValueError: *package* is another version than the one the pages name.
    """
    found = json.loads((package / "package.json").read_text(encoding="utf-8"))["version"]
    if found != VERSION:
        raise ValueError(f"{VERSION} is expected, {package} holds {found}")
    shutil.rmtree(target, ignore_errors=True)
    for name in wanted(package):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(package / "dist" / name, target / name)
    shutil.copyfile(package / "LICENSE.md", target / "LICENSE.md")
    shutil.copyfile(package / "doc" / "legal" / "cgu.md", target / "TERMS.md")
    manifest = json.dumps(digests(target), indent=2)
    (target / MANIFEST).write_text(manifest + "\n", encoding="utf-8")
    return len(digests(target))


@click.command()
@click.argument("package", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(package: Path) -> None:
    """Copy the subset of the DSFR from PACKAGE, the unpacked npm package."""
    try:
        click.echo(f"{vendor(package)} files in {TARGET}")
    except (OSError, ValueError) as error:
        raise click.ClickException(str(error)) from error


if __name__ == "__main__":
    main()
