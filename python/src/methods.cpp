#include "arrays.hpp"
#include "bindings.hpp"
#include "evidence.hpp"
#include "listener.hpp"
#include "mapped.hpp"
#include "spelling.hpp"
#include "unlocked.hpp"

#include <mvlink/registry.hpp>
#include <mvlink/run.hpp>

#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <utility>

namespace py = pybind11;
using mvlink::Context;
using mvlink::Dataset;
using mvlink::Index;
using mvlink::Model;
using mvlink::Partition;
using mvlink::Result;
using mvlink::Start;
using mvlink::View;

namespace {

using OptionPairs = std::vector<std::pair<std::string, std::string>>;

std::vector<mvlink::OptionText> texts_of(const OptionPairs& pairs) {
    std::vector<mvlink::OptionText> texts;
    for (const auto& [name, value] : pairs) {
        texts.push_back({name, value});
    }
    return texts;
}

const char* scope_name(mvlink::Scope scope) {
    switch (scope) {
        case mvlink::Scope::view:
            return "view";
        case mvlink::Scope::objects:
            return "objects";
        case mvlink::Scope::clustering:
            return "clustering";
    }
    return "";
}

py::dict partition_dict(Partition&& partition) {
    py::dict dict;
    dict["scope"] = scope_name(partition.scope);
    dict["name"] = partition.name;
    dict["n_clusters"] = partition.n_clusters;
    dict["labels"] = moved_array(std::move(partition.labels));
    dict["confidence"] = moved_array(std::move(partition.confidence));
    return dict;
}

py::list partition_list(std::vector<Partition>&& partitions) {
    py::list list;
    for (Partition& partition : partitions) {
        list.append(partition_dict(std::move(partition)));
    }
    return list;
}

/// A number if the view has no ids, as in the arguments of fit.
py::object row_key(const View& view, Index row) {
    if (view.has_ids()) return py::str(view.row_name(row));
    return py::int_(row);
}

py::dict constraint_dict(const Dataset& data, const mvlink::Constraint& constraint) {
    const View& a = data.view(constraint.a.view);
    const View& b = data.view(constraint.b.view);
    py::dict dict;
    dict["view_a"] = a.name();
    dict["a"] = row_key(a, constraint.a.row);
    dict["view_b"] = b.name();
    dict["b"] = row_key(b, constraint.b.row);
    dict["type"] = std::string(to_string(constraint.link));
    dict["weight"] = constraint.weight;
    return dict;
}

py::dict violation_dict(const Dataset& data, const mvlink::Violation& violation) {
    py::dict dict = constraint_dict(data, violation.constraint);
    dict["cost"] = violation.cost;
    return dict;
}

py::dict report_dict(const Dataset& data, const mvlink::ConstraintReport& report) {
    py::dict dict;
    dict["given"] = report.must.given + report.cannot.given;
    dict["satisfied"] = report.must.satisfied + report.cannot.satisfied;
    dict["violated"] = report.must.violated + report.cannot.violated;
    dict["must"] = counts_dict(report.must);
    dict["cannot"] = counts_dict(report.cannot);
    if (!report.groups.rule.empty()) dict["groups"] = groups_dict(report.groups);
    py::list violations;
    for (const mvlink::Violation& violation : report.violations) {
        violations.append(violation_dict(data, violation));
    }
    dict["violations"] = violations;
    return dict;
}

py::list suspect_list(const Dataset& data, const std::vector<mvlink::Suspect>& suspects) {
    py::list list;
    for (const mvlink::Suspect& suspect : suspects) {
        py::dict dict = constraint_dict(data, suspect.constraint);
        dict["score"] = suspect.score;
        dict["violated_share"] = suspect.violated_share;
        dict["probability"] = suspect.probability;
        list.append(dict);
    }
    return list;
}

py::dict judgements_dict(const Dataset& data, const mvlink::JudgementEstimate& judgements) {
    const auto known = [](double value) { return value < 0 ? py::object(py::none()) : py::object(py::float_(value)); };
    py::dict dict;
    dict["estimated_error_rate"] = known(judgements.error_rate);
    dict["weight"] = known(judgements.weight);
    dict["ranking"] = suspect_list(data, judgements.ranking);
    return dict;
}

py::list metric_list(std::vector<mvlink::LearntMetric>&& metrics) {
    py::list list;
    for (mvlink::LearntMetric& metric : metrics) {
        py::list directions;
        for (mvlink::LearntMetric::Direction& direction : metric.directions) {
            directions.append(py::make_tuple(direction.weight, moved_array(std::move(direction.loadings))));
        }
        py::dict dict;
        dict["cluster"] = metric.cluster < 0 ? py::object(py::none()) : py::object(py::int_(metric.cluster));
        dict["weights"] = moved_array(std::move(metric.weights));
        dict["directions"] = directions;
        list.append(dict);
    }
    return list;
}

py::list clustering_list(const Dataset& data, const std::vector<mvlink::Clustering>& clusterings) {
    py::list list;
    for (const mvlink::Clustering& clustering : clusterings) {
        py::list dimensions, constraints;
        for (const auto& [column, probability] : clustering.dimensions) {
            py::dict dict;
            dict["column"] = column;
            dict["probability"] = probability;
            dimensions.append(dict);
        }
        for (const auto& [constraint, probability] : clustering.constraints) {
            py::dict dict = constraint_dict(data, constraint);
            dict["probability"] = probability;
            constraints.append(dict);
        }
        py::dict dict;
        dict["name"] = clustering.name;
        dict["dimensions"] = dimensions;
        dict["constraints"] = constraints;
        dict["explained"] = clustering.explained;
        list.append(dict);
    }
    return list;
}

py::list tried_list(const std::vector<mvlink::TriedSize>& tried) {
    py::list list;
    for (const mvlink::TriedSize& size : tried) {
        py::dict dict;
        dict["n_clusters"] = size.n_clusters;
        dict["objective"] = size.objective;
        list.append(dict);
    }
    return list;
}

/// Features by name if the view names its columns, otherwise by number.
py::list topic_list(const Dataset& data, const std::vector<mvlink::Topic>& topics) {
    py::list list;
    for (const mvlink::Topic& topic : topics) {
        const auto names = data.view(data.find_view(topic.view).value_or(0)).column_names();
        py::list features;
        for (const mvlink::Topic::Feature& feature : topic.features) {
            const auto column = static_cast<std::size_t>(feature.column);
            const py::object name =
                column < names.size() ? py::object(py::str(names[column])) : py::object(py::int_(column));
            features.append(py::make_tuple(name, feature.weight));
        }
        py::dict dict;
        dict["view"] = topic.view;
        dict["cluster"] = topic.cluster;
        dict["features"] = features;
        list.append(dict);
    }
    return list;
}

py::list warning_list(const std::vector<mvlink::Warning>& warnings) {
    py::list list;
    for (const mvlink::Warning& warning : warnings) {
        py::dict dict;
        dict["code"] = warning.code;
        dict["message"] = mvlink::with_advice(warning.message, warning.advice, spelt_in_python);
        dict["value"] = warning.value;
        list.append(dict);
    }
    return list;
}

py::dict result_dict(const Dataset& data, Result&& result) {
    py::dict seconds;
    for (const auto& [phase, time] : result.seconds) {
        seconds[py::str(phase)] = time;
    }
    py::dict dict;
    dict["partitions"] = partition_list(std::move(result.partitions));
    dict["objective"] = moved_array(std::move(result.objective));
    dict["iterations"] = result.iterations;
    dict["stop_reason"] = std::string(to_string(result.stop_reason));
    dict["seconds"] = seconds;
    dict["constraints"] = report_dict(data, result.constraints);
    dict["suspects"] = suspect_list(data, result.suspects);
    dict["judgements"] = judgements_dict(data, result.judgements);
    dict["metrics"] = metric_list(std::move(result.metrics));
    dict["clusterings"] = clustering_list(data, result.clusterings);
    dict["tried"] = tried_list(result.tried);
    dict["topics"] = topic_list(data, result.topics);
    dict["view_weights"] = moved_array(std::move(result.view_weights));
    dict["warnings"] = warning_list(result.warnings);
    dict["model"] = std::move(result.model);
    return dict;
}

Start start_of(const std::vector<std::pair<std::string, Packed<std::int32_t>>>& labels, const py::object& centres) {
    Start start;
    for (const auto& [view, given] : labels) {
        const auto values = span_of(given);
        start.partitions.push_back({mvlink::Scope::view, view, 0, {values.begin(), values.end()}, {}});
    }
    if (!centres.is_none()) {
        const auto array = centres.cast<Packed<double>>();
        const auto values = span_of(array);
        start.centroids = {"centroids", array.shape(0), array.shape(1), {values.begin(), values.end()}};
    }
    return start;
}

mvlink::Problem problem_of(const Dataset& data, const std::vector<std::pair<std::string, std::string>>& noticed) {
    mvlink::Problem problem{.data = data};
    for (const auto& [code, message] : noticed) {
        problem.warnings.push_back({code, message, 0});
    }
    return problem;
}

/// Without the interpreter's lock. Ctrl-C in the middle raises what it raised.
template <class Call>
auto interruptible(const Listener& listener, Call&& call) -> decltype(call()) {
    try {
        const Unlocked unlocked;
        return call();
    } catch (const mvlink::Abandoned&) {
        listener.rethrow();
    }
}

/// A context for calls without iterations to keep.
class WatchedContext {
public:
    WatchedContext(const Dataset& data, int threads)
        : data_(data),
          context_({.threads = threads,
                    .memory_limit = memory_limit,
                    .abandons = if_rows_are_missing_or(data, listener_.abandons())}) {
        listener_.watch(context_);
    }
    template <class Call>
    auto run(Call&& call) {
        return interruptible(listener_, [&] { return on_unchanged_files(data_, [&] { return call(context_); }); });
    }

private:
    const Dataset& data_;
    Listener listener_{py::none()};
    Context context_;
};

/// The run, and under "raised" what a callback or Ctrl-C raised: the caller keeps the one and raises the other.
py::dict run(const std::string& method, const Dataset& data, const OptionPairs& options, std::uint64_t seed,
             int threads, const py::object& callback,
             const std::vector<std::pair<std::string, Packed<std::int32_t>>>& start_labels,
             const py::object& start_centres, const Model* start_model, const std::vector<std::string>& preparation,
             const std::vector<std::pair<std::string, std::string>>& noticed, int validate) {
    mvlink::RunRequest request{.method = method, .options = texts_of(options)};
    request.validate = validate;
    check_request(request);
    for (const std::string& text : preparation) {
        request.preparation.push_back(mvlink::parse_preparation(text));
    }
    request.start = start_of(start_labels, start_centres);
    request.start.model = start_model;
    Listener listener(callback);
    Context context({.seed = seed,
                     .threads = threads,
                     .memory_limit = memory_limit,
                     .on_progress = listener.on_progress(),
                     .abandons = if_rows_are_missing_or(data, listener.abandons())});
    listener.watch(context);
    mvlink::Run run = interruptible(listener, [&] {
        return on_unchanged_files(data, [&] { return mvlink::cluster(problem_of(data, noticed), request, context); });
    });
    mvlink::Run kept = run;
    kept.prepared = data;  // made again when it is asked for
    py::dict dict = result_dict(run.prepared, std::move(run.result));
    dict["run"] = py::cast(std::move(kept));
    dict["warnings"] = warning_list(run.problem.warnings) + dict["warnings"];
    dict["method"] = run.choice.method;
    dict["reason"] = run.choice.reason;
    dict["prepared"] = run.prepared;
    dict["held_out"] = held_out_dict(run.held_out);
    dict["raised"] = listener.raised();
    return dict;
}

Dataset apply_preparation(const Model& model, const Dataset& data, int threads) {
    return WatchedContext(data, threads).run([&](Context& context) {
        return mvlink::apply_preparation(model, data, context).data;
    });
}

py::list predict_labels(const Model& model, const Dataset& data, int threads) {
    // A model may know some of the views only: those that `auto` did not leave out.
    const bool knows_fewer = model.views.size() < static_cast<std::size_t>(data.n_views());
    const Dataset known = knows_fewer ? views_known_to(model, data) : data;
    return partition_list(
        WatchedContext(known, threads).run([&](Context& context) { return mvlink::predict(model, known, context); }));
}

}  // namespace

void bind_methods(py::module_& module) {
    module.def("run", &run, py::arg("method"), py::arg("data"), py::arg("options"), py::arg("seed"), py::arg("threads"),
               py::arg("callback"), py::arg("start_labels"), py::arg("start_centres"), py::arg("start_model"),
               py::arg("preparation"), py::arg("noticed"), py::arg("validate"));
    module.def("apply_preparation", &apply_preparation, py::arg("model"), py::arg("data"), py::arg("threads"));
    module.def("predict", &predict_labels, py::arg("model"), py::arg("data"), py::arg("threads"));
    module.def(
        "set_memory_limit", [](std::size_t bytes) { memory_limit = bytes; }, py::arg("bytes"));
    module.def("memory_limit", [] { return memory_limit == 0 ? mvlink::available_memory() : memory_limit; });
    module.def(
        "check_options",
        [](const std::string& method, const OptionPairs& options) { mvlink::check_options(method, texts_of(options)); },
        py::arg("method"), py::arg("options"));
    module.def(
        "choose_method",
        [](const Dataset& data) {
            const mvlink::Choice choice = mvlink::choose_method(data);
            return py::make_tuple(choice.method, choice.reason);
        },
        py::arg("data"));
}
