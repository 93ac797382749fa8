# Minuta's commands. Nothing here needs root but `install`; nothing is compiled.
# All paths are relative, so the folder may have any name, with spaces and Cyrillic too.

PY := .venv/bin/python
# Builds .venv when it is missing or older than its lock; else leaves it and the network alone.
# PYTHON=/path/to/python3.12 names the Python to build it with.
VENV = python=$$(tests/make/find_python.sh) && "$$python" tests/make/build_venv.py
PYTEST := $(PY) -m pytest
# pytest answers 5 when nothing was selected.
OR_NONE = || { [ $$? -eq 5 ] && echo "There is no such test yet."; }

.DEFAULT_GOAL := help
.PHONY: help run test test-slow soak bench lint types layers lock install wheel clean venv venv-run

help: ## show this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' Makefile | while IFS='	' read -r name text; do \
	    printf '  make %-10s %s\n' "$$name" "$$text"; done

run: venv-run ## start the demo on the simulated board, and print its address
	@exec .venv/bin/minuta demo

# A file's tests stay together: they share a browser or a daemon.
test: lint types layers ## every everyday check and test
	@$(PYTEST) -n 2 --dist loadfile

test-slow: venv ## the bench machine, kills and cuts
	@$(PYTEST) -n 2 --dist loadfile -m "slow and not alone and not soak and not rig"
	@$(PYTEST) -m "slow and alone and not soak and not rig" $(OR_NONE)

soak: venv ## the full counts, for hours
	@$(PYTEST) -m "soak and not rig" $(OR_NONE)

bench: venv ## the figures
	@if [ -f tests/bench/run.py ]; then exec $(PY) tests/bench/run.py; \
	else echo "There is no bench yet: tests/bench/run.py is missing." >&2; exit 1; fi

lint: venv ## ruff: faults and form
	@$(PY) -m ruff check
	@$(PY) -m ruff format --check

types: venv ## mypy, strict
	@$(PY) -m mypy

layers: venv ## import-linter: who may import whom
	@$(PY) -c 'import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())'

lock: ## make the lock files anew (needs the network; UPGRADE=1 takes newer versions)
	@python=$$(tests/make/find_python.sh) && \
	    "$$python" tests/make/make_locks.py $(if $(UPGRADE),--upgrade)
	@$(MAKE) --no-print-directory venv
	@$(PY) tests/make/third_party.py

wheel: venv-run ## build the package into dist/
	@rm -rf dist
	@$(PY) -m pip wheel --quiet --disable-pip-version-check --no-index --no-deps \
	    --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

install: wheel ## on a Pi, as root: /opt/minuta, users, units, udev rules
	@if [ -f systemd/install.sh ]; then exec sh systemd/install.sh dist/*.whl requirements.lock; \
	else echo "There is no installer yet: systemd/install.sh is missing." >&2; exit 1; fi

clean: ## remove what was built here
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find firmware_host hardware web_admin tests sounds -name __pycache__ -prune -exec rm -rf {} +

venv: # packages, test tools
	@$(VENV) dev

venv-run: # packages only
	@$(VENV) run
