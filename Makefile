# `make help` says what there is. All of it works in .venv, which the first target that needs it sets up.

PYTHON ?= python3
WORKERS ?= $(shell $(PYTHON) -P arctic_env/kernels/cores.py 2>/dev/null || echo 2)

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed
# Without byte-compiling it all: Python does that for the modules that are used, when they are.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
PYTEST := $(BIN)/python -m pytest
CODE := arctic_env agents training tests benchmarks notebooks docs/examples
SOURCES := $(wildcard $(CODE))

# Tests start hundreds of processes, each of which would compile what it imports anew.
unexport PYTHONDONTWRITEBYTECODE

# Tests run in several processes; threads inside each would only get in each other's way.
ONE_THREAD := OMP_NUM_THREADS=1 MKL_NUM_THREADS=1 NUMBA_NUM_THREADS=1
PARALLEL := $(ONE_THREAD) $(PYTEST) --numprocesses $(WORKERS) --dist worksteal

# The files with a mark: to look through all others for it takes several times as long as to import these.
marked = -m $(1) $(shell grep -rl --include='test_*.py' 'mark\.$(1)' tests)

.DEFAULT_GOAL := help
.PHONY: help setup run test quick lint format types warm coverage bounds bench bench-peers bench-check rllib golden docs constraints clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | while IFS="$$(printf '\t')" read -r name text; \
	do printf '  make %-12s %s\n' "$$name" "$$text"; done
	@echo "Another Python than python3: make PYTHON=python3.12 ...; other than one process a core: make WORKERS=4 test"

setup: $(STAMP)  ## the virtual environment .venv with all that the other targets need

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	{ echo "Python 3.11 or newer is needed; try make PYTHON=python3.12" >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --constraint constraints.txt setuptools
	$(PIP) $$(grep '^torch==' constraints.txt)  # alone and exact: a range may end in a build for other hardware
	$(PIP) --constraint constraints.txt --no-build-isolation --editable '.[all,dev]'
	touch $(STAMP)

run: $(STAMP)  ## train PPO by self-play on this machine, then rank it among the other agents
	$(BIN)/arctic train --config quick --overwrite
	$(BIN)/arctic tournament --players random,greedy,planner,ppo:runs/quick --games 400 --num-players 2

# Chromium comes beside setup, kernels beside types, so that one core seldom waits for the other.
test:  ## style, types and all tests; what holds in other modes is in coverage and bounds
	$(MAKE) --jobs=2 --output-sync=target chromium lint
	$(MAKE) warm BESIDE=types
	$(PARALLEL)

# For the tests of the page; without it they are left out, and say so.
.PHONY: chromium
chromium:
	@for name in chromium chromium-browser google-chrome; do command -v $$name >/dev/null && exit; done; \
	{ test "$$(id -u)" = 0 && apt-get install -qq -y --no-install-recommends chromium >/dev/null 2>&1; } || \
	echo "The page is not tested in a browser: there is no chromium, and apt-get install chromium did not work" >&2

quick: $(STAMP)  ## the tests that take no more than a few seconds each
	$(PARALLEL) -m 'not slow'

lint: $(STAMP)  ## style and format, nothing changed
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)

format: $(STAMP)  ## format the code and mend what can be mended
	$(BIN)/ruff check --fix-only --quiet $(SOURCES)
	$(BIN)/ruff format $(SOURCES)

types: $(STAMP)  ## strict types
	$(BIN)/mypy

# Processes that start with a cold kernel cache compile everything each, so one for each game goes ahead, and runs the
# conformance suite on it.
warm: $(STAMP)
	$(MAKE) --jobs=$(WORKERS) --output-sync=target $(BESIDE) \
	$$($(BIN)/python -c 'import arctic_env; print(*("warm-" + name for name in arctic_env.games()))')

warm-%: $(STAMP)
	$(ONE_THREAD) $(BIN)/arctic tournament --game $* --players random,greedy,planner --games 1 >/dev/null
	$(ONE_THREAD) $(BIN)/arctic check --game $* --games 1

coverage: $(STAMP)  ## tests marked `jitless` with the JIT off; fails below the bound in pyproject.toml
	NUMBA_DISABLE_JIT=1 $(PARALLEL) $(call marked,jitless) --cov --cov-report=term -q

bounds: $(STAMP)  ## tests marked `bounds` with every index of every kernel checked
	NUMBA_BOUNDSCHECK=1 $(ONE_THREAD) $(PYTEST) $(call marked,bounds) -q

bench: $(STAMP)  ## speeds of the engine and the environments
	$(BIN)/arctic bench

bench-peers: $(STAMP)  ## other libraries and ours, one table from one run; they go into build/peers
	$(BIN)/python -m benchmarks.peers

bench-check: $(STAMP)  ## has it become slower than in the run before? Fails at 1.5 times the least time
	$(ONE_THREAD) $(PYTEST) benchmarks/speed.py -q -W default --benchmark-columns=min,median,rounds \
	--benchmark-autosave $(if $(wildcard .benchmarks/*/*.json),--benchmark-compare --benchmark-compare-fail=min:50%)

# RLlib pins another gymnasium than ours, so it gets an environment of its own.
RLLIB := build/rllib
RLLIB_PINS := docs/examples/requirements-rllib.txt
RLLIB_PIP := $(subst $(BIN),$(RLLIB)/bin,$(PIP))
$(RLLIB)/installed: pyproject.toml $(RLLIB_PINS)
	test -x $(RLLIB)/bin/python || $(PYTHON) -m venv $(RLLIB)
	$(RLLIB_PIP) $$(grep -E '^(torch|setuptools)==' $(RLLIB_PINS))
	$(RLLIB_PIP) --constraint $(RLLIB_PINS) 'ray[rllib]'
	$(RLLIB_PIP) --constraint $(RLLIB_PINS) --no-build-isolation --editable .
	touch $@

rllib: $(RLLIB)/installed  ## train in RLlib for some iterations, in an environment of its own in build/rllib
	$(RLLIB)/bin/python docs/examples/rllib_self_play.py

golden: $(STAMP)  ## write the golden playthroughs anew; look at the difference before committing it
	$(BIN)/python -m tests.remake_golden

docs: $(STAMP)  ## write the reference pages anew from the tables
	$(BIN)/python -m arctic_env.reference_pages docs/reference

constraints:  ## resolve all dependencies anew, in a virtual environment of its own
	rm -rf build/resolve && $(PYTHON) -m venv build/resolve
	build/resolve/bin/python -m pip install --quiet $$(grep '^torch==' constraints.txt)
	build/resolve/bin/python -m pip install --quiet '.[all,dev]'
	{ head -n 1 constraints.txt; build/resolve/bin/python -m pip freeze --all --exclude pip --exclude arctic-env \
	| sed 's/+cpu$$//'; } > build/constraints.txt
	mv build/constraints.txt constraints.txt

clean:  ## remove what the targets made, but for the runs
	rm -rf $(VENV) build dist .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis *.egg-info
