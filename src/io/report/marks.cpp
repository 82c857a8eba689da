#include "io/report/marks.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace io::report {

std::string shape_definitions() {
    static constexpr std::array<std::string_view, kShapes> kOutlines{
        "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",                         // circle
        "M-4.5-4.5h9v9h-9z",                                            // square
        "M0-6L5.6 4.2H-5.6z",                                           // triangle
        "M0-6.4L6.4 0L0 6.4L-6.4 0z",                                   // diamond
        "M-1.9-5.8h3.8v3.9h3.9v3.8h-3.9v3.9h-3.8v-3.9h-3.9v-3.8h3.9z",  // plus
        "M0 6L-5.6-4.2H5.6z",                                           // triangle on its tip
    };
    std::string out = "<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>";
    for (std::size_t shape = 0; shape < kOutlines.size(); ++shape) {
        out += fmt::format("<path id=\"s{}\" class=\"shape\" d=\"{}\"/>", shape, kOutlines[shape]);
    }
    return out + "</defs></svg>\n";
}

std::string swatch(int slot) {
    return fmt::format(
        "<svg class=\"swatch\" viewBox=\"-8 -8 16 16\" aria-hidden=\"true\"><use href=\"#s{}\" class=\"k{}\"/></svg>",
        shape_of(slot), colour_of(slot));
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
