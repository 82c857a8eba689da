#include "run/sample.hpp"

#include "data/select_rows.hpp"

#include <algorithm>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace pipeline {
namespace {

constexpr Index kMostObjects = 5000;
constexpr Index kLeastObjects = 1000;
constexpr double kMostEntries = 2.5e6;  // of all views together

/// How many objects runs that only compare may cost.
Index objects_wanted(const Dataset& data) {
    double entries = 0;
    for (const View& view : data.views())
        entries += static_cast<double>(view.nonzeros());
    const double per_object = entries / static_cast<double>(std::max<Index>(data.objects().count(), 1));
    return std::clamp(static_cast<Index>(kMostEntries / std::max(per_object, 1.0)), kLeastObjects, kMostObjects);
}

std::vector<char> chosen_objects(const Dataset& data, Index wanted, Random& random) {
    std::vector<char> chosen(data.objects().count(), 0);
    for (const Constraint& constraint : data.constraints()) {
        chosen[data.objects().of(constraint.a)] = 1;
        chosen[data.objects().of(constraint.b)] = 1;
    }
    // However many are judged, half as many as wanted are others: judged rows alone are another population.
    const auto judged = static_cast<Index>(std::count(chosen.begin(), chosen.end(), 1));
    Index others = std::max(wanted - judged, wanted / 2);
    for (const Index object : random.permutation(data.objects().count())) {
        if (others == 0) break;
        if (chosen[object] != 0) continue;
        chosen[object] = 1;
        --others;
    }
    return chosen;
}

}  // namespace

Dataset sample_of(const Dataset& data, Random random, Index& rows) {
    rows = 0;
    const Index wanted = objects_wanted(data);
    if (data.objects().count() <= wanted + wanted / 2) return data;
    const std::vector<char> chosen = chosen_objects(data, wanted, random);
    std::vector<std::vector<Index>> rows_of_views(data.n_views());
    for (int view = 0; view < data.n_views(); ++view) {
        for (Index row = 0; row < data.view(view).rows(); ++row) {
            if (chosen[data.objects().of({view, row})] != 0) rows_of_views[view].push_back(row);
        }
        rows += static_cast<Index>(rows_of_views[view].size());
    }
    return select_rows(data, rows_of_views);
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
