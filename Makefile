# Vitrine: `make run` shows a board, `make test` proves everything. Each target first installs what is missing.

# Debian packages to build and run: libraries first, then fonts (Latin; Arabic, Hebrew and more; Chinese, Japanese, Korean; emoji).
PACKAGES = pkg-config libyaml-dev libxml2-dev libical-dev libcurl4-openssl-dev libcairo2-dev libpixman-1-dev libpango1.0-dev \
  libqrencode-dev libspng-dev libturbojpeg0-dev libwebp-dev libgif-dev librsvg2-2 libmosquitto1 librlottie-dev zlib1g-dev libdrm-dev libinput-dev libudev-dev \
  libseat-dev ca-certificates tzdata \
  fonts-inter fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji
# More of them for the tests: a real broker, a real viewer, a real web server, what checks metrics, alerts and signatures, a real browser for the preview, its driver's language, a
# reader of machine code, what checks the service, and what makes a radio's key.
TEST_PACKAGES = libjansson-dev libasound2 libespeak-ng1 curl gvncviewer mosquitto prometheus chromium python3 python3-venv binutils openssl systemd wpasupplicant \
  libsodium23 minisign nginx-light
# More of them to make pages of the documents.
DOCS_PACKAGES = python3-markdown python3-html5lib
# More of them to make the package.
DEB_PACKAGES = dpkg-dev binutils python3
# More of them to build for another architecture: Swift comes from Debian too, see Packaging/cross.
CROSS_PACKAGES = dpkg-dev binutils-aarch64-linux-gnu
# More of them to publish it.
REPO_PACKAGES = apt-utils dpkg-dev gnupg xz-utils
# More of them to try it in a fresh Debian.
DEB_TEST_PACKAGES = mmdebstrap lintian
# More of them for a machine with a panel: its emulator, and what its kernel and its disk are made with.
TEST_VM_PACKAGES = $(if $(filter arm64,$(ARCH)),qemu-system-arm,qemu-system-x86) mmdebstrap dpkg-dev gcc libc6-dev libelf1 make cpio \
  e2fsprogs zstd xz-utils binutils python3 dosfstools mtools $(FOREIGN_PACKAGES)
# More of them to run another architecture's programs.
EMULATOR_PACKAGES = qemu-user-static binfmt-support arch-test
# More of them to install another architecture's packages into a tree of their own, and to compile for it in C.
FOREIGN_PACKAGES = $(if $(FOREIGN),$(EMULATOR_PACKAGES) gcc-aarch64-linux-gnu libc6-dev-arm64-cross)
# More of them to try what was built for ARM, and for the model of what its loops cost.
TEST_ARM_PACKAGES = $(EMULATOR_PACKAGES) lintian python3 llvm
# More of them to make an image of a card, and to try it.
IMAGE_PACKAGES = mmdebstrap dpkg-dev fdisk dosfstools mtools e2fsprogs kmod cpio zstd $(if $(filter arm64,$(NATIVE)),,$(EMULATOR_PACKAGES))
TEST_IMAGE_PACKAGES = qemu-system-arm qemu-efi-aarch64 openssh-client e2fsprogs mtools fdisk zstd cpio python3

# Whose tests are run for ARM: no devices, no network, no clock.
ARM_UNITS = NumbersTests SceneTests IconsTests MotionTests RefreshTests RefreshPictureTests CompositorTests MarkupTests BoardTests \
  StyleFilesTests ContentTests StatusTests

# Libraries whose headers alone are wanted, before Debian's word for them.
export PKG_CONFIG_PATH := $(CURDIR)/Packaging/pkgconfig:$(PKG_CONFIG_PATH)

