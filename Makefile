# Every target sets up .venv first; a machine with Python 3.11+, git and make is enough.
#
#   make play  [BATTLE=shock/gemioncourt]           play in the browser
#   make test                                       everything a change must pass
#   make check                                      the quick part of it
#   make test-browsers                              a turn in Firefox and in WebKit (installs them on Debian)
#   make soak  [BATTLE=...] [MINUTES=...]           random games through the conformance kit
#   make foretold [BATTLE=...] [GAMES=4]            what players were foretold against what came
#   make census                                     how plainly the systems are written, counted
#   make test-cluster study                               studies on a local Ray, a worker killed (installs Ray)
#   make study [PERCENT=100]                         play all battles between equal bots, rewrite docs/study.md
#   make late                                       the page's tests while answers come late and in any order
#   make damage                                     positions put out of order must be refused in words
#   make mutants                                    every change of numbers and code must make a test fail
#   make fast                                       compile what is hot; make plain takes it away
#   make test-fast                                  the tests on what was compiled
#   make bench                                      speed as ratios
#   make ladder                                     strength of the bots, with intervals
#   make bench-page                                 frames a second on the largest boards, processor at a quarter
#   make bench-server                               the server's speed, memory and storage
#   make table-check [SITUATIONS=10000]             the companion's script against the engine
#   make golden                                     regenerate the golden playthroughs
#   make docs                                       regenerate docs/rules/*.md
#   make types                                      regenerate the page's types from the server's
#   make lock  [UPGRADE=1]                          regenerate the locks (needs uv)

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
BROWSER := $(VENV)/.browser
TSC := $(BIN)/tsc
WORKERS ?= 2
# What Python compiles is kept, wherever make is called from: tests start many processes.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help setup play test test-cluster check lint census soak damage mutants fast plain fast-cases test-fast bench ladder bench-server golden docs types lock clean

help:
	@sed -n 's/^#   //p' Makefile

$(READY): requirements.lock pyproject.toml tools/setup.sh
	@VENV="$(VENV)" PYTHON="$(PYTHON)" sh tools/setup.sh
	@touch $(READY)

setup: $(READY)

play: $(READY)
	@$(BIN)/grognard play $(BATTLE)

$(TSC): $(READY) tools/typescript/setup.sh tools/typescript/package-lock.json
	@VENV="$(VENV)" sh tools/typescript/setup.sh

# The three read the same files, each on a core of its own.
lint: $(READY) $(TSC)
	@$(MAKE) --no-print-directory --jobs=$(WORKERS) types-checked page-checked style-checked

.PHONY: types-checked page-checked style-checked
types-checked:
	$(BIN)/mypy
page-checked:
	$(TSC) --project .
style-checked:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet src tests bench tools

$(BROWSER): $(READY) tools/browser.sh
	@VENV="$(VENV)" sh tools/browser.sh >$(BROWSER) || { rm -f $(BROWSER); exit 1; }

test: lint $(BROWSER)
	$(BIN)/pytest -q -n $(WORKERS)

check: lint $(BROWSER)
	$(BIN)/pytest -q -n $(WORKERS) -m "not slow"

soak: $(READY)
	$(BIN)/python -m grognard.lab.soak$(if $(BATTLE), --battle $(BATTLE))$(if $(MINUTES), --minutes $(MINUTES))
	$(BIN)/python -m grognard.lab.soak --bot drill --games 1$(if $(BATTLE), --battle $(BATTLE))$(if $(MINUTES), --minutes $(MINUTES))
	$(BIN)/python -m tests.server.attacks
	$(BIN)/python -m tests.envs.every_battle

.PHONY: foretold
foretold: $(READY)
	$(BIN)/python -m grognard.lab.foretold$(if $(BATTLE), --battle $(BATTLE))$(if $(GAMES), --games $(GAMES))

test-cluster: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "ray>=2.40"
	$(BIN)/python -m tests.cluster.killed_worker

study: $(READY)
	$(BIN)/python -m grognard.lab.published .study --play $(or $(PERCENT),100)

.PHONY: test-browsers bench-page
test-browsers: $(READY)
	@sh tools/browsers.sh
	$(BIN)/python -m tests.browsers.play_through

bench-page: $(BROWSER)
	$(BIN)/python bench/page.py

census: $(READY)
	$(BIN)/python -m grognard.lab.census

LATE_SEEDS ?= 1 2 3
.PHONY: late
late: $(BROWSER)
	for seed in $(LATE_SEEDS); do GROGNARD_LATE=$$seed $(BIN)/pytest -q -n $(WORKERS) tests/page || exit 1; done

damage: $(READY)
	$(BIN)/python -m grognard.lab.damage

mutants: $(READY)
	$(BIN)/python tests/mutants.py

fast: $(READY)
	GROGNARD_PLAIN=1 $(BIN)/python tools/fast.py

plain:
	rm -rf src/grognard/compiled build/fast

fast-cases: fast
	$(BIN)/python -m tests.boards.kernel_cases --compare 100000

test-fast: fast-cases
	GROGNARD_PLAIN=0 $(BIN)/pytest -q -n $(WORKERS)

bench: $(READY)
	$(BIN)/python bench/run.py$(if $(BEFORE), --before $(BEFORE))
	$(BIN)/python bench/envs.py

ladder: $(READY)
	$(BIN)/grognard ladder --page docs/strength.md

bench-server: $(READY)
	$(BIN)/python bench/server.py

golden: $(READY)
	$(BIN)/python -m grognard.lab.golden

docs: $(READY)
	$(BIN)/python -m grognard.lab.ruledocs

types: $(READY)
	$(BIN)/python tools/page_types.py

lock: $(READY)
	$(BIN)/python tools/lock.py$(if $(UPGRADE), --upgrade)
	$(MAKE) setup

clean:
	rm -rf build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

.PHONY: table-check
table-check: $(BROWSER)
	$(BIN)/python -m tests.companion.comparing $(or $(SITUATIONS),10000)
