# santy_print: everything that a checkout does. `make print` is all that a crafter needs.
# Paths are relative, and programs run as modules, so that a checkout may lie in a folder with spaces in its name.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
RUN := $(VENV)/bin/python
OUT := output

# The environment is the checkout's own: nothing of the user's may leak into it.
unexport PYTHONPATH PYTHONHOME VIRTUAL_ENV PIP_USER PIP_TARGET PIP_PREFIX
export PYTHONNOUSERSITE = 1
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: help print check test long every lint bench gallery golden clean

help: ## Show these goals.
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

print: $(VENV)/.print ## Set up once, then build the whole set in all its languages into output/.
	$(RUN) -m santy_print build --out "$(OUT)"

check: $(VENV)/.print ## Check the bundled packs, warnings included.
	$(RUN) -m santy_print check --strict santy_anno
	$(RUN) -m santy_print check --strict sandokan

test: $(VENV)/.dev ## Run the tests, but for those that take long.
	$(RUN) -m pytest --numprocesses auto --dist loadfile -m 'not long and not every'

long: $(VENV)/.dev ## Run the tests that take long: whole sets, all pages of docs, all ways of printing.
	$(RUN) -m pytest --numprocesses auto --dist loadfile -m 'long and not every' $(if $(SECONDS),--seconds $(SECONDS))

every: $(VENV)/.dev ## Before a release: all tests, each in every language that it knows.
	$(RUN) -m pytest --numprocesses auto --dist loadfile

lint: $(VENV)/.dev ## ruff, its formatting too, and mypy --strict.
	$(RUN) -m ruff format --check .
	$(RUN) -m ruff check .
	$(RUN) -m mypy

bench: $(VENV)/.dev ## Measure speed as ratios, in one run.
	$(RUN) -m bench

gallery: $(VENV)/.dev ## Draw the pictures of docs/gallery/ from the real faces.
	$(RUN) docs/gallery.py

golden: $(VENV)/.dev ## Write the goldens anew; look at the difference before you commit it.
	$(RUN) -m pytest --golden tests/test_golden.py

clean: ## Remove built files, caches and the environment.
	find "$(OUT)" -mindepth 1 ! -name .gitkeep -delete
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Set-up: one stamp for each set of packages. A changed pyproject.toml installs again, an unchanged one costs nothing.

$(VENV)/.print: pyproject.toml | $(RUN)
	@echo 'Installing what santy_print needs'
	@$(RUN) -m pip install --quiet --editable '.[solver]' || { \
	  echo 'Without the solver, so `santy ships complete` and `repair` will not run:'; \
	  $(RUN) -m pip install --quiet --editable .; }
	@touch $@

$(VENV)/.dev: pyproject.toml | $(RUN)
	@echo 'Installing what santy_print and its tests need'
	@$(RUN) -m pip install --quiet --editable '.[dev]'
	@touch $(VENV)/.print $@

# The first Python that is new enough; `make print PYTHON=/path/to/python3.12` chooses another.
$(RUN):
	@for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python; do \
	  if "$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    echo "Setting up $(VENV) with $$("$$python" --version)"; \
	    rm -rf $(VENV) && exec "$$python" -m venv $(VENV); \
	  fi; \
	done; \
	echo 'santy_print needs Python 3.11 or newer, with its venv module, and found none.' >&2; \
	echo 'Install one from https://www.python.org/downloads/ or name yours: make print PYTHON=/path/to/python3' >&2; \
	exit 1
