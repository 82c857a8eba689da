#pragma once

#include <mvlink/export.hpp>
#include <mvlink/matrix.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// How well labels agree with a truth. All are linear in the number of rows; rows whose truth is negative (unknown) are
/// left out.
namespace mvlink {
inline namespace v1 {

enum class NmiNormalizer { geometric, arithmetic, max };

struct PairScores {
    double precision = 0;
    double recall = 0;
    double f_measure = 0;  ///< 0 where no pair is together on either side
};

struct Measures {
    double f_measure = 0, precision = 0, recall = 0;
    double nmi = 0;  ///< geometric
    double acc = 0;
    double ari = 0;
    double purity = 0;
    bool operator==(const Measures&) const = default;
};

/// Over all pairs of rows.
MVLINK_API PairScores pair_scores(std::span<const std::int32_t> truth, std::span<const std::int32_t> labels);
/// Over the pairs of rows of a test fold only.
MVLINK_API PairScores pair_scores(std::span<const std::int32_t> truth, std::span<const std::int32_t> labels,
                                  std::span<const Index> rows);
/// 1 where both sides have one group; 0 where only one has.
MVLINK_API double normalized_mutual_information(std::span<const std::int32_t> truth,
                                                std::span<const std::int32_t> labels,
                                                NmiNormalizer normalizer = NmiNormalizer::geometric);
/// Share of rows right under the best one-to-one matching of clusters to classes; their numbers may differ.
MVLINK_API double accuracy(std::span<const std::int32_t> truth, std::span<const std::int32_t> labels);
MVLINK_API double adjusted_rand_index(std::span<const std::int32_t> truth, std::span<const std::int32_t> labels);
MVLINK_API double purity(std::span<const std::int32_t> truth, std::span<const std::int32_t> labels);
/// All of them from one table of counts.
MVLINK_API Measures measure(std::span<const std::int32_t> truth, std::span<const std::int32_t> labels);
/// Name and value in the order of the contract, for tables and JSON.
MVLINK_API std::vector<std::pair<std::string, double>> named(const Measures& measures);

}  // namespace v1
}  // namespace mvlink
