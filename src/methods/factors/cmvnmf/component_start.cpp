#include "methods/factors/cmvnmf/joint_components.hpp"
#include "methods/factors/cmvnmf/start.hpp"
#include "runtime/index.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace cmvnmf_steps {
namespace {

/// |x|^2 of every row as the factorisation reads it.
std::vector<double> row_squares(const kernels::ScaledRows& X, Context& context) {
    std::vector<double> squares = kernels::unit_scales(X.X, context);
    for (std::size_t row = 0; row < squares.size(); ++row) {
        const double length = squares[row] > 0 ? X.scale_of(static_cast<Index>(row)) / squares[row] : 0;
        squares[row] = length * length;
    }
    return squares;
}

/// Clusters of whole components. What a component costs in one is what it adds to Eq. (2) there with memberships of 0
/// and 1: the squared distances of its rows from the means of the cluster in their views, and 2 beta for a cannot-link
/// with a row of the cluster. Must-links never cost anything.
class ComponentClusters {
public:
    ComponentClusters(const Problem& problem, const Settings& settings, const JointComponents& components,
                      Context& context)
        : problem_(problem), settings_(settings), components_(components), context_(context) {
        for (const kernels::ScaledRows& X : problem.X) {
            squares_.push_back(row_squares(X, context));
            labels_.emplace_back(squares_.back().size(), -1);
        }
    }

    /// The first cluster begins with the component of the largest features, in sum; every further one with that which
    /// costs most where it costs least among those begun (tie: the first).
    void begin(const std::vector<Index>& list) {
        std::vector<double> least = square_sums(list);
        for (Index h = 0; h < settings_.k; ++h) {
            const auto chosen = std::max_element(least.begin(), least.end());
            if (*chosen <= 0) return;
            put(list[chosen - least.begin()], h);
            const std::vector<double> costs = costs_in(h, list);
            for (std::size_t i = 0; i < list.size(); ++i) {
                least[i] = is_placed(list[i]) ? 0 : h == 0 ? costs[i] : std::min(least[i], costs[i]);
            }
        }
    }

    /// Every other component goes where it costs least (tie: the first); one that all clusters cost the same stays
    /// unknown.
    void fill(const std::vector<Index>& list) {
        std::vector<double> least(list.size(), std::numeric_limits<double>::max()), most(list.size(), 0.0);
        std::vector<Index> best(list.size(), 0);
        for (Index h = 0; h < settings_.k; ++h) {
            const std::vector<double> costs = costs_in(h, list);
            for (std::size_t i = 0; i < list.size(); ++i) {
                if (costs[i] < least[i]) best[i] = h;
                least[i] = std::min(least[i], costs[i]);
                most[i] = std::max(most[i], costs[i]);
            }
        }
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (!is_placed(list[i]) && least[i] < most[i]) put(list[i], best[i]);
        }
    }

    [[nodiscard]] const StartLabels& labels() const { return labels_; }

private:
    [[nodiscard]] bool is_placed(Index component) const {
        const InstanceId& first = components_.members(component).front();
        return labels_[at(first.view)][at(first.row)] >= 0;
    }

    void put(Index component, Index h) {
        for (const InstanceId& member : components_.members(component)) {
            labels_[at(member.view)][at(member.row)] = static_cast<std::int32_t>(h);
        }
    }

    [[nodiscard]] std::vector<double> square_sums(const std::vector<Index>& list) const {
        std::vector<double> sums(list.size(), 0.0);
        for (std::size_t i = 0; i < list.size(); ++i) {
            for (const InstanceId& member : components_.members(list[i])) {
                sums[i] += squares_[at(member.view)][at(member.row)];
            }
        }
        return sums;
    }

    [[nodiscard]] std::vector<double> costs_in(Index h, const std::vector<Index>& list) const {
        std::vector<Vector> distances;
        for (std::size_t a = 0; a < labels_.size(); ++a) {
            distances.push_back(squared_distances(a, h));
        }
        std::vector<double> costs(list.size(), 0.0);
        for (std::size_t i = 0; i < list.size(); ++i) {
            for (const InstanceId& member : components_.members(list[i])) {
                costs[i] += distances[at(member.view)][member.row] + 2 * settings_.beta * cannot_links(member, h);
            }
        }
        return costs;
    }

    /// Of the rows of a view from the mean of cluster h there; a cluster without rows there explains nothing, as a mean
    /// of 0 does. Rows without features cost nothing.
    [[nodiscard]] Vector squared_distances(std::size_t a, Index h) const {
        const auto n = static_cast<Index>(labels_[a].size());
        Matrix inside = Matrix::Zero(n, 1);
        double count = 0;
        for (Index row = 0; row < n; ++row) {
            if (labels_[a][at(row)] != h || squares_[a][at(row)] == 0) continue;
            inside(row, 0) = 1;
            ++count;
        }
        const Matrix mean = kernels::transposed_times(problem_.X[a], inside, context_) / std::max(count, 1.0);
        const Matrix products = kernels::times(problem_.X[a], mean, context_);
        Vector distances(n);
        for (Index row = 0; row < n; ++row) {
            const double square = squares_[a][at(row)];
            distances[row] = square > 0 ? square - 2 * products(row, 0) + mean.squaredNorm() : 0;
        }
        return distances;
    }

    /// Their weight between a row and the rows of cluster h.
    [[nodiscard]] double cannot_links(const InstanceId& row, Index h) const {
        double sum = 0;
        for (const Coupling& coupling : problem_.links[at(row.view)].couplings) {
            const auto& ties = coupling.cannot;
            for (Index e = ties.offsets[at(row.row)]; e < ties.offsets[at(row.row) + 1]; ++e) {
                if (labels_[at(coupling.view)][at(ties.columns[at(e)])] == h) sum += ties.values[at(e)];
            }
        }
        return sum;
    }

    const Problem& problem_;
    const Settings& settings_;
    const JointComponents& components_;
    Context& context_;
    std::vector<std::vector<double>> squares_;  // |x|^2 of every row of every view
    StartLabels labels_;
};

}  // namespace

StartLabels component_labels(const Ties& ties, const Problem& problem, const Settings& settings, Context& context) {
    const JointComponents components(ties);
    ComponentClusters clusters(problem, settings, components, context);
    for (const std::vector<Index>& list : components.by_joined_views()) {
        clusters.begin(list);
        clusters.fill(list);
    }
    return clusters.labels();
}

}  // namespace cmvnmf_steps
}  // namespace v1
}  // namespace mvlink
