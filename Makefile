# The commands:
#
#   make demo    focused tests of an example, a failure, the behaviors that tests protect, a split
#   make test    build with warnings as errors, lint, run all tests
#   make bench   measure the cost of each operation
#   make page    test the page of focus report in a browser
#   make docs    the documentation of all modules, in .docs/
#   make api     compare the API with that of the last release; fails without a release
#   make apple   check on Linux what can be checked of Apple platforms
#   make format  format all sources
#   make lint    only check the format
#   make client  build and test packages that depend on this one, some wrong on purpose

SWIFT ?= swift
export FOCUSED_STRICT_BUILD := 1
SOURCES := Package.swift Sources Tests Examples/Package.swift Examples/Sources Examples/Tests Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Tests TCA/Package.swift TCA/Sources TCA/Tests TCA/Replica/Package.swift TCA/Replica/Sources Benchmarks/AgainstTCA/Package.swift Benchmarks/AgainstTCA/Sources

.PHONY: demo test bench page docs api apple format lint client toolchain

demo: toolchain
	@SWIFT="$(SWIFT)" .ci/demo

# A build without debug information takes a quarter less time.
test: toolchain lint
	$(SWIFT) build --build-tests -debug-info-format none
	@SWIFT="$(SWIFT)" .ci/suite

bench: toolchain
	@SWIFT="$(SWIFT)" Benchmarks/run

page: toolchain
	@SWIFT="$(SWIFT)" .ci/page

docs: toolchain
	@SWIFT="$(SWIFT)" .ci/docs

api: toolchain
	@SWIFT="$(SWIFT)" .ci/api

apple: toolchain
	@SWIFT="$(SWIFT)" .ci/apple

client: toolchain
	@SWIFT="$(SWIFT)" .ci/client
	@SWIFT="$(SWIFT)" .ci/rejected
	@SWIFT="$(SWIFT)" .ci/failing
	@SWIFT="$(SWIFT)" .ci/schedules
	@SWIFT="$(SWIFT)" .ci/split

format: toolchain
	$(SWIFT) format --in-place --recursive $(wildcard $(SOURCES))

lint: toolchain
	$(SWIFT) format lint --strict --parallel --recursive $(wildcard $(SOURCES))

toolchain:
	@SWIFT="$(SWIFT)" .ci/toolchain
