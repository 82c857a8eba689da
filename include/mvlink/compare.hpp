#pragma once

#include <mvlink/export.hpp>
#include <mvlink/matrix.hpp>
#include <mvlink/stored_result.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Stored results side by side: what was asked of each, and how far their labels agree.
namespace mvlink {
inline namespace v1 {

struct ComparedResult {
    std::string name;  ///< as it was given: its folder
    StoredResult result;
};

/// An option with the value that each result has; none where its method has no such option.
struct OptionDifference {
    std::string name;
    std::vector<std::optional<std::string>> values;
};

/// How far the labels of two results agree, which are given by their positions.
struct LabelAgreement {
    std::size_t a = 0, b = 0;
    /// Of one name. But clusterings are matched one to one by their labels, and the only labels of a result are held
    /// against every clustering of the other.
    std::string partition_a, partition_b;
    Index rows = 0;
    double ari = 0;
    double nmi = 0;  ///< geometric
};

/// Labels of two results that could not be compared.
struct LabelsApart {
    std::size_t a = 0, b = 0;
    std::string reason;
};

struct Comparison {
    std::vector<ComparedResult> results;
    std::vector<OptionDifference> options;  ///< those whose values differ among the results that have them
    bool same_objective = false;            ///< they minimize the same function of the same data
    std::vector<std::string> repeated;      ///< views that have the labels of the objects wherever they have labels
    std::vector<LabelAgreement> agreements;
    std::vector<LabelsApart> apart;
};

/// Rows are matched by their ids, or by their numbers in views without ids. Error{usage} if there are fewer than two.
MVLINK_API Comparison compare_results(std::vector<ComparedResult> results);
/// Reads them first, as read_result does.
MVLINK_API Comparison compare_results(std::span<const std::filesystem::path> paths);

/// Sizes of the clusters that are not empty, by label.
MVLINK_API std::vector<Index> cluster_sizes(const StoredPartition& partition);

/// What `mvlink compare --json` prints.
MVLINK_API std::string comparison_json(const Comparison& comparison);

}  // namespace v1
}  // namespace mvlink
