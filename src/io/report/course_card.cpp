#include "io/report/cards.hpp"
#include "io/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

constexpr double kShownShare = 1e-4;
constexpr std::size_t kMostVertices = 500;
constexpr double kChartWidth = 600;
constexpr double kChartHeight = 160;

std::string why_it_stopped(const Result& result) {
    const std::string rounds = plural(result.iterations, "iteration", "iterations");
    switch (result.stop_reason) {
        case StopReason::converged:
            return "Converged after " + rounds + ".";
        case StopReason::max_iter:
            return "Reached its limit of " + rounds + " before it converged.";
        case StopReason::cancelled:
            return "Stopped on request after " + rounds + "; this is the result so far.";
    }
    return {};
}

using Curve = std::vector<std::pair<double, double>>;

/// Iterations and their finite objective values, thinned to what a small chart can show.
Curve curve_of(const std::vector<double>& objective) {
    Curve curve;
    const std::size_t step = std::max<std::size_t>(1, objective.size() / kMostVertices);
    for (std::size_t i = 0; i < objective.size(); ++i) {
        const bool wanted = i % step == 0 || i + 1 == objective.size();
        if (wanted && std::isfinite(objective[i])) curve.emplace_back(static_cast<double>(i), objective[i]);
    }
    return curve;
}

std::pair<double, double> range_of(const Curve& curve) {
    const auto by_value = [](const auto& a, const auto& b) { return a.second < b.second; };
    const auto [low, high] = std::minmax_element(curve.begin(), curve.end(), by_value);
    return {low->second, high->second};
}

/// More than the numbers below a chart can show: a smaller decrease is rounding.
bool moves(const Curve& curve) {
    const auto [low, high] = range_of(curve);
    return high / 2 - low / 2 > kShownShare * std::max(std::abs(high / 2), std::abs(low / 2));
}

std::string curve_path(const Curve& curve) {
    const auto [low, high] = range_of(curve);
    const double rounds = curve.back().first - curve.front().first;
    std::string path;
    for (const auto& [round, value] : curve) {
        const double x = (round - curve.front().first) / rounds * kChartWidth;
        const double y = (high / 2 - value / 2) / (high / 2 - low / 2) * kChartHeight;
        fmt::format_to(std::back_inserter(path), "{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x, y);
    }
    return path;
}

/// A chart if the objective changes over several iterations, otherwise a line of text.
std::string objective_html(const Result& result) {
    const Curve curve = curve_of(result.objective);
    if (curve.empty()) return {};
    const double first = curve.front().second, last = curve.back().second;
    if (!moves(curve)) return "<p>Objective: " + number(last) + ".</p>\n";
    if (curve.size() <= 2) return fmt::format("<p>Objective: {}, then {}.</p>\n", number(first), number(last));
    return fmt::format(
        "<h3>Objective by iteration</h3>\n"
        "<figure class=\"curve\"><svg viewBox=\"-4 -10 608 180\" preserveAspectRatio=\"none\" role=\"img\" "
        "aria-label=\"Objective by iteration, from {0} to {1}\"><path d=\"{2}\"/></svg>"
        "<figcaption><span>iteration 1: {0}</span><span>iteration {3}: {1}</span></figcaption></figure>\n",
        number(first), number(last), curve_path(curve), count(static_cast<Index>(result.objective.size())));
}

std::string timings(const Result& result) {
    if (result.seconds.empty()) return {};
    double longest = 0;
    for (const auto& [phase, seconds] : result.seconds) {
        longest = std::max(longest, seconds);
    }
    std::string out = "<h3>Time</h3>\n<table class=\"bars\"><tbody>\n";
    for (const auto& [phase, seconds] : result.seconds) {
        const double width = longest > 0 ? std::clamp(100 * seconds / longest, 0.0, 100.0) : 0;
        out += fmt::format(
            "<tr><th scope=\"row\">{}</th><td class=\"wide\"><span class=\"bar\"><span "
            "style=\"width:{:.1f}%\"></span></span>"
            "</td><td class=\"num\">{}</td></tr>\n",
            html(phase), width, duration(seconds));
    }
    return out + "</tbody></table>\n";
}

}  // namespace

std::string course_html(const Run& run) {
    return card("course", "How the run went",
                "<p>" + why_it_stopped(run.result) + "</p>\n" + objective_html(run.result) + timings(run.result));
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
