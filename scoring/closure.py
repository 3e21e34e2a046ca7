"""Closure of the masses: materials and battery make the car without its driver (S-10)."""

from fractions import Fraction

from scoring.arithmetic import total
from scoring.factors import parameter_step
from scoring.inputs import ReferenceVehicle
from scoring.law import Method
from scoring.problems import Problem
from scoring.rounding import french


def closure_difference_kg(vehicle: ReferenceVehicle, *, method: Method) -> Fraction:
    """Return declared materials and battery minus the mass without driver, in kg, signed."""
    driver = parameter_step(method, "driver_mass_kg").number
    masses = (vehicle.mass_without_battery_kg, vehicle.battery.mass_kg, driver)
    return total((*masses, -vehicle.running_mass_kg))


def closure_problem(vehicle: ReferenceVehicle, *, method: Method, field: str) -> Problem | None:
    """Return what to correct when the masses differ by more than the tolerance, which is closed."""
    difference = closure_difference_kg(vehicle, method=method)
    tolerance = parameter_step(method, "closure_tolerance_kg").number
    if abs(difference) <= tolerance:
        return None
    sign = "+" if difference > 0 else "−"
    declared_kg = vehicle.mass_without_battery_kg + vehicle.battery.mass_kg
    message = (
        "Les masses déclarées ne se referment pas : matériaux et batterie font "
        f"{french(declared_kg, 3)} kg, le véhicule sans conducteur "
        f"{french(declared_kg - difference, 3)} kg, soit un écart de "
        f"{sign}{french(abs(difference), 9)} kg ({french(tolerance, 3)} kg admis)."
    )
    return Problem("masses_do_not_close", message, field)
