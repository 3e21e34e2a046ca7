"""A whole filing by form, on a browser without JavaScript."""

import io
from datetime import date

from app.domain.procedure import State
from tests.gateways import samples

VEHICLE = {
    "seats": "5",
    "boot_litres": "400",
    "electric_range_km": "450",
    "running_mass_kg": "1 975,5",
    "ferrous_mass_kg": "800,5",
    "aluminium_mass_kg": "150",
    "other_materials_mass_kg": "550",
    "battery-mass_kg": "400",
    "battery-capacity_kwh": "70,25",
}
ASSEMBLY = {
    "assembly-name": "Usine du Nord",
    "assembly-country": "FR",
    "assembly-address": "1 rue de l’Usine, 59500 Douai",
}


def pdf(name="attestation.pdf"):
    return (io.BytesIO(samples.pdf()), name)


def opened(client, **values):
    page = client.get("/constructeur/dossiers/nouveau")
    named = {"brand": "Exemple", "commercial_name": "Modèle E", "tvv": "  Ab1 c  "} | values
    return client.submit(page.form("brand"), **named)


def reference_of(page):
    return page.path.split("/")[3]


def test_a_version_is_filed_by_form_without_scripts(browser, world):
    client = browser("manufacturer")
    page = opened(client)
    assert page.title == "Véhicule de référence", page.main
    page = client.submit(page.form("seats"), **VEHICLE)
    assert page.title == "Lignes de fabrication", page.main
    page = client.get(page.links()["Ajouter une ligne"])
    page = client.submit(page.form("assembly-name"), button="same_site", **ASSEMBLY)
    form = page.form("assembly-name")
    assert form.values["painting-name"] == form.values["stamping-0-name"] == ["Usine du Nord"]
    page = press(
        client,
        page.form("assembly-name"),
        "add",
        "delivery",
        **{"delivery-0-journey": "sea|all", "delivery-0-distance_km": "12,5"},
    )
    page = client.submit(
        page.form("assembly-name"),
        volume_six_months="1 200",
        volume_proven="y",
        **{"delivery-1-journey": "road|France", "delivery-1-distance_km": "300"},
    )
    assert page.title == "Lignes de fabrication", page.main
    page = client.get(page.links()["Continuer"])
    page = client.get(page.links()["Ajouter un site de batterie"])
    page = client.submit(page.form("cell_country"), name="Cellules", cell_country="FR")
    assert page.title == "Sites de batterie", page.main
    page = client.get(page.links()["Continuer"])
    page = client.submit(page.form("battery_modules_replaceable"))  # nothing is declared of them
    assert page.title == "Pièces"
    reference = reference_of(page)
    place = f"/constructeur/dossiers/{reference}/pieces/ajouter"
    page = client.get(f"{place}?piece=site_attestation&site=line:L1")
    page = client.submit(page.form("files"), files={"files": [pdf(), pdf("copie.pdf")]})
    assert "« attestation.pdf », « copie.pdf » : pièces jointes." in page.text
    page = client.get(page.links()["Continuer"])
    assert page.title == "Vérifier et déposer"
    assert "80,0 points" in page.main
    assert "Atteindre le score n’ouvre aucune aide à lui seul" in page.main
    page = client.submit(page.form("seen"))
    assert page.title == "Accusé de réception", page.main
    assert "L’ADEME, service chargé du dossier, a reçu votre demande le 2 mars 2026" in page.main
    # D. 251-1-A: one month; R. 251-1-B: three months from receipt, or from the end of that month.
    for day in ("2 avril 2026", "2 juin 2026", "2 juillet 2026"):
        assert day in page.main
    dossier = world.dossier(reference)
    assert (dossier.state, dossier.received_on) == (State.SUBMITTED, date(2026, 3, 2))
    assert dossier.content == {
        "version": {
            "brand": "Exemple",
            "commercial_name": "Modèle E",
            "tvv": "Ab1 c",
            "vehicle_class": "M1",
        },
        "reference_vehicle": {
            "seats": 5,
            "boot_litres": "400",
            "electric_range_km": "450",
            "running_mass_kg": "1975.5",
            "ferrous_mass_kg": "800.5",
            "aluminium_mass_kg": "150",
            "other_materials_mass_kg": "550",
            "battery": {"mass_kg": "400", "capacity_kwh": "70.25"},
        },
        "manufacturing_lines": [
            {
                "id": "L1",
                "volume_six_months": 1200,
                "volume_proven": True,
                "assembly": SITE,
                "stamping": [SITE],
                "body_in_white": SITE,
                "painting": SITE,
                "delivery": [
                    {"mode": "sea", "zone": "all", "distance_km": "12.5"},
                    {"mode": "road", "zone": "France", "distance_km": "300"},
                ],
            }
        ],
        "battery_sites": [
            {
                "id": "B1",
                "name": "Cellules",
                "cell_country": "FR",
                "volume_six_months": None,
                "volume_proven": False,
            }
        ],
    }


SITE = {
    "name": "Usine du Nord",
    "country": "FR",
    "address": "1 rue de l’Usine, 59500 Douai",
}


def press(client, form, name, value, **values):
    """Press one of several buttons that bear the same name."""
    form.buttons[name] = value
    return client.submit(form, button=name, **values)
