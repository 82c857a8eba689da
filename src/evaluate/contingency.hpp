#pragma once

#include <mvlink/matrix.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace evaluate {

/// How many rows a cluster and a class share; pairs that share none are not stored.
struct Contingency {
    struct Cell {
        Index cluster = 0;
        Index cls = 0;
        Index count = 0;
    };

    Index rows = 0;
    std::vector<Index> clusters;               ///< rows of each cluster
    std::vector<Index> classes;                ///< rows of each class
    std::vector<Cell> cells;                   ///< by increasing cluster
    std::vector<std::int32_t> cluster_labels;  ///< what each cluster is called
    std::vector<std::int32_t> class_labels;    ///< and each class
};

/// Counts the rows whose truth is known. Linear in rows, whatever values the labels take.
/// Throws Error{input} if lengths differ or no row has a known truth.
Contingency count_table(std::span<const std::int32_t> truth, std::span<const std::int32_t> labels);

/// The same over the listed rows only: distinct ones of the table.
Contingency count_table(std::span<const std::int32_t> truth, std::span<const std::int32_t> labels,
                        std::span<const Index> rows);

}  // namespace evaluate
}  // namespace v1
}  // namespace mvlink
