# Every habit of the project. Each target does its own set-up: a fresh machine needs only
# Python >= 3.11 (with venv), make and a C++20 compiler.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ENGINES := $(shell find solvers/native -name '*.cpp' -o -name '*.hpp')
NATIVE := CMakeLists.txt pyproject.toml $(ENGINES)
ROOMS := models solvers setting experiments app
FRONT := __init__.py py.typed
TYPES := build/types

# The native engines once more, in a virtual environment of their own, watched by the sanitizers of
# GCC. Python itself is not built with them, so their libraries are loaded before it.
SANITIZED := build/sanitize
NAMES_OF_KIND := import sys; from minuet.solvers.registry import full_names, get_solver as get; \
  print(*(name for name in full_names() if get(name).kind == sys.argv[1]), sep=chr(44))
NATIVE_TESTS := tests/solvers/conformance/test_solvers.py tests/solvers/native tests/solvers/dlx \
  tests/solvers/optimize tests/solvers/second_opinion/test_lrat.py \
  tests/solvers/search/certificates/test_weights.py tests/solvers/search/certificates/test_graph_rules.py

# How long `make fuzz` looks for wrong answers.
SECONDS := 600

# What `make bench` runs (choosing, improving and airlines run by name: SUITES=choosing), and where it keeps the
# records, a folder a day and commit, beside the one that it compares with. PAGE is the report; docs/benchmarks.md has its
# figures. BENCH chooses runs (--only ..., --time-limit ...).
SUITES := covers first programs costs
SHORTENED := sed 's/^\#/\#\#/' | awk '/^\#+ /{shown = !/ (Paired tests|Growth|Luck|Nodes and memory)/} shown'
BENCHED = build/bench/$(shell date -u +%F)-$(shell git rev-parse --short HEAD 2>/dev/null || echo sources)
AGAINST = $(firstword $(filter-out $(BENCHED),$(patsubst %/covers/records.sqlite,%,$(shell ls -t build/bench/*/covers/records.sqlite 2>/dev/null))))
BENCH :=
PAGE := build/benchmarks.md

# The studies: how many runs at once, which runs (--only ..., --time-limit ...), and where the records are kept,
# with the plots that the page of the findings shows.
STUDIES := one-matrix branching
JOBS := 2
PART :=
KEPT := docs/research

# The oldest libraries that pyproject.toml allows, in a virtual environment of their own.
FLOORS := build/floors

# Compiled modules are kept, also where the environment asks Python not to write any: hundreds of
# tests start a process of their own, and each would compile all of minuet anew.
export PYTHONDONTWRITEBYTECODE :=
export PYTHONPYCACHEPREFIX := $(CURDIR)/build/bytecode

# The blocks of a document share their names, so a file's tests stay in one process; files are begun in
# the order of conftest.py. A test that hangs ends its process, which first tells where it stood; the
# others go on. No process takes the place of one that ended: with --dist loadfile all of them may then
# wait for ever, at the end, for tests to do.
PARALLEL := --numprocesses auto --dist loadfile --no-loadscope-reorder --max-worker-restart 0
HANGS := -o faulthandler_timeout=300 -o faulthandler_exit_on_timeout=true

# The engines as WebAssembly, for the pages that `minuet export` writes: compiled by the clang of a package
# of PyPI, which is large, in a virtual environment of its own. As in CMakeLists.txt, a folder is a unit.
ZIG := build/wasm
ZIG_VERSION := 0.17.1
WASM := app/export/static/engines.wasm
WASM_ROOMS := shared links masks propagation wasm
WASM_FLAGS := -target wasm32-wasi -mexec-model=reactor -O2 -msimd128 -DNDEBUG -std=c++20 -fno-rtti -s -Wall -Wextra

.PHONY: always help checker proof demo wasm test test-page test-plugin test-all test-floors fuzz sanitize check format studies $(STUDIES:%=study-%) \
        bench docs clean
.DEFAULT_GOAL := help

help: ## list these habits
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

demo: $(VENV)/.installed ## cross-check the three puzzles of the mission and show their answers
	@for puzzle in sudoku target-sudoku beads; do \
	  echo; echo "== $$puzzle"; \
	  $(BIN)/minuet solve --from $$puzzle docs/examples/$$puzzle.txt && \
	  $(BIN)/minuet check --from $$puzzle docs/examples/$$puzzle.txt || exit 1; \
	done

test: $(VENV)/.installed ## run the tests, a process a core (four minutes on two cores)
	$(BIN)/python -m pytest $(PARALLEL) $(HANGS)

test-page: $(VENV)/.browsed ## look at the page in the system's Chromium, where there is one
	$(BIN)/python -m pytest -m browser $(PARALLEL) $(HANGS) tests/app/page

# The plug-in of docs/extend.md is installed as anybody's would be, in a folder of its own: the other
# tests know no solver of another package. Where pyganak cannot be had this says so and is no failure.
test-plugin: build/plugin/.installed ## install the plug-in package of the documentation, and ask it what every solver is asked
	@if test -e build/plugin/minuet_ganak; then \
	  PYTHONPATH=build/plugin $(BIN)/minuet solvers | grep ganak && \
	  PYTHONPATH=build/plugin $(BIN)/python -m pytest $(HANGS) docs/plugin \
	    tests/solvers/conformance/test_solvers.py --solver ganak; \
	else echo "pyganak cannot be installed here: the plug-in's tests are skipped"; fi

# Hypothesis draws more examples than by default.
test-all: $(VENV)/.installed ## run the tests, the slow ones included
	MINUET_EXAMPLES=$${MINUET_EXAMPLES:-150} $(BIN)/python -m pytest -m "" $(PARALLEL)
	$(MAKE) test-floors

test-floors: $(FLOORS)/.installed ## run the tests with the oldest libraries that pyproject.toml allows
	$(FLOORS)/bin/python -m pytest $(PARALLEL) $(HANGS) tests

# The proved checker stands beside minuet then, which asks it (proof/README.md).
checker: ## compile the proved checker of certificates; needs OCaml
	$(MAKE) -C proof checker
	if test -d $(BIN); then cp build/proof/check_certificate $(BIN)/minuet-check-certificate; fi

proof: ## check the proof of the checker, and extract it anew; needs Coq, too
	$(MAKE) -C proof proof

wasm: $(WASM) ## compile the engines to WebAssembly, for the pages that `minuet export` writes

# Leaks are not looked for: Python's own would drown ours, and nanobind reports objects that leak.
sanitize: $(SANITIZED)/.installed ## run the native engines' tests under address and undefined-behaviour sanitizers
	LD_PRELOAD="$$(g++ -print-file-name=libasan.so) $$(g++ -print-file-name=libstdc++.so)" \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 MINUET_EXAMPLES=30 \
	sh -c '$(SANITIZED)/bin/python -m pytest -m "not slow" --kind native $(NATIVE_TESTS) && \
	  $(SANITIZED)/bin/minuet fuzz --time-limit 120 --seed 1 \
	    --solvers $$($(SANITIZED)/bin/python -c "$(NAMES_OF_KIND)" native)'

fuzz: $(VENV)/.installed ## let all solvers answer ever new cases for SECONDS (ten minutes)
	$(BIN)/minuet fuzz --time-limit $(SECONDS) --keep build/fuzz

check: $(VENV)/.installed $(TYPES)/.laid-out ## lint, formatting, types, plain names, and whether imports run one way
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tests/arrows.py
	$(BIN)/python tests/front_door.py
	$(BIN)/python tests/plain_words.py
	MYPYPATH=$(TYPES) $(BIN)/mypy -p minuet
	MYPYPATH=$(TYPES) $(BIN)/mypy tests/typed/verbs.py
	$(BIN)/python -m mypy.stubtest minuet.solvers._native --concise --mypy-config-file pyproject.toml
	$(BIN)/clang-format --dry-run --Werror $(ENGINES)

format: $(VENV)/.installed ## rewrite the sources in the house's format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/clang-format -i $(ENGINES)

studies: $(STUDIES:%=study-%) ## run the studies of docs/research (an hour on two cores), or continue them

# On two cores. Run them on a quiet machine, with the sources at one commit.
study-one-matrix: ## dancing links, bit masks, CP-SAT, SAT and MIP on one matrix (about 40 minutes)
study-branching: ## what branching and propagation buy (about 10 minutes)

# A run that has a record in build/studies is not repeated. The whole report stays in build/studies.
$(STUDIES:%=study-%): study-%: $(VENV)/.installed
	$(BIN)/minuet experiment docs/research/$*.toml --out build/studies/$* --jobs $(JOBS) $(PART)
	$(BIN)/minuet report build/studies/$* -o build/studies/$*/report.md --plots build/studies/$*/plots --records $(KEPT)/$*
	for plot in $$(grep -o '$*/[^/)]*\.svg' docs/research/$*.md | sort -u); do \
	  plot=build/studies/$*/plots/$${plot#*/}; if test -e $$plot; then cp $$plot $(KEPT)/$*/; fi; \
	done

bench: $(VENV)/.benched ## run the benchmarks beside their peers (about an hour), and compare with the last run
	$(BIN)/python -m benchmarks.drawn build/drawn
	@mkdir -p $(BENCHED) && cp benchmarks/head.md $(BENCHED)/page.md
	for suite in $(SUITES); do \
	  $(BIN)/minuet experiment benchmarks/$$suite.toml --out $(BENCHED)/$$suite $(BENCH) && \
	  $(BIN)/minuet report $(BENCHED)/$$suite --by processor | $(SHORTENED) >>$(BENCHED)/page.md && echo >>$(BENCHED)/page.md || exit 1; \
	  if test -n "$(AGAINST)" -a -d "$(AGAINST)/$$suite"; then \
	    $(BIN)/minuet report $(BENCHED)/$$suite --by processor --against $(AGAINST)/$$suite; \
	  fi; \
	done
	@cp $(BENCHED)/page.md $(PAGE)

# It imports what it documents from a folder that is laid out as the package is.
docs: $(VENV)/.documented $(TYPES)/.laid-out ## build the documentation site into build/site, strictly
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet
	@echo "read it: $(BIN)/python -m http.server --directory build/site"

clean: ## remove what the other targets made
	rm -rf $(VENV) build dist $(WASM)

EDITABLE := pip install --quiet --no-build-isolation --editable

# An editable install knows its files by name, so it is made anew where one came or went.
build/modules: always
	@mkdir -p build && find front $(ROOMS) -name '*.py' | sort >$@.new && \
	if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# What builds the package stays in the virtual environment. With build isolation it would be in a new
# folder each time, and all engines, which include nanobind's headers, would be compiled anew.
%/.builder: pyproject.toml
	test -x $*/bin/python || $(PYTHON) -m venv $*
	@$*/bin/python -c "import tomllib; \
	print(*tomllib.load(open('pyproject.toml', 'rb'))['build-system']['requires'], sep='\n')" \
	>$*/build-requirements.txt
	$*/bin/python -m pip install --quiet --requirement $*/build-requirements.txt
	@$*/bin/python -c "from scikit_build_core import build; \
	print(*build.get_requires_for_build_editable(), sep='\n')" >$*/build-requirements.txt
	$*/bin/python -m pip install --quiet --requirement $*/build-requirements.txt
	@touch $@

$(VENV)/.installed: $(VENV)/.builder $(NATIVE) build/modules
	$(BIN)/python -m $(EDITABLE) '.[dev]'
	@touch $@

build/plugin/.installed: $(VENV)/.installed $(shell find docs/plugin -name '*.py' -o -name '*.toml')
	rm -rf build/plugin build/plugin-sources && mkdir -p build/plugin
	cp -r docs/plugin/ganak build/plugin-sources
	if $(BIN)/python -m pip install --quiet --target build/plugin --only-binary pyganak pyganak==2.8.0; then \
	  $(BIN)/python -m pip install --quiet --target build/plugin --no-deps build/plugin-sources; fi
	@touch $@

$(VENV)/.browsed: $(VENV)/.installed
	$(BIN)/python -m $(EDITABLE) '.[page,browser]'
	@touch $@

$(TYPES)/.laid-out: Makefile
	@mkdir -p $(TYPES)/minuet && for room in $(ROOMS); do ln -sfn ../../../$$room $(TYPES)/minuet/$$room; done
	@for file in $(FRONT); do ln -sfn ../../../front/minuet/$$file $(TYPES)/minuet/$$file; done
	@touch $@

$(SANITIZED)/.installed: $(SANITIZED)/.builder $(NATIVE) build/modules
	CXX=g++ $(SANITIZED)/bin/python -m $(EDITABLE) '.[dev]' \
	  -C build-dir=$(SANITIZED)/native -C cmake.define.MINUET_SANITIZE=ON
	@touch $@

$(ZIG)/.ziglang-$(ZIG_VERSION):
	test -x $(ZIG)/bin/python || $(PYTHON) -m venv $(ZIG)
	$(ZIG)/bin/python -m pip install --quiet ziglang==$(ZIG_VERSION)
	@touch $@

# What binds the engines to Python and what needs vector instructions of x86 is left out.
$(WASM): $(ZIG)/.ziglang-$(ZIG_VERSION) $(foreach room,$(WASM_ROOMS),$(filter solvers/native/$(room)/%,$(ENGINES)))
	@mkdir -p $(ZIG)/units
	for room in $(WASM_ROOMS); do (cd solvers/native && find $$room -name '*.cpp' ! -name 'bind*' ! -name '*avx*' | \
	  LC_ALL=C sort | sed 's/.*/#include "&"/') >$(ZIG)/units/$$room.cpp || exit 1; done
	ZIG_GLOBAL_CACHE_DIR=$(ZIG)/cache ZIG_LOCAL_CACHE_DIR=$(ZIG)/cache $(ZIG)/bin/python -m ziglang c++ \
	  $(WASM_FLAGS) -Isolvers/native $(WASM_ROOMS:%=$(ZIG)/units/%.cpp) -o $(ZIG)/engines.wasm
	@mv $(ZIG)/engines.wasm $@

$(FLOORS)/.installed: $(NATIVE) build/modules
	test -x $(FLOORS)/bin/python || $(PYTHON) -m venv $(FLOORS)
	$(FLOORS)/bin/python -m pip install --quiet uv
	$(FLOORS)/bin/uv pip install --quiet --python $(FLOORS)/bin/python --resolution lowest-direct \
	  --config-setting build-dir=$(FLOORS)/native --editable '.[dev]'
	@touch $@

$(VENV)/.benched: $(VENV)/.installed
	$(BIN)/python -m $(EDITABLE) '.[bench,experiments]'
	@touch $@

# What the extra names, without compiling the engines once more.
$(VENV)/.documented: $(VENV)/.installed
	@$(BIN)/python -c "import tomllib; \
	print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['docs'], sep='\n')" \
	>build/docs-requirements.txt
	$(BIN)/python -m pip install --quiet --requirement build/docs-requirements.txt
	@touch $@
