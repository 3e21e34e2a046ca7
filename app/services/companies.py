"""Companies that file dossiers, and the brands that each answers for."""

from typing import Final

from sqlalchemy import select

from app.clock import Clock
from app.domain.actor import Role
from app.domain.errors import InvalidValueError
from app.domain.folding import fold
from app.domain.identifiers import new_reference
from app.extensions import db
from app.models.manufacturer import Manufacturer, ManufacturerBrand
from app.services.transaction import transaction
from scoring import law
from scoring.law import method_on

NAME_LENGTH: Final = 120


def create_company(name: str, *, country: str, clock: Clock) -> Manufacturer:
    """Enter a manufacturer.

    Raises:
        InvalidValueError: no name, one already taken, or a country that the law does not know.
    """
    with transaction():
        return _enter_company(name, country, clock=clock, field="name")


def add_brand(company: str, name: str) -> ManufacturerBrand:
    """Say that a company answers for a brand, even on versions listed without a dossier here.

    Args:
        company: the company, by its name.
        name: the brand; case and accents do not tell two brands apart.

    Raises:
        InvalidValueError: no company of that name, no brand, or one that a company answers for.
    """
    wanted = short("brand", name.strip())
    if not fold(wanted):
        raise InvalidValueError("brand", "Indiquez la marque.")
    with transaction():
        owner = company_named(company)
        known = db.session.scalar(
            select(ManufacturerBrand).where(ManufacturerBrand.folded == fold(wanted))
        )
        if known is not None:
            raise InvalidValueError("brand", "Une entreprise répond déjà de cette marque.")
        brand = ManufacturerBrand(manufacturer_id=owner.id, name=wanted, folded=fold(wanted))
        db.session.add(brand)
    return brand


def company_named(name: str) -> Manufacturer:
    """Return a company by its name.

    Raises:
        InvalidValueError: the portal knows none.
    """
    found = db.session.scalar(select(Manufacturer).where(Manufacturer.name == name))
    if found is None:
        raise InvalidValueError("company", "Indiquez une entreprise connue du portail.")
    return found


def company_of_role(
    role: Role, company: str | None, country: str | None, clock: Clock
) -> Manufacturer | None:
    """Return the company of an account: a manufacturer has one, known or entered with it.

    Raises:
        InvalidValueError: it is missing, unknown, known already, or of no known country.
    """
    if role != Role.MANUFACTURER:
        return None
    if country is not None:
        return _enter_company(company or "", country, clock=clock, field="company")
    return company_named(company or "")


def short(field: str, name: str) -> str:
    """Return a name that its column holds.

    Raises:
        InvalidValueError: it is too long.
    """
    if len(name) > NAME_LENGTH:
        raise InvalidValueError(field, f"Ce nom dépasse {NAME_LENGTH} caractères.")
    return name


def _enter_company(name: str, country: str, *, clock: Clock, field: str) -> Manufacturer:
    wanted = short(field, name.strip())
    if not wanted:
        raise InvalidValueError(field, "Indiquez le nom de l’entreprise.")
    if fold(wanted) in map(fold, db.session.scalars(select(Manufacturer.name))):
        raise InvalidValueError(field, "Une entreprise porte déjà ce nom.")
    if country not in method_on(law.load(), clock.today()).countries:
        raise InvalidValueError("country", f"« {country} » n’est pas un code de pays (ISO 3166-1).")
    company = Manufacturer(
        reference=new_reference("CO"), name=wanted, country=country, created_at=clock.now()
    )
    db.session.add(company)
    return company
