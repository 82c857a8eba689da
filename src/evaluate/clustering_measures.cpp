#include <mvlink/clustering_measures.hpp>

#include "evaluate/contingency.hpp"
#include "kernels/matching.hpp"

#include <mvlink/error.hpp>
#include <mvlink/measures.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <string>

namespace mvlink {
inline namespace v1 {
namespace {

using evaluate::Contingency;

void require_equal_lengths(std::span<const SubspaceClustering> truths, std::span<const SubspaceClustering> found) {
    const std::size_t rows = truths.empty() ? 0 : truths.front().labels.size();
    for (const auto clusterings : {truths, found}) {
        for (const SubspaceClustering& clustering : clusterings) {
            if (clustering.labels.size() == rows || truths.empty()) continue;
            throw Error{ErrorCode::input, "measures: a clustering has " + std::to_string(clustering.labels.size()) +
                                              " rows and the first truth has " + std::to_string(rows) +
                                              "; expected equally many"};
        }
    }
}

bool has_known_rows(const SubspaceClustering& truth) {
    return std::any_of(truth.labels.begin(), truth.labels.end(), [](std::int32_t label) { return label >= 0; });
}

/// How many columns clusters have and share.
class Dimensions {
public:
    /// Every cluster counts only its rows.
    Dimensions() = default;
    Dimensions(const SubspaceClustering& truth, const SubspaceClustering& found)
        : counted_(true), truth_(sorted(truth)), found_(sorted(found)) {}

    [[nodiscard]] double of_class(std::int32_t label) const { return counted_ ? size(list(truth_, label)) : 1; }
    [[nodiscard]] double of_cluster(std::int32_t label) const { return counted_ ? size(list(found_, label)) : 1; }
    [[nodiscard]] double shared(std::int32_t cls, std::int32_t cluster) const {
        if (!counted_) return 1;
        const List& a = list(truth_, cls);
        const List& b = list(found_, cluster);
        List both;
        std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
        return size(both);
    }

private:
    using List = std::vector<Index>;

    static double size(const List& list) { return static_cast<double>(list.size()); }
    static std::vector<List> sorted(const SubspaceClustering& clustering) {
        std::vector<List> lists = clustering.dimensions;
        for (List& list : lists) {
            std::sort(list.begin(), list.end());
            list.erase(std::unique(list.begin(), list.end()), list.end());
        }
        return lists;
    }
    static const List& list(const std::vector<List>& lists, std::int32_t label) {
        static const List none;
        const std::size_t place = lists.size() == 1 ? 0 : static_cast<std::size_t>(label);
        return place < lists.size() ? lists[place] : none;
    }

    bool counted_ = false;
    std::vector<List> truth_, found_;
};

/// The best F1 of every group of one side: by the number of its clustering and its label there.
using BestScores = std::map<std::pair<std::size_t, std::int32_t>, double>;

void raise(double& best, double score) {
    best = std::max(best, score);
}

/// One truth against one clustering. Groups that exist score at least 0.
void compare(const Contingency& table, const Dimensions& dimensions, std::size_t truth, std::size_t found,
             BestScores& true_ones, BestScores& found_ones) {
    for (const std::int32_t label : table.class_labels) {
        if (dimensions.of_class(label) > 0) true_ones.try_emplace({truth, label}, 0.0);
    }
    for (const std::int32_t label : table.cluster_labels) {
        if (label >= 0 && dimensions.of_cluster(label) > 0) found_ones.try_emplace({found, label}, 0.0);
    }
    for (const auto& [cluster, cls, count] : table.cells) {
        const std::int32_t c = table.cluster_labels[cluster];
        const std::int32_t t = table.class_labels[cls];
        const double of_cluster = c < 0 ? 0 : dimensions.of_cluster(c), of_class = dimensions.of_class(t);
        if (of_cluster == 0 || of_class == 0) continue;
        const double shared = static_cast<double>(count) * dimensions.shared(t, c);
        const double whole = static_cast<double>(table.clusters[cluster]) * of_cluster +
                             static_cast<double>(table.classes[cls]) * of_class;
        raise(true_ones[{truth, t}], 2 * shared / whole);
        raise(found_ones[{found, c}], 2 * shared / whole);
    }
}

double mean(const BestScores& scores) {
    const double sum = std::accumulate(scores.begin(), scores.end(), 0.0,
                                       [](double total, const auto& entry) { return total + entry.second; });
    return scores.empty() ? 0 : sum / static_cast<double>(scores.size());
}

double pooled_f1(std::span<const SubspaceClustering> truths, std::span<const SubspaceClustering> found,
                 bool with_dimensions) {
    require_equal_lengths(truths, found);
    BestScores true_ones, found_ones;
    for (std::size_t t = 0; t < truths.size(); ++t) {
        if (!has_known_rows(truths[t])) continue;
        for (std::size_t c = 0; c < found.size(); ++c) {
            const Contingency table = evaluate::count_table(truths[t].labels, found[c].labels);
            const Dimensions dimensions = with_dimensions ? Dimensions(truths[t], found[c]) : Dimensions();
            compare(table, dimensions, t, c, true_ones, found_ones);
        }
    }
    const double recall = mean(true_ones), precision = mean(found_ones);
    return recall + precision == 0 ? 0 : 2 * recall * precision / (recall + precision);
}

}  // namespace

double e4fc(std::span<const SubspaceClustering> truths, std::span<const SubspaceClustering> found) {
    return pooled_f1(truths, found, false);
}

double e4sc(std::span<const SubspaceClustering> truths, std::span<const SubspaceClustering> found) {
    return pooled_f1(truths, found, true);
}

std::vector<int> match_clusterings(std::span<const SubspaceClustering> truths,
                                   std::span<const SubspaceClustering> found) {
    require_equal_lengths(truths, found);
    std::vector<kernels::Worth> pairs;
    for (std::size_t c = 0; c < found.size(); ++c) {
        for (std::size_t t = 0; t < truths.size(); ++t) {
            if (!has_known_rows(truths[t])) continue;
            // An uninformative truth is still better than none.
            const double worth = 1 + normalized_mutual_information(truths[t].labels, found[c].labels);
            pairs.push_back({static_cast<Index>(c), static_cast<Index>(t), worth});
        }
    }
    const auto matched =
        kernels::best_matching(static_cast<Index>(found.size()), static_cast<Index>(truths.size()), pairs);
    return {matched.begin(), matched.end()};
}

std::vector<MatchedClustering> matched_scores(std::span<const SubspaceClustering> truths,
                                              std::span<const SubspaceClustering> found) {
    std::vector<MatchedClustering> scores;
    for (const int truth : match_clusterings(truths, found)) {
        MatchedClustering score{truth};
        if (truth >= 0) {
            const auto& labels = found[scores.size()].labels;
            const auto& classes = truths[truth].labels;
            score.nmi = normalized_mutual_information(classes, labels);
            score.ari = adjusted_rand_index(classes, labels);
        }
        scores.push_back(score);
    }
    return scores;
}

}  // namespace v1
}  // namespace mvlink
