"""`score-env list import`: an order that was published outside the portal (transition 28)."""

from datetime import date

import pytest

from app.queries.status import Verdict, status

ORDER = ("--title", "Arrêté du 14 décembre 2023", "--published-on", "2023-12-15")


@pytest.fixture
def enter(score_env, portal, world, tmp_path):
    def run(text, *words, who="authority"):
        path = tmp_path / "arrete.csv"
        path.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
        return score_env("list", "import", str(path), *ORDER, "--by", world.email(who), *words)

    return run


@pytest.mark.parametrize(
    "text",
    [
        "Marque,Modèle,TVV\nTesla,Model Y,005Y7CRBVb3s5T3X\n",
        "\ufeffType variante version;Marque;Modèle;Note\n005Y7CRBVb3s5T3X;Tesla;Model Y;x\n",
    ],
    ids=["commas", "semicolons, another order, one more column"],
)
def test_the_rows_of_the_journal_officiel_are_listed(enter, text):
    """Reading T-11: in force the day after; case kept (L-1)."""
    answer = enter(text)
    assert (answer.status, answer.out) == (0, "1 version(s) inscrite(s) à compter du 16/12/2023.\n")
    assert status("005Y7CRBVb3s5T3X", on=date(2023, 12, 15)).verdict == Verdict.NOT_LISTED
    assert status("005Y7CRBVb3s5T3X", on=date(2023, 12, 16)).verdict == Verdict.LISTED
    assert status("005y7crbvb3s5t3x", on=date(2023, 12, 16)).verdict == Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Marque,Modèle\nTesla,Model Y\n", "marque, modele, tvv"),
        ("Marque,Modèle,TVV\nTesla, ,X\n", "Ligne 2 : une des trois colonnes est vide."),
        ("Marque,Modèle,TVV\nTesla,Model Y\n", "Ligne 2"),
        ("Marque,Modèle,TVV\n", "ne contient aucune version"),
        ("", "marque, modele, tvv"),
        (b"Marque,Mod\xe8le,TVV\n", "UTF-8"),
    ],
)
def test_a_file_that_is_no_annex_is_refused_with_a_sentence(enter, text, sentence):
    assert enter(text).refused(sentence)
    assert status("X", on=date(2026, 3, 2)).verdict == Verdict.UNKNOWN


def test_only_an_authority_enters_an_order(enter):
    assert enter("Marque,Modèle,TVV\nA,B,C\n", who="reviewer").refused("Votre rôle")


def test_a_nor_number_serves_once(enter):
    text = "Marque,Modèle,TVV\nA,B,C\n"
    assert enter(text, "--nor", "ENER2300001A").status == 0
    assert enter(text, "--nor", "ENER2300001A").refused("Un arrêté porte déjà ce numéro NOR.")


def test_a_fourth_column_says_which_rows_remove(enter):
    """Row 28: listed or removed."""
    text = "Marque;Modèle;TVV;Effet\nA;B;C;Inscription\nD;E;F;RETRAIT\nG;H;I;\n"
    answer = enter(text)
    assert answer.out == (
        "2 version(s) inscrite(s) à compter du 16/12/2023.\n"
        "1 version(s) retirée(s) de la liste à compter du 16/12/2023.\n"
    )
    assert status("C", on=date(2023, 12, 16)).verdict == Verdict.LISTED
    assert status("I", on=date(2023, 12, 16)).verdict == Verdict.LISTED
    assert status("F", on=date(2023, 12, 16)).verdict == Verdict.UNKNOWN


def test_a_listed_version_is_removed_by_an_import(enter):
    enter("Marque,Modèle,TVV\nA,B,C\n")
    assert (
        enter("Marque,Modèle,TVV,Effet\nA,B,C,retirer\n", "--effective-on", "2024-01-05").status
        == 0
    )
    assert status("C", on=date(2024, 1, 4)).verdict == Verdict.LISTED
    assert status("C", on=date(2024, 1, 5)).verdict == Verdict.REMOVED


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Marque,Modèle,TVV,Effet\nA,B,C,refus\n", "Ligne 2 : l’effet « refus » n’est ni"),
        ("Marque,Modèle,TVV,Effet\nA,B,C,\nA,B,C,retrait\n", "à la fois d’inscrire et de retirer"),
    ],
)
def test_an_effect_that_cannot_be_is_refused(enter, text, sentence):
    assert enter(text).refused(sentence)
