"""What is known of an applicant, a vehicle and a contract: the facts, their kinds, their words.

The names are those of the wire; a nested one (`old.cat`) is the attribute `old_cat`. A fact that
is missing is None: it is never given a default. A null that says something ("never sold") is a
value: see `NULLS`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType
from typing import Final

# What did not happen, for a day that would come late, and for one that would have come early.
NEVER: Final = date.max
NEVER_BEFORE: Final = date.min
# A lease that is still running was kept longer than any number of months.
RUNNING: Final = 10**6


class Kind(StrEnum):
    """The type of a fact on the wire."""

    BOOLEAN = "boolean"
    QUANTITY = "quantity"
    INTEGER = "integer"
    DAY = "day"
    WORD = "word"
    TEXT = "text"
    WORDS = "words"
    DAYS = "days"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One fact.

    Attributes:
        name: on the wire, with the object that holds it: `old.cat`.
        kind: its type.
        words: the words it takes, in the order shown; empty for any text.
        nullable: whether null may be written.
        unit: of a quantity or an integer; empty for none.
    """

    name: str
    kind: Kind
    words: tuple[str, ...] = ()
    nullable: bool = False
    unit: str = ""

    @property
    def holder(self) -> str:
        """The object that holds it, empty for none."""
        return self.name.partition(".")[0] if "." in self.name else ""

    @property
    def attribute(self) -> str:
        """Its attribute of `Facts`."""
        return self.name.replace(".", "_")


