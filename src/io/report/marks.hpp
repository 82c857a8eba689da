#pragma once

#include <string>

/// How clusters look: seven colours that colour-blind readers tell apart, then the same colours in other shapes.
namespace mvlink {
inline namespace v1 {
namespace io::report {

constexpr int kColours = 7;
constexpr int kShapes = 6;

constexpr int colour_of(int slot) {
    return slot % kColours;
}
constexpr int shape_of(int slot) {
    return slot / kColours % kShapes;
}

/// The shapes, once per page; points refer to them.
std::string shape_definitions();
/// A small picture of a cluster's mark, for legends and tables.
std::string swatch(int slot);

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
