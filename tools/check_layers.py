#!/usr/bin/env python3
"""Checks the layers of docs/architecture.md: which may include which, and what no layer may do.

tools/check_layers.py [root]    prints one line per breach (file:line: what) and exits with 1 if there is any
"""

import pathlib
import re
import sys

# Which layers of src/ the files of a layer may include by "layer/file.hpp".
ARROWS = {
    "data": {"data"},
    "runtime": {"runtime"},
    "kernels": {"kernels", "runtime"},
    "constraints": {"constraints", "data", "runtime"},
    "prepare": {"prepare", "kernels", "data", "runtime"},
    "methods": {"methods", "prepare", "constraints", "kernels", "data", "runtime"},
    "evaluate": {"evaluate", "constraints", "kernels", "data", "runtime"},
    "run": {"run", "methods", "prepare", "evaluate", "constraints", "data", "runtime"},
    "questions": {"questions", "run", "methods", "prepare", "constraints", "kernels", "data", "runtime"},
    "io": {"io", "questions", "run", "evaluate", "kernels", "constraints", "data", "runtime"},
    "experiments": {"experiments", "questions", "run", "methods", "evaluate", "constraints", "io", "data", "runtime"},
}
# Public headers that no layer owns: everything may use them.
VOCABULARY = {"error", "export", "matrix", "options", "random", "sparse_rows", "version"}
# The layer that each other public header belongs to. mvlink.hpp includes them all.
HEADERS = {
    "data": {"constraint", "dataset", "group_rule", "model", "problem", "result", "view"},
    "runtime": {"communicator", "context"},
    "constraints": {"constraints", "contradictions", "folds", "sampling"},
    "prepare": {"preparation"},
    "methods": {"advice", "alternatives", "cmvnmf", "constrained_spectral", "cop_kmeans", "kmeans", "ml_components", "mpck_means", "mvcsc",
                "neighbourhood_means", "nmf", "propagation", "registry", "smvc", "spectral"},
    "evaluate": {"clustering_measures", "generate", "generate_clusterings", "measures", "score"},
    "run": {"evidence", "run", "select"},
    "questions": {"questions"},
    "io": {"compare", "io", "journal", "judgements", "large_files", "stored_result", "table"},
    "experiments": {"experiments"},
}
LAYER_OF = {header: layer for layer, headers in HEADERS.items() for header in headers}
# Layers that a layer may use through their public headers, besides its arrows.
PUBLIC_ARROWS = {
    "io": {"prepare", "methods"},  # the report shows what was asked for: steps, and options with their help
    "experiments": {"prepare"},
}
# They call the public API only.
FRONT_ENDS = {"cli", "python", "serve"}
# The families of src/methods; one uses another only through its public function, or through one of these headers.
FAMILIES = {"kmeans", "propagation", "factors", "spectral", "mvcsc", "constrained", "smvc", "alternatives"}
PUBLIC_TO_METHODS = {"methods/kmeans/resumable.hpp", "methods/mvcsc/object_links.hpp", "methods/spectral/embedding.hpp",
                     "methods/spectral/extension.hpp", "methods/spectral/family.hpp", "methods/spectral/view_graphs.hpp"}