class Facts:
    """The facts of one case; what is not stated is None.

    `reference_date` is the day the case is asked on: invoice, first rent or conversion.
    """

    reference_date: date
    # Not on the wire: whether the aid that an increase adds to is due (a truth).
    base_due: object = None

    acquired: tuple[str, ...] | None = None
    acquired_damaged: bool | None = None
    ads_holder: bool | None = None
    ads_operated_4y: bool | None = None
    ads_territory: str | None = None
    adult: bool | None = None
    applicant_eligible_2007_1873_art1: bool | None = None
    applicant_kind: str | None = None
    application_date: date | None = None
    arrete_compliant: bool | None = None
    battery_cost: Decimal | None = None
    battery_kwh: Decimal | None = None
    battery_rented: bool | None = None
    bonus_received: Decimal | None = None
    brand: str | None = None
    cargo_or_disability: bool | None = None
    co2_g_km: Decimal | None = None
    co2_method: int | None = None
    commercial_discount: Decimal | None = None
    commute_km: Decimal | None = None
    commute_trip_km: Decimal | None = None
    contract_date: date | None = None
    cost_ttc: Decimal | None = None
    cycle_identified: bool | None = None
    domicile_fr: bool | None = None
    domicile_or_establishment_fr: bool | None = None
    energy: frozenset[str] | None = None
    establishment_fr: bool | None = None
    euro6: bool | None = None
    first_registration_date: date | None = None
    first_rent_date: date | None = None
    first_rent_net: Decimal | None = None
    fr_series: str | None = None
    from_thermal: bool | None = None
    household_members: int | None = None
    hybrid_electric_thermal: bool | None = None
    income_tax_prev_year: Decimal | None = None
    invoice_date: date | None = None
    is_new: bool | None = None
    is_owner: bool | None = None
    km_allowance_year: Decimal | None = None
    km_at_resale: Decimal | None = None
    last_award_ref_date: date | None = None
    lead_battery: bool | None = None
    lease_kept_months: int | None = None
    lease_months: int | None = None
    lessor_asp_convention: bool | None = None
    lessor_state_convention: bool | None = None
    local_aid: Decimal | None = None
    mass_kg: Decimal | None = None
    max_monthly_rent: Decimal | None = None
    max_net_power_kw: Decimal | None = None
    n_scrapped: int | None = None
    natural_person: bool | None = None
    operation: str | None = None
    order_date: date | None = None
    other_aids: frozenset[str] | None = None
    power_basis: str | None = None
    previously_registered: bool | None = None
    prior_award_same: bool | None = None
    prior_leasing_ref_dates: tuple[date, ...] | None = None
    pro_km_year: Decimal | None = None
    ptac_kg: Decimal | None = None
    quota_rank: int | None = None
    resold_on: date | None = None
    retrofit_date: date | None = None
    rfr_part: Decimal | None = None
    same_vehicle_already_aided: bool | None = None
    seats_besides_driver: int | None = None
    seller_same_household: bool | None = None
    social_debt_settled_or_plan: bool | None = None
    social_debt_unpaid_2019: Decimal | None = None
    superbonus_2007_art4: bool | None = None
    tax_debt_contested_2022_05_01: bool | None = None
    tax_debt_settled_or_plan: bool | None = None
    tax_debt_unpaid_2019: Decimal | None = None
    to: str | None = None
    transformation_cost: Decimal | None = None
    transformation_date: date | None = None
    tvv: str | None = None
    van_class: str | None = None
    veh_cat: str | None = None
    vehicle_state: str | None = None
    version_listed: bool | None = None
    wav_convention: bool | None = None
    wav_equipped: bool | None = None
    wav_technical_ok: bool | None = None
    weight_derogation: bool | None = None
    lez_establishment_in: bool | None = None
    lez_home_in: bool | None = None
    lez_local_aid: Decimal | None = None
    lez_work_in: bool | None = None
    old_acquired_on: date | None = None
    old_art4_conditions_met: bool | None = None
    old_authorised_facility: bool | None = None
    old_cat: str | None = None
    old_certificate: bool | None = None
    old_damaged: bool | None = None
    old_first_registration_date: date | None = None
    old_handover_date: date | None = None
    old_insured_at_handover_or_invoice: bool | None = None
    old_insured_since: date | None = None
    old_main_fuel: str | None = None
    old_owned_by_beneficiary: bool | None = None
    old_owner_is_acquirer: bool | None = None
    old_pledged: bool | None = None
    old_series: str | None = None
    overseas_circulates_from: date | None = None
    overseas_territory: str | None = None

    def __init__(self, reference_date: date, values: Mapping[str, object]) -> None:
        """Take the *values* of the facts, by attribute, as `scoring.aids.wire` reads them."""
        self.__dict__.update(values)
        self.reference_date = reference_date

    @property
    def invoiced_on(self) -> date | None:
        """Day of the invoice; that of a purchase is the reference day (aids.md, section 1)."""
        if self.invoice_date is None and self.operation == "purchase":
            return self.reference_date
        return self.invoice_date

    def but(self, **values: object) -> "Facts":
        """Return the same facts with other *values*, by attribute; None takes one away."""
        return Facts(self.reference_date, {**self.__dict__, **values})


