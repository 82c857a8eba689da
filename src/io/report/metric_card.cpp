#include "io/learnt_features.hpp"
#include "io/report/cards.hpp"
#include "io/report/marks.hpp"
#include "io/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

constexpr std::size_t kMostMetrics = 20;
constexpr std::size_t kMostFeatures = 10;
constexpr std::size_t kMostDirections = 3;
constexpr std::size_t kMostLoadings = 4;
constexpr std::size_t kLongestFeatureName = 32;

std::string name_html(const Run& run, std::size_t feature) {
    return "<bdi>" + html(shorten(clean_text(feature_name(run, feature)), kLongestFeatureName)) + "</bdi>";
}

std::string bar_row(const std::string& title, double value, double largest, int slot) {
    const double width = largest > 0 ? std::clamp(100 * value / largest, 0.0, 100.0) : 0;
    const std::string colour = slot < 0 ? "" : fmt::format("b{}", colour_of(slot));
    return fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"wide\"><span class=\"bar\"><span class=\"{}\" "
        "style=\"width:{:.1f}%\"></span></span></td><td class=\"num\">{}</td></tr>\n",
        title, colour, width, number(value));
}

/// "0.8 height − 0.6 width"
std::string loadings_html(const Run& run, const std::vector<double>& loadings) {
    std::string out;
    for (const std::size_t feature : largest_positions(loadings, kMostLoadings)) {
        const double value = loadings[feature];
        if (value == 0) break;
        const std::string_view sign = value < 0 ? (out.empty() ? "−" : " − ") : (out.empty() ? "" : " + ");
        out += fmt::format("{}{:.2f} {}", sign, std::abs(value), name_html(run, feature));
    }
    return out;
}

std::string weights_html(const Run& run, const LearntMetric& metric) {
    const auto strongest = largest_positions(metric.weights, kMostFeatures);
    if (strongest.empty()) return {};
    std::string out = "<table class=\"bars weights\"><tbody>\n";
    for (const std::size_t feature : strongest) {
        out += bar_row(name_html(run, feature), metric.weights[feature], metric.weights[strongest.front()],
                       metric.cluster);
    }
    out += "</tbody></table>\n";
    const std::size_t left = metric.weights.size() - strongest.size();
    if (left == 0) return out;
    return out + fmt::format("<p class=\"note\">and {} that count less</p>\n",
                             plural(static_cast<Index>(left), "feature", "features"));
}

std::string directions_html(const Run& run, const LearntMetric& metric) {
    if (metric.directions.empty()) return {};
    std::string out = "<h4>Directions that count most</h4>\n<table class=\"bars directions\"><tbody>\n";
    for (std::size_t i = 0; i < std::min(kMostDirections, metric.directions.size()); ++i) {
        const LearntMetric::Direction& direction = metric.directions[i];
        out += bar_row(loadings_html(run, direction.loadings), direction.weight, metric.directions.front().weight,
                       metric.cluster);
    }
    return out + "</tbody></table>\n";
}

std::string metric_html(const Run& run, const LearntMetric& metric) {
    const std::string title =
        metric.cluster < 0 ? "All clusters" : fmt::format("{} Cluster {}", swatch(metric.cluster), metric.cluster);
    return "<div>\n<h3>" + title + "</h3>\n" + weights_html(run, metric) + directions_html(run, metric) + "</div>\n";
}

}  // namespace

std::string metrics_html(const Run& run) {
    const std::vector<LearntMetric>& metrics = run.result.metrics;
    if (metrics.empty()) return {};
    std::string body =
        "<p class=\"note first\">The cost of a difference of one standard deviation in a feature, as learnt from the "
        "clusters and the constraints. Features with long bars decide, those with short ones hardly matter.</p>\n<div "
        "class=\"two\">\n";
    for (std::size_t i = 0; i < std::min(kMostMetrics, metrics.size()); ++i) {
        body += metric_html(run, metrics[i]);
    }
    body += "</div>\n";
    if (metrics.size() > kMostMetrics) {
        body += fmt::format("<p class=\"note\">and {} more in result.json</p>\n",
                            plural(static_cast<Index>(metrics.size() - kMostMetrics), "cluster", "clusters"));
    }
    return card("metrics", "Learnt feature weights", body);
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
