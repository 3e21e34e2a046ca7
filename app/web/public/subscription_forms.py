"""What a re-user of the list fills in to subscribe a program to its changes."""

from wtforms import IntegerField
from wtforms.validators import DataRequired, Length, NumberRange, Optional

from app.domain.subscriptions import ADDRESS_LENGTH, EMAIL_LENGTH
from app.web.fields import PortalForm, StrippedStringField


class SubscribeForm(PortalForm):
    """An address, whose changes, and whom to tell when messages stop."""

    address = StrippedStringField(
        "Adresse de votre programme",
        description="Elle commence par https:// et nomme un serveur public.",
        validators=[
            DataRequired("Indiquez une adresse."),
            Length(max=ADDRESS_LENGTH, message="Cette adresse est trop longue."),
        ],
    )
    brand = StrippedStringField(
        "Marque",
        description="Facultatif : les changements de cette marque seulement.",
        validators=[Length(max=EMAIL_LENGTH, message="Ce nom est trop long.")],
    )
    email = StrippedStringField(
        "Adresse électronique",
        description="Facultatif : qui prévenir si les messages n’arrivent plus. Elle est oubliée"
        " avec l’abonnement.",
        validators=[Length(max=EMAIL_LENGTH, message="Cette adresse est trop longue.")],
    )


class KeyForm(PortalForm):
    """The key of a subscription, and from where to send again."""

    key = StrippedStringField(
        "Clé de l’abonnement",
        description="Montrée une fois, à l’abonnement.",
        validators=[
            DataRequired("Indiquez la clé."),
            Length(max=ADDRESS_LENGTH, message="Cette clé est trop longue."),
        ],
    )
    since = IntegerField(
        "Dernier changement reçu",
        description="Pour recevoir de nouveau la suite ; 0 pour tout recevoir.",
        validators=[
            Optional(),
            NumberRange(min=0, max=2_147_483_647, message="Ce n’est pas un numéro de changement."),
        ],
    )
