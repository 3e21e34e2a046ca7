"""Five people and what they know; each sum is worked out by hand from the texts."""

from tests import orders

LISTED = "AidTvv1"
SETTLED = {"adult": "oui", "domicile_fr": "oui"}
NEW_CAR = {
    "fr_series": "definitive",
    "energy": "electric",
    "battery_rented": "non",
    "battery_cost": "0",
    "commercial_discount": "0",
    "mass_kg": "1 650",
}
OLD_CAR = {
    "old.cat": "VP",
    "old.main_fuel": "diesel",
    "old.first_registration_date": "15/06/2003",
    "old.owned_by_beneficiary": "oui",
    "old.acquired_on": "01/02/2015",
    "old.series": "normal",
    "old.pledged": "non",
    "old.damaged": "non",
    "old.handover_date": "15/01/2024",
    "old.authorised_facility": "oui",
    "old.certificate": "oui",
}

PEOPLE = {
    # 27 % of 30 000 is 8 100, limited to 5 000; 2 000 for the income; 1 000 overseas.
    "overseas": (
        "voiture-neuve",
        {
            "operation": "purchase",
            "applicant_kind": "natural",
            "jour": "15/01/2024",
            "casse": "non",
            **SETTLED,
            **NEW_CAR,
            "tvv": LISTED,
            "order_date": "10/01/2024",
            "cost_ttc": "30 000,00",
            "rfr_part": "6 000,50",
            "last_award_ref_date": "aucun",
            "overseas.territory": "Guadeloupe",
            "overseas.circulates_from": "01/03/2024",
        },
        "8 000 €",
    ),
    # 27 % of 40 000 is 10 800, limited to 3 000; premium of 2 500; 1 000 for the zone.
    "company": (
        "voiture-neuve",
        {
            "operation": "purchase",
            "applicant_kind": "legal",
            "jour": "15/01/2024",
            "casse": "oui",
            "establishment_fr": "oui",
            **NEW_CAR,
            **OLD_CAR,
            "tvv": LISTED,
            "order_date": "10/01/2024",
            "cost_ttc": "40 000",
            "acquired_damaged": "non",
            "overseas.territory": "aucun",
            "lez.establishment_in": "oui",
            "lez.local_aid": "0",
        },
        "6 500 €",
    ),
    # 40 % of 50 000 is 20 000, limited to 16 500; above 47 000 the bonus for cars is not due.
    "taxi": (
        "taxi",
        {
            "operation": "purchase",
            "applicant_kind": "natural",
            "jour": "20/01/2024",
            "casse": "non",
            **SETTLED,
            **NEW_CAR,
            "mass_kg": "2 300",
            "tvv": LISTED,
            "order_date": "10/01/2024",
            "cost_ttc": "50 000",
            "rfr_part": "20 000",
            "last_award_ref_date": "aucun",
            "overseas.territory": "aucun",
            "co2_g_km": "0",
            "ads_holder": "oui",
            "ads_territory": "Paris-PP",
            "wav_convention": "oui",
            "wav_equipped": "oui",
            "wav_technical_ok": "oui",
            "seats_besides_driver": "4",
            "application_date": "01/02/2024",
            "quota_rank": "12",
            "tax_debt_unpaid_2019": "0",
            "tax_debt_settled_or_plan": "non",
            "tax_debt_contested_2022_05_01": "non",
            "social_debt_unpaid_2019": "0",
            "social_debt_settled_or_plan": "non",
        },
        "16 500 €",
    ),
    # 40 % of 2 000 is 800, under the limit of 1 000.
    "cyclist": (
        "velo",
        {
            "operation": "purchase",
            "applicant_kind": "natural",
            "jour": "01/02/2024",
            "casse": "non",
            **SETTLED,
            "veh_cat": "VAE",
            "rfr_part": "10 000",
            "is_new": "oui",
            "lead_battery": "non",
            "cycle_identified": "oui",
            "cargo_or_disability": "oui",
            "prior_award_same": "non",
            "cost_ttc": "2 000",
            "commercial_discount": "0",
            "local_aid": "0",
        },
        "800 €",
    ),
    # Ordered from January to June 2010, invoiced up to the end of September: 700.
    "march 2010": (
        "voiture-neuve",
        {
            "operation": "purchase",
            "applicant_kind": "natural",
            "jour": "20/03/2010",
            "casse": "oui",
            "applicant_eligible_2007_1873_art1": "oui",
            "order_date": "10/03/2010",
            "co2_g_km": "120",
            "superbonus_2007_art4": "non",
            "old.first_registration_date": "01/06/1998",
            "old.owner_is_acquirer": "oui",
            "old.art4_conditions_met": "oui",
        },
        "700 €",
    ),
}


def list_a_version(world):
    """A version that was on the list in January 2024."""
    orders.enter(world, ("Marque A", "Modèle A", LISTED), on="2023-12-15")
    world.days_pass(1)
