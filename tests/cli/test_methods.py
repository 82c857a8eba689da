"""mvlink methods: one declaration of every option, for people and programs."""
import json

from conftest import json_of, run_mvlink


def listed():
    answer = json_of(run_mvlink("methods", "--json"))
    return answer if isinstance(answer, list) else answer["methods"]


def test_the_table_lists_every_method():
    text = run_mvlink("methods").stdout
    names = [method["name"] for method in listed()]
    assert {"kmeans", "pck-means"} <= set(names)
    assert all(any(line.startswith(name + " ") for line in text.splitlines()) for name in names)


def test_every_option_of_a_method_is_shown_with_default_and_help():
    for method in listed():
        text = run_mvlink("methods", method["name"]).stdout
        words = " ".join(text.split())
        for option in method["options"]:
            assert f"\n  {option['name']} = " in text
            assert " ".join(option["help"].split()) in words


def test_json_of_one_method_is_its_entry():
    for method in listed():
        assert json_of(run_mvlink("methods", method["name"], "--json")) == method


def test_every_default_is_accepted(blobs):
    for method in listed():
        for option in method["options"]:
            if option["name"] == "n_clusters":
                continue
            default = option["default"]
            text = json.dumps(default) if isinstance(default, bool) else str(default)
            process = run_mvlink("cluster", blobs, "-k", "3", "--method", method["name"], "--set",
                                 f"{option['name']}={text}", "--prep", "minmax", "--quiet")
            assert process.returncode == 0, f"{method['name']} {option['name']}: {process.stderr}"
