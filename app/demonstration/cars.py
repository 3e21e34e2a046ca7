"""Invented cars of invented manufacturers, as declarations in their wire form."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

FROM_CHINA: Final = (("sea", "all", "20000"), ("road", "Asia", "500"), ("road", "France", "500"))
FROM_KOREA: Final = (("sea", "all", "23000"), ("road", "Asia", "300"), ("road", "France", "400"))
FROM_SPAIN: Final = (("road", "Europe without France", "600"), ("road", "France", "400"))
FROM_GERMANY: Final = (
    ("rail", "Europe without France", "900"),
    ("road", "Europe without France", "80"),
    ("road", "France", "300"),
)
WITHIN_FRANCE: Final = (("rail", "France", "500"), ("road", "France", "150"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A manufacturing line: a town, a country and its way to France."""

    town: str
    country: str
    legs: tuple[tuple[str, str, str], ...]
    volume: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Car:
    """An invented car; masses in kg, battery in kWh.

    The mass in running order closes by construction: materials, battery, and the driver.
    """

    code: str
    brand: str
    name: str
    seats: int
    boot: str
    range_km: str
    ferrous: int
    aluminium: int
    other: int
    battery_mass: int
    battery_kwh: str
    lines: tuple[Line, ...]
    cells: tuple[tuple[str, str], ...]
    elements: Mapping[str, bool | str] | None = None

    def declaration(self, *, driver_kg: int) -> dict[str, Any]:
        """Return the declaration of the car, for the mass of the driver in force."""
        total = self.ferrous + self.aluminium + self.other + self.battery_mass + driver_kg
        return {
            "version": {
                "brand": self.brand,
                "commercial_name": self.name,
                "tvv": self.code,
                "vehicle_class": "M1",
            },
            "reference_vehicle": {
                "seats": self.seats,
                "boot_litres": self.boot,
                "electric_range_km": self.range_km,
                "running_mass_kg": str(total),
                "ferrous_mass_kg": str(self.ferrous),
                "aluminium_mass_kg": str(self.aluminium),
                "other_materials_mass_kg": str(self.other),
                "battery": {"mass_kg": str(self.battery_mass), "capacity_kwh": self.battery_kwh},
            },
            "manufacturing_lines": [
                _line(f"L{number}", line) for number, line in enumerate(self.lines, start=1)
            ],
            "battery_sites": [
                {
                    "id": f"B{number}",
                    "name": f"Cellules inventées ({town})",
                    "cell_country": country,
                    "volume_six_months": None,
                    "volume_proven": False,
                }
                for number, (town, country) in enumerate(self.cells, start=1)
            ],
            "specific_values": [],
            **({"other_elements": dict(self.elements)} if self.elements else {}),
        }


def _line(identifier: str, line: Line) -> dict[str, Any]:
    site = {
        "name": f"Usine inventée ({line.town})",
        "country": line.country,
        "address": f"1 rue Inventée, {line.town}",
    }
    return {
        "id": identifier,
        "volume_six_months": line.volume,
        "volume_proven": line.volume is not None,
        "assembly": site,
        "stamping": [site],
        "body_in_white": site,
        "painting": site,
        "delivery": [
            {"mode": mode, "zone": zone, "distance_km": distance}
            for mode, zone, distance in line.legs
        ],
    }


VALLON: Final = Line(town="Vallon", country="FR", legs=WITHIN_FRANCE)
FRANCE_CELLS: Final = (("Dourges", "FR"),)

# What article 12 asks, invented like the rest.
REPAIRABLE: Final[Mapping[str, bool | str]] = MappingProxyType(
    {
        "battery_modules_replaceable": True,
        "battery_cells_replaceable": False,
        "battery_repair_offered": True,
        "plastics_mass_kg": "210",
        "recycled_plastics_mass_kg": "26.5",
    }
)

