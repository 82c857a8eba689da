#pragma once

#include "io/report/scene.hpp"

#include <span>
#include <string>

namespace mvlink {
inline namespace v1 {
namespace io::report {

/// What the page is called.
std::string title_text(const Run& run);
/// The result in one or two plain sentences.
std::string headline_text(const Run& run, std::span<const Score> scores);
/// The numbers that a reader looks for first.
std::string tiles_html(const Run& run, std::span<const Score> scores);

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
