#!/usr/bin/env python3
"""Writes python/mvlink/_estimators.py and .pyi from the declarations of the methods (`mvlink methods --json`).

    python/generate_estimators.py                       asks build/bin/mvlink
    python/generate_estimators.py --methods FILE        reads the list from a file ("-": standard input)
    python/generate_estimators.py --check               writes nothing; status 1 if the files are stale

A method that is in the registry is in Python after this, with nothing to write by hand.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent
WIDTH = 120
AUTO = " or auto"
LIST = " list"
INIT = "init"  # where Python also takes the centres themselves

# Arguments that every estimator has besides the options of its method: name, default, type, documented type, help.
COMMON = [
    ("prep", "None", "Preparation", "str, dict or None",
     "Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D, separated by "
     "commas; {view: steps} for single views. None: the method's default, DEFAULT. Centres refer to the prepared "
     "features."),
    ("warm_start", "False", "bool", "bool",
     "Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept."),
    ("validate", "5", "int | None", "int or None",
     "Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_). None: "
     "they are not. It costs about as many further runs, with few restarts and on a sample if there are many rows."),
    ("n_jobs", "None", "int | None", "int", "Number of threads; None or -1: all. The result does not depend on it."),
    ("random_state", "None", "RandomState", "int, RandomState, Generator or None",
     "An integer gives the same result as the command line with that seed. None: a new seed for every fit."),
    ("verbose", "False", "bool | int", "bool", "Write a line to standard error after every iteration."),
]

ATTRIBUTES = [
    ("labels_", "ndarray of shape (n_samples,)", "Cluster of each row; a list of arrays if X is several views."),
    ("confidence_", "ndarray of shape (n_samples,)",
     "Confidence of each label, in [0, 1]; a list if X is several views."),
    ("objective_", "float", "The objective that the method minimizes, after the last iteration."),
    ("objectives_", "ndarray of shape (n_iter_,)", "The objective after each iteration."),
    ("n_iter_", "int", "Number of iterations of the best restart."),
    ("stop_reason_", "str", '"converged", "max_iter" or "cancelled".'),
    ("constraints_report_", "dict",
     "How many constraints were given, implied, satisfied and violated, and which are violated."),
    ("suspect_constraints_", "list of dict",
     "Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they ended "
     "violated. The worst come first. Empty if the method does not look for them."),
    ("held_out_agreement_", "float",
     "Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if it "
     "was not measured."),
    ("held_out_", "dict or None",
     "The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was measured. "
     "None without judgements."),
    ("judgements_", "dict",
     "What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate "
     "them), and `ranking`, all constraints, those that look wrong first."),
    ("warnings_", "list of dict", "Advice about the result, with stable codes; also issued as Python warnings."),
    ("seconds_", "dict", "Time by phase."),
    ("seed_", "int", "The seed that was used."),
    ("n_features_in_", "int", "Columns of X; a list if X is several views."),
    ("feature_names_in_", "ndarray of str", "Names of the columns, if X was a DataFrame whose columns are strings."),
]
CENTRES = ("cluster_centers_", "ndarray of shape (n_clusters, n_features)", "Centres of the clusters.")
INERTIA = ("inertia_", "float", "Sum of the squared distances of the rows to the centres of their clusters.")
METRICS = [
    ("metrics_", "list of dict",
     "The learnt metrics, one for all clusters or one per cluster: feature weights, and for full metrics also the "
     "directions that count most."),
    ("feature_weights_", "ndarray of shape (n_metrics, n_features)",
     "Cost of a difference of one standard deviation, for each feature."),
]
BOUND = ("objective_", "float", "The lower bound that the method maximizes, in nats, after the last iteration.")
SEVERAL = [
    ("clusterings_", "ndarray of shape (n_samples, n_clusterings)",
     "Cluster of each row in every clustering; labels_ is the first column, and confidence_ belongs to it."),
    ("clusterings_confidence_", "ndarray of shape (n_samples, n_clusterings)", "Confidence of each of these labels, in [0, 1]."),
]
SUBSPACES = [
    ("clusterings_report_", "list of dict",
     "The dimensions and constraints of every clustering with their probabilities, and how many nats per row it "
     "explains."),
    ("dimension_probabilities_", "ndarray of shape (n_clusterings, n_features)",
     "Probability that each dimension belongs to each clustering; the rest to 1 is that it belongs to none."),
    ("tried_", "list of dict", "Numbers of clusters that were tried, with the bound; empty if all were given."),
]

OBJECTS = ("object_labels_", "ndarray of shape (n_objects,)", "Cluster of each object, if the views are mapped.")
TOPICS = ("topics_", "list of dict",
          "The top features of each cluster in each view, as (name or column, weight).")

VIEW_WEIGHTS = ("view_weights_", "ndarray of shape (n_views,)", "How much each view counts.")

EMBEDDING = ("embedding_", "ndarray of shape (n_objects, n_clusters)",
             "Coordinates in which K-Means finds the clusters, one row per object, before rows are scaled to length 1.")

HEADER = '"""The estimators. Written by python/generate_estimators.py: change the declaration of the options."""\n'


def argument_name(option):
    return option["name"].replace(".", "_")


def base_kind(option):
    kind = option["kind"].removesuffix(AUTO).removesuffix(LIST)
    if kind not in {"int", "float", "bool", "enum", "text"} or (option["list"] and kind not in {"int", "float"}):
        raise SystemExit(f"generate_estimators: {option['name']} is of kind {option['kind']!r}, which Python lacks")
    return kind


def default_text(option):
    text, kind = option["default"], base_kind(option)
    if kind in {"enum", "text"} or text == "auto":
        return json.dumps(text)
    if kind == "bool":
        return {"true": "True", "false": "False"}[text]
    numbers = [repr(int(part)) if kind == "int" else repr(float(part)) for part in text.split(",")]
    return numbers[0] if len(numbers) == 1 else f"({', '.join(numbers)})"


def type_text(method, option):
    kind = {"text": "str"}.get(base_kind(option), base_kind(option))
    text = f"Literal[{', '.join(json.dumps(choice) for choice in option['choices'])}]" if kind == "enum" else kind
    if option["list"]:
        text += f" | Sequence[{kind}]"
    if option["kind"].endswith(AUTO):
        text += ' | Literal["auto"]'
    return text + " | Centres" if takes_centres(method, option) else text


def documented_type(method, option):
    kind = {"text": "str"}.get(base_kind(option), base_kind(option))
    text = "{" + ", ".join(json.dumps(choice) for choice in option["choices"]) + "}" if kind == "enum" else kind
    if option["list"]:
        text += f" or sequence of {kind}"
    if option["kind"].endswith(AUTO):
        text += ' or "auto"'
    if takes_centres(method, option):
        text += " or array of shape (n_clusters, n_features)"
    return text


def takes_centres(method, option):
    return option["name"] == INIT and method["starts"]["centroids"]


def range_text(option):
    """The range of an option as a sentence; empty if any finite number is allowed."""
    limits = option.get("range") or {}
    parts = []
    if limits.get("least") is not None:
        parts.append(f"{'above' if limits['least_excluded'] else 'at least'} {limits['least']:g}")
    if limits.get("most") is not None:
        parts.append(f"{'below' if limits['most_excluded'] else 'at most'} {limits['most']:g}")
    sentence = " and ".join(parts)
    return f" {sentence[0].upper()}{sentence[1:]}." if parts else ""


def wrapped(text, indent):
    whole = {"break_long_words": False, "break_on_hyphens": False}
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent, **whole)


def documented(name, kind, text):
    return [f"    {name} : {kind}", wrapped(text, "        ")]


def docstring(method):
    lines = [f'    """{method["title"]}.', "", wrapped(method["description"], "    "), ""]
    if method["paper"]:
        lines += [wrapped(f"On the command line: {method['name']}. Paper: {method['paper']}.", "    "), ""]
    else:
        lines += [f"    On the command line: {method['name']}.", ""]
    lines += ["    Parameters", "    ----------"]
    for option in method["options"]:
        help_text = option["help"] + range_text(option)
        if takes_centres(method, option):
            help_text += " An array gives the centres themselves."
        kind = f"{documented_type(method, option)}, default={default_text(option)}"
        lines += documented(argument_name(option), kind, help_text)
    for name, default, _, kind, text in COMMON:
        lines += documented(name, f"{kind}, default={default}", text.replace("DEFAULT", method["preparation"]))
    lines += ["", "    Attributes", "    ----------"]
    returns = method["returns"]
    attributes = [BOUND if returns["bound"] and one[0] == BOUND[0] else one for one in ATTRIBUTES]
    if returns["centroids"]:
        attributes[1:1] = [CENTRES, *([INERTIA] if returns["inertia"] else [])]
    if returns["metrics"]:
        attributes += METRICS
    if returns["clusterings"]:
        attributes += SEVERAL
    if returns["subspaces"]:
        attributes += SUBSPACES
    if returns["objects"]:
        attributes.insert(1, OBJECTS)
    if returns["topics"]:
        attributes.append(TOPICS)
    if returns["view_weights"]:
        attributes.append(VIEW_WEIGHTS)
    if returns["embedding"]:
        attributes.append(EMBEDDING)
    for name, kind, text in attributes:
        if not has_several_views(method):
            text = text.split("; a list")[0].rstrip(".") + "."
        lines += documented(name, kind, text)
    return [*lines, '    """']


