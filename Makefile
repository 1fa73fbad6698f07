# What people do here, with the commands that CI uses: `.ci/run` calls these targets. `make` lists them.
# The variables below can be given: make fuzz TARGET=json-scanning SECONDS=600

BINARY ?= .build/release/bulkcheck
PYTHON ?= python3
FILTER ?=
TARGET ?= all
SECONDS ?= 60
SANITIZER ?= address
CASES ?= 300
SEED ?= 1

# The macros need swift-syntax, which takes minutes to build. Only `test-macros` builds it.
WITHOUT_MACROS = BULKCHECK_WITHOUT_MACROS=1

.DEFAULT_GOAL := help
.PHONY: help build test check test-macros test-zlib test-allocations release format lint columns floors fences comments \
  alone lint-profiles reference endurance fuzz fuzz-smoke sanitize bench bench-smoke docs package test-python ci

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' Makefile

build: ## Build the command in debug, without the macros
	$(WITHOUT_MACROS) swift build --product bulkcheck

release: ## Build everything but the macros, optimised: .build/release/bulkcheck
	$(WITHOUT_MACROS) swift build -c release

test: ## Run the tests but those of the macros, or some of them: make test FILTER=CSV
	$(WITHOUT_MACROS) swift test$(if $(FILTER), --filter "$(FILTER)")

check: lint columns floors fences comments ## Check in minutes what a change may break: format, floors, profiles, fast tests
	$(WITHOUT_MACROS) swift build --build-tests
	$(MAKE) --no-print-directory lint-profiles BINARY=.build/debug/bulkcheck
	python3 Tests/Reference/run_cases.py --binary .build/debug/bulkcheck
	$(WITHOUT_MACROS) swift test --skip-build --skip "^(AgreementTests|SuiteTests|FuzzCaseTests|CommandLineTests)\."

test-macros: ## Run the tests of the macros; the first time this compiles swift-syntax, for minutes
	env -u BULKCHECK_WITHOUT_MACROS swift test \
	  --filter "RequirementsMacrosTests|DocumentTests|CodeBlockTests|CommentExampleTests"

test-allocations: ## Check that the hot path does not allocate (optimised build)
	$(WITHOUT_MACROS) BULKCHECK_TESTS=AllocationTests \
	  swift test -c release --disable-testable-imports

WITHOUT_ISAL = --disable-default-traits --scratch-path .build-zlib

test-zlib: ## Run the tests of inputs without ISA-L
	$(WITHOUT_MACROS) BULKCHECK_TESTS="BulkcheckInputTests AgreementTests" \
	  swift test $(WITHOUT_ISAL) --filter "BulkcheckInputTests|DamagedInputTests|DeterminismTests"

SOURCES = find Package.swift Sources Tests Benchmarks samples -name '*.swift' -print0

format: ## Format the Swift sources
	$(SOURCES) | xargs -0 swift format -i

lint: ## Check the format
	$(SOURCES) | xargs -0 swift format lint --strict

columns: ## Check that no line of Swift or C is longer than 100 columns
	.ci/columns

floors: ## Check that folders of BulkcheckCore use only those below them
	.ci/floors

fences: ## Check that unsafe memory and threads stay in the types meant for them
	.ci/fences

comments: ## Check that doc comments say what a thing is
	.ci/comments

alone: ## Check that the typed library parses for other platforms and stays small
	.ci/alone

lint-profiles: ## Lint the profiles, and check their fixtures
	set -e; for profile in profiles/*.json; do \
	  $(BINARY) lint "$$profile"; $(BINARY) test "$$profile"; \
	done

reference: ## Compare with the reference implementation: make reference SEED=1000000 CASES=20000
	python3 Tests/Reference/run_cases.py --binary $(BINARY)
	python3 Tests/Reference/compare.py --binary $(BINARY) --seed $(SEED) --count $(CASES) --stop 1
	$(PYTHON) Tests/Reference/compare_arrow.py --binary $(BINARY) --seed $(SEED) --count $(CASES)
	$(PYTHON) Tests/Reference/compare_sql.py --binary $(BINARY) --seed $(SEED)

endurance: ## Run hostile and long inputs, small
	python3 Tests/Endurance/run.py --binary $(BINARY)

fuzz: ## Fuzz: make fuzz TARGET=json-scanning SECONDS=600
	Tests/Fuzzing/run $(TARGET) $(SECONDS)

# The same inputs each time, however fast the machine is. Exit code 3: there is no libFuzzer.
fuzz-smoke: ## Fuzz each target with a thousand inputs; finds are kept in .build-fuzzing/finds
	@code=0; Tests/Fuzzing/run all 60 -seed=1 -runs=1000 -timeout=120 || code=$$?; \
	if [ $$code -eq 3 ]; then echo 'libFuzzer not at hand: skipped'; else exit $$code; fi

sanitize: ## Run the tests under a sanitizer: make sanitize SANITIZER=thread
	.ci/sanitize $(SANITIZER)

# Without --disable-sandbox, with which SwiftPM compiles everything anew. Linux has no such sandbox.
bench: ## Run the benchmarks
	$(WITHOUT_MACROS) BULKCHECK_BENCHMARKS=1 swift package benchmark --no-progress

bench-smoke: ## Run the benchmarks at a tiny size: their answers must be right
	BULKCHECK_BENCHMARK_SIZE=tiny $(MAKE) --no-print-directory bench

# In the folder of test-zlib, so that the libraries are compiled once for both.
docs: ## Build the documentation of the libraries; warnings are errors
	for library in Requirements RequirementsPatterns RequirementsCompatibility Bulkcheck; do \
	  $(WITHOUT_MACROS) BULKCHECK_DOCUMENTATION=1 swift package $(WITHOUT_ISAL) \
	    generate-documentation --target $$library --warnings-as-errors || exit 1; \
	done

package: ## Make what people install, in dist: an archive, a Debian package, a wheel (Linux)
	scripts/package

test-python: ## Test the Python package: make test-python PYTHON=python3.9
	cd python && BULKCHECK="$(abspath $(BINARY))" $(PYTHON) -m pytest

ci: ## Run everything that must hold before a merge; takes half an hour
	.ci/run
