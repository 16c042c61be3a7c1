# What you can do here:
#
#   make demo    an example's focused tests, what a failure says, what the tests protect, a split
#   make test    build with warnings as errors, lint, run all tests
#   make bench   what a step costs, in units measured in the same run
#   make page    test the page of focus report in a browser
#   make docs    the documentation of all modules, in .docs/
#   make api     what breaks the API of the last release
#   make apple   what can be known here of Apple platforms
#   make format  format all sources
#   make lint    check the format only
#   make client  build client packages that use this one as their users do, some wrong on purpose

SWIFT ?= swift
export FOCUSED_STRICT_BUILD := 1
SOURCES := Package.swift Sources Tests Examples/Package.swift Examples/Sources Examples/Tests Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Tests Bridge/Package.swift Bridge/Tests

.PHONY: demo test bench page docs api apple format lint client toolchain

demo: toolchain
	@SWIFT="$(SWIFT)" .ci/demo

test: toolchain lint
	$(SWIFT) build --build-tests
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
