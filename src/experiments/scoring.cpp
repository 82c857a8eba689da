#include "experiments/scoring.hpp"

#include <mvlink/error.hpp>

#include <fmt/format.h>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

using Labels = std::vector<std::int32_t>;

Labels of_rows(const Labels& labels, const std::vector<Index>& rows) {
    Labels chosen;
    chosen.reserve(rows.size());
    for (const Index row : rows)
        chosen.push_back(labels[static_cast<std::size_t>(row)]);
    return chosen;
}

/// The label of the object that each row of a view is.
Labels of_objects(const Dataset& data, int view, const Labels& objects) {
    Labels labels;
    for (Index row = 0; row < data.view(view).rows(); ++row)
        labels.push_back(objects[static_cast<std::size_t>(data.objects().of({view, row}))]);
    return labels;
}

Labels labels_of_view(const Dataset& data, int view, const std::vector<Partition>& partitions) {
    for (const Partition& partition : partitions) {
        if (partition.scope == Scope::view && partition.name == data.view(view).name()) return partition.labels;
    }
    for (const Partition& partition : partitions) {
        if (partition.scope == Scope::objects) return of_objects(data, view, partition.labels);
    }
    throw Error(ErrorCode::internal, fmt::format("no labels of view \"{}\"", data.view(view).name()));
}

Measures mean_of(const std::vector<Measures>& parts) {
    Measures mean;
    const double share = 1 / static_cast<double>(parts.size());
    for (const Measures& part : parts) {
        for (const auto member : {&Measures::f_measure, &Measures::precision, &Measures::recall, &Measures::nmi,
                                  &Measures::acc, &Measures::ari, &Measures::purity})
            mean.*member += share * (part.*member);
    }
    return mean;
}

std::vector<Measures> of_views(const Trial& trial, const Answer& answer) {
    std::vector<Measures> parts;
    for (int view = 0; view < trial.data.n_views(); ++view) {
        parts.push_back(
            measure(trial.truths[static_cast<std::size_t>(view)], labels_of_view(trial.data, view, answer.partitions)));
    }
    return parts;
}

}  // namespace

void score(const Material& material, const Trial& trial, const Draw& drawn, const Answer& answer, RunRecord& record) {
    if (material.parts.size() == 1) {
        record.measures = measure(of_rows(trial.truths[0], drawn.measured),
                                  of_rows(answer.partitions.front().labels, drawn.measured));
        return;
    }
    record.parts = of_views(trial, answer);
    record.measures = mean_of(record.parts);
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
