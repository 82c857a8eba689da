#pragma once

#include <mvlink/io.hpp>

#include <string>
#include <utility>
#include <vector>

namespace mvlink::test {

inline View table(const std::string& name, Index rows) {
    std::vector<double> values;
    for (Index i = 0; i < rows * 2; ++i)
        values.push_back(0.1 * static_cast<double>(i));
    return View::dense(name, rows, 2, std::move(values));
}

inline Partition partition(Scope scope, const std::string& name, std::vector<std::int32_t> labels) {
    Partition made{scope, name, 2, std::move(labels), {}};
    made.confidence.assign(made.labels.size(), 0.25);
    return made;
}

inline Problem problem_of(Dataset data) {
    return {std::move(data), {}, {}, {}, {}, "folder"};
}

inline Result small_result() {
    Result result;
    result.method = "pck-means";
    result.options = {{"n_clusters", "2"}, {"tol", "1e-06"}, {"closure", "true"}, {"init", "k-means++"}};
    result.seed = 7;
    result.partitions = {partition(Scope::view, "a", {0, 1, 1})};
    result.objective = {3, 2.5};
    result.iterations = 2;
    result.seconds = {{"total", 0.5}, {"assign", 0.25}};
    result.model = {"pck-means", result.options, {"a"}, {2}, {{"centroids", 2, 2, {1, 2, 3, 4}}}};
    return result;
}

}  // namespace mvlink::test
