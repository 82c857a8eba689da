#include "scatter.hpp"

#include "screen.hpp"
#include "text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <type_traits>

namespace mvlink::cli {
namespace {

constexpr std::array<const char*, 6> kSigns{"\u25cf", "\u25b3", "\u25a0", "\u25c7", "\u25cb", "\u25b2"};
constexpr std::array<const char*, 6> kPlainSigns{"o", "x", "+", "*", "#", "@"};
constexpr std::array<const char*, 6> kColors{"\033[34m", "\033[31m", "\033[32m", "\033[35m", "\033[36m", "\033[33m"};
constexpr std::size_t kPanelGap = 4;

double value(const View& view, Index row, Index col) {
    return view.visit([&](const auto& x) -> double {
        if constexpr (std::decay_t<decltype(x)>::kSparse) {
            for (Index at = x.offsets[row]; at < x.offsets[row + 1]; ++at) {
                if (x.columns[at] == col) return x.values[at];
            }
            return 0;
        } else {
            return x.at(row, col);
        }
    });
}

/// Maps a column of the view onto 0 .. cells - 1.
class Axis {
public:
    Axis(const View& view, Index col, std::size_t cells) : cells_(static_cast<double>(cells)) {
        least_ = most_ = value(view, 0, col);
        for (Index row = 1; row < view.rows(); ++row) {
            least_ = std::min(least_, value(view, row, col));
            most_ = std::max(most_, value(view, row, col));
        }
    }
    [[nodiscard]] std::size_t cell(double x) const {
        const double share = most_ > least_ ? (x - least_) / (most_ - least_) : 0.5;
        return static_cast<std::size_t>(std::min(share * cells_, cells_ - 1));
    }

private:
    double cells_;
    double least_;
    double most_;
};

std::string sign(std::int32_t label) {
    const auto index = static_cast<std::size_t>(label) % kSigns.size();
    const std::string character = speaks_utf8() ? kSigns[index] : kPlainSigns[index];
    return shows_colors() ? kColors[index] + character + "\033[0m" : character;
}

using Votes = std::map<std::int32_t, int>;

std::string majority(const Votes& votes) {
    if (votes.empty()) return " ";
    const auto most =
        std::max_element(votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return sign(most->first);
}

std::string rule(std::size_t width) {
    std::string out;
    for (std::size_t i = 0; i < width; ++i) {
        out += speaks_utf8() ? "\u2500" : "-";
    }
    return out;
}

}  // namespace

Panel draw_scatter(const View& view, std::span<const std::int32_t> labels, const std::string& title, std::size_t width,
                   std::size_t height) {
    const Axis across(view, 0, width);
    const Axis up(view, 1, height);
    std::vector<std::vector<Votes>> cells(height, std::vector<Votes>(width));
    for (Index row = 0; row < view.rows(); ++row) {
        const std::size_t line = height - 1 - up.cell(value(view, row, 1));
        ++cells[line][across.cell(value(view, row, 0))][labels[row]];
    }
    Panel panel{title, {rule(width)}, width};
    for (const auto& line : cells) {
        panel.lines.push_back(std::accumulate(line.begin(), line.end(), std::string(),
                                              [](std::string text, const Votes& v) { return text + majority(v); }));
    }
    panel.lines.push_back(rule(width));
    return panel;
}

std::string arrange(const std::vector<Panel>& panels, std::size_t screen) {
    std::size_t total = 0;
    for (const Panel& panel : panels) {
        total += panel.width + kPanelGap;
    }
    std::string out;
    if (total > screen + kPanelGap) {
        for (const Panel& panel : panels) {
            out += panel.title + "\n" + join(panel.lines, "\n") + "\n";
        }
        return out;
    }
    const auto beside = [&](const auto& text) {
        std::string line;
        for (std::size_t p = 0; p < panels.size(); ++p) {
            line += p == 0 ? "" : std::string(kPanelGap, ' ');
            line += text(panels[p]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        return line + "\n";
    };
    out += beside([](const Panel& panel) { return pad_right(panel.title, panel.width); });
    for (std::size_t line = 0; line < panels.front().lines.size(); ++line) {
        out += beside([&](const Panel& panel) { return panel.lines[line]; });
    }
    return out;
}

}  // namespace mvlink::cli
