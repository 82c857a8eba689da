#pragma once

#include <mvlink/context.hpp>
#include <mvlink/view.hpp>

#include <optional>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io::report {

/// Rows in the second and third eigenvector of the graph of their nearest neighbours.
struct SpectralMap {
    std::vector<double> coordinates;  ///< two per row
    Index parts = 1;                  ///< into which the graph falls
};

/// The graph is that of these rows alone, so that a map of a large view costs no more than one of a small view. Nothing
/// if there are too few rows, or if the eigenvectors are not found.
std::optional<SpectralMap> spectral_map(const View& view, const std::vector<Index>& rows, Context& context);

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
