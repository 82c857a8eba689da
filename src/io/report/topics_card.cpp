#include "io/learnt_features.hpp"
#include "io/report/cards.hpp"
#include "io/report/marks.hpp"
#include "io/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

constexpr int kMostClusters = 20;
constexpr std::size_t kLongestTopicWord = 24;

/// Names of the features, largest weight first, each with its weight as a bar behind it.
std::string features_html(const Run& run, const Topic& topic) {
    std::string out;
    const double heaviest = topic.features.empty() ? 0 : topic.features.front().weight;
    for (const Topic::Feature& feature : topic.features) {
        const double width = heaviest > 0 ? std::clamp(100 * feature.weight / heaviest, 0.0, 100.0) : 0;
        out += fmt::format(
            "<tr><th scope=\"row\"><bdi>{}</bdi></th><td class=\"wide\"><span class=\"bar\"><span class=\"b{}\" "
            "style=\"width:{:.1f}%\"></span></span></td><td class=\"num\">{}</td></tr>\n",
            html(shorten(clean_text(feature_name(run, topic.view, feature.column)), kLongestTopicWord)),
            colour_of(topic.cluster), width, number(feature.weight));
    }
    return "<table class=\"bars topic\"><tbody>\n" + out + "</tbody></table>\n";
}

std::string topic_html(const Run& run, const Topic& topic, bool several_views) {
    const std::string where = several_views ? " in " + html(topic.view) : std::string();
    return fmt::format("<div>\n<h3>{} Cluster {}{}</h3>\n", swatch(topic.cluster), topic.cluster, where) +
           features_html(run, topic) + "</div>\n";
}

}  // namespace

std::string topics_html(const Run& run) {
    const std::vector<Topic>& topics = run.result.topics;
    if (topics.empty()) return {};
    int clusters = 0;
    bool several_views = false;
    for (const Topic& topic : topics) {
        clusters = std::max(clusters, topic.cluster + 1);
        several_views = several_views || topic.view != topics.front().view;
    }
    std::string body =
        "<p class=\"note first\">The features with the largest weights in each cluster: what a row that belongs only "
        "to "
        "it is made of.</p>\n";
    const std::string next =
        several_views ? "</div>\n<div class=\"views\">\n" : "";  // one column per view, one row per cluster
    body += several_views ? "<div class=\"views\">\n" : "<div class=\"two\">\n";
    for (int cluster = 0; cluster < std::min(clusters, kMostClusters); ++cluster) {
        if (cluster > 0) body += next;
        for (const Topic& topic : topics) {
            if (topic.cluster == cluster) body += topic_html(run, topic, several_views);
        }
    }
    body += "</div>\n";
    if (clusters > kMostClusters) {
        body += fmt::format("<p class=\"note\">and {} more in result.json</p>\n",
                            plural(clusters - kMostClusters, "cluster", "clusters"));
    }
    return card("topics", "Top features of the clusters", body);
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
