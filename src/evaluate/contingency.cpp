#include "evaluate/contingency.hpp"

#include <mvlink/error.hpp>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace evaluate {
namespace {

/// Labels renumbered 0 .. groups - 1.
struct Codes {
    std::vector<Index> code;
    std::vector<std::int32_t> label;  // of each group
    Index groups = 0;

    Index add(std::int32_t name) {
        label.push_back(name);
        return groups++;
    }
};

Codes renumber_by_table(std::span<const std::int32_t> labels, std::int64_t least, std::int64_t range) {
    std::vector<Index> code_of(range, -1);
    Codes codes;
    codes.code.reserve(labels.size());
    for (const auto label : labels) {
        Index& code = code_of[label - least];
        if (code < 0) code = codes.add(label);
        codes.code.push_back(code);
    }
    return codes;
}

Codes renumber_by_hash(std::span<const std::int32_t> labels) {
    std::unordered_map<std::int32_t, Index> code_of;
    Codes codes;
    codes.code.reserve(labels.size());
    for (const auto label : labels) {
        const auto [place, is_new] = code_of.try_emplace(label, codes.groups);
        if (is_new) codes.add(label);
        codes.code.push_back(place->second);
    }
    return codes;
}

/// Numbered in the order in which labels first appear.
Codes renumber(std::span<const std::int32_t> labels) {
    const auto [least, most] = std::minmax_element(labels.begin(), labels.end());
    const std::int64_t range = std::int64_t{*most} - *least + 1;
    const auto affordable = 2 * static_cast<std::int64_t>(labels.size()) + 1024;
    return range <= affordable ? renumber_by_table(labels, *least, range) : renumber_by_hash(labels);
}

std::vector<Index> group_sizes(const Codes& codes) {
    std::vector<Index> sizes(codes.groups, 0);
    for (const Index code : codes.code)
        ++sizes[code];
    return sizes;
}

/// The classes of the rows, cluster after cluster (a counting sort).
std::vector<Index> classes_by_cluster(const Codes& clusters, const Codes& classes, std::span<const Index> sizes) {
    std::vector<Index> next(sizes.size(), 0);
    for (std::size_t c = 1; c < sizes.size(); ++c)
        next[c] = next[c - 1] + sizes[c - 1];
    std::vector<Index> sorted(clusters.code.size());
    for (std::size_t i = 0; i < sorted.size(); ++i)
        sorted[next[clusters.code[i]]++] = classes.code[i];
    return sorted;
}

std::vector<Contingency::Cell> count_cells(const Codes& clusters, const Codes& classes, std::span<const Index> sizes) {
    const std::vector<Index> sorted = classes_by_cluster(clusters, classes, sizes);
    std::vector<Contingency::Cell> cells;
    std::vector<Index> cell_of(classes.groups, -1);  // of the current cluster, if not before its first cell
    auto row = sorted.begin();
    for (Index cluster = 0; cluster < clusters.groups; ++cluster) {
        const auto first_cell = static_cast<Index>(cells.size());
        for (const auto end = row + sizes[cluster]; row != end; ++row) {
            Index& cell = cell_of[*row];
            if (cell < first_cell) {
                cell = static_cast<Index>(cells.size());
                cells.push_back({cluster, *row, 0});
            }
            ++cells[cell].count;
        }
    }
    return cells;
}

void require_equal_lengths(std::size_t truth, std::size_t labels) {
    if (truth == labels) return;
    throw Error{ErrorCode::input, "measures: truth has " + std::to_string(truth) + " rows and labels have " +
                                      std::to_string(labels) + "; expected equally many"};
}

void require_distinct_rows(std::span<const Index> rows, std::size_t length) {
    std::vector<bool> seen(length, false);
    for (const Index row : rows) {
        if (row < 0 || row >= static_cast<Index>(length)) {
            throw Error{ErrorCode::input, "measures: row " + std::to_string(row) + " does not exist (there are " +
                                              std::to_string(length) + " rows)"};
        }
        if (seen[row]) {
            throw Error{ErrorCode::input, "measures: row " + std::to_string(row) + " is listed twice; expected once"};
        }
        seen[row] = true;
    }
}

/// The labels of the rows whose truth is known.
class KnownRows {
public:
    explicit KnownRows(std::size_t most) {
        truth_.reserve(most);
        labels_.reserve(most);
    }
    void add(std::int32_t truth, std::int32_t label) {
        if (truth < 0) return;
        truth_.push_back(truth);
        labels_.push_back(label);
    }
    [[nodiscard]] Contingency count() const {
        if (truth_.empty()) {
            throw Error{ErrorCode::input, "measures: no row has a known class; expected at least one"};
        }
        Codes classes = renumber(truth_);
        Codes clusters = renumber(labels_);
        Contingency table;
        table.rows = static_cast<Index>(truth_.size());
        table.clusters = group_sizes(clusters);
        table.classes = group_sizes(classes);
        table.cells = count_cells(clusters, classes, table.clusters);
        table.cluster_labels = std::move(clusters.label);
        table.class_labels = std::move(classes.label);
        return table;
    }

private:
    std::vector<std::int32_t> truth_;
    std::vector<std::int32_t> labels_;
};

}  // namespace

Contingency count_table(std::span<const std::int32_t> truth, std::span<const std::int32_t> labels) {
    require_equal_lengths(truth.size(), labels.size());
    KnownRows known{truth.size()};
    for (std::size_t i = 0; i < truth.size(); ++i)
        known.add(truth[i], labels[i]);
    return known.count();
}

Contingency count_table(std::span<const std::int32_t> truth, std::span<const std::int32_t> labels,
                        std::span<const Index> rows) {
    require_equal_lengths(truth.size(), labels.size());
    require_distinct_rows(rows, truth.size());
    KnownRows known{rows.size()};
    for (const Index row : rows)
        known.add(truth[row], labels[row]);
    return known.count();
}

}  // namespace evaluate
}  // namespace v1
}  // namespace mvlink
