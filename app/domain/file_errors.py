"""What can be refused about a file of evidence, each with a code and a sentence in French."""

from app.domain.errors import DomainError

ACCEPTED_FORMATS = "Formats acceptés : PDF, XLSX, ODS, CSV, PNG et JPEG."
"""The end of every refusal about the nature of a file."""


class EmptyFileError(DomainError):
    """The file has no byte: the sender chose a wrong file, or the sending broke."""

    code = "file_empty"

    def __init__(self) -> None:
        super().__init__("Le fichier est vide. Choisissez le fichier à joindre et recommencez.")


class FileTooLargeError(DomainError):
    """The file is larger than what the portal receives.

    Attributes:
        limit_bytes: the largest size received, in bytes.
    """

    code = "file_too_large"

    def __init__(self, limit_bytes: int) -> None:
        super().__init__(
            f"Le fichier dépasse la taille permise ({_french_size(limit_bytes)})."
            " Réduisez-le ou partagez-le en plusieurs fichiers."
        )
        self.limit_bytes = limit_bytes


class FileNotAcceptedError(DomainError):
    """The file is not what its name says, or holds what the portal does not receive.

    Args:
        code: what was found, for machines, such as ``file_macros``.
        found: what was found, as a sentence in French; the accepted formats are added to it.
    """

    code = "file_not_accepted"

    def __init__(self, code: str, found: str) -> None:
        super().__init__(f"{found} {ACCEPTED_FORMATS}")
        self.code = code


class FileMissingError(DomainError):
    """The bytes of a document are not in the store, though its row says so: an incident."""

    code = "file_missing"

    def __init__(self) -> None:
        super().__init__(
            "Le contenu de cette pièce est indisponible. La pièce reste enregistrée dans le"
            " dossier ; signalez l’incident à l’exploitant du portail."
        )


def _french_size(size_bytes: int) -> str:
    """Return a size as people read it: whole megabytes, kilobytes or bytes."""
    for unit_bytes, unit in ((1_000_000, "Mo"), (1_000, "ko")):
        if size_bytes >= unit_bytes:
            return f"{size_bytes // unit_bytes} {unit}"
    return f"{size_bytes} octets"
