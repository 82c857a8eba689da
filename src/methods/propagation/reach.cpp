#include "methods/propagation/reach.hpp"

#include "kernels/radius_search.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {
namespace {

constexpr Index kGrain = 32;        // endpoints
constexpr double kRounding = 1e-9;  // the bound must not cut off what the threshold itself would keep

/// What an endpoint may cost at most, by place; negative: it can reach nothing, not even itself.
std::vector<double> largest_costs(const PropagationRows& rows, const ViewConstraints& constraints, double threshold) {
    std::vector<double> most(rows.endpoints().size(), -1);
    for (const Site& site : constraints.sites()) {
        const double bound = site.most > 0 ? std::log(site.most / threshold) : -1;
        for (const Index row : site.rows) {
            double& largest = most[rows.endpoint_of(row)];
            largest = std::max(largest, bound >= 0 ? bound + kRounding : -1);
        }
    }
    return most;
}

/// cost = q / (2 G_c(x_u)), Eq. (9) and (15). The density of a far endpoint underflows: it then reaches itself alone.
double cost_of(double squared, double density) {
    if (squared == 0) return 0;
    return density > 0 ? squared / (2 * density) : std::numeric_limits<double>::infinity();
}

/// The endpoints of one cluster, by place.
class ClusterReach {
public:
    ClusterReach(const PropagationRows& rows, const ClusterGaussian& gaussian, std::span<const Index> places,
                 Context& context)
        : rows_(rows), places_(places), targets_(gaussian.mapped(rows.target_rows())), search_(targets_, context) {
        Matrix own(static_cast<Index>(places.size()), rows.endpoint_rows().cols());
        for (std::size_t at = 0; at < places.size(); ++at) {
            own.row(static_cast<Index>(at)) = rows.endpoint_rows().row(places[at]);
        }
        endpoints_ = gaussian.mapped(own);
    }

    /// Appends what endpoint number `at` of the cluster reaches at no more than this cost; returns how many rows it
    /// looked at.
    Index reach(Index at, double most, bool early_stopping, std::vector<Reached>& found) const {
        const double density = std::exp(-0.5 * endpoints_.row(at).squaredNorm());  // Eq. (7)
        const Index endpoint = rows_.endpoints()[static_cast<std::size_t>(places_[static_cast<std::size_t>(at)])];
        const double* z = endpoints_.data() + at * endpoints_.cols();
        const double limit = early_stopping ? 2 * density * most : std::numeric_limits<double>::infinity();
        if (std::ranges::binary_search(rows_.targets(), endpoint)) found.push_back({endpoint, endpoint, 0});
        return search_.for_each_within(z, limit, [&](Index place, double squared) {
            const Index target = rows_.targets()[place];
            const double cost = cost_of(squared, density);
            if (target != endpoint && cost <= most) found.push_back({target, endpoint, cost});
        });
    }

private:
    const PropagationRows& rows_;
    std::span<const Index> places_;
    Matrix targets_, endpoints_;
    kernels::RadiusSearch search_;
};

}  // namespace

SiteReach::SiteReach(std::vector<Reached> reached) : reached_(std::move(reached)) {
    std::sort(reached_.begin(), reached_.end(), [](const Reached& x, const Reached& y) {
        return std::tuple(x.target, x.cost, x.endpoint) < std::tuple(y.target, y.cost, y.endpoint);
    });
    for (std::size_t at = 0; at < reached_.size(); ++at) {
        if (at == 0 || reached_[at].target != reached_[at - 1].target) {
            targets_.push_back({reached_[at].target, reached_[at].cost, static_cast<Index>(at), 0});
        }
        ++targets_.back().count;
    }
    std::sort(targets_.begin(), targets_.end(),
              [](const Target& x, const Target& y) { return std::tuple(x.cost, x.row) < std::tuple(y.cost, y.row); });
}

std::vector<SiteReach> reach_of_sites(const PropagationRows& rows, const ViewConstraints& constraints,
                                      std::span<const ClusterGaussian> gaussians, std::span<const std::int32_t> labels,
                                      const PropagationRules& rules, PropagationCounts& counts, Context& context) {
    const std::vector<double> most = largest_costs(rows, constraints, rules.threshold);
    std::vector<std::vector<Reached>> by_endpoint(rows.endpoints().size());
    std::vector<Index> looked_at(rows.endpoints().size(), 0);
    for (std::size_t h = 0; h < gaussians.size(); ++h) {
        std::vector<Index> places;
        for (std::size_t place = 0; place < most.size(); ++place) {
            const auto row = static_cast<std::size_t>(rows.endpoints()[place]);
            if (labels[row] == static_cast<std::int32_t>(h) && most[place] >= 0)
                places.push_back(static_cast<Index>(place));
        }
        if (places.empty() || context.cancel_requested()) continue;
        const ClusterReach cluster(rows, gaussians[h], places, context);
        parallel_for(context, static_cast<Index>(places.size()), kGrain, [&](Index begin, Index end) {
            for (Index at = begin; at < end; ++at) {
                const auto place = static_cast<std::size_t>(places[static_cast<std::size_t>(at)]);
                looked_at[place] = cluster.reach(at, most[place], rules.early_stopping, by_endpoint[place]);
            }
        });
    }
    counts.pairs = static_cast<Index>(rows.endpoints().size() * rows.targets().size());
    for (const Index looked : looked_at) {
        counts.looked_at += looked;
    }
    const std::vector<Site>& sites = constraints.sites();
    std::vector<SiteReach> reach(sites.size());
    parallel_for(context, static_cast<Index>(sites.size()), kGrain, [&](Index begin, Index end) {
        for (auto site = static_cast<std::size_t>(begin); site < static_cast<std::size_t>(end); ++site) {
            std::vector<Reached> all;
            for (const Index row : sites[site].rows) {
                const auto& own = by_endpoint[rows.endpoint_of(row)];
                all.insert(all.end(), own.begin(), own.end());
            }
            reach[site] = SiteReach(std::move(all));
        }
    });
    return reach;
}

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
