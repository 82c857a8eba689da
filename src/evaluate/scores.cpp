#include "evaluate/scores.hpp"

#include "kernels/matching.hpp"

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace evaluate {
namespace {

/// Pairs of rows that are together. They and their sums of two fit 64 bits up to 3e9 rows.
struct PairCounts {
    Index both = 0;
    Index in_truth = 0;
    Index in_labels = 0;
    Index all = 0;
};

Index pairs_among(Index rows) {
    return rows % 2 == 0 ? rows / 2 * (rows - 1) : (rows - 1) / 2 * rows;
}

Index pairs_inside(std::span<const Index> groups) {
    Index pairs = 0;
    for (const Index rows : groups)
        pairs += pairs_among(rows);
    return pairs;
}

PairCounts count_pairs(const Contingency& table) {
    PairCounts pairs{0, pairs_inside(table.classes), pairs_inside(table.clusters), pairs_among(table.rows)};
    for (const auto& cell : table.cells)
        pairs.both += pairs_among(cell.count);
    return pairs;
}

double share(Index part, Index whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

double entropy(std::span<const Index> groups, double n) {
    double sum = 0;
    for (const Index rows : groups) {
        const double p = static_cast<double>(rows) / n;
        sum -= p * std::log(p);
    }
    return sum;
}

double mutual_information(const Contingency& table) {
    const auto n = static_cast<double>(table.rows);
    double sum = 0;
    for (const auto& [cluster, cls, count] : table.cells) {
        const auto joint = static_cast<double>(count);
        const auto rows_of_cluster = static_cast<double>(table.clusters[cluster]);
        const auto rows_of_class = static_cast<double>(table.classes[cls]);
        sum += joint / n * std::log(joint / rows_of_cluster * (n / rows_of_class));
    }
    return std::max(sum, 0.0);  // rounding
}

double normalize(double a, double b, NmiNormalizer normalizer) {
    switch (normalizer) {
        case NmiNormalizer::arithmetic:
            return (a + b) / 2;
        case NmiNormalizer::max:
            return std::max(a, b);
        case NmiNormalizer::geometric:
            break;
    }
    return std::sqrt(a * b);
}

}  // namespace

PairScores pair_scores(const Contingency& table) {
    const PairCounts pairs = count_pairs(table);
    return {share(pairs.both, pairs.in_labels), share(pairs.both, pairs.in_truth),
            share(2 * pairs.both, pairs.in_labels + pairs.in_truth)};
}

double normalized_mutual_information(const Contingency& table, NmiNormalizer normalizer) {
    const bool one_cluster = table.clusters.size() == 1;
    const bool one_class = table.classes.size() == 1;
    if (one_cluster || one_class) return one_cluster && one_class ? 1 : 0;
    const auto n = static_cast<double>(table.rows);
    const double whole = normalize(entropy(table.clusters, n), entropy(table.classes, n), normalizer);
    return std::min(mutual_information(table) / whole, 1.0);  // rounding
}

double accuracy(const Contingency& table) {
    const bool by_cluster = table.clusters.size() <= table.classes.size();
    std::vector<kernels::Worth> worths;
    worths.reserve(table.cells.size());
    for (const auto& [cluster, cls, count] : table.cells) {
        worths.push_back({by_cluster ? cluster : cls, by_cluster ? cls : cluster, static_cast<double>(count)});
    }
    const auto clusters = static_cast<Index>(table.clusters.size());
    const auto classes = static_cast<Index>(table.classes.size());
    const std::vector<Index> col_of =
        kernels::best_matching(std::min(clusters, classes), std::max(clusters, classes), worths);
    double right = 0;
    for (const kernels::Worth& pair : worths) {
        if (col_of[pair.row] == pair.col) right += pair.worth;
    }
    return right / static_cast<double>(table.rows);
}

/// Of the pairs' two-by-two table: 2 (ad - bc) / ((a + b)(b + d) + (a + c)(c + d)), the same as (sum - expected) /
/// (largest - expected) without their cancellation.
double adjusted_rand_index(const Contingency& table) {
    const PairCounts pairs = count_pairs(table);
    const auto a = static_cast<double>(pairs.both);
    const auto b = static_cast<double>(pairs.in_truth - pairs.both);
    const auto c = static_cast<double>(pairs.in_labels - pairs.both);
    const auto d = static_cast<double>(pairs.all - pairs.in_truth - pairs.in_labels + pairs.both);
    if (b == 0 && c == 0) return 1;
    return 2 * (a * d - b * c) / ((a + b) * (b + d) + (a + c) * (c + d));
}

double purity(const Contingency& table) {
    std::vector<Index> most(table.clusters.size(), 0);
    for (const auto& cell : table.cells) {
        Index& count = most[cell.cluster];
        count = std::max(count, cell.count);
    }
    Index right = 0;
    for (const Index count : most)
        right += count;
    return share(right, table.rows);
}

}  // namespace evaluate
}  // namespace v1
}  // namespace mvlink