SWIFT ?= swift
# Where root finds it, too, whose path is another.
SWIFT_PATH = $(or $(shell command -v $(SWIFT)),$(SWIFT))
SWIFT_FLAGS = --explicit-target-dependency-import-check error
# Tests are built with the optimiser, and with all that they assert: 14 minutes instead of 8, and run in 5 instead of 25.
TEST_FLAGS = $(SWIFT_FLAGS) -Xswiftc -O -Xswiftc -assert-config -Xswiftc Debug -Xcc -O1
# Swift's own libraries go into the binary: it needs no Swift on the panel, starts 5 ms earlier and holds 2.2 MB less. Its symbols are
# not exported (1.1 MB of tables), and its relocations packed (1.4 MB; glibc 2.36 reads them), and all of them done before the first line
# runs, so that what they point to is read-only from then on, but for what is loaded late. Each function has a section of its own: what nobody
# calls is left out, and what every kiosk runs lies side by side (Packaging/order). None of it changes the code.
LINK_FLAGS = -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -z -Xlinker now \
  -Xlinker --symbol-ordering-file=$(CURDIR)/Packaging/order/functions -Xlinker --no-warn-symbol-ordering \
  -Xlinker -T -Xlinker $(CURDIR)/Packaging/order/nameless.ld
# Where it was built stands nowhere in it: the same sources make the same bytes in any directory.
PREFIX_FLAGS = -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=.
# In the place of what swift-argument-parser takes from Foundation: two types instead of 4 MB.
LEAN = $(CURDIR)/.build/lean
LEAN_FLAGS = -Xswiftc -I$(LEAN) -Xlinker $(LEAN)/FoundationEssentials.o
RELEASE_FLAGS = -c release --static-swift-stdlib $(LINK_FLAGS) $(PREFIX_FLAGS) $(SWIFT_FLAGS)
ROOT = $(if $(filter 0,$(shell id -u)),,sudo)
# $(call missing,packages): those of them that are not installed.
missing = $(strip $(foreach p,$(1),$(if $(filter installed,$(shell dpkg-query -W -f '$${db:Status-Status}' $(p) 2>/dev/null)),,$(p))))
define install
	@if [ -n "$(call missing,$(1))" ]; then \
	  echo "installing Debian packages: $(call missing,$(1))"; \
	  $(ROOT) apt-get update -qq && $(ROOT) env DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends $(call missing,$(1)) >/dev/null; fi
endef

# Built for ARCH: this machine's own, or arm64 (make deb ARCH=arm64).
NATIVE := $(shell dpkg --print-architecture)
ARCH ?= $(NATIVE)
FOREIGN = $(if $(filter $(NATIVE),$(ARCH)),,$(ARCH)/)
BUILT = .build/$(FOREIGN)release

# What this is a version of, and where `make install` puts it.
VERSION = $(shell sed -n 's/.*version: "\(.*\)",/\1/p' Sources/VitrineCommand/VitrineCommand.swift)
DESTDIR ?=
PREFIX ?= /usr
BINARY ?= $(BUILT)/vitrine
# Where the repository of packages is kept, between one release and the next.
REPO ?= .build/repo

.PHONY: run test lean test-asan bench format lint docs deps test-deps release release-native release-cross goldens pictures test-fleet sheets install install-files deb order sbom image test-image repo test-repo test-reproducible test-deb test-vm test-arm test-arm-units test-trixie test-compiler fuzz soak sessions kills clean

## Shows BOARD (the demo without one): on the panel, or in the studio in a browser where there is none.
run: release
	.build/release/vitrine run --studio $(BOARD)

## All tests: format, what could end the process, import rules, doc comments, the size of types, the guide, the library's face, the documents' pages
## and what is printed on them, unit and end-to-end tests, the command line, what monitoring gets, viewers of VNC, records and traces, kills at any
## moment, a fleet of fifty panels, the preview in a real browser, the row loop's machine code, its speed against
## memcpy and pixman, that frames take nothing from the heap, hands on panels as they are sold, a million random steps, and that twice as
## much on a page is twice the work.
test: test-deps lint
	$(SWIFT) build --build-tests $(TEST_FLAGS)
	.ci/check-imports
	.ci/check-docs
	.ci/check-shape
	.ci/check-guide
	.ci/check-face
	.ci/make-site .build/site
	Tests/Documents/run .build/debug
	SWIFT=$(SWIFT) Tests/Units/run
	Tests/together "Tests/CommandLine/run .build/debug" "Tests/Fleet/run .build/debug" \
	  "Tests/Kills/run .build/debug" "Tests/Trace/run .build/debug" "Tests/VNC/run .build/debug" "Tests/Service/sticks" \
	  "Tests/Image/settings .build/debug/vitrine" "Tests/Monitoring/run .build/debug" "Tests/Service/run .build/debug/vitrine"
	Tests/Browser/run .build/debug
	SWIFT=$(SWIFT) Tests/Sanitized/run
	$(SWIFT) build $(RELEASE_FLAGS) $(LEAN_FLAGS) --product CompositorBenchmark
	Benchmarks/check-row-loop
	Benchmarks/check-speed
	$(SWIFT) build $(RELEASE_FLAGS) $(LEAN_FLAGS) --product FrameBenchmark
	.build/release/FrameBenchmark --check
	$(SWIFT) build $(RELEASE_FLAGS) $(LEAN_FLAGS) --product CostBenchmark
	.build/release/CostBenchmark --check

