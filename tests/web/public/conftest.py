"""Who reads the public pages."""

import pytest


@pytest.fixture
def visitor(browser):
    return browser()
