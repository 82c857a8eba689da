#include "arrays.hpp"
#include "bindings.hpp"
#include "spelling.hpp"
#include "unlocked.hpp"

#include <mvlink/io.hpp>

#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace py = pybind11;
using mvlink::Context;

namespace {

using Names = std::vector<std::string>;

mvlink::TableOptions table_options(const py::dict& said) {
    mvlink::TableOptions options;
    options.id = said["id"].cast<std::string>();
    options.text = said["text"].cast<Names>();
    options.category = said["category"].cast<Names>();
    options.drop = said["drop"].cast<Names>();
    options.columns = said["columns"].cast<Names>();
    options.truth = said["truth"].cast<std::string>();
    options.stop_words = said["stop_words"].cast<bool>();
    const auto layout = said["layout"].cast<std::string>();
    options.layout = layout == "joined"  ? mvlink::TableLayout::joined
                     : layout == "kinds" ? mvlink::TableLayout::kinds
                                         : mvlink::TableLayout::automatic;
    return options;
}

py::dict table_dict(mvlink::Problem&& problem) {
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

/// One table of any columns, as text, as the parts of a Problem.
py::dict parse_table(std::string text, const std::string& name, const py::dict& said, const std::string& recipe) {
    mvlink::TableOptions options = table_options(said);
    options.is_frame = true;
    return table_dict([&] {
        const Unlocked unlocked;
        Context context({.memory_limit = memory_limit});
        return mvlink::parse_table(std::move(text), name, options, recipe, context);
    }());
}

/// The same from a file, as the command reads it.
py::dict read_table(const std::string& file, const py::dict& said) {
    mvlink::ReadRequest request;
    request.table = file;
    request.table_options = table_options(said);
    return table_dict([&] {
        const Unlocked unlocked;
        Context context({.memory_limit = memory_limit});
        return mvlink::read_problem(request, context);
    }());
}

/// Judgements as (view_a, a, view_b, b, is a must-link, weight, where).
py::list judgement_list(const std::vector<mvlink::Judgement>& judgements) {
    py::list list;
    for (const mvlink::ConstraintSpec& spec : mvlink::constraints_of(judgements).constraints) {
        list.append(py::make_tuple(spec.a.view, spec.a.key, spec.b.view, spec.b.key, spec.link == mvlink::Link::must,
                                   spec.weight, spec.where));
    }
    return list;
}

/// 1: same, 0: different, -1: not sure; None: not an answer.
std::optional<int> parse_answer(const std::string& text) {
    const auto answer = mvlink::parse_answer(text);
    if (!answer) return std::nullopt;
    return *answer == mvlink::Judged::same ? 1 : *answer == mvlink::Judged::different ? 0 : -1;
}

}  // namespace

void bind_tables(py::module_& module) {
    module.def("parse_table", &parse_table, py::arg("text"), py::arg("name"), py::arg("said"), py::arg("recipe"));
    module.def("read_table", &read_table, py::arg("file"), py::arg("said"));
    module.def(
        "parse_judgements",
        [](const std::string& text, const std::string& name) {
            return judgement_list(mvlink::parse_judgements(text, name));
        },
        py::arg("text"), py::arg("name"));
    module.def(
        "read_judgements", [](const std::string& file) { return judgement_list(mvlink::read_judgements(file)); },
        py::arg("file"));
    module.def(
        "constraints_csv",
        [](const mvlink::Dataset& data) { return mvlink::constraints_csv(data, data.constraints()); }, py::arg("data"));
    module.def("parse_answer", &parse_answer, py::arg("text"));
}
