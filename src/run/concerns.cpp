#include "run/steps.hpp"

#include "data/names_in_messages.hpp"
#include "runtime/file_pages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace pipeline {
namespace {

constexpr double kNearlyAll = 0.8;        // of the rows, in one of three clusters or more
constexpr double kNearlyAllOfTwo = 0.95;  // in one of two
constexpr double kDominates = 0.999;      // of the squared distances
constexpr double kNothingToAdd = 0.99;    // of held-out judgements kept without guidance
constexpr Index kRowsLookedAt = 10000;    // evenly spread: a share of 99.9 % needs no more

bool has_warning(const Result& result, std::string_view code) {
    return std::any_of(result.warnings.begin(), result.warnings.end(),
                       [&](const Warning& warning) { return warning.code == code; });
}

void add_large_cluster(const Partition& partition, bool alone, Result& result) {
    std::vector<Index> sizes(std::max(partition.n_clusters, 0), 0);
    for (const std::int32_t label : partition.labels) {
        if (label >= 0 && label < partition.n_clusters) ++sizes[label];
    }
    if (sizes.size() < 2 || partition.labels.empty()) return;
    const auto largest = std::max_element(sizes.begin(), sizes.end());
    const double share = static_cast<double>(*largest) / static_cast<double>(partition.labels.size());
    if (share <= (sizes.size() == 2 ? kNearlyAllOfTwo : kNearlyAll)) return;
    result.warnings.push_back(
        {"one-large-cluster",
         fmt::format("cluster {}{} holds {} of {} rows ({:.0f} %)", largest - sizes.begin(),
                     alone ? "" : " of " + partition.name, *largest, partition.labels.size(), 100 * share),
         share});
}

void add_large_clusters(Result& result) {
    if (has_warning(result, "one-large-cluster")) return;
    for (const Partition& partition : result.partitions) {
        const bool repeats_views = partition.scope == Scope::objects && result.partitions.size() > 1;
        if (!repeats_views) add_large_cluster(partition, result.partitions.size() == 1, result);
    }
}

/// Sums of squares about the first row looked at, by column: n times the variance plus a shift that cancels.
struct Spread {
    std::vector<double> sum, squares;
    double rows = 0;

