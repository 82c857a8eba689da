#include "arrays.hpp"
#include "bindings.hpp"
#include "mapped.hpp"
#include "unlocked.hpp"

#include <mvlink/io.hpp>
#include <mvlink/preparation.hpp>

#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace py = pybind11;
using mvlink::Context;
using mvlink::Index;
using mvlink::Run;

namespace {

/// Name, view, labels, names of the classes.
using TruthTuple = std::tuple<std::string, std::string, Packed<std::int32_t>, std::vector<std::string>>;

/// What only the caller knows about the run: for a page.
struct Described {
    std::string title, source, command, recipe;
    std::vector<TruthTuple> truths;
};

/// The data of the run. The arrays are the caller's, and indices written to since the fit could point anywhere.
const mvlink::Dataset& unbroken_data(const Run& run) {
    for (const mvlink::View& view : run.problem.data.views()) {
        if (!view.is_sparse()) continue;
        try {
            view.visit([&](const auto& X) { std::ignore = mvlink::View::borrow(view.name(), X); });
        } catch (const mvlink::Error& error) {
            throw mvlink::Error(error.code(),
                                std::string(error.what()) + "; it was changed since the fit, so fit it again");
        }
    }
    return run.problem.data;
}

/// The finished run with its features prepared again and scored against the truths.
Run described(const Run& kept, const Described& about, Context& context) {
    std::ignore = unbroken_data(kept);
    mvlink::Problem problem = kept.problem;
    problem.source = about.source;
    problem.recipe = about.recipe;
    for (const auto& [name, view, labels, class_names] : about.truths) {
        const auto values = span_of(labels);
        problem.truths.push_back({name, view, {values.begin(), values.end()}, class_names});
    }
    const Unlocked unlocked;
    const mvlink::Dataset prepared = kept.result.model.preparation.empty()
                                         ? problem.data
                                         : mvlink::apply_preparation(kept.result.model, problem.data, context).data;
    Run run = mvlink::scored_run(std::move(problem), kept.result, prepared);
    run.choice = kept.choice;
    run.held_out = kept.held_out;
    run.candidates = kept.candidates;
    run.title = about.title;
    run.command = about.command;
    return run;
}

mvlink::ReportOptions options_of(const Run& run, const std::string& map) {
    const auto& names = mvlink::EnumNames<mvlink::ReportMap>::values;
    const auto found = std::find(names.begin(), names.end(), map);
    if (found == names.end()) {
        throw mvlink::Error(mvlink::ErrorCode::usage,
                            "map: \"" + map +
                                "\" is not a choice; expected auto, pca, metric, embedding or "
                                "spectral");
    }
    const mvlink::ReportOptions options{static_cast<mvlink::ReportMap>(found - names.begin())};
    mvlink::check_report(options, run.result.method);
    return options;
}

std::string report(const Run& kept, const std::string& map, const std::string& title, const std::string& source,
                   const std::string& command, const std::string& recipe, const std::vector<TruthTuple>& truths) {
    const mvlink::ReportOptions options = options_of(kept, map);
    Context context({.seed = kept.result.seed, .memory_limit = memory_limit});
    const Run run = described(kept, {title, source, command, recipe, truths}, context);
    const Unlocked unlocked;
    return on_unchanged_files(kept.problem.data, [&] { return mvlink::report_html(run, context, options); });
}

py::dict map_dict(mvlink::RowMap&& map) {
    std::vector<Index> rows, ends;
    py::array_t<bool> must(static_cast<py::ssize_t>(map.links.size())), violated(must.size());
    for (const mvlink::InstanceId& instance : map.instances) {
        rows.push_back(instance.row);
    }
    for (std::size_t i = 0; i < map.links.size(); ++i) {
        ends.insert(ends.end(), {static_cast<Index>(map.links[i].from), static_cast<Index>(map.links[i].to)});
        must.mutable_at(static_cast<py::ssize_t>(i)) = map.links[i].link == mvlink::Link::must;
        violated.mutable_at(static_cast<py::ssize_t>(i)) = map.links[i].violated;
    }
    py::dict dict;
    dict["partition"] = map.partition;
    dict["view"] = map.view;
    dict["rows"] = moved_array(std::move(rows));
    dict["labels"] = moved_array(std::move(map.labels));
    dict["coordinates"] = moved_array(std::move(map.coordinates)).reshape({-1, 2});
    dict["links"] = moved_array(std::move(ends)).reshape({-1, 2});
    dict["must"] = must;
    dict["violated"] = violated;
    dict["axes"] = py::make_tuple(map.axes[0], map.axes[1]);
    dict["words"] = map.words;
    return dict;
}

py::list maps(const Run& kept, const std::string& map) {
    const mvlink::ReportOptions options = options_of(kept, map);
    Context context({.seed = kept.result.seed, .memory_limit = memory_limit});
    const Run run = described(kept, {}, context);
    std::vector<mvlink::RowMap> found = [&] {
        const Unlocked unlocked;
        return on_unchanged_files(kept.problem.data, [&] { return mvlink::row_maps(run, context, options); });
    }();
    py::list list;
    for (mvlink::RowMap& one : found) {
        list.append(map_dict(std::move(one)));
    }
    return list;
}

/// What a choice that was made before the run says of it.
void decided_by(Run& run, const mvlink::Decision& decision) {
    run.choice = decision.choice;
    run.candidates = decision.candidates;
    if (decision.held_out.measured()) run.held_out = decision.held_out;
}

}  // namespace

void bind_runs(py::module_& module) {
    py::class_<mvlink::Decision>(module, "Decision", "What a request comes to.");
    py::class_<Run>(module, "Run", "A finished run: what its report is made of.")
        .def("report", &report, py::arg("map"), py::arg("title"), py::arg("source"), py::arg("command"),
             py::arg("recipe"), py::arg("truths"))
        .def("maps", &maps, py::arg("map"))
        .def("decided_by", &decided_by, py::arg("decision"))
        .def_property_readonly("data", [](const Run& run) { return unbroken_data(run); });
}