## The compositor's tests and 1,000 scenes of its fuzzer (SCENES=n for others) with the address sanitizer.
test-asan:
	SWIFT=$(SWIFT) Tests/Sanitized/run $(SCENES)

## Frame costs against memcpy of the same bytes (also in .build/compositor.json), how fingers are drawn and understood on panels as they
## are sold, what pages cost by how much is on them, start-up time and memory, from finger to glass, and a crowd before the
## preview.
bench: release
	$(SWIFT) build $(RELEASE_FLAGS) $(LEAN_FLAGS) --product CompositorBenchmark
	$(SWIFT) build $(RELEASE_FLAGS) $(LEAN_FLAGS) --product FrameBenchmark
	.build/release/CompositorBenchmark --json .build/compositor.json
	.build/release/FrameBenchmark
	$(SWIFT) build $(RELEASE_FLAGS) $(LEAN_FLAGS) --product CostBenchmark
	.build/release/CostBenchmark
	.build/release/vitrine bench
	.build/release/vitrine bench --latency
	Benchmarks/Crowd/run .build/release
	Benchmarks/Polling/run .build/release
	Benchmarks/Push/run .build/release

release: release-$(if $(filter $(NATIVE),$(ARCH)),native,cross)

# The package manager does not know what the linker is told beside its objects.
define laid_out_anew
	@if [ -e $(BUILT)/vitrine ] && [ Packaging/order/functions -nt $(BUILT)/vitrine ]; then $(ROOT) rm $(BUILT)/vitrine; fi
endef

release-native: deps
	$(laid_out_anew)
	$(SWIFT) build $(RELEASE_FLAGS) $(LEAN_FLAGS) --product vitrine

# What root builds, it leaves beside what this user makes of it.
# The first time this fetches 1.2 GB and unpacks 2.5 in three minutes, then compiles for 16 minutes of a processor; then what has changed.
release-cross:
	@mkdir -p .build/deb
	$(laid_out_anew)
	$(call install,$(CROSS_PACKAGES))
	$(ROOT) Packaging/cross/prepare $(ARCH) $(PACKAGES)
	$(ROOT) env SWIFT=$(SWIFT_PATH) Packaging/cross/build $(ARCH) $(RELEASE_FLAGS) --product vitrine

format:
	$(SWIFT) format -i -r -p Package.swift Sources Tests Benchmarks Assets Boards

## How the sources are written: swift-format's rules, and that what could end the process says why it does not.
lint:
	$(SWIFT) format lint --strict -r -p Package.swift Sources Tests Benchmarks Assets Boards
	.ci/check-traps

## The documents as pages in .build/site, and reference pages of the modules in .build/docs: both static.
docs: deps
	$(call install,$(DOCS_PACKAGES))
	.ci/make-site .build/site
	$(SWIFT) package dump-symbol-graph --minimum-access-level public >/dev/null
	.ci/build-docs

## Every board at eight sizes by day and by night, in .build/sheets: what a person looks at before a release.
sheets: release
	$(call install,imagemagick)
	.ci/make-sheets .build/release/vitrine .build/sheets

## The README's pictures, made by the product itself.
pictures: release
	.ci/make-pictures .build/release/vitrine

## Accepts today's pixels as the expected ones; look at the changed PNGs before committing them.
goldens: test-deps
	VITRINE_UPDATE_GOLDENS=1 $(SWIFT) test $(TEST_FLAGS)

## The kiosk as a service of this machine, or in the tree DESTDIR. Start it with systemctl enable --now vitrine.
install: release install-files

