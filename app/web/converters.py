"""What may stand in an address: public references, never row numbers."""

from werkzeug.routing import BaseConverter

from app.domain.identifiers import REFERENCE


class ReferenceConverter(BaseConverter):
    """A public reference such as ``SE-7K4M-92QX``."""

    regex = REFERENCE