# Numerics that know no clustering see these public headers only.
KERNEL_HEADERS = {"matrix", "sparse_rows", "context", "random", "error", "export"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
STANDARD_HEADER = re.compile(r"^[a-z_0-9]+$")
# It asks the system how much memory there is, which Linux tells in files.
READS_SYSTEM_FILES = "src/runtime/available_memory.cpp"
FILE_HEADERS = {"fstream", "filesystem", "cstdio", "stdio.h", "fcntl.h"}
PRINTING = re.compile(r"\bstd::(cout|cerr|clog)\b|\bfmt::print\b|(?<![\w:.>])(std::)?(printf|fprintf|puts|fputs)\s*\(")
FOREIGN_RANDOMNESS = re.compile(r"\bstd::(random_device|mt19937\w*|\w+_distribution)\b|(?<![\w:.>])(std::)?s?rand\s*\(")
OPENMP = re.compile(r"^\s*#\s*pragma\s+omp\b")


def include_breaches(area, layer, path, quote, header):
    """What is wrong with this include in this file; area is include, src, cli or python."""
    if area == "include":
        if not (header.startswith("mvlink/") or STANDARD_HEADER.match(header)):
            yield f"public headers use the standard library only, not <{header}>"
        elif path.stem != "mvlink" and path.stem not in VOCABULARY:
            yield from public_breaches(LAYER_OF.get(path.stem), header)
        return
    if header in {"random", "omp.h"}:
        yield f"<{header}> is not used: randomness and threads come from the context"
    if area in FRONT_ENDS:
        if header.startswith("Eigen/") or (quote == '"' and header.split("/")[0] in ARROWS):
            yield f'front ends call the public API only, not "{header}"'
        return
    if layer != "io" and not str(path).endswith(READS_SYSTEM_FILES):
        if header in FILE_HEADERS:
            yield f"only io touches files, not <{header}>"
    if header == "iostream":
        yield "the library never prints: no <iostream>"
    if layer == "kernels" and header.startswith("mvlink/") and header[7:].removesuffix(".hpp") not in KERNEL_HEADERS:
        yield f"a kernel knows no clustering: not <{header}>"
    else:
        yield from public_breaches(layer, header)
    if quote == '"' and "/" in header:
        yield from arrow_breaches(layer, path, header)


def public_breaches(layer, header):
    """What is wrong with <mvlink/...> in a file of this layer, or in a public header that belongs to it."""
    name = header.removeprefix("mvlink/").removesuffix(".hpp")
    if not header.startswith("mvlink/") or name in VOCABULARY:
        return
    target = LAYER_OF.get(name)
    if layer is None or target is None:
        yield f"HEADERS of tools/check_layers.py does not say which layer {'this header' if layer is None else header} belongs to"
    elif target not in ARROWS.get(layer, {layer}) | PUBLIC_ARROWS.get(layer, set()):
        yield f"no arrow points from {layer} to {target}: <{header}>"


def arrow_breaches(layer, path, header):
    target = header.split("/")[0]
    if target in ARROWS and target not in ARROWS[layer]:
        yield f'no arrow points from {layer} to {target}: "{header}"'
    if layer == "methods" and target == "methods":
        own, other = path.parts[path.parts.index("methods") + 1], header.split("/")[1]
        if own in FAMILIES and other in FAMILIES and own != other and header not in PUBLIC_TO_METHODS:
            yield f'a method uses another only through its public function: "{header}"'


def line_breaches(area, line):
    if area not in FRONT_ENDS and PRINTING.search(line):
        yield "the library never prints"
    if FOREIGN_RANDOMNESS.search(line):
        yield "randomness comes from the context's streams and our own distributions"
    if OPENMP.match(line):
        yield "no OpenMP: loops go through parallel_for"


def file_breaches(path, area, layer):
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = re.sub(r'"(?:[^"\\]|\\.)*"', '""', raw).split("//")[0] if not INCLUDE.match(raw) else raw
        include = INCLUDE.match(line)
        found = include_breaches(area, layer, path, *include.groups()) if include else line_breaches(area, line)
        for breach in found:
            yield f"{number}: {breach}"


def breaches(root):
    """Every breach under root, as `file:line: what`."""
    for area in ("include", "src", *sorted(FRONT_ENDS)):
        for path in sorted((root / area).rglob("*.[ch]pp")):
            local = path.relative_to(root)
            layer = local.parts[1] if area == "src" else ""
            if area == "src" and layer not in ARROWS:
                yield f"{local}:1: src/{layer} is not a known layer"
                continue
            for breach in file_breaches(path, area, layer):
                yield f"{local}:{breach}"


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    found = list(breaches(root))
    for breach in found:
        print(breach)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