install-files:
	install -Dm755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/vitrine
	install -Dm644 Systemd/vitrine.service $(DESTDIR)$(PREFIX)/lib/systemd/system/vitrine.service
	install -Dm644 Systemd/vitrine-splash.service $(DESTDIR)$(PREFIX)/lib/systemd/system/vitrine-splash.service
	install -Dm644 Systemd/vitrine.sysusers $(DESTDIR)$(PREFIX)/lib/sysusers.d/vitrine.conf
	install -Dm644 Systemd/vitrine.tmpfiles $(DESTDIR)$(PREFIX)/lib/tmpfiles.d/vitrine.conf
	install -Dm644 Systemd/vitrine-stick@.service $(DESTDIR)$(PREFIX)/lib/systemd/system/vitrine-stick@.service
	install -Dm644 Systemd/61-vitrine-stick.rules $(DESTDIR)$(PREFIX)/lib/udev/rules.d/61-vitrine-stick.rules
	install -Dm755 Packaging/after-setup $(DESTDIR)$(PREFIX)/lib/vitrine/after-setup
	install -Dm755 Packaging/read-stick $(DESTDIR)$(PREFIX)/lib/vitrine/read-stick
	install -Dm644 Packaging/vitrine.yaml $(DESTDIR)$(PREFIX)/share/vitrine/vitrine.yaml
	install -Dm644 Packaging/board.yaml $(DESTDIR)$(PREFIX)/share/vitrine/board.yaml
	install -Dm644 Systemd/60-vitrine.rules $(DESTDIR)$(PREFIX)/lib/udev/rules.d/60-vitrine.rules
	install -Dm644 Packaging/vitrine.1 $(DESTDIR)$(PREFIX)/share/man/man1/vitrine.1
	install -Dm644 -t $(DESTDIR)$(PREFIX)/share/doc/vitrine/monitoring Packaging/monitoring/vitrine.rules.yml Packaging/monitoring/grafana.json
	[ -e $(DESTDIR)/etc/vitrine/secrets ] || install -Dm600 Packaging/vitrine.secrets $(DESTDIR)/etc/vitrine/secrets
	[ -e $(DESTDIR)/etc/default/vitrine ] || install -Dm644 Packaging/vitrine.default $(DESTDIR)/etc/default/vitrine

## A package in .build/deb whose binary needs no Swift on the panel: apt install it, and the machine boots into its board. With ARCH=arm64
## it is for the ARM panels, made on this machine.
deb: release
	$(call install,$(DEB_PACKAGES) $(if $(FOREIGN),$(EMULATOR_PACKAGES)))
	$(if $(FOREIGN),,Packaging/lean/check $(BUILT)/vitrine)
	$(if $(FOREIGN),,Packaging/order/check $(BUILT)/vitrine)
	Packaging/build-deb $(BUILT)/vitrine $(VERSION) .build/deb $(ARCH)

## Finds out anew which functions a kiosk runs, which the linker lays side by side: after large changes, on an x86 machine. Two minutes.
order: release-native
	$(call install,gcc libc6-dev binutils python3)
	Packaging/order/collect .build/release/vitrine

## What that package is made of, with versions: Debian's libraries and fonts, Swift's packages (CycloneDX), in .build/deb.
sbom: release
	$(call install,$(DEB_PACKAGES))
	@mkdir -p .build/deb
	Packaging/make-sbom $(BUILT)/vitrine $(VERSION) $(ARCH) >.build/deb/vitrine_$(VERSION).cdx.json

## What an SD card holds that boots into a board, in .build/arm64/image: BOARD=rpi is for a Raspberry Pi 3 or 4, BOARD=virt for an emulated
## machine. Takes twenty minutes the first time in a month, then four, and the package's. Packaging/vitrine.yaml is what people set.
image:
	@case "$(BOARD)" in rpi|virt) ;; *) echo "make image BOARD=rpi is for a Raspberry Pi 3 or 4, BOARD=virt for an emulated machine" >&2; exit 1 ;; esac
	$(MAKE) --no-print-directory deb ARCH=arm64
	$(call install,$(IMAGE_PACKAGES))
	@mkdir -p .build/arm64/image
	$(ROOT) Packaging/image/make "$(BOARD)" .build/deb/vitrine_$(VERSION)_arm64.deb .build/arm64/image/vitrine-$(BOARD).img