def has_several_views(method):
    return method["needs"]["max_views"] != 1


def arguments_of(method):
    """Name, default and type of every argument, in order; the first may be given by position."""
    own = [(argument_name(option), default_text(option), type_text(method, option)) for option in method["options"]]
    common = [(name, default, kind) for name, default, kind, _, _ in COMMON]
    taken = [name for name, *_ in own + common]
    if len(set(taken)) != len(taken):
        raise SystemExit(f"generate_estimators: {method['name']} has an option twice, or one that every estimator has")
    return own + common


def signature(method, with_types):
    lines = ["    def __init__(", "        self,"]
    for number, (name, default, kind) in enumerate(arguments_of(method)):
        if number == 1:
            lines.append("        *,")
        lines.append(f"        {name}: {kind} = {default}," if with_types else f"        {name}={default},")
    return [*lines, "    ) -> None: ..." if with_types else "    ):"]


def base_class(method):
    if method["returns"]["clusterings"]:
        return "SeveralClusterer"
    if method["returns"]["centroids"] and not has_several_views(method):
        return "CentroidClusterer"
    return "PredictingClusterer" if method["predicts"] else "Clusterer"


def class_code(method):
    options = [f"        {json.dumps(option['name'])}: {json.dumps(option['kind'])}," for option in method["options"]]
    needs = method["needs"]
    return [
        f"class {method['python_class']}({base_class(method)}):",
        *docstring(method),
        "",
        f"    _method = {json.dumps(method['name'])}",
        "    _options: ClassVar[dict[str, str]] = {",
        *options,
        "    }",
        f"    _preparation = {json.dumps(method['preparation'])}",
        f"    _most_views = {needs['max_views']}",
        f"    _takes_sparse = {needs['sparse']}",
        f"    _needs_nonnegative = {needs['nonnegative']}",
        *(["    _returns_inertia = True"] if method["returns"]["inertia"] else []),
        *(["    _starts_from_centres = True"] if method["starts"]["centroids"] else []),
        "",
        *signature(method, with_types=False),
        *(f"        self.{name} = {name}" for name, *_ in arguments_of(method)),
    ]


