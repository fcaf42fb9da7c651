# Every chore of the project. `make help` lists them.

# The same flags everywhere, so that building, testing and the demo share one build.
SWIFT_FLAGS = -c release -Xswiftc -warnings-as-errors
# Tests see what is `package`; without `@testable` they need no second build with other flags.
SWIFT_TEST_FLAGS = --disable-testable-imports
LANDMARKS = .build/release/landmarks
SWIFT_SOURCES = Package.swift Sources Tests Examples

.DEFAULT_GOAL := help
.PHONY: help bootstrap models build demo lint format edges test apple-branches test-consumer test-arm bench install clean

help: ## lists the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

bootstrap: ## installs missing Debian packages
	@Scripts/bootstrap

models: bootstrap ## fetches the official model bundles into Models/
	@Scripts/fetch-models

build: bootstrap ## builds the program, release, warnings are errors
	swift build $(SWIFT_FLAGS) --product landmarks

demo: build models ## finds the face on a portrait, writes the annotated picture
	@picture=$$(Scripts/fetch-demo-picture) && \
	  echo "\$$ landmarks face --annotate demo-output/grace_hopper_annotated.png $$picture" && \
	  $(LANDMARKS) face --format text --annotate demo-output/grace_hopper_annotated.png "$$picture" && \
	  $(LANDMARKS) face --format csv --quiet -o demo-output/grace_hopper.csv "$$picture" && \
	  echo "The first landmarks:" && head -4 demo-output/grace_hopper.csv && \
	  echo "All 478 are in demo-output/grace_hopper.csv; the picture with the landmarks drawn is" && \
	  echo "$(CURDIR)/demo-output/grace_hopper_annotated.png"

lint: ## checks the layout of the sources
	swift format lint --strict --recursive --parallel $(SWIFT_SOURCES)

format: ## lays the sources out as lint wants them
	swift format --in-place --recursive --parallel $(SWIFT_SOURCES)

edges: ## checks that modules know only what they may
	Scripts/check-module-edges

test: bootstrap models lint edges ## everything that a change must pass
	@# The shells that completions are for, and what renders the manual.
	@Scripts/bootstrap zsh fish mandoc groff-base
	swift build $(SWIFT_FLAGS) --build-tests
	Scripts/check-docs
	swift test $(SWIFT_FLAGS) $(SWIFT_TEST_FLAGS) --skip-build
	Scripts/check-apple-branches
	Scripts/test-consumer

apple-branches: ## type-checks the drop-in modules as iOS and macOS see them; needs a build
	Scripts/check-apple-branches

test-consumer: ## builds Examples/ from version tags, static and dynamic (about 2 minutes)
	Scripts/test-consumer

test-arm: bootstrap ## runs the kernels' own tests for AArch64 under emulation
	Scripts/test-arm

# Where the original is installed for comparison; never into the system's Python.
BENCH_VENV = .build/bench-venv
PICTURES = ../shared/corpus/images

$(BENCH_VENV)/ready:
	Scripts/bootstrap python3-venv
	python3 -m venv $(BENCH_VENV)
	$(BENCH_VENV)/bin/pip install -q mediapipe==1.2.3 ai-edge-litert==2.3.0 Pillow
	touch $@

bench: build models $(BENCH_VENV)/ready ## times us and the original side by side (PICTURES=folder with the three pictures)
	python3 Benchmarks/compare.py --bin $(LANDMARKS) --python $(BENCH_VENV)/bin/python --models Models \
	  --pictures $(PICTURES) --output BENCHMARKS.md

# Where `make install` puts things; DESTDIR is set before it by those who pack.
PREFIX ?= /usr/local

install: build ## installs the program, its manual and completions below PREFIX (/usr/local)
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/man/man1" \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	install -m 755 $(LANDMARKS) "$(DESTDIR)$(PREFIX)/bin/landmarks"
	$(LANDMARKS) man > "$(DESTDIR)$(PREFIX)/share/man/man1/landmarks.1"
	$(LANDMARKS) completions bash > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/landmarks"
	$(LANDMARKS) completions zsh > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_landmarks"
	$(LANDMARKS) completions fish > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/landmarks.fish"

clean: ## removes what was built; models stay
	rm -rf .build demo-output
