import pathlib
import re

import pytest
from check_layers import ARROWS, LAYER_OF, VOCABULARY, breaches

ROOT = pathlib.Path(__file__).resolve().parents[2]


def breaches_of(tmp_path, name, text):
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    path.write_text(text)
    return list(breaches(tmp_path))


@pytest.mark.parametrize(
    "name, text, word",
    [
        ("include/mvlink/a.hpp", "#include <Eigen/Core>", "standard library only"),
        ("src/kernels/a.cpp", "#include <mvlink/dataset.hpp>", "knows no clustering"),
        ("src/kernels/a.cpp", '#include "data/checks.hpp"', "no arrow points from kernels to data"),
        ("src/data/a.cpp", "#include <mvlink/registry.hpp>", "no arrow points from data to methods"),
        ("src/prepare/a.cpp", "#include <mvlink/registry.hpp>", "no arrow points from prepare to methods"),
        ("src/methods/a.cpp", "#include <mvlink/io.hpp>", "no arrow points from methods to io"),
        ("src/methods/a.cpp", "#include <mvlink/new.hpp>", "does not say which layer mvlink/new.hpp belongs to"),
        ("include/mvlink/dataset.hpp", "#include <mvlink/kmeans.hpp>", "no arrow points from data to methods"),
        ("include/mvlink/new.hpp", "#include <mvlink/view.hpp>", "does not say which layer this header belongs to"),
        ("src/data/a.cpp", "#include <fstream>", "only io touches files"),
        ("src/methods/kmeans/a.cpp", "#include <filesystem>", "only io touches files"),
        ("src/methods/factors/a.cpp", '#include "methods/kmeans/state.hpp"', "through its public function"),
        ("src/io/a.cpp", '#include "methods/registry.hpp"', "no arrow points from io to methods"),
        ("src/io/a.cpp", 'std::cout << "hello";', "never prints"),
        ("src/io/a.cpp", '    fmt::print("hello");', "never prints"),
        ("src/runtime/a.cpp", 'std::printf("hello");', "never prints"),
        ("src/data/a.cpp", "std::mt19937 engine;", "randomness"),
        ("src/kernels/a.cpp", "#pragma omp parallel for", "no OpenMP"),
        ("cli/a.cpp", '#include "kernels/distance.hpp"', "public API only"),
        ("python/src/a.cpp", '#include "io/zip.hpp"', "public API only"),
        ("src/helpers/a.cpp", "", "not a known layer"),
    ],
)
def test_a_breach_is_found_at_its_line(tmp_path, name, text, word):
    found = breaches_of(tmp_path, name, text)
    assert len(found) == 1
    assert found[0].startswith(f"{name}:1: ")
    assert word in found[0]


@pytest.mark.parametrize(
    "name, text",
    [
        ("include/mvlink/dataset.hpp", "#include <mvlink/view.hpp>\n#include <vector>\n"),
        ("include/mvlink/mvlink.hpp", "#include <mvlink/io.hpp>\n#include <mvlink/view.hpp>\n"),
        ("src/io/a.cpp", "#include <mvlink/registry.hpp>\n#include <mvlink/error.hpp>\n"),
        ("src/kernels/a.cpp", '#include "runtime/parallel.hpp"\n#include <Eigen/Core>\n#include <mvlink/context.hpp>\n'),
        ("src/methods/kmeans/a.cpp", '#include "methods/options/parse.hpp"\n#include "methods/kmeans/state.hpp"\n'),
        ("src/methods/registry/entries.cpp", '#include "methods/kmeans/state.hpp"\n'),
        ("src/methods/propagation/a.cpp", '#include "methods/kmeans/resumable.hpp"\n'),
        ("src/io/a.cpp", "#include <fstream>\n"),
        ("src/data/a.cpp", '// std::cout is not used here\nthrow Error("printf(");\nstd::snprintf(a, 1, b);\n'),
        ("cli/a.cpp", '#include "arguments.hpp"\n#include <iostream>\nfmt::print("hello");\n'),
    ],
)
def test_what_the_arrows_allow_is_no_breach(tmp_path, name, text):
    assert breaches_of(tmp_path, name, text) == []


def test_the_architecture_page_lists_the_arrows_that_are_checked():
    page = (ROOT / "docs" / "architecture.md").read_text()
    rows = dict(re.findall(r"^\| `(\w+)` \| ([\w, ]+) \|$", page, re.MULTILINE))
    listed = {layer: set(targets.split(", ")) for layer, targets in rows.items()}
    layers = {folder.name for folder in (ROOT / "src").iterdir() if folder.is_dir()}
    assert {layer: listed.get(layer) for layer in layers} == {layer: ARROWS[layer] for layer in layers}


def test_every_public_header_has_its_layer():
    headers = {path.stem for path in (ROOT / "include" / "mvlink").glob("*.hpp")} - {"mvlink"}
    assert headers - VOCABULARY - LAYER_OF.keys() == set()
