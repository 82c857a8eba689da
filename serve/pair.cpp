#include "serve/pair.hpp"

#include <mvlink/table.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace mvlink::serve {
namespace {

constexpr std::size_t kMostFeatures = 200;  // that one table shows, the most different ones
constexpr std::size_t kMostTerms = 40;      // of each of the three lists of words
constexpr double kDiffers = 1;              // standard deviations from which a difference is marked

/// One column of two dense rows. `row` -1: there is no such row.
struct Compared {
    Index column = 0;
    double a = 0, b = 0;
    double gap = 0;  ///< in standard deviations
};

std::string readable(double value) {
    return fmt::format("{:.6g}", value);
}

/// Entries of a sparse row by column.
std::map<Index, double> stored_entries(const View& view, Index row) {
    std::map<Index, double> entries;
    if (row < 0) return entries;
    each_entry(view, row, [&](Index column, double value) {
        if (value != 0) entries[column] = value;
    });
    return entries;
}

/// The words of a list, the weightiest first.
nlohmann::json words(const View& view, std::vector<std::pair<double, Index>> list) {
    std::sort(list.begin(), list.end(), [](const auto& x, const auto& y) {
        return x.first != y.first ? x.first > y.first : x.second < y.second;
    });
    nlohmann::json out = {{"count", list.size()}, {"words", nlohmann::json::array()}};
    for (std::size_t i = 0; i < std::min(list.size(), kMostTerms); ++i) {
        out["words"].push_back(column_title(view, list[i].second));
    }
    return out;
}

}  // namespace

Items::Items(const Problem& problem, const std::filesystem::path& folder)
    : problem_(problem), attachments_(folder, problem.data), object_rows_(problem.data) {
    for (const View& view : problem.data.views())
        facts_.push_back(facts_of(view));
}

std::string Items::title(InstanceId instance) const {
    const auto& names = problem_.row_names;
    const auto row = static_cast<std::size_t>(instance.row);
    if (static_cast<Index>(names.size()) == problem_.data.view(instance.view).rows()) return names[row];
    return problem_.data.view(instance.view).row_name(instance.row);
}

nlohmann::json Items::reference(InstanceId instance) const {
    const View& view = problem_.data.view(instance.view);
    return {{"view", instance.view},
            {"row", instance.row},
            {"id", view.row_name(instance.row)},
            {"title", title(instance)}};
}

std::vector<InstanceId> Items::rows_of_object(InstanceId instance) const {
    std::vector<InstanceId> rows;
    const Index object = problem_.data.objects().of(instance);
    for (int view = 0; view < problem_.data.n_views(); ++view) {
        const Index row = view == instance.view ? instance.row : object_rows_.row_of(object, view);
        if (row >= 0) rows.push_back({view, row});
    }
    return rows;
}

nlohmann::json Items::item(InstanceId instance) const {
    nlohmann::json out = reference(instance);
    out["images"] = nlohmann::json::array();
    out["texts"] = nlohmann::json::array();
    std::set<std::filesystem::path> shown;  // views may share a folder: each file once
    for (const InstanceId& row : rows_of_object(instance)) {
        const auto* image = attachments_.image_file(row);
        if (image != nullptr && shown.insert(*image).second)
            out["images"].push_back({{"view", row.view}, {"row", row.row}});
        const auto* file = attachments_.text_file(row);
        if (file == nullptr || !shown.insert(*file).second) continue;
        if (auto text = attachments_.text(row)) out["texts"].push_back(std::move(*text));
    }
    return out;
}

nlohmann::json Items::dense_features(int view, Index a, Index b) const {
    const View& table = problem_.data.view(view);
    std::vector<Compared> columns(table.cols());
    for (Index column = 0; column < table.cols(); ++column)
        columns[column].column = column;
    if (a >= 0) each_entry(table, a, [&](Index column, double value) { columns[column].a = value; });
    if (b >= 0) each_entry(table, b, [&](Index column, double value) { columns[column].b = value; });
    if (a >= 0 && b >= 0) {
        for (Compared& c : columns) {
            const double deviation = facts_[view].deviation[c.column];
            c.gap = deviation > 0 ? std::abs(c.a - c.b) / deviation : 0;
        }
    }
    const std::size_t shown = std::min(columns.size(), kMostFeatures);
    // The most different first; in their own order where a person can overlook all of them.
    if (columns.size() > 6) {
        std::stable_sort(columns.begin(), columns.end(),
                         [](const Compared& x, const Compared& y) { return x.gap > y.gap; });
    }
    nlohmann::json rows = nlohmann::json::array();
    for (std::size_t i = 0; i < shown; ++i) {
        const Compared& c = columns[i];
        nlohmann::json row = {{"name", column_title(table, c.column)}, {"gap", c.gap}, {"differs", c.gap >= kDiffers}};
        row["a"] = a >= 0 ? nlohmann::json(readable(c.a)) : nlohmann::json();
        row["b"] = b >= 0 ? nlohmann::json(readable(c.b)) : nlohmann::json();
        rows.push_back(std::move(row));
    }
    return {{"kind", "numbers"}, {"columns", table.cols()}, {"rows", std::move(rows)}};
}

