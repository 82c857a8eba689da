"""The installed library works from outside: by CMake, by pkg-config, and header by header."""

import concurrent.futures
import os
import pathlib
import subprocess

import pytest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("MVLINK_BUILD", SOURCE / "build"))
EXAMPLE = SOURCE / "examples" / "embed"
COMPILER = os.environ.get("CXX", "g++")
STRICT = ["-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def run(*command, **more):
    """Standard output of a command that has to succeed."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    folder = tmp_path_factory.mktemp("prefix")
    run("cmake", "--install", BUILD, "--prefix", folder)
    return folder


def test_the_command_brings_its_manual_page_and_completions(prefix):
    assert run(prefix / "bin" / "mvlink", "--version").startswith("mvlink ")
    assert (prefix / "share" / "man" / "man1" / "mvlink.1").read_text().startswith(".TH MVLINK 1")
    for place in ("bash-completion/completions/mvlink", "zsh/site-functions/_mvlink", "fish/vendor_completions.d/mvlink.fish"):
        assert "constraints" in (prefix / "share" / place).read_text()


def library_folder(prefix):
    return next(prefix.rglob("libmvlink.so")).parent


def left_is_apart_from_right(printed):
    labels = printed.splitlines()[0].split()
    return labels[:3] in (["0"] * 3, ["1"] * 3) and labels[3:] in (["0"] * 3, ["1"] * 3) and labels[0] != labels[3]


def test_the_example_builds_with_find_package_and_runs(prefix, tmp_path):
    run("cmake", "-S", EXAMPLE, "-B", tmp_path, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", tmp_path)
    assert left_is_apart_from_right(run(tmp_path / "embed"))


def test_the_example_builds_with_pkg_config_and_runs(prefix, tmp_path):
    found = os.environ | {"PKG_CONFIG_PATH": str(library_folder(prefix) / "pkgconfig")}
    flags = run("pkg-config", "--cflags", "--libs", "mvlink", env=found).split()
    run(COMPILER, *STRICT, EXAMPLE / "embed.cpp", *flags, "-o", tmp_path / "embed")
    found["LD_LIBRARY_PATH"] = str(library_folder(prefix))
    assert left_is_apart_from_right(run(tmp_path / "embed", env=found))


def test_the_installed_command_finds_its_library(prefix):
    environment = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
    assert "mvlink" in run(prefix / "bin" / "mvlink", "--help", env=environment)


def test_every_public_header_compiles_alone(prefix):
    headers = sorted((prefix / "include" / "mvlink").glob("*.hpp"))
    assert len(headers) >= len(list((SOURCE / "include" / "mvlink").glob("*.hpp")))

    def compile_alone(header):
        run(COMPILER, *STRICT, "-fsyntax-only", f"-I{prefix / 'include'}", "-include", header, "-x", "c++", os.devnull)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(compile_alone, headers))


def test_the_library_depends_on_system_libraries_only(prefix):
    needed = run("objdump", "-p", library_folder(prefix) / "libmvlink.so")
    names = {line.split()[1].split(".so")[0] for line in needed.splitlines() if "NEEDED" in line}
    pictures = {"libpng16", "libjpeg"}  # not in the archive of `make package`, since their versions differ between systems
    assert names <= {"libstdc++", "libm", "libgcc_s", "libc", "libz", "ld-linux-x86-64", "libpthread"} | pictures


def test_the_core_builds_and_links_without_file_formats(tmp_path):
    run("cmake", "-S", SOURCE, "-B", tmp_path, "-G", "Ninja", "-DMVLINK_IO=OFF", "-DMVLINK_TESTS=OFF",
        "-DCMAKE_SHARED_LINKER_FLAGS=-Wl,-z,defs")
    run("cmake", "--build", tmp_path, "--parallel", os.environ.get("JOBS", "2"))
    assert (tmp_path / "lib" / "libmvlink.so").exists()
    assert not (tmp_path / "bin" / "mvlink").exists()
