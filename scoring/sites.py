"""Several sites for one version: the site a line counts at, weighting, and the fallback."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from scoring.inputs import ManufacturingLine, Site, StampingSite
from scoring.law import Method
from scoring.rounding import french
from scoring.trace import ORDER, Input, Step

WEIGHTING: Final = f"{ORDER}, article 9"
MANUFACTURING_SITE: Final = f"{ORDER}, article 2, modifié par l’arrêté du 23 janvier 2025"


class Alternative(NamedTuple):
    """One of the lines, or of the battery sites, that make the same version.

    Attributes:
        label: its name for a reader.
        volume: its production of the last six months, None when missing or unproven.
        footprint_kg: what the version would emit if it were made there only, in kg CO2e.
    """

    label: str
    volume: int | None
    footprint_kg: Fraction


class Sharing(NamedTuple):
    """What each alternative counts for in the version, and why.

    Attributes:
        alternatives: in the order declared.
        parts: what each counts for, in that order; their sum is one.
        counted: the rank and the part of those that count.
        note: why.
    """

    alternatives: Sequence[Alternative]
    parts: tuple[Fraction, ...]
    counted: Sequence[tuple[int, Fraction]]
    note: str

    def step(self, name: str) -> Step:
        """Return the parts beside the volumes and the footprints they come from."""
        shown = (
            f"{one.label} : {french(100 * part, 2)} %"
            for one, part in zip(self.alternatives, self.parts, strict=True)
        )
        return Step(
            name=name,
            label="Poids de chaque site",
            result=" ; ".join(shown),
            formula="volume du site ÷ volume total",
            inputs=tuple(self._inputs()),
            article=WEIGHTING,
            notes=(self.note,),
        )

    def _inputs(self) -> Iterator[Input]:
        for one in self.alternatives:
            volume = "non prouvé" if one.volume is None else one.volume
            yield Input(label=f"Volume, {one.label}", value=volume, unit="véhicules ou batteries")
            yield Input(label=f"Empreinte, {one.label}", value=one.footprint_kg, unit="kg CO2e")


def share_out(alternatives: Sequence[Alternative]) -> Sharing:
    """Share a version out between the lines, or the battery sites, that make it (S-6, S-15).

    A single one counts whole, whatever its volume. Several are weighted by their volumes; if a
    volume is missing or unproven for any of them, the highest footprint counts alone, the first
    declared of equals.

    Raises:
        ZeroDivisionError: the volumes are all zero; the reader of declarations refuses it before.
    """
    parts: tuple[Fraction, ...]
    volumes = [one.volume for one in alternatives if one.volume is not None]
    if len(alternatives) == 1:
        parts = (Fraction(1),)
        note = "Site unique : il compte seul."
    elif len(volumes) == len(alternatives):
        parts = tuple(Fraction(volume, sum(volumes)) for volume in volumes)
        note = "Volumes prouvés pour tous les sites : chacun pèse sa part des six derniers mois."
    else:
        worst = max(range(len(alternatives)), key=lambda n: alternatives[n].footprint_kg)
        parts = tuple(Fraction(n == worst) for n in range(len(alternatives)))
        note = (
            "Volume manquant ou non prouvé : le site à la plus forte empreinte compte seul "
            f"({alternatives[worst].label})."
        )
    counted = [(n, part) for n, part in enumerate(parts) if part]
    return Sharing(alternatives, parts, counted, note)


def candidate_sites(line: ManufacturingLine, method: Method) -> tuple[tuple[Site, ...], str]:
    """Return the sites *line* may count at on the day of the method, and why (S-5, S-7, S-15).

    Until 24 January 2025: the assembly site. From 25 January 2025: stamping, body-in-white and
    painting; of several stamping sites, the one of the largest stamped mass, or all of them when
    a mass is missing and those of the largest mass when they are several.
    """
    if method.site_rule == "assembly":
        return (line.assembly,), "Le site d’assemblage compte."
    stamping, note = _stamping(line.stamping)
    return (*stamping, line.body_in_white, line.painting), (
        "Emboutissage, caisse en blanc et peinture sont comparés : "
        f"le site à la plus forte empreinte compte.{note}"
    )


def _stamping(sites: tuple[StampingSite, ...]) -> tuple[tuple[StampingSite, ...], str]:
    """Return the stamping sites that enter the comparison, and why when there are several."""
    if len(sites) == 1:
        return sites, ""
    masses = [site.stamped_mass_kg for site in sites if site.stamped_mass_kg is not None]
    if len(masses) < len(sites):
        return sites, " Masses embouties non prouvées : chaque site d’emboutissage est comparé."
    largest = max(masses)
    kept = tuple(site for site in sites if site.stamped_mass_kg == largest)
    names = ", ".join(site.name for site in kept)
    return kept, f" Emboutissage : plus grande masse emboutie ({names})."


def site_step(
    kept: Site, candidates: Iterable[Site], totals_kg: Mapping[str, Fraction], why: str
) -> Step:
    """Return which site a line counts at, beside the footprint of each candidate by its country."""
    return Step(
        name="site",
        label="Site qui compte",
        result=f"{kept.name} ({kept.country})",
        inputs=tuple(
            Input(
                label=f"Empreinte, {site.name} ({site.country})",
                value=totals_kg[site.country],
                unit="kg CO2e",
            )
            for site in candidates
        ),
        article=MANUFACTURING_SITE,
        notes=(why,),
    )
