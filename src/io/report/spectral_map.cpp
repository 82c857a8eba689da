#include "io/report/spectral_map.hpp"

#include <mvlink/error.hpp>

#include "kernels/graph_embedding.hpp"
#include "kernels/rows.hpp"

#include <cstdint>
#include <type_traits>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

constexpr std::size_t kLeastRows = 4;  // of fewer there are no two eigenvectors that mean anything

View rows_taken(const View& view, const std::vector<Index>& rows) {
    const auto count = static_cast<Index>(rows.size());
    return view.visit([&](const auto& X) {
        if constexpr (std::decay_t<decltype(X)>::kSparse) {
            std::vector<Index> offsets{0};
            std::vector<std::int32_t> columns;
            std::vector<double> values;
            for (const Index row : rows) {
                kernels::for_each_entry(X, row, [&](Index column, double value) {
                    columns.push_back(static_cast<std::int32_t>(column));
                    values.push_back(value);
                });
                offsets.push_back(static_cast<Index>(values.size()));
            }
            return View::sparse(view.name(), count, X.cols, std::move(offsets), std::move(columns), std::move(values));
        } else {
            std::vector<double> values;
            values.reserve(rows.size() * static_cast<std::size_t>(X.cols));
            for (const Index row : rows) {
                kernels::for_each_entry(X, row, [&](Index, double value) { values.push_back(value); });
            }
            return View::dense(view.name(), count, X.cols, std::move(values));
        }
    });
}

}  // namespace

std::optional<SpectralMap> spectral_map(const View& view, const std::vector<Index>& rows, Context& context) {
    if (rows.size() < kLeastRows) return std::nullopt;
    const View taken = rows_taken(view, rows);
    try {
        const kernels::GraphEmbedding found = kernels::embed_rows(taken.features(), 2, "report", context);
        if (!found.coordinates.allFinite()) return std::nullopt;
        return SpectralMap{{found.coordinates.data(), found.coordinates.data() + found.coordinates.size()},
                           found.parts.count};
    } catch (const Error&) {
        return std::nullopt;  // a finished run is not lost because a map cannot be drawn
    }
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
