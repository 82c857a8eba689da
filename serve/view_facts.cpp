#include "serve/view_facts.hpp"

#include <cmath>

#include <fmt/format.h>

namespace mvlink::serve {

ViewFacts facts_of(const View& view) {
    std::vector<double> sum(view.cols(), 0.0), squares(view.cols(), 0.0);
    const auto rows = static_cast<double>(view.rows());
    for (Index row = 0; row < view.rows(); ++row) {
        each_entry(view, row, [&](Index column, double value) { sum[column] += value; });
    }
    ViewFacts facts{std::move(sum), {}};
    for (double& mean : facts.mean) {
        mean /= rows;
    }
    // Around the mean, so that large values do not drown small deviations; what a sparse row does not store is 0.
    std::vector<Index> stored(view.cols(), 0);
    for (Index row = 0; row < view.rows(); ++row) {
        each_entry(view, row, [&](Index column, double value) {
            squares[column] += (value - facts.mean[column]) * (value - facts.mean[column]);
            ++stored[column];
        });
    }
    for (Index column = 0; column < view.cols(); ++column) {
        const double absent = rows - static_cast<double>(stored[column]);
        squares[column] = std::sqrt((squares[column] + absent * facts.mean[column] * facts.mean[column]) / rows);
        // Rounding leaves a constant column with a deviation of this size.
        if (!(squares[column] > 1e-12 * std::abs(facts.mean[column]))) squares[column] = 0;
    }
    facts.deviation = std::move(squares);
    return facts;
}

double standardized(const ViewFacts& facts, Index column, double value) {
    const double deviation = facts.deviation[column];
    return deviation > 0 ? (value - facts.mean[column]) / deviation : 0;
}

std::string column_title(const View& view, Index column) {
    const auto names = view.column_names();
    return names.empty() ? fmt::format("column {}", column) : names[column];
}

ObjectRows::ObjectRows(const Dataset& data) : identical_(data.objects().rows_are_objects()) {
    if (identical_) {
        rows_.resize(1);
        return;
    }
    for (int view = 0; view < data.n_views(); ++view) {
        auto& rows = rows_.emplace_back(data.objects().count(), Index{-1});
        for (Index row = data.view(view).rows() - 1; row >= 0; --row) {
            rows[data.objects().of({view, row})] = row;
        }
    }
}

Index ObjectRows::row_of(Index object, int view) const {
    return identical_ ? object : rows_[view][object];
}

}  // namespace mvlink::serve