nlohmann::json Items::sparse_features(int view, Index a, Index b) const {
    const View& table = problem_.data.view(view);
    const auto entries_a = stored_entries(table, a), entries_b = stored_entries(table, b);
    std::vector<std::pair<double, Index>> both, only_a, only_b;
    // A rare word tells more than a common one: weighted by how unusual its value is.
    const auto unusual = [&](Index column, double value) {
        return std::abs(standardized(facts_[view], column, value));
    };
    for (const auto& [column, value] : entries_a) {
        const auto other = entries_b.find(column);
        if (other == entries_b.end()) {
            only_a.emplace_back(unusual(column, value), column);
        } else {
            both.emplace_back(std::min(unusual(column, value), unusual(column, other->second)), column);
        }
    }
    for (const auto& [column, value] : entries_b) {
        if (!entries_a.contains(column)) only_b.emplace_back(unusual(column, value), column);
    }
    return {{"kind", "words"},
            {"both", words(table, std::move(both))},
            {"only_a", words(table, std::move(only_a))},
            {"only_b", words(table, std::move(only_b))}};
}

/// The cells of two rows of a table, as the file has them.
nlohmann::json Items::cells(Index a, Index b) const {
    std::vector<std::pair<PairedCell, double>> found;
    for (PairedCell& cell : paired_cells(*problem_.table, a, b)) {
        const auto view = problem_.data.find_view(cell.view);
        std::map<Index, double> gaps;
        const auto add = [&](Index row, double sign) {
            if (!view || row < 0) return;
            each_entry(problem_.data.view(*view), row, [&](Index column, double value) {
                if (column >= cell.first_feature && column < cell.first_feature + cell.features)
                    gaps[column] += sign * value;
            });
        };
        add(a, 1), add(b, -1);
        double gap = 0;
        for (const auto& [column, difference] : gaps) {
            const double deviation = facts_[*view].deviation[column];
            if (deviation > 0) gap = std::max(gap, std::abs(difference) / deviation);
        }
        found.emplace_back(std::move(cell), gap);
    }
    const auto words =
        std::count_if(found.begin(), found.end(), [](const auto& one) { return one.first.features == 0; });
    std::stable_sort(found.begin() + words, found.end(),
                     [](const auto& x, const auto& y) { return x.second > y.second; });
    nlohmann::json rows = nlohmann::json::array();
    for (const auto& [cell, gap] : found) {
        if (rows.size() == kMostFeatures) break;
        rows.push_back({{"name", cell.name}, {"gap", gap}, {"differs", gap >= kDiffers}, {"a", cell.a}, {"b", cell.b}});
    }
    return {{"kind", "numbers"}, {"view", "Columns"}, {"columns", found.size()}, {"rows", std::move(rows)}};
}

nlohmann::json Items::features(int view, Index a, Index b) const {
    const View& table = problem_.data.view(view);
    nlohmann::json out = table.is_sparse() ? sparse_features(view, a, b) : dense_features(view, a, b);
    out["view"] = table.name();
    return out;
}

nlohmann::json Items::pair(InstanceId a, InstanceId b) const {
    nlohmann::json out = {{"a", item(a)}, {"b", item(b)}, {"views", nlohmann::json::array()}};
    std::vector<Index> row_a(problem_.data.n_views(), -1), row_b = row_a;
    for (const InstanceId& row : rows_of_object(a))
        row_a[row.view] = row.row;
    for (const InstanceId& row : rows_of_object(b))
        row_b[row.view] = row.row;
    if (problem_.table) {  // row i of every view is row i of the table
        out["views"].push_back(cells(a.row, b.row));
        return out;
    }
    for (int view = 0; view < problem_.data.n_views(); ++view) {
        if (row_a[view] >= 0 || row_b[view] >= 0) out["views"].push_back(features(view, row_a[view], row_b[view]));
    }
    return out;
}

}  // namespace mvlink::serve
