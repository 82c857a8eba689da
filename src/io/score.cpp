#include <mvlink/io.hpp>

#include <algorithm>

namespace mvlink {
inline namespace v1 {

namespace {

constexpr std::int32_t kUnknown = -1;

/// A truth of the objects, for the rows of a view.
std::vector<std::int32_t> of_rows(const std::vector<std::int32_t>& of_objects, const Dataset& data, int view) {
    std::vector<std::int32_t> labels;
    for (Index row = 0; row < data.view(view).rows(); ++row) {
        labels.push_back(of_objects[static_cast<std::size_t>(data.objects().of({view, row}))]);
    }
    return labels;
}

/// A truth of the rows of every view, for the objects; unknown where the rows of one object disagree.
std::vector<std::int32_t> of_objects(const std::vector<std::int32_t>& of_rows, const Dataset& data) {
    const auto count = static_cast<std::size_t>(data.objects().count());
    std::vector<std::int32_t> labels(count, kUnknown);
    std::vector<bool> disagrees(count, false);
    for (int view = 0; view < data.n_views(); ++view) {
        for (Index row = 0; row < data.view(view).rows(); ++row) {
            const auto object = static_cast<std::size_t>(data.objects().of({view, row}));
            const std::int32_t label = of_rows[static_cast<std::size_t>(row)];
            if (labels[object] == kUnknown) labels[object] = label;
            if (labels[object] != label && label >= 0) disagrees[object] = true;
        }
    }
    for (std::size_t object = 0; object < count; ++object) {
        if (disagrees[object]) labels[object] = kUnknown;
    }
    return labels;
}

/// The truth as it applies to the partition, or nothing where it does not fit.
std::vector<std::int32_t> fitted(const Truth& truth, const Partition& partition, const Problem& problem) {
    const Dataset& data = problem.data;
    const bool is_of_objects = truth.view.empty() && !problem.object_ids.empty();
    if (partition.scope == Scope::objects) {
        if (!truth.view.empty()) return {};
        if (is_of_objects) return truth.labels;
        const auto fits = [&](const View& view) { return view.rows() == static_cast<Index>(truth.labels.size()); };
        const bool fits_all = std::all_of(data.views().begin(), data.views().end(), fits);
        return fits_all ? of_objects(truth.labels, data) : std::vector<std::int32_t>{};
    }
    const auto view = partition.scope == Scope::clustering ? std::optional<int>(0) : data.find_view(partition.name);
    if (!view || (!truth.view.empty() && truth.view != data.view(*view).name())) return {};
    const bool is_complete = static_cast<Index>(truth.labels.size()) == data.objects().count();
    return is_of_objects && is_complete ? of_rows(truth.labels, data, *view) : truth.labels;
}

}  // namespace

std::vector<Score> score(const Problem& problem, const std::vector<Partition>& partitions) {
    std::vector<Score> scores;
    for (const Partition& partition : partitions) {
        for (const Truth& truth : problem.truths) {
            const std::vector<std::int32_t> labels = fitted(truth, partition, problem);
            if (labels.empty() || labels.size() != partition.labels.size()) continue;
            scores.push_back({partition.name, truth.name, measure(labels, partition.labels)});
        }
    }
    return scores;
}

}  // namespace v1
}  // namespace mvlink
