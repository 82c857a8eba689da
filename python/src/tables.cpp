#include "arrays.hpp"
#include "bindings.hpp"
#include "spelling.hpp"

#include <mvlink/io.hpp>

#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace py = pybind11;

namespace {

using Names = std::vector<std::string>;

/// One table of any columns, as text, as the parts of a Problem.
py::dict parse_table(std::string text, const std::string& name, const std::string& id, const Names& texts,
                     const Names& categories, const Names& drop, const Names& columns, const std::string& truth,
                     bool stop_words, const std::string& layout, const std::string& recipe) {
    mvlink::TableOptions options;
    options.id = id;
    options.text = texts;
    options.category = categories;
    options.drop = drop;
    options.columns = columns;
    options.truth = truth;
    options.stop_words = stop_words;
    options.layout = layout == "joined"  ? mvlink::TableLayout::joined
                     : layout == "kinds" ? mvlink::TableLayout::kinds
                                         : mvlink::TableLayout::automatic;
    mvlink::Problem problem = [&] {
        const py::gil_scoped_release unlock;
        mvlink::Context context;
        return mvlink::parse_table(std::move(text), name, options, recipe, context);
    }();
    py::list warnings, truths, plan;
    for (const mvlink::Warning& warning : problem.warnings) {
        warnings.append(
            py::make_tuple(warning.code, mvlink::with_advice(warning.message, warning.advice, spelt_in_python)));
    }
    for (mvlink::Truth& one : problem.truths) {
        truths.append(
            py::make_tuple(one.name, one.view, moved_array(std::move(one.labels)), one.class_names, one.columns));
    }
    for (const mvlink::TableColumn& column : problem.table->columns) {
        plan.append(
            py::make_tuple(column.name, std::string(to_string(column.kind)), column.view, column.features, column.how));
    }
    py::dict dict;
    dict["data"] = problem.data;
    dict["truths"] = truths;
    dict["warnings"] = warnings;
    dict["plan"] = plan;
    dict["recipe"] = problem.recipe;
    return dict;
}

/// 1: same, 0: different, -1: not sure; None: not an answer.
std::optional<int> parse_answer(const std::string& text) {
    const auto answer = mvlink::parse_answer(text);
    if (!answer) return std::nullopt;
    return *answer == mvlink::Judged::same ? 1 : *answer == mvlink::Judged::different ? 0 : -1;
}

}  // namespace

void bind_tables(py::module_& module) {
    module.def("parse_table", &parse_table, py::arg("text"), py::arg("name"), py::arg("id"), py::arg("texts"),
               py::arg("categories"), py::arg("drop"), py::arg("columns"), py::arg("truth"), py::arg("stop_words"),
               py::arg("layout"), py::arg("recipe"));
    module.def("parse_answer", &parse_answer, py::arg("text"));
}