## Looks such a card through; that of BOARD=virt is booted and used as people do: settings, network, picture, a power cut, the power key.
test-image: image
	$(call install,$(TEST_IMAGE_PACKAGES))
	$(ROOT) Tests/Image/run $(BOARD) .build/arm64/image/vitrine-$(BOARD).img

## A signed apt repository of the packages in .build/deb, in .build/repo: KEY is a secret key of gpg's, ADDRESS where a web server will show
## it. What it has is kept, so that machines may go back.
repo:
	$(call install,$(REPO_PACKAGES))
	Packaging/make-repo $(REPO) "$(KEY)" "$(ADDRESS)" .build/deb/vitrine_$(VERSION)_*.deb

## Fresh Debians of ARCH, 12 and 13, install the package from such a repository, upgrade by it, and take nothing anybody else has signed.
test-repo: deb
	$(call install,$(REPO_PACKAGES) $(DEB_TEST_PACKAGES) $(FOREIGN_PACKAGES))
	$(ROOT) Tests/Service/repository .build/deb/vitrine_$(VERSION)_$(ARCH).deb bookworm
	$(ROOT) Tests/Service/repository .build/deb/vitrine_$(VERSION)_$(ARCH).deb trixie

## Builds the package twice, in two other directories, and compares the bytes. Takes two whole builds.
test-reproducible: deps
	$(call install,$(DEB_PACKAGES))
	Tests/Service/reproducible $(VERSION)

## Installs that package into a tree of its own, runs what is in it, and removes it again.
test-deb: deb
	$(call install,$(DEB_TEST_PACKAGES) $(FOREIGN_PACKAGES))
	lintian --fail-on error,warning .build/deb/vitrine_$(VERSION)_$(ARCH).deb
	$(ROOT) Tests/Service/install-deb .build/deb/vitrine_$(VERSION)_$(ARCH).deb

## Boots that package on an emulated machine with a panel: first frame, fingers, faults, light and figures. The machine is made once and
## kept in .build/panel-vm; ONLY=words runs the cases named so, BRIEF=1 scrolls for one minute instead of ten and leaves out a figure that
## has no limit. With ARCH=arm64 it is a person's day on a machine with that processor, in six minutes once the machine is made, which takes
## five.
test-vm: deb
	$(call install,$(TEST_VM_PACKAGES))
	$(ROOT) Tests/PanelVM/run .build/deb/vitrine_$(VERSION)_$(ARCH).deb .build/$(FOREIGN)panel-vm $(if $(ONLY),--only "$(ONLY)") $(if $(BRIEF),--brief)

## Shows that what is built for ARM draws, byte by byte, what is built here, under an emulator of the processor; counts its row loops'
## instructions; looks its package through. Takes about twenty minutes after the two builds; ONLY=words draws the cases named so.
test-arm: release-native
	$(call install,$(TEST_ARM_PACKAGES))
	$(MAKE) --no-print-directory deb ARCH=arm64
	lintian --fail-on error,warning .build/deb/vitrine_$(VERSION)_arm64.deb
	$(ROOT) env SWIFT=$(SWIFT_PATH) Packaging/cross/build arm64 $(RELEASE_FLAGS) --product CompositorBenchmark
	Benchmarks/check-row-loop .build/arm64/release/CompositorBenchmark
	Benchmarks/count-row-loop .build/arm64/release/CompositorBenchmark --model
	$(ROOT) Packaging/cross/emulate arm64
	$(ROOT) Tests/ARM/run .build/release/vitrine .build/arm64/release/vitrine $(if $(ONLY),--only "$(ONLY)")

## The unit and picture tests of modules that have no devices, built for ARM and run under an emulator of its processor: SUITES=words for
## others than these.
test-arm-units: deps
	$(call install,$(CROSS_PACKAGES) $(EMULATOR_PACKAGES))
	$(ROOT) Packaging/cross/prepare arm64 $(PACKAGES)
	$(ROOT) Packaging/cross/emulate arm64
	$(ROOT) env SWIFT=$(SWIFT_PATH) Tests/ARM/units $(or $(SUITES),$(ARM_UNITS))

