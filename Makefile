# The commands of the README. Everything installs itself in .venv from pinned versions.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
INSTALL = $(BIN)/pip install --quiet --disable-pip-version-check --constraint .ci/constraints.txt
# A PostgreSQL server of one's own, on loopback, whose owner may create databases.
CHECK_DATABASE ?= postgresql://postgres@127.0.0.1:5432/postgres
WORKERS ?= 2

.PHONY: demo run test check slow lint
.DEFAULT_GOAL := demo

demo: .venv/.run  ## a filled portal in instance/demo/, then served on loopback
	$(BIN)/score-env demo

run: .venv/.run  ## the same portal, empty, in instance/
	$(BIN)/score-env run

test: .venv/.tests  ## the tests that run anywhere; what is missing on the machine is said
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not slow and not long and not fuzz and not browser"

check: .venv/.check lint  ## all of CI, nothing skipped
	SCORE_ENV_TEST_ALL=1 $(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not slow" \
		--cov --cov-report=term:skip-covered --cov-fail-under=95
	$(BIN)/coverage report --include='scoring/*' --skip-covered --fail-under=100
	SCORE_ENV_TEST_ALL=1 SCORE_ENV_TEST_DATABASE=$(CHECK_DATABASE) \
		$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not slow and not fuzz and not browser" \
		--ignore tests/scoring --ignore tests/gateways --ignore tests/structure

slow: .venv/.check  ## the long proofs
	SCORE_ENV_TEST_ALL=1 $(BIN)/pytest -n $(WORKERS) -m slow
	SCORE_ENV_TEST_ALL=1 SCORE_ENV_TEST_DATABASE=$(CHECK_DATABASE) \
		$(BIN)/pytest -m slow tests/faults tests/services tests/api

lint: .venv/.check
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/djlint templates --lint --quiet

.venv/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' \
		|| { echo "Python 3.11 is needed: make PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/.run: .venv/bin/pip pyproject.toml .ci/constraints.txt
	$(INSTALL) --editable .
	@touch $@

.venv/.tests: .venv/.run
	$(INSTALL) --editable '.[tests]'
	@touch $@

.venv/.check: .venv/.tests
	$(INSTALL) --editable '.[tests,check,postgresql]'
	@touch $@
