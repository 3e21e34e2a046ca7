"""`score-env list import`: an order that was published outside the portal (transition 28)."""

import io
from datetime import date

import pytest
from sqlalchemy import delete

from app.extensions import db
from app.models.listing import ListingRow
from app.queries.audit.list_rows import wrong_codes
from app.queries.list_changes import changes
from app.queries.status import Verdict, status
from app.services.transaction import transaction

ORDER = ("--title", "Arrêté du 14 décembre 2023", "--published-on", "2023-12-15")


@pytest.fixture
def enter(score_env, portal, world, tmp_path):
    def run(text, *words, who="authority", agreed=("--yes",)):
        path = tmp_path / "arrete.csv"
        path.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
        return score_env(
            "list", "import", str(path), *ORDER, "--by", world.email(who), *agreed, *words
        )

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
    assert (answer.status, answer.out) == (
        0,
        (
            "+ Tesla Model Y 005Y7CRBVb3s5T3X\n"
            "1 version(s) à inscrire, au 16/12/2023.\n"
            "1 version(s) inscrite(s) à compter du 16/12/2023.\n"
        ),
    )
    assert status("005Y7CRBVb3s5T3X", on=date(2023, 12, 15)).verdict == Verdict.NOT_LISTED
    assert status("005Y7CRBVb3s5T3X", on=date(2023, 12, 16)).verdict == Verdict.LISTED
    assert status("005y7crbvb3s5t3x", on=date(2023, 12, 16)).verdict == Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Marque,Modèle\nTesla,Model Y\n", "marque, modele, tvv"),
        ("Marque,Modèle,TVV\nTesla, ,X\n", "Ligne 2 : rien dans la colonne modèle."),
        ("Marque,Modèle,TVV\nTesla,, \n", "Ligne 2 : rien dans la colonne modèle ni code."),
        ("Marque,Modèle,TVV\nTesla,Model Y\n", "Ligne 2"),
        ("Marque,Modèle,TVV\n", "ne contient aucune version"),
        (
            "Marque,Modèle,TVV\nA,B,C\nÀ,b2, C \nA,B,c\n",
            "Ligne 3 : la version C (À) est déjà à la ligne 2.\nRien n’a été enregistré.",
        ),
        (
            "Marque,Modèle,TVV\nA,B,\nA,B,C\n,B,C\n",
            "Ligne 2 : rien dans la colonne code.\nLigne 4 : rien dans la colonne marque.\n",
        ),
        ('Marque,Modèle,TVV\nA,"B\n,C\n', "n’est pas un CSV"),
        ("Marque,Modèle,TVV\n" + "A,B,\n" * 25, "Et 5 autres lignes."),
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
    assert "Un arrêté porte déjà ce numéro NOR." in enter(text, "--nor", "ENER2300001A").err


def test_a_fourth_column_says_which_rows_remove(enter):
    """Row 28: listed or removed."""
    text = "Marque;Modèle;TVV;Effet\nA;B;C;Inscription\nD;E;F;RETRAIT\nG;H;I;\n"
    answer = enter(text)
    assert answer.out == (
        "+ A B C\n? D E F\n+ G H I\n"
        "2 version(s) à inscrire, au 16/12/2023.\n"
        "1 version(s) à retirer d’une liste où elle(s) ne figure(nt) pas, au 16/12/2023.\n"
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
        ("Marque,Modèle,TVV,Effet\nA,B,C,\nA,B,C,retrait\n", "Ligne 3 : la version C (A) est déjà"),
    ],
)
def test_an_effect_that_cannot_be_is_refused(enter, text, sentence):
    assert enter(text).refused(sentence)


def test_the_difference_is_shown_before_anything_is_recorded(enter):
    enter("Marque,Modèle,TVV\nA,B,C\nD,E,F\n")
    text = "Marque,Modèle,TVV,Effet\nA,B,C,\nD,E,F,retrait\nG,H,I,\n"
    answer = enter(text, "--effective-on", "2024-01-05", "--dry-run", agreed=())
    assert (answer.status, answer.out) == (
        0,
        (
            "= A B C\n- D E F\n+ G H I\n"
            "1 version(s) à inscrire, au 05/01/2024.\n"
            "1 version(s) à retirer de la liste, au 05/01/2024.\n"
            "1 version(s) déjà sur la liste ce jour-là, au 05/01/2024.\n"
            "Rien n’a été enregistré.\n"
        ),
    )
    assert status("I", on=date(2024, 1, 5)).verdict == Verdict.UNKNOWN


@pytest.mark.parametrize(("typed", "verdict"), [("o\n", "listed"), ("n\n", "unknown")])
def test_it_is_recorded_once_agreed(enter, monkeypatch, typed, verdict):
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    enter("Marque,Modèle,TVV\nA,B,C\n", agreed=())
    assert status("C", on=date(2024, 1, 5)).verdict == verdict


def test_nothing_is_recorded_when_nobody_answers(enter, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    answer = enter("Marque,Modèle,TVV\nA,B,C\n", agreed=())
    assert answer.status == 130
    assert status("C", on=date(2024, 1, 5)).verdict == Verdict.UNKNOWN


def test_a_version_listed_later_is_listed_earlier(enter):
    enter("Marque,Modèle,TVV\nA,B,C\n", "--effective-on", "2024-02-01")
    answer = enter("Marque,Modèle,TVV\na,B,C\n")
    assert answer.out.startswith("+ a B C\n1 version(s) à inscrire plus tôt")
    assert status("C", on=date(2023, 12, 16)).verdict == Verdict.LISTED


def test_the_rows_of_the_list_are_written_anew(score_env, enter):
    enter("Marque,Modèle,TVV\nA,B,C\nD,E,F\n")
    before = [(one.sequence, one.row.tvv) for one in changes()]
    with transaction():
        db.session.execute(delete(ListingRow))
    assert wrong_codes() == ["C", "F"]
    assert "Code C" in score_env("audit", "verify").err
    assert score_env("list", "rebuild").out == "La liste est récrite : 2 ligne(s).\n"
    db.session.remove()
    assert wrong_codes() == []
    assert [(one.sequence, one.row.tvv) for one in changes()] == before
    assert status("C", on=date(2024, 1, 5)).verdict == Verdict.LISTED