def attribute_types(method):
    several, returns = has_several_views(method), method["returns"]
    array = "NDArray[np.int32]"
    types = {
        "labels_": f"{array} | list[{array}]" if several else array,
        "confidence_": "NDArray[np.float64] | list[NDArray[np.float64]]" if several else "NDArray[np.float64]",
        "objective_": "float",
        "objectives_": "NDArray[np.float64]",
        "n_iter_": "int",
        "stop_reason_": 'Literal["converged", "max_iter", "cancelled"]',
        "constraints_report_": "dict[str, Any]",
        "held_out_agreement_": "float",
        "held_out_": "dict[str, Any] | None",
        "suspect_constraints_": "list[dict[str, Any]]",
        "judgements_": "dict[str, Any]",
        "warnings_": "list[dict[str, Any]]",
        "seconds_": "dict[str, float]",
        "seed_": "int",
        "n_features_in_": "int | list[int]" if several else "int",
        "feature_names_in_": "NDArray[np.object_]",
    }
    if returns["centroids"]:
        types["cluster_centers_"] = "NDArray[np.float64]"
    if returns["inertia"]:
        types["inertia_"] = "float"
    if returns["metrics"]:
        types["metrics_"] = "list[dict[str, Any]]"
        types["feature_weights_"] = "NDArray[np.float64]"
    if returns["clusterings"]:
        types["clusterings_"] = array
        types["clusterings_confidence_"] = "NDArray[np.float64]"
    if returns["subspaces"]:
        types["clusterings_report_"] = "list[dict[str, Any]]"
        types["dimension_probabilities_"] = "NDArray[np.float64]"
        types["tried_"] = "list[dict[str, Any]]"
    if returns["objects"]:
        types["object_labels_"] = array
    if returns["topics"]:
        types["topics_"] = "list[dict[str, Any]]"
    if returns["view_weights"]:
        types["view_weights_"] = "NDArray[np.float64]"
    if returns["embedding"]:
        types["embedding_"] = "NDArray[np.float64]"
    return types


