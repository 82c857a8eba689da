#include "serve/halves.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace mvlink::serve {
namespace {

constexpr int kRounds = 12;  // of the power iteration: the direction need not be exact

/// Some rows in standard deviations, centred without being written out.
class CentredRows {
public:
    CentredRows(const View& view, const ViewFacts& facts, std::vector<Index> rows)
        : view_(view), facts_(facts), rows_(std::move(rows)), mean_(view.cols(), 0.0) {
        for (const Index row : rows_)
            add(row, 1 / static_cast<double>(rows_.size()), mean_);
    }

    [[nodiscard]] std::vector<double> first_row() const {
        std::vector<double> centred(mean_.size());
        std::transform(mean_.begin(), mean_.end(), centred.begin(), [](double mean) { return -mean; });
        add(rows_.front(), 1, centred);
        return centred;
    }
    /// How far along the axis each row lies.
    [[nodiscard]] std::vector<double> along(const std::vector<double>& axis) const {
        const double offset = std::inner_product(mean_.begin(), mean_.end(), axis.begin(), 0.0);
        std::vector<double> places(rows_.size(), -offset);
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            each_entry(view_, rows_[i],
                       [&](Index column, double value) { places[i] += scaled(column, value) * axis[column]; });
        }
        return places;
    }
    /// The sum of the rows, each as often as `weights` say.
    [[nodiscard]] std::vector<double> sum(const std::vector<double>& weights) const {
        const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
        std::vector<double> result(mean_.size());
        std::transform(mean_.begin(), mean_.end(), result.begin(), [&](double mean) { return -total * mean; });
        for (std::size_t i = 0; i < rows_.size(); ++i)
            add(rows_[i], weights[i], result);
        return result;
    }

private:
    [[nodiscard]] double scaled(Index column, double value) const {
        return facts_.deviation[column] > 0 ? value / facts_.deviation[column] : 0;
    }
    void add(Index row, double weight, std::vector<double>& to) const {
        each_entry(view_, row, [&](Index column, double value) { to[column] += weight * scaled(column, value); });
    }

    const View& view_;
    const ViewFacts& facts_;
    std::vector<Index> rows_;
    std::vector<double> mean_;
};

/// Scales to length 1; false where there is no length.
bool normalize(std::vector<double>& axis) {
    const double length = std::sqrt(std::inner_product(axis.begin(), axis.end(), axis.begin(), 0.0));
    if (!(length > 0)) return false;
    for (double& value : axis)
        value /= length;
    return true;
}

std::vector<double> along_first_axis(const CentredRows& rows) {
    std::vector<double> axis = rows.first_row();
    normalize(axis);
    for (int round = 0; round < kRounds; ++round) {
        std::vector<double> next = rows.sum(rows.along(axis));
        if (!normalize(next)) break;
        axis = std::move(next);
    }
    return rows.along(axis);
}

}  // namespace

std::pair<Index, Index> halves_of_cluster(const View& view, const ViewFacts& facts, const Partition& partition,
                                          Index cluster) {
    std::vector<Index> rows;
    for (Index row = 0; row < view.rows(); ++row) {
        if (partition.labels[row] == cluster) rows.push_back(row);
    }
    if (rows.size() < 2) return {-1, -1};
    const std::vector<double> place = along_first_axis(CentredRows(view, facts, rows));
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) { return place[x] < place[y]; });
    const auto below = std::count_if(place.begin(), place.end(), [](double p) { return p < 0; });
    const std::size_t cut = std::clamp<std::size_t>(static_cast<std::size_t>(below), 1, rows.size() - 1);
    return {rows[order[cut / 2]], rows[order[cut + (rows.size() - cut) / 2]]};
}

}  // namespace mvlink::serve
