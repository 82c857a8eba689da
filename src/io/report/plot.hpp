#pragma once

#include "io/report/scene.hpp"

#include <string>

namespace mvlink {
inline namespace v1 {
namespace io::report {

/// A figure: the scatter plot as SVG, its axes and caption, and the data that hovering shows.
/// Slots and names of the classes, for the script.
std::string class_data(const Panel& panel);

std::string plot_html(const Run& run, const Panel& panel, const Picture& picture);

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
