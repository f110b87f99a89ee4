# Needs Python 3.11 or newer, make and pip; everything else goes into .venv.
.DEFAULT_GOAL := help
.PHONY: play test check static golden messages sentences install bench fuzz lives delves months towns year crash chaos mutants lock audit clean help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

VENV := .venv
READY := $(VENV)/.ready
RUN := $(VENV)/bin/python
KILLS ?= 200
SECONDS ?= 3600
LIVES ?= 1000
DELVES ?= 1000
MONTHS ?= 1000
TOWNS ?= 10000
CAMPAIGNS ?= 200
COUNT ?= 300
# One more at once than there are processors, four at most: many a test waits for a browser or a database.
# `make test WORKERS=0` runs them in one process.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
TEST := $(RUN) -m pytest --numprocesses $(WORKERS) --maxprocesses 4 --dist worksteal

# Much that is alike is tested by a share: `make check ALL=1` runs every game and scenario on PostgreSQL too,
# crowds of fifty, and searches as long as they should be before a release.
ifneq ($(ALL),)
export WAYPOST_TEST_ALL := $(ALL)
endif

# Where Python is told to leave no bytecode it would compile every library anew in each of the fifty
# processes that the tests start: seconds each. Nothing is left beside the sources then, but in .venv.
ifneq ($(PYTHONDONTWRITEBYTECODE),)
export PYTHONPYCACHEPREFIX := $(CURDIR)/$(VENV)/compiled
export PYTHONDONTWRITEBYTECODE :=
endif

# Anything on the path counts if it runs and is new enough; PYTHON=... on the command line goes first.
PYTHON ?=
CANDIDATES := $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python

help: ## Show these lines
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# What the others do first by themselves; enough to run the bot on a server.
install: $(READY) ## Make .venv with all that the bot needs, and start nothing

play: $(READY) ## Open the bot in your browser, in a simulated Discord: no token needed
	@exec $(RUN) -m bot play

test: $(READY) ## Run the tests (with PostgreSQL and a browser where they are found)
	@$(TEST)

check: static ## Run ruff, mypy, import-linter and the tests, as CI does; ALL=1 runs all that is alike
	@$(TEST)

static: $(READY)
	@$(VENV)/bin/ruff check
	@$(VENV)/bin/ruff format --check --quiet
	@$(RUN) -m mypy
	@$(VENV)/bin/lint-imports --no-logo

golden: $(READY) ## Run the tests and compare all that the bot says with tests/golden.txt.xz; KEEP=1 keeps it
	@rm -rf $(VENV)/golden
	@WAYPOST_TEST_ALL=1 WAYPOST_TEST_GOLDEN=$(CURDIR)/$(VENV)/golden $(TEST) --ignore tests/proofs --ignore tests/crash
	@$(RUN) -m tests.golden $(VENV)/golden $(KEEP)

messages: $(READY) ## Collect all that can be translated in build/messages.pot
	@$(RUN) -m tests.messages build/messages.pot

sentences: $(READY) ## Collect the sentences told where they happen in bot/engine/sentences.toml
	@$(RUN) -m tests.sentences

bench: $(READY) ## Measure rolls, dice and an idle bot, and print the tables
	@$(RUN) -m tests.bench

fuzz: $(READY) ## Look for a fault for SECONDS=3600: hostile dice, ten million draws a die, evenings undone
	@WAYPOST_TEST_ALL=1 WAYPOST_TEST_FUZZ_SECONDS=$(SECONDS) WAYPOST_TEST_EVENINGS=200 WAYPOST_TEST_DRAWS=10000000 \
	  $(RUN) -m pytest --timeout 0 -s tests/engine/dice tests/proofs/test_undo.py

lives: $(READY) ## Play LIVES=1000 random adventurers of Adventuria and characters of Sovereign to their end
	@WAYPOST_TEST_LIVES=$(LIVES) $(RUN) -m pytest --timeout 0 -s -q -n 0 \
	  tests/systems/adventuria/test_lives.py tests/systems/sovereign/test_lives.py

delves: $(READY) ## Play DELVES=1000 random delves of Sovereign, and compare each move with a slow model
	@WAYPOST_TEST_DELVES=$(DELVES) $(RUN) -m pytest --timeout 0 -s -q -n 0 \
	  tests/systems/sovereign/test_delves_model.py

months: $(READY) ## Play MONTHS=1000 random months of kingdoms, from their founding on
	@WAYPOST_TEST_MONTHS=$(MONTHS) $(RUN) -m pytest --timeout 0 -s -q -n 0 tests/systems/kingdom/test_autopilot.py

towns: $(READY) ## Ask of TOWNS=10000 random settlements what may stand where, and compare with a slow checker
	@WAYPOST_TEST_TOWNS=$(TOWNS) $(RUN) -m pytest --timeout 0 -s -q -n 0 tests/systems/kingdom/test_plots.py

year: $(READY) ## Live through a year of CAMPAIGNS=200 on both databases, and judge each reminder and deadline
	@WAYPOST_TEST_CAMPAIGNS=$(CAMPAIGNS) $(RUN) -m pytest --timeout 0 -s -q -n 0 tests/play/test_year.py

crash: $(READY) ## Kill the bot at KILLS=200 random moments and look for anything lost
	@WAYPOST_TEST_KILLS=$(KILLS) $(RUN) -m pytest --timeout 0 -s tests/crash

chaos: $(READY) ## Cut, slow and mute database and Discord for SECONDS=3600 on each engine, and judge what is told
	@WAYPOST_TEST_CHAOS_SECONDS=$(SECONDS) $(RUN) -m pytest --timeout 0 -s -q -n 0 tests/chaos

mutants: $(READY) ## Change the code in COUNT=300 places, one at a time, and see whether the tests that claim it notice
	@$(RUN) -m tests.mutants --count $(COUNT)

lock: $(READY) ## Renew the locked versions in requirements/ from pyproject.toml
	@compile() { $(VENV)/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" "$$@"; }; \
	compile pyproject.toml --output-file requirements/run.txt && \
	compile pyproject.toml --extra dev --constraints requirements/run.txt --output-file requirements/dev.txt && \
	echo uv | compile - --output-file requirements/uv.txt && \
	echo pip-audit | compile - --output-file requirements/audit.txt

audit: $(READY) ## Look for known vulnerabilities in the locked versions, the bot's and the tests'
	@sh requirements/audit.sh $(VENV)

clean: ## Remove the environment and caches (never the databases in data/)
	@rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis dist
	@find bot migrations tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): requirements/dev.txt requirements/uv.txt requirements/install.sh
	@sh requirements/install.sh $(VENV) $(CANDIDATES)
	@touch $@
