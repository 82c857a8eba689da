"""What is generated is fresh, and the stubs say what the code says."""

import ast
import importlib.util
import inspect
import json

import pytest

import mvlink
from conftest import ESTIMATORS, METHODS, SOURCE
from mvlink import _core, _estimators
from mvlink._given import given_options


def generator():
    spec = importlib.util.spec_from_file_location("generate_estimators", SOURCE / "python" / "generate_estimators.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_generated_files_are_fresh():
    for path, text in generator().files(METHODS).items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is stale: run python/generate_estimators.py"


def test_check_tells_stale_files(tmp_path, capsys):
    changed = json.loads(json.dumps(METHODS))
    changed[0]["options"][0]["help"] = "Something else."
    file = tmp_path / "methods.json"
    file.write_text(json.dumps(METHODS), encoding="utf-8")
    assert generator().main(["--check", "--methods", str(file)]) == 0
    file.write_text(json.dumps(changed), encoding="utf-8")
    assert generator().main(["--check", "--methods", str(file)]) == 1
    assert "_estimators.py is stale" in capsys.readouterr().out


def test_every_method_of_the_registry_is_there():
    assert _estimators.__all__ == [method["python_class"] for method in METHODS]
    for method, estimator in zip(METHODS, ESTIMATORS):
        assert estimator._method == method["name"]
        assert set(estimator._options) == {option["name"] for option in method["options"]}
        assert method["python_class"] in mvlink.__all__ and method["python_class"] in dir(mvlink)
        assert hasattr(estimator, "predict") == method["predicts"]


@pytest.mark.parametrize("Estimator", ESTIMATORS)
def test_the_documentation_names_every_argument(Estimator):
    for name in inspect.signature(Estimator).parameters:
        assert f"\n    {name} : " in Estimator.__doc__


@pytest.mark.parametrize("Estimator", ESTIMATORS)
def test_defaults_are_those_of_the_library(Estimator):
    from mvlink._options import argument_name, to_text

    method = next(method for method in METHODS if method["python_class"] == Estimator.__name__)
    for option in method["options"]:
        default = inspect.signature(Estimator).parameters[argument_name(option["name"])].default
        text = to_text(option["name"], default, option["kind"])
        assert text == option["default"] or float(text) == float(option["default"])


def stub_of(name):
    return ast.parse((SOURCE / "python" / "mvlink" / name).read_text(encoding="utf-8"))


def test_the_stub_has_the_signatures_of_the_code():
    classes = {node.name: node for node in stub_of("_estimators.pyi").body if isinstance(node, ast.ClassDef)}
    assert set(classes) == set(_estimators.__all__)
    for estimator in ESTIMATORS:
        init = next(node for node in classes[estimator.__name__].body if isinstance(node, ast.FunctionDef))
        given = init.args.defaults + init.args.kw_defaults
        names = [arg.arg for arg in init.args.args[1:] + init.args.kwonlyargs]
        code = inspect.signature(estimator).parameters
        assert names == list(code)
        assert [ast.literal_eval(default) for default in given] == [one.default for one in code.values()]
        attributes = {node.target.id for node in classes[estimator.__name__].body if isinstance(node, ast.AnnAssign)}
        learnt = vars(estimator(n_clusters=2).fit([[0.0, 1.0], [1.0, 0.5]]))
        assert {name for name in learnt if not name.startswith("_")} <= attributes


def test_the_stub_of_the_compiled_part_is_complete():
    body = stub_of("_core.pyi").body
    listed = {node.name: node for node in body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    assert set(listed) == {name for name in vars(_core) if not name.startswith("_")}
    for name, node in listed.items():
        if isinstance(node, ast.ClassDef):
            members = {one.name for one in node.body if isinstance(one, ast.FunctionDef)} - {"__init__"}
            assert members == {one for one in vars(getattr(_core, name)) if not one.startswith("_")}
        else:
            signature = getattr(_core, name).__doc__.splitlines()[0]
            assert [one.arg for one in node.args.args] == [
                part.split(":")[0].strip() for part in _arguments(signature) if part.strip()
            ]


def _arguments(signature):
    """The arguments of pybind11's signature, split at commas outside brackets."""
    inside, depth, parts = signature[signature.index("(") + 1 :].rsplit(") ->", 1)[0], 0, [""]
    for letter in inside:
        depth += {"[": 1, "(": 1, "]": -1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def test_an_option_of_an_unknown_kind_is_not_guessed():
    changed = json.loads(json.dumps(METHODS))
    changed[0]["options"][0]["kind"] = "colour"
    with pytest.raises(SystemExit, match="n_clusters is of kind 'colour'"):
        generator().files(changed)


def test_a_new_method_needs_no_code():
    """A method that the registry would declare is generated with all kinds of options, and the class works."""
    new = {
        **json.loads(json.dumps(METHODS[0])),
        "name": "nested-means",
        "python_class": "NestedMeans",
        "predicts": False,
        "needs": {**METHODS[0]["needs"], "max_views": 0, "nonnegative": True},
        "returns": {**METHODS[0]["returns"], "inertia": False, "view_weights": True},
    }
    new["options"] += [
        {"name": "base.share", "kind": "float or auto", "list": False, "default": "auto", "help": "A share.", "range": None},
        {"name": "exact", "kind": "bool", "list": False, "default": "true", "help": "Exactly."},
    ]
    texts = list(generator().files([*METHODS, new]).values())
    space = {"__name__": "mvlink._made", "__package__": "mvlink"}
    exec(compile(texts[0], "_made.py", "exec"), space)  # noqa: S102
    made = space["NestedMeans"](3, base_share=0.5)
    assert made.get_params()["exact"] is True and not hasattr(made, "predict")
    with pytest.raises(mvlink.InputError, match="nested-means"):
        given_options(made)
    assert "base_share: float | Literal[\"auto\"] = \"auto\"," in texts[1]
    assert "labels_: NDArray[np.int32] | list[NDArray[np.int32]]" in texts[1]
    for attribute, text in [("inertia", "inertia_: float"), ("view_weights", "view_weights_: NDArray")]:
        assert texts[1].count(text) == sum(method["returns"][attribute] for method in [*METHODS, new])
