# `make run` and `make test` need Python >= 3.10 and a package index, no compiler; the first call sets up .venv.
PYTHON ?= python3
BESTSOFAR_DATA ?= $(abspath $(wildcard ../shared/data))
ifneq ($(BESTSOFAR_DATA),)
export BESTSOFAR_DATA
endif

BIN := .venv/bin
INSTALL := $(BIN)/python -m pip --quiet --disable-pip-version-check install --no-compile  # Python does, what it uses
NATIVE := $(shell find core bindings build_backend/*.* CMakeLists.txt)  # folders too: they tell of deleted files
CXX_FILES := $(shell find core bindings tests -name '*.[ch]pp')

.PHONY: run test lint format bench docs stub sanitize clean
.NOTPARALLEL:  # pip does not share an environment

run: .venv/package
	@$(BIN)/bestsofar demo

test: .venv/package .venv/group-test
	$(BIN)/pytest -n 2 -q

lint: .venv/package .venv/group-lint
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	@$(BIN)/clang-format --dry-run --Werror $(CXX_FILES)

format: .venv/group-lint
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	@$(BIN)/clang-format -i $(CXX_FILES)

bench: .venv/package .venv/group-bench
	$(BIN)/python -m benchmarks anytime
	$(BIN)/python -m benchmarks streams
	$(BIN)/python -m benchmarks.race.pictures

docs: .venv/package .venv/group-docs
	$(BIN)/sphinx-build -W --keep-going --quiet -c docs . build/docs
	@echo "file://$(CURDIR)/build/docs/index.html"

stub: .venv/package  # after a change of the bindings
	$(BIN)/python -m nanobind.stubgen --module bestsofar._core --output-file src/bestsofar/_core.pyi

sanitize: sanitize-address,undefined sanitize-thread
sanitize-%: export PATH := $(CURDIR)/$(BIN):$(PATH)
sanitize-%: .venv/build
	cmake -S . -B build/$@ -G Ninja --log-level=WARNING -DCMAKE_BUILD_TYPE=Debug \
		-DBESTSOFAR_SANITIZE=$* -DBESTSOFAR_CORE_TESTS=ON -DBESTSOFAR_PYTHON=OFF
	cmake --build build/$@
	ctest --test-dir build/$@ --parallel 2 --output-on-failure --no-tests=error

clean:
	rm -rf .venv build .hypothesis .*_cache

# Stamps. Python files need none: the install is editable.
.venv/build: pyproject.toml build_backend/bestsofar_build.py
	@echo "Setting up .venv (once) ..."
	$(PYTHON) -m venv .venv
	$(INSTALL) --upgrade "pip>=25.1"  # the first with --group
	$(INSTALL) --group build
	$(BIN)/python build_backend/bestsofar_build.py | xargs -r $(INSTALL)
	@touch $@

.venv/package: .venv/build $(NATIVE)
	$(INSTALL) --no-build-isolation --editable ".[plot]"
	@touch $@

.venv/group-%: .venv/build
	$(INSTALL) --group $*
	@touch $@
