#include "methods/kmeans/metric/update.hpp"

#include "kernels/rows.hpp"
#include "methods/kmeans/metric/label_groups.hpp"
#include "runtime/parallel.hpp"

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

void merge(Scatters& total, const Scatters& part) {
    for (std::size_t m = 0; m < total.size(); ++m) {
        total[m] += part[m];
    }
}

void finish(Scatters& scatters) {
    for (Scatter& scatter : scatters) {
        scatter.finish();
    }
}

template <class T>
void add_row(const SparseRows<T>& X, Index row, const double* mu, Scatter& S) {
    kernels::for_each_entry(X, row, [&](Index j, double x) { S.add_diagonal(j, x * (x - 2 * mu[j])); });
}

/// The sums over violated constraints of some components, each pair of components at the lower one.
class PairSums {
public:
    PairSums(const ConstraintIndex& index, const LabelGroups& groups, const GroupScatter& rows,
             std::span<const std::int32_t> labels, const Spreads& spreads, bool with_soft, Scatters& scatters)
        : index_(index),
          groups_(groups),
          rows_(rows),
          labels_(labels),
          spreads_(spreads),
          with_soft_(with_soft),
          scatters_(scatters) {}

    void add_component(Index c) {
        if (index_.closure()) {
            for (Index P = groups_.begin(c); P < groups_.end(c); ++P) {
                add_own(c, P);
                add_must_links(c, P);
                add_cannot_links(c, P);
            }
        }
        for (const Index p : index_.members(c)) {
            add_ties(p);
        }
    }

private:
    Scatter& of(std::int32_t cluster) { return scatters_[metric_of(cluster, scatters_.size())]; }

    /// What is the group's own in the sums over all pairs that it takes part in.
    void add_own(Index c, Index P) {
        const double w = index_.must_weight(c);
        double outside = 0, cannot_linked = 0;
        for (Index Q = groups_.begin(c); Q < groups_.end(c); ++Q) {
            if (Q == P) continue;
            outside += groups_[Q].count();
            if (scatters_.size() > 1) rows_.add_own(P, 0.5 * w * groups_[Q].count(), of(groups_[Q].label));
        }
        for (const ConstraintIndex::Separation& other : index_.separations(c)) {
            const Index Q = find(other.component, groups_[P].label);
            if (Q >= 0) cannot_linked += other.weight * groups_[Q].count();
        }
        const double weight = w * (scatters_.size() > 1 ? 0.5 : 1.0) * outside - cannot_linked;
        if (weight != 0) rows_.add_own(P, weight, of(groups_[P].label));
    }

    void add_must_links(Index c, Index P) {
        for (Index Q = P + 1; Q < groups_.end(c); ++Q) {
            rows_.add_between(P, Q, 0.5 * index_.must_weight(c), of(groups_[P].label));
            rows_.add_between(P, Q, 0.5 * index_.must_weight(c), of(groups_[Q].label));
        }
    }

    void add_cannot_links(Index c, Index P) {
        const std::int32_t h = groups_[P].label;
        double weight = 0;
        for (const ConstraintIndex::Separation& other : index_.separations(c)) {
            if (other.component < c) continue;
            const Index Q = find(other.component, h);
            if (Q < 0) continue;
            rows_.add_between(P, Q, -other.weight, of(h));
            weight += other.weight * groups_[P].count() * groups_[Q].count();
        }
        if (weight > 0) of(h).add(spreads_.vector(metric_of(h, scatters_.size())), weight);
    }

    void add_ties(Index p) {
        const std::int32_t g = labels_[p];
        for (const ConstraintIndex::Tie& tie : index_.ties(p)) {
            const std::int32_t h = labels_[tie.other];
            if (tie.other < p || (g == h) == tie.must || (tie.soft && !with_soft_)) continue;
            if (tie.must) {
                rows_.add_rows(p, tie.other, 0.5 * tie.weight, of(g));
                rows_.add_rows(p, tie.other, 0.5 * tie.weight, of(h));
            } else {
                rows_.add_rows(p, tie.other, -tie.weight, of(h));
                of(h).add(spreads_.vector(metric_of(h, scatters_.size())), tie.weight);
            }
        }
    }

    Index find(Index component, std::int32_t label) const {
        for (Index Q = groups_.begin(component); Q < groups_.end(component); ++Q) {
            if (groups_[Q].label == label) return Q;
        }
        return -1;
    }

    const ConstraintIndex& index_;
    const LabelGroups& groups_;
    const GroupScatter& rows_;
    std::span<const std::int32_t> labels_;
    const Spreads& spreads_;
    bool with_soft_;
    Scatters& scatters_;
};

}  // namespace

Scatters within_scatter(const Features& features, const Matrix& centroids, std::span<const std::int32_t> labels,
                        MetricForm form, std::size_t n_metrics, Context& context) {
    const Index d = centroids.cols();
    const auto add = [&]<class Rows>(const Rows& X, Scatters& part, Index begin, Index end) {
        kernels::RowReader<Rows> read(X);
        Vector r(d);
        for (Index row = begin; row < end; ++row) {
            const std::int32_t h = labels[row];
            const double* mu = centroids.data() + h * d;
            Scatter& S = part[metric_of(h, n_metrics)];
            if constexpr (Rows::kSparse) {
                add_row(X, row, mu, S);
            } else {
                const auto* x = read(row);
                for (Index j = 0; j < d; ++j) {
                    r[j] = static_cast<double>(x[j]) - mu[j];
                }
                S.add(r, 1);
            }
        }
        finish(part);
    };
    const Scatters zero(n_metrics, Scatter(form, d));
    Scatters total = std::visit(
        [&](const auto& X) {
            return ordered_sum(
                context, X.rows, zero, n_metrics * Scatter::bytes(form, d),
                [&](Scatters& part, Index begin, Index end) { add(X, part, begin, end); }, merge);
        },
        features);
    const bool sparse = std::visit([]<class Rows>(const Rows&) { return Rows::kSparse; }, features);
    if (sparse) {  // (x - mu)^2 - mu^2 over stored entries is in; mu^2 of every row follows
        std::vector<double> counts(centroids.rows(), 0.0);
        for (const std::int32_t h : labels) {
            counts[h] += 1;
        }
        for (Index h = 0; h < centroids.rows(); ++h) {
            total[metric_of(h, n_metrics)].add(centroids.row(h).transpose(), counts[h]);
        }
    }
    return total;
}

void add_constraint_scatter(const ConstrainedView& problem, const ConstraintIndex& index,
                            std::span<const std::int32_t> labels, const Spreads& spreads, MetricForm form,
                            Scatters& scatters, Context& context, bool with_soft) {
    if (index.size() == 0) return;
    const Index d = problem.view.cols();
    const LabelGroups groups(index, labels);
    const auto rows = make_group_scatter(problem, groups);
    const Scatters zero(scatters.size(), Scatter(form, d));
    const auto add = [&](Scatters& part, Index begin, Index end) {
        PairSums sums(index, groups, *rows, labels, spreads, with_soft, part);
        for (Index c = begin; c < end; ++c) {
            sums.add_component(c);
        }
        finish(part);
    };
    merge(scatters, ordered_sum(context, index.count(), zero, scatters.size() * Scatter::bytes(form, d), add, merge));
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
