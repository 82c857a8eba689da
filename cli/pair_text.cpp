#include "pair_text.hpp"

#include "text.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

constexpr std::size_t kMostFeatures = 12;
constexpr double kMarked = 1;  // standard deviations

constexpr std::size_t kLongCell = 48;      // bytes; longer ones do not fit beside each other
constexpr std::size_t kMostOfText = 1000;  // bytes

std::string in_one_line(std::string text) {
    for (char& c : text)
        c = c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
    return text;
}

/// A text in one line, cut between two characters if it is very long.
std::string beginning_of(const std::string& text) {
    std::size_t length = std::min(text.size(), kMostOfText);
    while (length < text.size() && length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80)
        --length;
    return in_one_line(text.substr(0, length)) + (length < text.size() ? " .." : "");
}

template <class Rows>
void for_entries(const Rows& X, Index row, const auto& body) {
    if constexpr (Rows::kSparse) {
        for (Index e = X.offsets[row]; e < X.offsets[row + 1]; ++e)
            body(static_cast<Index>(X.columns[e]), static_cast<double>(X.values[e]));
    } else {
        for (Index col = 0; col < X.cols; ++col)
            body(col, static_cast<double>(X.at(row, col)));
    }
}

std::vector<double> spread_of(const View& view) {
    const auto cols = static_cast<std::size_t>(view.cols());
    std::vector<double> sum(cols, 0.0), squares(cols, 0.0);
    view.visit([&](const auto& X) {
        for (Index row = 0; row < X.rows; ++row) {
            for_entries(X, row, [&](Index col, double value) {
                sum[col] += value;
                squares[col] += value * value;
            });
        }
    });
    const double n = static_cast<double>(std::max<Index>(view.rows(), 1));
    for (std::size_t col = 0; col < cols; ++col) {
        const double mean = sum[col] / n;
        squares[col] = std::sqrt(std::max(0.0, squares[col] / n - mean * mean));
    }
    return squares;
}

}  // namespace

PairText::PairText(const Problem& problem) : problem_(problem) {
    for (const View& view : problem.data.views())
        spread_.push_back(spread_of(view));
}

std::string PairText::name_of(InstanceId instance) const {
    const View& view = problem_.data.view(instance.view);
    const auto row = static_cast<std::size_t>(instance.row);
    const bool named = problem_.row_names.size() == static_cast<std::size_t>(view.rows());
    std::string name = named ? problem_.row_names[row] : view.row_name(instance.row);
    if (problem_.data.n_views() > 1) name += fmt::format(" ({})", view.name());
    return name;
}

std::vector<PairText::Feature> PairText::features(int view, Index a, Index b) const {
    const View& table = problem_.data.view(view);
    std::map<Index, std::pair<double, double>> values;
    table.visit([&](const auto& X) {
        for_entries(X, a, [&](Index col, double value) { values[col].first = value; });
        for_entries(X, b, [&](Index col, double value) { values[col].second = value; });
    });
    std::vector<Feature> features;
    for (const auto& [col, pair] : values) {
        const auto names = table.column_names();
        const auto number = static_cast<std::size_t>(col);
        const double spread = spread_[view][number];
        features.push_back({number < names.size() ? names[number] : fmt::format("column {}", col),
                            fmt::format("{:.6g}", pair.first), fmt::format("{:.6g}", pair.second),
                            spread > 0 ? std::abs(pair.first - pair.second) / spread : 0});
    }
    if (features.size() > kMostFeatures) {
        std::stable_sort(features.begin(), features.end(),
                         [](const Feature& x, const Feature& y) { return x.difference > y.difference; });
        features.resize(kMostFeatures);
    }
    return features;
}

double PairText::gap_of(const PairedCell& cell, Index a, Index b) const {
    const auto view = problem_.data.find_view(cell.view);
    if (!view) return 0;
    const auto is_one = [&](Index col) {
        return col >= cell.first_feature && col < cell.first_feature + cell.features;
    };
    std::map<Index, double> gaps;
    problem_.data.view(*view).visit([&](const auto& X) {
        for_entries(X, a, [&](Index col, double value) { gaps[is_one(col) ? col : -1] += value; });
        for_entries(X, b, [&](Index col, double value) { gaps[is_one(col) ? col : -1] -= value; });
    });
    gaps.erase(-1);
    double largest = 0;
    for (const auto& [col, gap] : gaps) {
        const double spread = spread_[*view][static_cast<std::size_t>(col)];
        if (spread > 0) largest = std::max(largest, std::abs(gap) / spread);
    }
    return largest;
}

std::string PairText::cells_text(Index a, Index b, Table& table, std::size_t width) const {
    std::vector<Feature> shown;
    std::string below;
    for (const PairedCell& cell : paired_cells(*problem_.table, a, b)) {
        if (std::max(cell.a.size(), cell.b.size()) > kLongCell) {
            below +=
                fmt::format("\n  {}\n    1: {}\n    2: {}\n", cell.name, beginning_of(cell.a), beginning_of(cell.b));
        } else {
            shown.push_back({cell.name, in_one_line(cell.a), in_one_line(cell.b), gap_of(cell, a, b)});
        }
    }
    if (shown.size() > kMostFeatures) {  // names of things say much, but have no difference
        const auto has_no_gap = [](const Feature& feature) { return feature.difference == 0; };
        const auto first = std::find_if_not(shown.begin(), shown.begin() + kMostFeatures / 2, has_no_gap);
        std::stable_sort(first, shown.end(),
                         [](const Feature& x, const Feature& y) { return x.difference > y.difference; });
        shown.resize(kMostFeatures);
    }
    for (const Feature& feature : shown)
        table.add({feature.name, feature.of_a, feature.of_b, feature.difference > kMarked ? "<- differs" : ""});
    return (shown.empty() ? fmt::format("  1: {}\n  2: {}\n", name_of({0, a}), name_of({0, b}))
                          : table.text(2, width)) +
           below;
}

std::string PairText::text(InstanceId a, InstanceId b, std::size_t width) const {
    Table table({{""}, {name_of(a)}, {name_of(b)}, {""}});
    const auto add = [&](const std::vector<Feature>& features) {
        for (const Feature& feature : features)
            table.add({feature.name, feature.of_a, feature.of_b, feature.difference > kMarked ? "<- differs" : ""});
    };
    if (problem_.table) {  // row i of every view is row i of the table
        return cells_text(a.row, b.row, table, width);
    }
    if (a.view == b.view) {
        add(features(a.view, a.row, b.row));
        return table.text(2, width);
    }
    for (const Feature& feature : features(a.view, a.row, a.row))
        table.add({feature.name, feature.of_a, "", ""});
    for (const Feature& feature : features(b.view, b.row, b.row))
        table.add({feature.name, "", feature.of_b, ""});
    return table.text(2, width);
}

}  // namespace mvlink::cli
