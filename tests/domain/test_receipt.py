"""What a receipt says (CRPA R. 112-5, reading T-15)."""

from datetime import date

from app.domain.procedure import Route
from app.domain.receipt import receipt


def test_a_receipt_names_the_days_of_both_issues():
    """Case 2: received on 31 October 2023, confirmed or not."""
    found = receipt(Route.REFERENCE, date(2023, 10, 31))
    assert found.completeness_last_day == date(2023, 11, 30)
    assert found.review_if_confirmed == date(2023, 12, 31)
    assert found.review_if_deemed == date(2024, 1, 30)
    assert found.silence_if_confirmed == date(2024, 1, 31)
    assert found.silence_if_deemed == date(2024, 2, 29)
    assert "D. 251-1-A" in found.completeness_source
    assert "R. 251-1-B" in found.silence_source
