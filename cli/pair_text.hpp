#pragma once

#include "text.hpp"

#include <mvlink/problem.hpp>
#include <mvlink/table.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace mvlink::cli {

/// Two items side by side, as a person compares them.
class PairText {
public:
    explicit PairText(const Problem& problem);

    /// A table of features with what differs marked; of many columns, those that say most.
    [[nodiscard]] std::string text(InstanceId a, InstanceId b, std::size_t width) const;

private:
    struct Feature {
        std::string name, of_a, of_b;
        double difference = 0;  ///< in standard deviations
    };
    [[nodiscard]] std::vector<Feature> features(int view, Index a, Index b) const;
    /// Of a table: its cells, as the file has them; long ones below it.
    [[nodiscard]] std::string cells_text(Index a, Index b, Table& table, std::size_t width) const;
    /// The largest difference of the features of a column, in standard deviations.
    [[nodiscard]] double gap_of(const PairedCell& cell, Index a, Index b) const;
    [[nodiscard]] std::string name_of(InstanceId instance) const;

    const Problem& problem_;
    std::vector<std::vector<double>> spread_;  ///< standard deviation of every column, by view
};

}  // namespace mvlink::cli
