"""Forms of one's account."""

from wtforms import PasswordField
from wtforms.validators import EqualTo, InputRequired, Length

from app.services.accounts import LONGEST_PASSWORD, SHORTEST_PASSWORD
from app.web.fields import PortalForm, StrippedStringField


class SignInForm(PortalForm):
    """Who signs in."""

    email = StrippedStringField(
        "Adresse électronique",
        [InputRequired("Indiquez votre adresse électronique.")],
        render_kw={"type": "email", "autocomplete": "username", "spellcheck": "false"},
    )
    password = PasswordField(
        "Mot de passe",
        [InputRequired("Indiquez votre mot de passe.")],
        render_kw={"autocomplete": "current-password"},
    )


class CodeForm(PortalForm):
    """The code of the second factor."""

    code = StrippedStringField(
        "Code à six chiffres",
        [InputRequired("Indiquez le code affiché par votre application.")],
        description="Il change toutes les trente secondes et ne sert qu’une fois.",
        render_kw={"autocomplete": "one-time-code", "inputmode": "numeric"},
    )


class PasswordForm(PortalForm):
    """A new password, typed twice: nobody can read it back."""

    current = PasswordField(
        "Mot de passe actuel",
        [InputRequired("Indiquez votre mot de passe actuel.")],
        render_kw={"autocomplete": "current-password"},
    )
    password = PasswordField(
        "Nouveau mot de passe",
        [InputRequired("Indiquez le nouveau mot de passe.")],
        description=(
            f"De {SHORTEST_PASSWORD} à {LONGEST_PASSWORD} caractères. Quatre mots sans lien entre"
            " eux se retiennent mieux que des signes."
        ),
        render_kw={"autocomplete": "new-password"},
    )
    again = PasswordField(
        "Nouveau mot de passe, une seconde fois",
        [EqualTo("password", "Les deux saisies du nouveau mot de passe diffèrent.")],
        render_kw={"autocomplete": "new-password"},
    )


class TokenForm(PortalForm):
    """The name of a token."""

    label = StrippedStringField(
        "Nom du jeton",
        [
            InputRequired("Donnez un nom à ce jeton."),
            Length(max=80, message="Ce nom dépasse 80 caractères."),
        ],
        description="Le programme qui s’en servira, par exemple « Gestion des produits ».",
        render_kw={"autocomplete": "off"},
    )
