# Vitrine: `make run` shows a board, `make test` proves everything. Each target first installs what is missing.

# Debian packages to build and run: libraries first, then fonts (Latin; Arabic, Hebrew and more; Chinese, Japanese, Korean; emoji).
PACKAGES = pkg-config libyaml-dev libjansson-dev libxml2-dev libcurl4-openssl-dev libcairo2-dev libpixman-1-dev libpango1.0-dev \
  libspng-dev libturbojpeg0-dev libwebp-dev zlib1g-dev ca-certificates tzdata \
  fonts-inter fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji
# More of them for the tests: a real browser for the preview, its driver's language, and a reader of machine code.
TEST_PACKAGES = chromium python3 python3-venv binutils

SWIFT ?= swift
SWIFT_FLAGS = --explicit-target-dependency-import-check error
ROOT = $(if $(filter 0,$(shell id -u)),,sudo)
# $(call missing,packages): those of them that are not installed.
missing = $(strip $(foreach p,$(1),$(if $(filter installed,$(shell dpkg-query -W -f '$${db:Status-Status}' $(p) 2>/dev/null)),,$(p))))
define install
	@if [ -n "$(call missing,$(1))" ]; then \
	  echo "installing Debian packages: $(call missing,$(1))"; \
	  $(ROOT) apt-get update -qq && $(ROOT) env DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends $(call missing,$(1)) >/dev/null; fi
endef

.PHONY: run test bench format lint docs deps test-deps release goldens pictures clean

## Shows BOARD (the demo without one): on the panel, or in a browser where there is none.
run: release
	.build/release/vitrine run $(BOARD)

## All tests: format, import rules, unit and end-to-end tests, the command line, the preview in a real browser, and the row loop's machine code.
test: test-deps lint
	$(SWIFT) build --build-tests $(SWIFT_FLAGS)
	.ci/check-imports
	$(SWIFT) test --skip-build
	Tests/CommandLine/run .build/debug
	Tests/Browser/run .build/debug
	$(SWIFT) build -c release --product CompositorBenchmark $(SWIFT_FLAGS)
	Benchmarks/check-row-loop

## Frame costs against memcpy of the same bytes, start-up time and memory.
bench: release
	$(SWIFT) build -c release --product CompositorBenchmark $(SWIFT_FLAGS)
	$(SWIFT) build -c release --product FrameBenchmark $(SWIFT_FLAGS)
	.build/release/CompositorBenchmark
	.build/release/FrameBenchmark
	.build/release/vitrine bench
	.build/release/vitrine bench --latency

release: deps
	$(SWIFT) build -c release --product vitrine $(SWIFT_FLAGS)

format:
	$(SWIFT) format -i -r -p Package.swift Sources Tests Benchmarks Assets Boards

lint:
	$(SWIFT) format lint --strict -r -p Package.swift Sources Tests Benchmarks Assets Boards

## Reference pages of the modules, as a static site in .build/docs.
docs: deps
	$(SWIFT) package dump-symbol-graph --minimum-access-level public >/dev/null
	.ci/build-docs

## The README's pictures, made by the product itself.
pictures: release
	.ci/make-pictures .build/release/vitrine

## Accepts today's pixels as the expected ones; look at the changed PNGs before committing them.
goldens: test-deps
	VITRINE_UPDATE_GOLDENS=1 $(SWIFT) test $(SWIFT_FLAGS)

deps:
	$(call install,$(PACKAGES))

test-deps:
	$(call install,$(PACKAGES) $(TEST_PACKAGES))

clean:
	rm -rf .build
