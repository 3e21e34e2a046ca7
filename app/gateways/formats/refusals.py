"""Refusals that several formats share, said to the person who sends the file."""

from app.domain.file_errors import FileNotAcceptedError


def damaged() -> FileNotAcceptedError:
    """Return the refusal of bytes that do not follow the format."""
    return FileNotAcceptedError(
        "file_damaged",
        "Ce fichier est abîmé ou incomplet. Enregistrez-le à nouveau et recommencez.",
    )


def hidden() -> FileNotAcceptedError:
    """Return the refusal of a second content beside the first."""
    return FileNotAcceptedError(
        "file_hidden_content",
        "Ce fichier cache un autre contenu à côté du sien. Enregistrez-le à nouveau depuis le"
        " logiciel qui l’a produit.",
    )


def bomb() -> FileNotAcceptedError:
    """Return the refusal of what grows or nests beyond the limits."""
    return FileNotAcceptedError(
        "file_too_compressed", "Ce fichier, une fois décompressé, dépasse ce que le portail lit."
    )


def macros() -> FileNotAcceptedError:
    """Return the refusal of programs in a spreadsheet."""
    return FileNotAcceptedError(
        "file_macros", "Ce fichier contient des macros. Enregistrez-le sans macros."
    )


def protected() -> FileNotAcceptedError:
    """Return the refusal of what cannot be read without a password."""
    return FileNotAcceptedError(
        "file_protected",
        "Ce fichier est protégé par un mot de passe. Enregistrez-le sans protection.",
    )
