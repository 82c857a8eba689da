#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// The centres nearest to a row, for a caller that adds its own costs before it chooses. It knows the winner without
/// another distance, unless costs are closer than `slack`.
struct Shortlist {
    static constexpr std::size_t kLength = 2;

    double nearest = 0;                          ///< squared distance of centre[0]
    std::array<std::int32_t, kLength> centre{};  ///< the nearest and the next by its score; -1: there is none
    std::array<float, kLength> above{};          ///< by how much the squared distance is larger, up to slack
    float slack = 0;                             ///< infinite: products were out of range, nothing is known
    float rest = 0;                              ///< all other centres are at least this much farther
};

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
