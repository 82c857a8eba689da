#include "arrays.hpp"
#include "bindings.hpp"
#include "spelling.hpp"
#include "unlocked.hpp"

#include <mvlink/clustering_measures.hpp>
#include <mvlink/generate.hpp>
#include <mvlink/generate_clusterings.hpp>
#include <mvlink/io.hpp>
#include <mvlink/measures.hpp>
#include <mvlink/sampling.hpp>

#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace py = pybind11;
using mvlink::Context;
using mvlink::Index;
using mvlink::Random;

namespace {

using Labels = Packed<std::int32_t>;

py::dict measures(const Labels& truth, const Labels& labels) {
    py::dict dict;
    for (const auto& [name, value] : named(mvlink::measure(span_of(truth), span_of(labels)))) {
        dict[py::str(name)] = value;
    }
    return dict;
}

double nmi(const Labels& truth, const Labels& labels, const std::string& normalizer) {
    using mvlink::NmiNormalizer;
    const auto kind = normalizer == "geometric"    ? NmiNormalizer::geometric
                      : normalizer == "arithmetic" ? NmiNormalizer::arithmetic
                                                   : NmiNormalizer::max;
    return mvlink::normalized_mutual_information(span_of(truth), span_of(labels), kind);
}

using Dimensions = std::vector<std::vector<Index>>;
using LabelsAndDimensions = std::vector<std::pair<Labels, Dimensions>>;

std::vector<mvlink::SubspaceClustering> clusterings_of(const LabelsAndDimensions& given) {
    std::vector<mvlink::SubspaceClustering> clusterings;
    for (const auto& [labels, dimensions] : given) {
        const auto span = span_of(labels);
        clusterings.push_back({{span.begin(), span.end()}, dimensions});
    }
    return clusterings;
}

/// The number of the truth (-1: none), NMI and ARI of every clustering.
py::list matched(const LabelsAndDimensions& truths, const LabelsAndDimensions& found) {
    py::list list;
    for (const auto& [truth, nmi, ari] : mvlink::matched_scores(clusterings_of(truths), clusterings_of(found)))
        list.append(py::make_tuple(truth, nmi, ari));
    return list;
}

/// What is drawn, and how much of it.
struct SampleChoice {
    std::string place;
    std::vector<std::pair<int, int>> between;
    Index count = -1;
    double percent = -1, per_row = -1;
    double must_share = -1, wrong_share = 0, wrong_must_share = 0;
};

mvlink::ViewSampleOptions options_of(const SampleChoice& choice) {
    using mvlink::PairPlace;
    const auto place = choice.place == "within"    ? PairPlace::within
                       : choice.place == "between" ? PairPlace::between
                                                   : PairPlace::anywhere;
    return {place,          choice.between,    choice.count,       choice.percent,
            choice.per_row, choice.must_share, choice.wrong_share, choice.wrong_must_share};
}

/// Views and rows a, views and rows b, whether they must be linked: the pairs that `mvlink constraints sample` draws
/// with this seed.
py::tuple sample(const std::vector<Labels>& views, const SampleChoice& choice, std::uint64_t seed) {
    std::vector<std::vector<std::int32_t>> labels;
    for (const Labels& view : views)
        labels.emplace_back(span_of(view).begin(), span_of(view).end());
    const auto drawn = mvlink::sample_constraints(labels, options_of(choice), Random(seed, "constraints/sample", 0));
    const auto size = static_cast<py::ssize_t>(drawn.size());
    py::array_t<int> view_a(size), view_b(size);
    py::array_t<Index> a(size), b(size);
    py::array_t<bool> must(size);
    for (py::ssize_t i = 0; i < size; ++i) {
        const mvlink::Constraint& constraint = drawn[i];
        view_a.mutable_at(i) = constraint.a.view;
        a.mutable_at(i) = constraint.a.row;
        view_b.mutable_at(i) = constraint.b.view;
        b.mutable_at(i) = constraint.b.row;
        must.mutable_at(i) = constraint.link == mvlink::Link::must;
    }
    return py::make_tuple(view_a, a, view_b, b, must);
}

py::list truth_list(std::vector<mvlink::Truth>&& truths) {
    py::list list;
    for (mvlink::Truth& truth : truths) {
        list.append(py::make_tuple(truth.name, truth.view, moved_array(std::move(truth.labels)), truth.class_names,
                                   truth.columns));
    }
    return list;
}

py::tuple generated(mvlink::Generated&& made) {
    return py::make_tuple(made.data, truth_list(std::move(made.truths)));
}

/// The stream that the command line draws from, so that one seed gives the same data there.
Random stream(const char* name, std::uint64_t seed) {
    return {seed, std::string("generate/") + name, 0};
}

py::dict read(const mvlink::ReadRequest& request) {
    mvlink::Problem problem = [&] {
        const Unlocked unlocked;
        Context context({.memory_limit = memory_limit});
        return mvlink::read_problem(request, context);
    }();
    py::list warnings;
    for (const mvlink::Warning& warning : problem.warnings) {
        warnings.append(
            py::make_tuple(warning.code, mvlink::with_advice(warning.message, warning.advice, spelt_in_python)));
    }
    py::dict dict;
    dict["data"] = problem.data;
    dict["truths"] = truth_list(std::move(problem.truths));
    dict["object_ids"] = problem.object_ids;
    dict["row_names"] = problem.row_names;
    dict["warnings"] = warnings;
    return dict;
}

/// A file that may hold several views and the true classes.
py::dict load_file(const std::string& file) {
    mvlink::ReadRequest request;
    request.views = {{"X", file}};
    return read(request);
}

py::dict load(const std::string& folder, const std::vector<std::string>& views,
              const std::optional<std::string>& constraints, const std::optional<std::string>& mapping, bool unmapped,
              const std::string& id_column) {
    mvlink::ReadRequest request;
    request.folder = folder;
    request.select = views;
    if (constraints) request.constraints = *constraints;
    if (mapping) request.mapping = *mapping;
    request.unmapped = unmapped;
    request.id_column = id_column;
    return read(request);
}

void bind_measures(py::module_& module) {
    module.def("measures", &measures, py::arg("truth"), py::arg("labels"));
    module.def("nmi", &nmi, py::arg("truth"), py::arg("labels"), py::arg("normalizer"));
    module.def(
        "e4fc",
        [](const LabelsAndDimensions& truths, const LabelsAndDimensions& found) {
            return mvlink::e4fc(clusterings_of(truths), clusterings_of(found));
        },
        py::arg("truths"), py::arg("found"));
    module.def(
        "e4sc",
        [](const LabelsAndDimensions& truths, const LabelsAndDimensions& found) {
            return mvlink::e4sc(clusterings_of(truths), clusterings_of(found));
        },
        py::arg("truths"), py::arg("found"));
    module.def("matched", &matched, py::arg("truths"), py::arg("found"));
}

void bind_generators(py::module_& module) {
    module.def(
        "blobs",
        [](Index rows, int clusters, int cols, double spread, double separation, std::uint64_t seed) {
            return generated(mvlink::generate_blobs({rows, clusters, cols, spread, separation}, stream("blobs", seed)));
        },
        py::arg("rows"), py::arg("clusters"), py::arg("cols"), py::arg("spread"), py::arg("separation"),
        py::arg("seed"));
    module.def(
        "four_quadrants",
        [](Index rows, std::uint64_t seed) {
            return generated(mvlink::generate_four_quadrants({rows}, stream("four-quadrants", seed)));
        },
        py::arg("rows"), py::arg("seed"));
    module.def(
        "mvcsc_synthetic",
        [](Index rows, double noise, std::uint64_t seed) {
            return generated(mvlink::generate_mvcsc_synthetic({rows, noise}, stream("mvcsc-synthetic", seed)));
        },
        py::arg("rows"), py::arg("noise"), py::arg("seed"));
    module.def(
        "moons",
        [](Index rows, double noise, int views, std::uint64_t seed) {
            return generated(mvlink::generate_moons({rows, noise, views}, stream("moons", seed)));
        },
        py::arg("rows"), py::arg("noise"), py::arg("views"), py::arg("seed"));
    module.def(
        "rings",
        [](Index rows, double noise, int views, std::uint64_t seed) {
            return generated(mvlink::generate_rings({rows, noise, views}, stream("rings", seed)));
        },
        py::arg("rows"), py::arg("noise"), py::arg("views"), py::arg("seed"));
    module.def(
        "super_instances",
        [](Index rows, int clusters, int cols, double spread, double separation, double mapped, std::uint64_t seed) {
            return generated(mvlink::generate_super_instances({{rows, clusters, cols, spread, separation}, mapped},
                                                              stream("super-instances", seed)));
        },
        py::arg("rows"), py::arg("clusters"), py::arg("cols"), py::arg("spread"), py::arg("separation"),
        py::arg("mapped"), py::arg("seed"));
    module.def(
        "streaks",
        [](Index rows, int clusters, std::uint64_t seed) {
            return generated(mvlink::generate_streaks({rows, clusters}, stream("streaks", seed)));
        },
        py::arg("rows"), py::arg("clusters"), py::arg("seed"));
    module.def(
        "smvc_synthetic",
        [](Index rows, int clusterings, int clusters, int cols, double separation, int noise_cols, std::uint64_t seed) {
            return generated(mvlink::generate_smvc_synthetic(
                {rows, clusterings, clusters, cols, separation, noise_cols}, stream("smvc-synthetic", seed)));
        },
        py::arg("rows"), py::arg("clusterings"), py::arg("clusters"), py::arg("cols"), py::arg("separation"),
        py::arg("noise_cols"), py::arg("seed"));
    module.def(
        "stick_figures",
        [](Index rows, double noise, int jitter, std::uint64_t seed) {
            return generated(mvlink::generate_stick_figures({rows, noise, jitter}, stream("stick-figures", seed)));
        },
        py::arg("rows"), py::arg("noise"), py::arg("jitter"), py::arg("seed"));
}

}  // namespace

void bind_tools(py::module_& module) {
    bind_measures(module);
    bind_generators(module);
    module.def(
        "sample",
        [](const std::vector<Labels>& labels, const std::string& place, const std::vector<std::pair<int, int>>& between,
           Index count, double percent, double per_row, double must_share, double wrong_share, double wrong_must_share,
           std::uint64_t seed) {
            return sample(labels, {place, between, count, percent, per_row, must_share, wrong_share, wrong_must_share},
                          seed);
        },
        py::arg("labels"), py::arg("place"), py::arg("between"), py::arg("count"), py::arg("percent"),
        py::arg("per_row"), py::arg("must_share"), py::arg("wrong_share"), py::arg("wrong_must_share"),
        py::arg("seed"));
    module.def("load_file", &load_file, py::arg("file"));
    module.def("load", &load, py::arg("folder"), py::arg("views"), py::arg("constraints"), py::arg("mapping"),
               py::arg("unmapped"), py::arg("id_column"));
}
