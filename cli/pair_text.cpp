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

std::string PairText::text(InstanceId a, InstanceId b, std::size_t width) const {
    Table table({{""}, {name_of(a)}, {name_of(b)}, {""}});
    const auto add = [&](const std::vector<Feature>& features) {
        for (const Feature& feature : features)
            table.add({feature.name, feature.of_a, feature.of_b, feature.difference > kMarked ? "<- differs" : ""});
    };
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
