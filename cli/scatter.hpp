#pragma once

#include <mvlink/view.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace mvlink::cli {

/// A drawing in characters: lines of equal width on screen.
struct Panel {
    std::string title;
    std::vector<std::string> lines;
    std::size_t width = 0;
};

/// The first two columns of a view, one symbol per cluster. A cell shows the cluster most of its rows have.
Panel draw_scatter(const View& view, std::span<const std::int32_t> labels, const std::string& title, std::size_t width,
                   std::size_t height);

/// Side by side if the screen is wide enough, else below each other.
std::string arrange(const std::vector<Panel>& panels, std::size_t screen);

}  // namespace mvlink::cli
