#include <mvlink/error.hpp>
#include <mvlink/generate_clusterings.hpp>

#include "evaluate/generate/common.hpp"

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace {

constexpr int kMostColumns = 10'000'000;  // their sum with the columns of noise stays far from an overflow

void require(bool holds, const std::string& message) {
    if (!holds) throw Error{ErrorCode::usage, message};
}

void require_valid(const SmvcSyntheticOptions& options) {
    require(options.clusterings >= 1,
            "clusterings: found " + std::to_string(options.clusterings) + "; expected at least 1");
    require(
        options.noise_cols >= 0 && options.noise_cols <= kMostColumns,
        "noise_cols: found " + std::to_string(options.noise_cols) + "; expected 0 to " + std::to_string(kMostColumns));
    require(options.cols <= kMostColumns,
            "cols: found " + std::to_string(options.cols) + "; expected at most " + std::to_string(kMostColumns));
    require(std::isfinite(options.separation) && options.separation >= 0,
            "separation: found " + std::to_string(options.separation) + "; expected a finite number >= 0");
    evaluate::require_shape(options.rows, Index{options.cols} + options.noise_cols, options.clusters);
    require(options.cols >= options.clusterings, "cols: found " + std::to_string(options.cols) + " for " +
                                                     std::to_string(options.clusterings) +
                                                     " clusterings; expected at least one per clustering");
}

/// The columns of clustering c: one after the other, the first clusterings take the remainder.
std::vector<Index> columns_of(const SmvcSyntheticOptions& options, int c) {
    const Index share = options.cols / options.clusterings, left = options.cols % options.clusterings;
    const Index first = c * share + std::min<Index>(c, left);
    std::vector<Index> columns;
    for (Index column = first; column < first + share + (c < left ? 1 : 0); ++column)
        columns.push_back(column);
    return columns;
}

/// One table, row after row.
struct Table {
    Index cols = 0;
    std::vector<double> values;
    double& at(Index row, Index col) { return values[row * cols + col]; }
};

void fill_clustering(const Truth& truth, const SmvcSyntheticOptions& options, Table& table, Random& random) {
    std::vector<double> means(options.clusters);
    for (const Index column : truth.columns) {
        for (double& mean : means)
            mean = options.separation * random.normal();
        for (Index row = 0; row < options.rows; ++row) {
            const auto label = static_cast<std::size_t>(truth.labels[row]);
            table.at(row, column) = means[label] + random.normal();
        }
    }
}

std::vector<std::string> column_names(const std::vector<Truth>& truths, const SmvcSyntheticOptions& options) {
    std::vector<std::string> names;
    for (const Truth& truth : truths) {
        for (std::size_t i = 0; i < truth.columns.size(); ++i)
            names.push_back(truth.name + "_" + std::to_string(i));
    }
    for (int i = 0; i < options.noise_cols; ++i)
        names.push_back("noise_" + std::to_string(i));
    return names;
}

}  // namespace

Generated generate_smvc_synthetic(const SmvcSyntheticOptions& options, Random random) {
    require_valid(options);
    Table table{Index{options.cols} + options.noise_cols, {}};
    table.values.resize(options.rows * table.cols);
    std::vector<Truth> truths;
    for (int c = 0; c < options.clusterings; ++c) {
        Truth truth{"t" + std::to_string(c + 1), "", {}, {}, columns_of(options, c)};
        truth.labels = evaluate::balanced_labels(options.rows, options.clusters, random);
        fill_clustering(truth, options, table, random);
        truths.push_back(std::move(truth));
    }
    const double width = std::hypot(1.0, options.separation);
    for (Index column = options.cols; column < table.cols; ++column) {
        for (Index row = 0; row < options.rows; ++row)
            table.at(row, column) = width * random.normal();
    }
    const View view = View::dense("x", options.rows, table.cols, std::move(table.values))
                          .with_column_names(column_names(truths, options));
    return {Dataset{view}, std::move(truths)};
}

}  // namespace v1
}  // namespace mvlink
