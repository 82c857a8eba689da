#pragma once

#include "io/report/scene.hpp"

#include <string>

namespace mvlink {
inline namespace v1 {
namespace io::report {

/// Clusters (and classes, if they are known) with their marks and sizes as bars.
std::string legend_html(const Panel& panel);
/// The switches above a plot; they need the script and are hidden without it.
std::string controls_html(const Panel& panel, int number);

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
