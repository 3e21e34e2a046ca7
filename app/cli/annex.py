"""The annex of a published order as a CSV: three official columns, one row a version."""

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from app.domain.errors import InvalidValueError
from app.domain.folding import fold
from app.domain.identifiers import tvv as checked_tvv
from app.domain.orders import LineEffect, PublishedRow

# The three columns of the Journal officiel, as their names are folded, and what a row does.
COLUMNS: Final = {
    "marque": "brand",
    "modele": "commercial_name",
    "tvv": "tvv",
    "type variante version": "tvv",
    "effet": "effect",
}
REQUIRED: Final = {"brand": "marque", "commercial_name": "modèle", "tvv": "code"}
EFFECTS: Final = {
    "": LineEffect.LIST,
    "inscription": LineEffect.LIST,
    "inscrire": LineEffect.LIST,
    "retrait": LineEffect.REMOVE,
    "retirer": LineEffect.REMOVE,
}
# More than anybody would correct before trying again.
MOST_SAID: Final = 20


class AnnexError(Exception):
    """What is wrong with a file, one sentence a line of it; nothing was entered."""


def read_annex(path: Path) -> list[PublishedRow]:
    """Return the rows of a file, whatever the order of its columns; commas or semicolons.

    Raises:
        AnnexError: it is no CSV in UTF-8, lacks a column, or has lines that cannot be entered:
            blank, twice the same version, an effect or a code that is none. Each is named.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            head = file.readline()
            file.seek(0)
            delimiter = ";" if head.count(";") > head.count(",") else ","
            lines = csv.reader(file, delimiter=delimiter, strict=True)
            names = [COLUMNS.get(fold(name)) for name in next(lines, [])]
            if not set(names) >= REQUIRED.keys():
                raise AnnexError("L’en-tête doit nommer marque, modele, tvv.")
            return _checked(names, lines)
    except (csv.Error, UnicodeDecodeError) as error:
        raise AnnexError("Ce fichier n’est pas un CSV en UTF-8.") from error


def _checked(names: Sequence[str | None], lines: Iterator[list[str]]) -> list[PublishedRow]:
    rows, wrong = list[PublishedRow](), list[str]()
    first_lines: dict[tuple[str, str], int] = {}
    for cells in lines:
        number = lines.line_num  # type: ignore[attr-defined]  # of the reader
        if not cells:
            continue
        try:
            row = _row(names, cells)
        except InvalidValueError as error:
            wrong.append(f"Ligne {number} : {error}")
            continue
        first = first_lines.setdefault((fold(row.brand), row.tvv), number)
        if first != number:
            wrong.append(
                f"Ligne {number} : la version {row.tvv} ({row.brand}) est déjà à la ligne {first}."
            )
        rows.append(row)
    if wrong:
        more = len(wrong) - MOST_SAID
        told = [*wrong[:MOST_SAID], *([f"Et {more} autres lignes."] if more > 0 else [])]
        raise AnnexError("\n".join([*told, "Rien n’a été enregistré."]))
    return rows


def _row(names: Sequence[str | None], cells: list[str]) -> PublishedRow:
    """Return a row.

    Raises:
        InvalidValueError: a blank cell, an effect or a code that is none.
    """
    found = {name: cell.strip() for name, cell in zip(names, cells, strict=False) if name}
    blank = [words for name, words in REQUIRED.items() if not found.get(name)]
    if blank:
        raise InvalidValueError("row", f"rien dans la colonne {' ni '.join(blank)}.")
    said = found.get("effect", "")
    if fold(said) not in EFFECTS:
        raise InvalidValueError(
            "effect", f"l’effet « {said} » n’est ni « inscription » ni « retrait »."
        )
    return PublishedRow(
        brand=found["brand"],
        commercial_name=found["commercial_name"],
        tvv=checked_tvv(found["tvv"]),
        effect=EFFECTS[fold(said)],
    )
