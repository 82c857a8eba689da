# Entry points. Each target first installs the Debian packages it needs, then calls CMake or a script of tools/.
.DEFAULT_GOAL := help
.PHONY: help build demo test check bench package lint format docs install clean

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
export JOBS

help:
	@echo 'make build     the command at build/bin/mvlink, the library in build/lib, the Python package in build/python'
	@echo 'make demo      build, then cluster built-in data and write a report to open'
	@echo 'make test      all tests that must pass on every change'
	@echo 'make check     the long checks: clang, clang-tidy, sanitizers, fuzzing, coverage'
	@echo 'make bench     benchmarks'
	@echo 'make package   the library for every instruction-set level, tested here and emulated'
	@echo 'make lint      formatter, clang-tidy, scripts'
	@echo 'make format    formats the C++ files with clang-format'
	@echo 'make docs      checks links and snippets of the documentation'
	@echo 'make install   into PREFIX (default /usr/local)'
	@echo 'make clean     removes build/'
	@echo
	@echo 'Missing Debian packages are installed first (as root or by sudo); MVLINK_PACKAGES=skip leaves that to you.'
	@echo 'JOBS=N compiles N files at once (default: all processors).'

build:
	@tools/packages.sh build
	@tools/build.sh release mvlink mvlink_cli mvlink_python

demo:
	@tools/packages.sh build
	@tools/build.sh release mvlink_cli
	@build/bin/mvlink demo -o build/demo

test:
	@tools/packages.sh build test
	@tools/packages.sh browser || echo 'packages: no browser, so the tests of the page in a browser are skipped'
	@tools/test.sh

check:
	@tools/packages.sh build test lint check
	@tools/check.sh

bench:
	@tools/packages.sh build bench
	@tools/bench.sh

package:
	@tools/packages.sh build package
	@tools/package.sh

lint:
	@tools/packages.sh build test lint
	@tools/lint.sh

format:
	@tools/packages.sh lint
	@git ls-files '*.cpp' '*.hpp' | xargs clang-format-14 -i

docs: build
	@tools/packages.sh docs
	@tools/docs.sh

install: build
	@cmake --install build --prefix $(PREFIX)

clean:
	@rm -rf build
