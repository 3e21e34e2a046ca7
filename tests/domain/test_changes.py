"""What an event keeps of a change: texts only, so that they are hashed as they are read."""

from datetime import date

from app.domain.changes import lag_days, noted
from app.domain.differences import differences

VERSION = {"tvv": "V1", "brand": "Exemple", "commercial_name": "E"}


def test_each_difference_is_kept_as_texts():
    before = {"version": VERSION, "reference_vehicle": {"seats": 5}}
    after = {
        "version": VERSION,
        "reference_vehicle": {"seats": 4},
        "battery_sites": [{"id": "B1", "volume_proven": True}],
    }
    assert noted(differences(before, after)) == [
        {"pointer": "/reference_vehicle/seats", "before": "5", "after": "4"},
        {"pointer": "/battery_sites/0/id", "before": None, "after": "B1"},
        {"pointer": "/battery_sites/0/volume_proven", "before": None, "after": "true"},
    ]


def test_the_lag_counts_the_days_between_the_change_and_its_report():
    """29 days in the February of 2024."""
    assert lag_days(date(2024, 2, 28), date(2024, 3, 1)) == 2
    assert lag_days(date(2024, 3, 1), date(2024, 3, 1)) == 0