CATEGORIES: Final = (
    "VP",
    "CTTE",
    "CO2_715",
    "M1",
    "M2",
    "N1",
    "N2",
    "L",
    "CYCLE",
    "VAE",
    "TRAILER_E",
    "PTRT",
    "COACH",
)
# Two names of one category: the one that the conditions name.
SAME_CATEGORY: Final[Mapping[str, str]] = MappingProxyType({"M1": "VP", "N1": "CTTE"})
ENERGIES: Final = ("electric", "hydrogen", "petrol", "diesel", "cng", "lpg", "ethanol", "e85")
WORDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "applicant_kind": ("natural", "legal", "state"),
        "fr_series": ("definitive", "provisional"),
        "old.cat": CATEGORIES,
        "old.main_fuel": ("diesel", "other"),
        "old.series": ("normal", "definitive_number", "collection", "provisional"),
        "operation": ("purchase", "lease", "retrofit"),
        "power_basis": ("168/2013", "2002/24"),
        "to": ("battery", "fuel_cell", "plug_in_hybrid"),
        "van_class": ("I", "II", "III"),
        "veh_cat": CATEGORIES,
        "vehicle_state": ("new", "demonstration", "used"),
    }
)
TEXTS: Final = ("ads_territory", "brand", "overseas.territory", "tvv")
LISTS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"acquired": CATEGORIES, "energy": ENERGIES, "other_aids": ()}
)
DAYS: Final = (
    "application_date",
    "contract_date",
    "first_registration_date",
    "first_rent_date",
    "invoice_date",
    "last_award_ref_date",
    "old.acquired_on",
    "old.first_registration_date",
    "old.handover_date",
    "old.insured_since",
    "order_date",
    "overseas.circulates_from",
    "resold_on",
    "retrofit_date",
    "transformation_date",
)
INTEGERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "co2_method": "",
        "household_members": "",
        "lease_kept_months": "mois",
        "lease_months": "mois",
        "n_scrapped": "",
        "quota_rank": "",
        "seats_besides_driver": "",
    }
)
QUANTITIES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "battery_cost": "€",
        "battery_kwh": "kWh",
        "bonus_received": "€",
        "co2_g_km": "g/km",
        "commercial_discount": "€",
        "commute_km": "km",
        "commute_trip_km": "km",
        "cost_ttc": "€",
        "first_rent_net": "€",
        "income_tax_prev_year": "€",
        "km_allowance_year": "km",
        "km_at_resale": "km",
        "lez.local_aid": "€",
        "local_aid": "€",
        "mass_kg": "kg",
        "max_monthly_rent": "€",
        "max_net_power_kw": "kW",
        "pro_km_year": "km",
        "ptac_kg": "kg",
        "rfr_part": "€",
        "social_debt_unpaid_2019": "€",
        "tax_debt_unpaid_2019": "€",
        "transformation_cost": "€",
    }
)
# May be negative: the first rent once the aids are deducted (reading AMB-15).
SIGNED: Final = ("first_rent_net",)
# What null says of each fact that takes it: a value, or that it is not known.
NULLS: Final[Mapping[str, object]] = MappingProxyType(
    {
        "ads_operated_4y": True,
        "first_rent_date": None,
        "income_tax_prev_year": None,
        "invoice_date": None,
        "km_at_resale": None,
        "last_award_ref_date": NEVER_BEFORE,
        "lease_kept_months": RUNNING,
        "lease_months": None,
        "old.insured_since": NEVER,
        "resold_on": NEVER,
        "retrofit_date": NEVER,
        "rfr_part": None,
        "van_class": None,
    }
)
# An object of facts written null: there is no such zone, no such territory.
NULL_OBJECTS: Final[Mapping[str, Mapping[str, object]]] = MappingProxyType(
    {
        "lez": MappingProxyType(
            {
                "lez_home_in": False,
                "lez_work_in": False,
                "lez_establishment_in": False,
                "lez_local_aid": Decimal(0),
            }
        ),
        "overseas": MappingProxyType({"overseas_territory": "", "overseas_circulates_from": NEVER}),
    }
)
APART: Final = ("reference_date", "base_due")
OBJECTS: Final = ("lez", "old", "overseas")


def _kind(name: str) -> Kind:
    """Return the type of a fact: the table that names it says it, a yes or a no else."""
    if name == "prior_leasing_ref_dates":
        return Kind.DAYS
    tables = (
        (WORDS, Kind.WORD),
        (LISTS, Kind.WORDS),
        (INTEGERS, Kind.INTEGER),
        (QUANTITIES, Kind.QUANTITY),
        (DAYS, Kind.DAY),
        (TEXTS, Kind.TEXT),
    )
    return next((kind for names, kind in tables if name in names), Kind.BOOLEAN)


def _fact(attribute: str) -> Fact:
    head, _, tail = attribute.partition("_")
    name = f"{head}.{tail}" if head in OBJECTS else attribute
    return Fact(
        name=name,
        kind=_kind(name),
        words=WORDS.get(name, LISTS.get(name, ())),
        nullable=name in NULLS,
        unit=INTEGERS.get(name, QUANTITIES.get(name, "")),
    )


FACTS: Final[Mapping[str, Fact]] = MappingProxyType(
    {fact.name: fact for fact in (_fact(one) for one in Facts.__annotations__ if one not in APART)}
)