def class_stub(method):
    return [
        f"class {method['python_class']}({base_class(method)}):",
        *(f"    {name}: {kind}" for name, _, kind in arguments_of(method)),
        *(f"    {name}: {kind}" for name, kind in attribute_types(method).items()),
        *signature(method, with_types=True),
    ]


def code(methods):
    names = [f'    "{method["python_class"]}",' for method in methods]
    bases = sorted({base_class(method) for method in methods})
    imports = ["from typing import ClassVar", "", f"from ._base import {', '.join(bases)}"]
    head = [HEADER, *imports, "", "__all__ = [", *names, "]"]
    body = [line for method in methods for line in ["", "", *class_code(method)]]
    return "\n".join([*head, *body]) + "\n"


def stub(methods):
    names = [f'    "{method["python_class"]}",' for method in methods]
    bases = sorted({base_class(method) for method in methods})
    head = [
        HEADER,
        "from collections.abc import Mapping, Sequence",
        "from typing import Any, Literal, TypeAlias",
        "",
        "import numpy as np",
        "from numpy.typing import NDArray",
        "",
        f"from ._base import {', '.join(bases)}",
        "",
        "Centres: TypeAlias = NDArray[Any] | Sequence[Sequence[float]]",
        "Preparation: TypeAlias = str | Mapping[int | str, str] | None",
        "RandomState: TypeAlias = int | np.random.RandomState | np.random.Generator | None",
        "",
        "__all__ = [",
        *names,
        "]",
    ]
    body = [line for method in methods for line in ["", *class_stub(method)]]
    return "\n".join([*head, *body]) + "\n"


def files(methods):
    """What the two files must hold."""
    return {HERE / "mvlink" / "_estimators.py": code(methods), HERE / "mvlink" / "_estimators.pyi": stub(methods)}


def read_methods(source):
    if source is None:
        command = [str(SOURCE / "build" / "bin" / "mvlink"), "methods", "--json"]
        return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return json.loads(sys.stdin.read() if source == "-" else pathlib.Path(source).read_text(encoding="utf-8"))


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Writes the estimators from the declarations of the methods.")
    parser.add_argument("--methods", metavar="FILE", help="output of `mvlink methods --json`; - for standard input")
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 if the files are stale")
    given = parser.parse_args(arguments)
    stale = 0
    for path, text in files(read_methods(given.methods)).items():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        if given.check:
            print(f"{path.relative_to(SOURCE)} is stale: run python/generate_estimators.py")
        else:
            path.write_text(text, encoding="utf-8")
            print(f"{path.relative_to(SOURCE)} written")
    return 1 if given.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
