# make demo     installs what is missing, builds, replays a day and prints its trips and visits
# make test     installs what the tests need and runs every check
# make install  puts program, units, manual and sample configuration in place (DESTDIR, PREFIX, SYSCONFDIR)
# make bench    compares speed, memory and writing with libgps, SQLite and gpxlogger, and pulls with rsync and scp
# make lint, make sanitize, make check-debian13, make clean

PREFIX ?= /usr/local
SYSCONFDIR ?= /etc
DESTDIR ?=
SHARED := $(or $(TRACKLOGGER_SHARED),$(abspath ../shared))
export TRACKLOGGER_SHARED := $(SHARED)

PROGRAM = .build/release/tracklogger
# The Swift runtime goes into the program: it needs less memory, and no Swift on the board it runs on.
RELEASE = --configuration release --static-swift-stdlib
# A build directory of its own, for other flags would build everything anew each time.
CHECK = --scratch-path .build-check --build-tests -Xswiftc -warnings-as-errors -Xcc -Werror

.PHONY: build demo test lint unit cases truth sanitize bench install uninstall check-debian13 packages test-packages clean

build: packages
	swift build $(RELEASE) --product tracklogger

demo: build
	scripts/demo $(PROGRAM)

test: test-packages lint unit cases truth

lint:
	scripts/lint

unit: test-packages
	swift build $(CHECK)
	swift test $(filter-out --build-tests,$(CHECK)) --skip-build --disable-xctest

# Captures with one fault each, where they lie beside the checkout.
cases: build
	scripts/check-cases $(PROGRAM)

# Days whose trips and visits are known, where they lie beside the checkout.
truth: build
	scripts/check-truth $(PROGRAM)

sanitize: test-packages
	LSAN_OPTIONS=suppressions=scripts/leaks-not-ours.supp swift test --scratch-path .build-address --sanitize=address --disable-xctest
	swift test --scratch-path .build-thread --sanitize=thread --disable-xctest

bench: build
	swift build $(RELEASE) --product Stages
	scripts/bench $(PROGRAM)
	scripts/bench-pull $(PROGRAM)

check-debian13:
	scripts/check-debian13

packages:
	@scripts/install-packages build

test-packages:
	@scripts/install-packages build test

install:
	@test -x $(PROGRAM) || { echo "Run 'make' first." >&2; exit 1; }
	PREFIX='$(PREFIX)' SYSCONFDIR='$(SYSCONFDIR)' DESTDIR='$(DESTDIR)' scripts/install $(PROGRAM)

uninstall:
	PREFIX='$(PREFIX)' SYSCONFDIR='$(SYSCONFDIR)' DESTDIR='$(DESTDIR)' scripts/install --remove

clean:
	rm -rf .build .build-check .build-address .build-thread .build-bench
