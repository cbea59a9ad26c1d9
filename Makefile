# Pregel Studio. Every target makes its own .venv from the hashed requirements; a second run reuses it.
# PYTHON is any Python >= 3.11:  make PYTHON=python3.13 test

PYTHON ?= python3
UV ?= uv
TARGET ?= sample_graphs/research.py
WORKERS ?= 2
PYTEST_ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
BOOTSTRAP := $(PYTHON) .ci/bootstrap.py

.PHONY: help run test lint format lock pictures translations wheel folder clean
.PHONY: check-style check-format check-types check-imports test-environment require-python

help: ## what can be made
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/make \1\t\2/p' Makefile

run: require-python ## open the window on the research sample (TARGET=FILE.py[:NAME] for another graph)
	@$(BOOTSTRAP) run
	@$(BIN)/python -m studio.main "$(TARGET)"

test: test-environment ## run the whole test suite (PYTEST_ARGS="-k name" for a part)
	@QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile $(PYTEST_ARGS)

lint: check-style check-format check-types check-imports ## style, format, types and the import rules

check-style: test-environment
	@$(BIN)/python -m ruff check .

check-format: test-environment
	@$(BIN)/python -m ruff format --check .

check-types: test-environment
	@$(BIN)/python -m mypy

check-imports: test-environment
	@$(BIN)/lint-imports

test-environment: require-python
	@$(BOOTSTRAP) test

format: test-environment ## rewrite the sources in the house format
	@$(BIN)/python -m ruff check --fix .
	@$(BIN)/python -m ruff format .

pictures: test-environment ## make the README's pictures and its table of keys anew
	@$(BIN)/python -m tests.documents.samples
	@QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.documents.pictures
	@QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.documents.keyboard --write

translations: test-environment ## take the texts of the window into their catalog, and compile it
	@$(BIN)/pyside6-lupdate $(LUPDATE_FLAGS) studio -ts $(CATALOG).ts
	@$(BIN)/pyside6-lrelease -silent $(CATALOG).ts -qm $(CATALOG).qm

CATALOG := resources/translations/pregel_studio_zh_CN
LUPDATE_FLAGS := -silent -extensions py -locations none -no-obsolete \
	-source-language en -target-language zh_CN \
	-disable-heuristic sametext -disable-heuristic similartext \
	-tr-function-alias tr+=plural -tr-function-alias tr+=later

wheel: test-environment ## build the wheel into dist/
	@$(BIN)/python -m pip --quiet wheel --no-deps --no-build-isolation --wheel-dir dist .

folder: test-environment ## build one folder with its own Python into dist/pregel-studio
	@$(BIN)/python .ci/folder.py

lock: ## pin requirements*.txt anew from pyproject.toml (needs uv)
	@command -v $(UV) >/dev/null || { echo "make lock needs uv: python3 -m pip install uv" >&2; exit 1; }
	@$(UV) pip compile $(LOCK_FLAGS) --group build -o requirements.txt pyproject.toml
	@$(UV) pip compile $(LOCK_FLAGS) --group dev -c requirements.txt -o requirements-test.txt pyproject.toml

LOCK_FLAGS := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-annotate --custom-compile-command "make lock" --all-extras

clean: ## remove the environment and every cache
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find runtime studio sample_graphs resources tests -name __pycache__ -type d -prune -exec rm -rf {} +

require-python:
	@command -v $(PYTHON) >/dev/null || { \
	echo "Pregel Studio needs Python 3.11 or newer, and '$(PYTHON)' was not found." >&2; \
	echo "On Debian or Ubuntu: sudo apt-get install python3 python3-venv" >&2; exit 1; }
