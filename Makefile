# Every habit of the project. Each target does its own set-up: a fresh machine needs only
# Python >= 3.11 (with venv), make and a C++20 compiler.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NATIVE := CMakeLists.txt pyproject.toml $(wildcard solvers/native/*)
ROOMS := models solvers app
TYPES := build/types

.PHONY: help demo test test-all check format bench clean
.DEFAULT_GOAL := help

help: ## list these habits
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: $(VENV)/.installed ## cross-check the three puzzles of the mission and show their answers
	@for puzzle in sudoku target-sudoku beads; do \
	  echo; echo "== $$puzzle"; \
	  $(BIN)/minuet solve --from $$puzzle docs/examples/$$puzzle.txt && \
	  $(BIN)/minuet check --from $$puzzle docs/examples/$$puzzle.txt || exit 1; \
	done

test: $(VENV)/.installed ## run the tests (about five minutes)
	$(BIN)/python -m pytest -m "not slow"

test-all: $(VENV)/.installed ## run the tests, the slow ones included
	$(BIN)/python -m pytest

check: $(VENV)/.installed ## lint, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@mkdir -p $(TYPES)/minuet && for room in $(ROOMS); do ln -sfn ../../../$$room $(TYPES)/minuet/$$room; done
	MYPYPATH=$(TYPES) $(BIN)/mypy $(ROOMS:%=-p minuet.%)
	$(BIN)/clang-format --dry-run --Werror $(wildcard solvers/native/*.cpp solvers/native/*.hpp)

format: $(VENV)/.installed ## rewrite the sources in the house's format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/clang-format -i $(wildcard solvers/native/*.cpp solvers/native/*.hpp)

bench: $(VENV)/.installed ## run the benchmarks
	$(BIN)/python -m benchmarks

clean: ## remove what the other targets made
	rm -rf $(VENV) build dist

$(VENV)/.installed: $(NATIVE)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@
