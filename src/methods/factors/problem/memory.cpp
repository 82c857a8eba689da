#include "methods/factors/problem/memory.hpp"

#include <fmt/core.h>

namespace mvlink {
inline namespace v1 {
namespace factors {

void require_memory_for_factors(std::string_view method, const Dataset& data, Index k, Index row_factors,
                                const Context& context) {
    constexpr Index kColumnFactors = 4;
    std::size_t numbers = 0;
    for (const View& view : data.views()) {
        numbers += static_cast<std::size_t>((row_factors * view.rows() + kColumnFactors * view.cols()) * k);
    }
    context.require_memory(numbers * sizeof(double), fmt::format("the factors of {}", method));
}

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