## Builds the program with Debian's compiler against Debian 13's libraries, and shows that it draws there what the one built here draws there:
## every board, and a film of every refresh style. Takes a quarter of an hour the first time.
test-trixie: release-native
	$(call install,$(CROSS_PACKAGES) python3)
	$(ROOT) Packaging/cross/prepare $(NATIVE)-trixie $(PACKAGES)
	$(ROOT) env SWIFT=$(SWIFT_PATH) Packaging/cross/build $(NATIVE)-trixie $(RELEASE_FLAGS) --product vitrine
	$(ROOT) Tests/ARM/run .build/release/vitrine .build/$(NATIVE)-trixie/release/vitrine --root $(NATIVE)-trixie $(if $(ONLY),--only "$(ONLY)")

## Shows that Debian's compiler, which is older than swift.org's, still takes the sources, with the headers of Debian 13, and for ARM: a build
## without optimisation, to be tried by nobody.
test-compiler:
	$(call install,$(CROSS_PACKAGES))
	$(ROOT) Packaging/cross/prepare arm64-trixie $(PACKAGES)
	$(ROOT) env SWIFT=$(SWIFT_PATH) Packaging/cross/build arm64-trixie --static-swift-stdlib $(SWIFT_FLAGS) --product vitrine

## Searches every way in for bytes that end it, guided by coverage: SECONDS altogether (ten minutes), TARGET for some of them.
fuzz: test-deps
	SWIFT=$(SWIFT) Tests/Fuzz/run $(if $(SECONDS),--seconds $(SECONDS)) $(if $(TARGET),--target $(TARGET))

## A thousand random sessions (SESSIONS=n for as many, FIRST=n for those from that number on) are written down and replayed, frame by frame.
sessions: test-deps
	$(SWIFT) build --build-tests $(TEST_FLAGS)
	VITRINE_SESSIONS=$(or $(SESSIONS),1000) VITRINE_FIRST_SESSION=$(or $(FIRST),0) $(SWIFT) test --skip-build $(TEST_FLAGS) --filter aSessionIsReplayedFrameByFrame

## DAYS of virtual time (30) before the demo board and those beside it, or BOARD alone: what a kiosk holds as each day ends. Fails when it grows.
soak: test-deps
	$(SWIFT) build $(RELEASE_FLAGS) $(LEAN_FLAGS) --product Soak
	@for board in $(or $(BOARD),"" Boards/andon.yaml Boards/departures.yaml Boards/home.yaml Boards/homeassistant.yaml Boards/lobby.yaml Boards/machine.yaml Boards/menu.yaml Boards/news.yaml \
	  Boards/ops.yaml Boards/room.yaml); do \
	  echo "$${board:-the demo board}"; .build/release/Soak --days $(or $(DAYS),30) $$board || exit 1; done

## PANELS panels (1,000) of a fleet before a real web server, a real broker and a real Prometheus: each bundle is on all of them within a minute,
## they ask evenly, and a bad one is shown by the first few alone. And the two minutes of one panel's trial, in real time. Takes nine minutes after the build.
test-fleet: test-deps
	$(SWIFT) build --build-tests $(TEST_FLAGS)
	Tests/Fleet/run .build/debug --panels $(or $(PANELS),1000) --interval 50 --only panels
	Tests/Fleet/run .build/debug --only "real time"

## Kills a kiosk that fetches and writes KILLS times (1,000), at any moment, and panels of a fleet UPDATES times (500) in the course of an
## update, evenly from its first byte to its trial's end: the next start shows good data, and one whole bundle, each time.
kills: release
	Tests/Kills/run .build/release --kills $(or $(KILLS),1000) --updates $(or $(UPDATES),500) --panels 4

deps: lean
	$(call install,$(PACKAGES))

test-deps: lean
	$(call install,$(PACKAGES) $(TEST_PACKAGES) $(DOCS_PACKAGES))

lean:
	@Packaging/lean/build $(LEAN) $(dir $(SWIFT_PATH))swiftc -file-prefix-map $(CURDIR)=.

clean:
	rm -rf .build