CITY: Final = Car(
    code="DEMOa1CiTy01", brand="Constructeur A", name="Citadine Alouette",
    seats=4, boot="210", range_km="230", ferrous=480, aluminium=110, other=330,
    battery_mass=230, battery_kwh="32", lines=(VALLON,), cells=FRANCE_CELLS,
)  # fmt: skip
SUV: Final = Car(
    code="DEMOa2SuVx77k", brand="Constructeur A", name="Familiale Émeraude",
    seats=5, boot="480", range_km="460", ferrous=820, aluminium=160, other=500,
    battery_mass=410, battery_kwh="64",
    lines=(
        Line(town="Vallon", country="FR", legs=WITHIN_FRANCE, volume=12000),
        Line(town="Zaragoza", country="ES", legs=FROM_SPAIN, volume=4000),
    ),
    cells=FRANCE_CELLS, elements=REPAIRABLE,
)  # fmt: skip
ESTATE: Final = Car(
    code="DEMOa3BrK", brand="Constructeur A", name="Break Ébène",
    seats=5, boot="560", range_km="510", ferrous=860, aluminium=190, other=540,
    battery_mass=430, battery_kwh="70", lines=(VALLON,), cells=(("Nysa", "PL"),),
)  # fmt: skip
SALOON: Final = Car(
    code="DEMOb1Lim3", brand="Constructeur B", name="Berline Baltique",
    seats=5, boot="420", range_km="430", ferrous=780, aluminium=150, other=410,
    battery_mass=380, battery_kwh="60",
    lines=(Line(town="Kassel", country="DE", legs=FROM_GERMANY),), cells=(("Debrecen", "HU"),),
)  # fmt: skip
IMPORTED: Final = Car(
    code="DEMOb2xHA9", brand="Constructeur B", name="Berline Boréale",
    seats=5, boot="400", range_km="480", ferrous=800, aluminium=170, other=470,
    battery_mass=420, battery_kwh="75",
    lines=(Line(town="Ningbo", country="CN", legs=FROM_CHINA),), cells=(("Ningde", "CN"),),
)  # fmt: skip
COMPACT: Final = Car(
    code="DEMOc1KoMp", brand="Constructeur C", name="Compacte Corail",
    seats=5, boot="310", range_km="350", ferrous=620, aluminium=120, other=380,
    battery_mass=300, battery_kwh="49",
    lines=(Line(town="Ulsan", country="KR", legs=FROM_KOREA),), cells=(("Ochang", "KR"),),
)  # fmt: skip
MINI: Final = Car(
    code="DEMOc2MiNi", brand="Constructeur C", name="Mini Cannelle",
    seats=4, boot="180", range_km="200", ferrous=430, aluminium=90, other=300,
    battery_mass=200, battery_kwh="28",
    lines=(Line(town="Maribor", country="SI", legs=FROM_GERMANY),), cells=(("Komárom", "HU"),),
)  # fmt: skip
COUPE: Final = Car(
    code="DEMOa4CoUp", brand="Constructeur A", name="Coupé Ambre",
    seats=4, boot="250", range_km="420", ferrous=640, aluminium=210, other=400,
    battery_mass=340, battery_kwh="52", lines=(VALLON,), cells=FRANCE_CELLS,
)  # fmt: skip
ROADSTER: Final = Car(
    code="DEMOa5RoAd", brand="Constructeur A", name="Roadster Aubépine",
    seats=2, boot="190", range_km="380", ferrous=560, aluminium=190, other=360,
    battery_mass=310, battery_kwh="48", lines=(VALLON,), cells=FRANCE_CELLS,
)  # fmt: skip
MINIVAN: Final = Car(
    code="DEMOb3MoNo", brand="Constructeur B", name="Monospace Bleuet",
    seats=7, boot="620", range_km="390", ferrous=900, aluminium=170, other=560,
    battery_mass=450, battery_kwh="72",
    lines=(Line(town="Kassel", country="DE", legs=FROM_GERMANY),), cells=(("Debrecen", "HU"),),
)  # fmt: skip
HATCHBACK: Final = Car(
    code="DEMOb4HaYo", brand="Constructeur B", name="Compacte Bruyère",
    seats=5, boot="340", range_km="360", ferrous=600, aluminium=130, other=390,
    battery_mass=320, battery_kwh="50",
    lines=(Line(town="Zaragoza", country="ES", legs=FROM_SPAIN),), cells=FRANCE_CELLS,
)  # fmt: skip
VAN: Final = Car(
    code="DEMOc3LuDo", brand="Constructeur C", name="Ludospace Coquelicot",
    seats=5, boot="700", range_km="300", ferrous=780, aluminium=140, other=480,
    battery_mass=360, battery_kwh="55",
    lines=(Line(town="Ulsan", country="KR", legs=FROM_KOREA),), cells=(("Ochang", "KR"),),
)  # fmt: skip
CROSSOVER: Final = Car(
    code="DEMOc4CrOs", brand="Constructeur C", name="Crossover Carmin",
    seats=5, boot="410", range_km="400", ferrous=700, aluminium=150, other=430,
    battery_mass=350, battery_kwh="56",
    lines=(Line(town="Maribor", country="SI", legs=FROM_GERMANY),), cells=(("Komárom", "HU"),),
)  # fmt: skip