    explicit Spread(Index cols) : sum(cols, 0), squares(cols, 0) {}
    void add(Index col, double x) {
        sum[col] += x;
        squares[col] += x * x;
    }
    [[nodiscard]] double of(std::size_t col) const { return std::max(0.0, squares[col] - sum[col] * sum[col] / rows); }
};

template <class Rows>
Spread spread_of(const Rows& X) {
    Spread spread(X.cols);
    const Index step = std::max<Index>(1, X.rows / kRowsLookedAt);
    fetch_every(X, step);
    for (Index row = 0; row < X.rows; row += step) {
        spread.rows += 1;
        if constexpr (Rows::kSparse) {
            for (Index entry = X.offsets[row]; entry < X.offsets[row + 1]; ++entry)
                spread.add(X.columns[entry], static_cast<double>(X.values[entry]));
        } else {
            for (Index col = 0; col < X.cols; ++col)
                spread.add(col, static_cast<double>(X.at(row, col)) - static_cast<double>(X.at(0, col)));
        }
    }
    return spread;
}

void add_dominating_column(const View& view, bool alone, bool nonnegative, Result& result) {
    if (view.cols() < 2 || view.rows() < 2) return;
    const Spread spread = view.visit([](const auto& X) { return spread_of(X); });
    double all = 0, widest = 0;
    std::size_t place = 0;
    for (std::size_t col = 0; col < spread.sum.size(); ++col) {
        all += spread.of(col);
        if (spread.of(col) > widest) place = col;
        widest = std::max(widest, spread.of(col));
    }
    if (!std::isfinite(all) || all <= 0 || widest < kDominates * all) return;
    const std::string steps = view.is_sparse() ? "tfidf,l2" : nonnegative ? "minmax" : "standardize";
    result.warnings.push_back(
        {"column-dominates",
         fmt::format("column {}{} makes up {:.2f} % of the squared distances: {}",
                     column_text(view, static_cast<Index>(place)), alone ? "" : " of view " + view.name(),
                     100 * widest / all,
                     view.cols() == 2 ? "the other one hardly counts"
                                      : fmt::format("the other {} hardly count", view.cols() - 1)),
         widest / all,
         {{"prep", alone ? steps : view.name() + ":" + steps}}});
}

/// Of learnt weights of views.
void add_dominating_view(const Dataset& data, Result& result) {
    const std::vector<double>& weights = result.view_weights;
    if (weights.size() < 2 || weights.size() != static_cast<std::size_t>(data.n_views())) return;
    double all = 0;
    for (const double weight : weights)
        all += weight;
    const auto largest = std::max_element(weights.begin(), weights.end());
    if (all <= 0 || *largest < kDominates * all) return;
    result.warnings.push_back(
        {"view-dominates",
         fmt::format("view {} has {:.2f} % of the weight: the other views hardly count",
                     data.view(static_cast<int>(largest - weights.begin())).name(), 100 * *largest / all),
         *largest / all});
}

/// The largest weight that a learnt metric allows a column: 1 / floor, in standard deviations. 0: there is none.
double cap_of(const Result& result) {
    for (const OptionText& option : result.options) {
        if (option.name != "floor") continue;
        double floor = 0;
        std::from_chars(option.value.data(), option.value.data() + option.value.size(), floor);
        return floor > 0 ? 1 / floor : 0;
    }
    return 0;
}

void add_weights_at_cap(const Run& run, Result& result) {
    const double cap = cap_of(result);
    if (cap <= 0 || run.prepared.n_views() != 1) return;
    std::vector<std::size_t> columns;
    for (const LearntMetric& metric : result.metrics) {
        for (std::size_t col = 0; col < metric.weights.size(); ++col) {
            const bool is_new = std::find(columns.begin(), columns.end(), col) == columns.end();
            if (metric.weights[col] >= kDominates * cap && is_new) columns.push_back(col);
        }
    }
    if (columns.empty()) return;
    constexpr std::size_t kMostNamed = 3;
    const auto names = run.prepared.view(0).column_names();
    std::vector<std::string> named;
    for (std::size_t i = 0; i < std::min(columns.size(), kMostNamed); ++i)
        named.push_back(columns[i] < names.size() ? std::string(names[columns[i]]) : std::to_string(columns[i]));
    result.warnings.push_back(
        {"weights-at-cap",
         fmt::format(
             "the learnt weight of {} column{} ({}{}) is at its limit of {:g}: within a cluster {} hardly varies",
             columns.size(), columns.size() == 1 ? "" : "s", fmt::join(named, ", "),
             columns.size() > kMostNamed ? ", .." : "", cap, columns.size() == 1 ? "it" : "each"),
         static_cast<double>(columns.size())});
}

double judgements_kept(const Agreement& agreement) {
    return static_cast<double>(agreement.must) * agreement.must_kept +
           static_cast<double>(agreement.cannot) * agreement.cannot_kept;
}

void add_useless_guidance(const HeldOut& found, Result& result) {
    if (!found.measured() || !found.uses_judgements || found.without.empty()) return;
    const bool has_nothing_to_add = found.unguided.kept >= kNothingToAdd && found.guided.kept >= found.unguided.kept;
    const bool is_better = found.guided.kept > found.unguided.kept ||
                           judgements_kept(found.guided) > judgements_kept(found.unguided) + 0.5;
    if (is_better || has_nothing_to_add) return;
    result.warnings.push_back(
        {"guidance-not-better",
         fmt::format("held-out judgements are kept no better with guidance ({:.0f} %) than without ({:.0f} %): "
                     "the answer owes them nothing that shows elsewhere",
                     std::round(100 * found.guided.kept), std::round(100 * found.unguided.kept)),
         found.guided.kept - found.unguided.kept});
}

}  // namespace

void add_concerns(Run& run) {
    const bool alone = run.prepared.n_views() == 1;
    const Needs& needs = find_method(run.result.method).needs;
    add_large_clusters(run.result);
    for (const View& view : run.prepared.views())
        add_dominating_column(view, alone, needs.nonnegative, run.result);
    add_dominating_view(run.prepared, run.result);
    add_weights_at_cap(run, run.result);
    add_useless_guidance(run.held_out, run.result);
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
