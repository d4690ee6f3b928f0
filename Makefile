# `make` builds a deck from every file in sources/. All that is needed beforehand is Python 3.11 or newer.
#
#   make          decks of sources/ into build/        make test     the tests
#   make check    everything that CI checks            make accept   rewrite the expected results of tests
#   make bench    measure speed                        make clean    remove what make made

SHELL := /bin/sh
.DEFAULT_GOAL := decks
.PHONY: decks install dev test check format lint types layers generated accept bench clean

# The first Python that is new enough; choose another with `make PYTHON=/path/to/python`.
PYTHON ?= $(shell for each in python3.14 python3.13 python3.12 python3.11 python3 python; do \
	$$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$each; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
SOURCES ?= sources
OUT ?= build

decks: install
	$(BIN)/ankigen build $(SOURCES) --out $(OUT)

install: $(VENV)/.installed
dev: $(VENV)/.dev

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "ankigen needs Python 3.11 or newer: install it, or make PYTHON=/path/to/python" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

# pip reads the group `dev` from pyproject.toml since 25.1, so pip itself comes first.
$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group dev
	@touch $@ $(VENV)/.installed

test: dev
	$(BIN)/python -m pytest -n auto

check: format lint types layers generated test

format: dev
	$(BIN)/ruff format --check .

lint: dev
	$(BIN)/ruff check .

types: dev
	$(BIN)/mypy

layers: dev
	$(BIN)/lint-imports

# A tool that generates files writes them, or with --check says whether they are fresh.
generated: dev
	@for tool in $$(grep -l -e --check tools/*.py); do echo "$$tool --check"; $(BIN)/python $$tool --check || exit 1; done

accept: dev
	$(BIN)/python -m pytest -n auto --accept

bench: dev
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find $(OUT) -name '*.apkg' -delete
	rm -f $(SOURCES)/.ankigen.ledger.lock
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
