#include "experiments/scoring.hpp"

#include <mvlink/clustering_measures.hpp>
#include <mvlink/error.hpp>

#include "experiments/select_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

using Labels = std::vector<std::int32_t>;

/// The label of the object that each row of a view is.
Labels of_objects(const Dataset& data, int view, const Labels& objects) {
    Labels labels;
    for (Index row = 0; row < data.view(view).rows(); ++row)
        labels.push_back(objects[data.objects().of({view, row})]);
    return labels;
}

/// A row of a view that `auto` left out has the label of its object in the view that was used.
Labels through_objects(const Dataset& data, int view, const Partition& used) {
    const std::optional<int> other = data.find_view(used.name);
    if (!other) throw Error(ErrorCode::internal, fmt::format("no labels of view \"{}\"", data.view(view).name()));
    Labels objects(data.objects().count(), -1);
    for (Index row = 0; row < data.view(*other).rows(); ++row)
        objects[data.objects().of({*other, row})] = used.labels[row];
    return of_objects(data, view, objects);
}

Labels labels_of_view(const Dataset& data, int view, const std::vector<Partition>& partitions) {
    for (const Partition& partition : partitions) {
        if (partition.scope == Scope::view && partition.name == data.view(view).name()) return partition.labels;
    }
    for (const Partition& partition : partitions) {
        if (partition.scope == Scope::objects) return of_objects(data, view, partition.labels);
    }
    return through_objects(data, view, partitions.front());
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
        parts.push_back(measure(trial.truths[view], labels_of_view(trial.data, view, answer.partitions)));
    }
    return parts;
}

bool is_clustering(const Partition& partition) {
    return partition.scope == Scope::clustering;
}

/// The columns that a found clustering is based on, if the method reports them.
std::vector<std::vector<Index>> columns_of(const Answer& answer, const std::string& name) {
    for (const Clustering& clustering : answer.clusterings) {
        if (clustering.name != name) continue;
        std::vector<Index> columns;
        for (const Clustering::Dimension& dimension : clustering.dimensions)
            columns.push_back(dimension.column);
        return {columns};
    }
    return {};
}

std::vector<SubspaceClustering> found_clusterings(const Answer& answer) {
    const bool several = std::any_of(answer.partitions.begin(), answer.partitions.end(), is_clustering);
    std::vector<SubspaceClustering> found;
    for (const Partition& partition : answer.partitions) {
        if (several == is_clustering(partition))
            found.push_back({partition.labels, columns_of(answer, partition.name)});
    }
    return found;
}

std::vector<SubspaceClustering> true_clusterings(const Trial& trial) {
    std::vector<SubspaceClustering> truths;
    for (std::size_t truth = 0; truth < trial.truths.size(); ++truth) {
        truths.push_back({trial.truths[truth], {}});
        if (!trial.columns.empty()) truths.back().dimensions = {trial.columns[truth]};
    }
    return truths;
}

bool tell_columns(const std::vector<SubspaceClustering>& clusterings) {
    return std::none_of(clusterings.begin(), clusterings.end(),
                        [](const SubspaceClustering& clustering) { return clustering.dimensions.empty(); });
}

/// A true clustering that no found one is matched with scores 0.
void score_clusterings(const Trial& trial, const Answer& answer, RunRecord& record) {
    const std::vector<SubspaceClustering> truths = true_clusterings(trial), found = found_clusterings(answer);
    record.e4fc = e4fc(truths, found);
    if (tell_columns(truths) && tell_columns(found)) record.e4sc = e4sc(truths, found);
    const std::vector<int> truth_of = match_clusterings(truths, found);
    record.parts.resize(truths.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (truth_of[i] < 0) continue;
        const auto truth = static_cast<std::size_t>(truth_of[i]);
        record.parts[truth] = measure(truths[truth].labels, found[i].labels);
    }
    record.measures = mean_of(record.parts);
}

/// How far the inferred constraints agree with the true classes, by weight: those that the closure holds too, as
/// eaton2014 counts, and new ones alone.
void score_propagated(const Trial& trial, const Answer& answer, RunRecord& record) {
    struct Sum {
        double right = 0, all = 0;
        void add(double weight, bool is_right) {
            all += weight;
            right += is_right ? weight : 0;
        }
        [[nodiscard]] double share() const { return right / all; }
    };
    if (answer.propagated.empty()) return;
    Sum must, cannot, fresh;
    double inferred = 0;
    for (const PropagatedConstraint& one : answer.propagated) {
        const auto& truth = trial.truths[one.constraint.a.view];
        const bool same = truth[one.constraint.a.row] == truth[one.constraint.b.row];
        const bool is_must = one.constraint.link == Link::must;
        (is_must ? must : cannot).add(one.constraint.weight, same == is_must);
        if (one.is_certain) continue;
        fresh.add(one.constraint.weight, same == is_must);
        inferred += 1;
    }
    record.extras.emplace_back("inferred", inferred);
    for (const auto& [name, sum] : {std::pair("precision_must", must), std::pair("precision_cannot", cannot),
                                    std::pair("precision_new", fresh)}) {
        if (sum.all > 0) record.extras.emplace_back(name, sum.share());
    }
}

}  // namespace

void score(const Material& material, const Trial& trial, const Draw& drawn, const Answer& answer, RunRecord& record) {
    if (material.clusterings) {
        score_clusterings(trial, answer, record);
        return;
    }
    score_propagated(trial, answer, record);
    if (material.parts.size() == 1) {
        record.measures = measure(select_labels(trial.truths[0], drawn.measured),
                                  select_labels(answer.partitions.front().labels, drawn.measured));
        return;
    }
    record.parts = of_views(trial, answer);
    record.measures = mean_of(record.parts);
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
