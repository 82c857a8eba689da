#include "io/writers.hpp"

#include <fmt/format.h>

namespace mvlink {
inline namespace v1 {
namespace io {

std::string encode_matrix_market(const View& view) {
    fmt::memory_buffer out;
    out.append(std::string_view("%%MatrixMarket matrix coordinate real general\n"));
    fmt::format_to(std::back_inserter(out), "{} {} {}\n", view.rows(), view.cols(), view.nonzeros());
    view.visit([&](const auto& X) {
        if constexpr (std::decay_t<decltype(X)>::kSparse) {
            for (std::size_t row = 0; row < static_cast<std::size_t>(X.rows); ++row) {
                const auto end = static_cast<std::size_t>(X.offsets[row + 1]);
                for (auto entry = static_cast<std::size_t>(X.offsets[row]); entry < end; ++entry) {
                    fmt::format_to(std::back_inserter(out), "{} {} {}\n", row + 1, X.columns[entry] + 1,
                                   static_cast<double>(X.values[entry]));
                }
            }
        }
    });
    return fmt::to_string(out);
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
