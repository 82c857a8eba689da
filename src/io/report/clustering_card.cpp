#include "io/learnt_features.hpp"
#include "io/report/cards.hpp"
#include "io/report/images.hpp"
#include "io/report/marks.hpp"
#include "io/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

constexpr std::size_t kMostDimensions = 40;
constexpr std::size_t kMostConstraints = 12;
constexpr std::size_t kMostFolded = 200;
constexpr std::size_t kLongestMemberName = 32;
constexpr int kMostImages = 24;  // of one clustering

std::vector<const Panel*> clusterings_among(std::span<const Panel> panels) {
    std::vector<const Panel*> found;
    for (const Panel& panel : panels) {
        if (panel.partition->scope == Scope::clustering) found.push_back(&panel);
    }
    return found;
}

const Score* score_of(const Panel& panel, std::span<const Score> scores) {
    const auto found = std::find_if(scores.begin(), scores.end(),
                                    [&](const Score& score) { return score.partition == panel.partition->name; });
    return found != scores.end() ? &*found : nullptr;
}

std::string fact(const std::string& value, const std::string& text) {
    return "<li><b>" + value + "</b> " + text + "</li>";
}

/// The main facts about a clustering in one line.
std::string facts_html(const Run& run, const Panel& panel, std::span<const Score> scores) {
    const int clusters = panel.partition->n_clusters;
    std::string out = "<ul class=\"facts\">" + fact(count(clusters), clusters == 1 ? "cluster" : "clusters");
    if (panel.clustering != nullptr) {
        const Clustering& own = *panel.clustering;
        const Dataset& seen = run.prepared;
        out += fact(count(static_cast<Index>(own.dimensions.size())),
                    "of " + plural(seen.view(0).cols(), "dimension", "dimensions"));
        if (!run.problem.data.constraints().empty()) {
            const auto taken = static_cast<Index>(own.constraints.size());
            out += fact(count(taken), taken == 1 ? "constraint" : "constraints");
        }
        out += fact(number(own.explained), "nats per row explained");
    }
    if (const Score* score = score_of(panel, scores)) {
        out += fact(fmt::format("{:.3f}", score->measures.nmi), "NMI with <bdi>" + html(score->truth) + "</bdi>");
    }
    return out + "</ul>\n";
}

std::string image_id(const Panel& panel, std::size_t cluster) {
    return fmt::format("mean-{}-{}", panel.partition->name, cluster);
}

/// Images of one grey scale, so that they can be compared.
class MeanImages {
public:
    MeanImages(const Run& run, const std::vector<const Panel*>& panels, Context& context) : shape_(image_shape(run)) {
        if (!shape_) return;
        for (const Panel* panel : panels) {
            const bool few = panel->partition->n_clusters <= kMostImages;
            means_.push_back(few ? cluster_means(run, *panel->partition, *shape_, context) : std::vector<GreyImage>{});
            for (const GreyImage& image : means_.back()) {
                for (const double value : image.values) {
                    low_ = std::min(low_, value);
                    high_ = std::max(high_, value);
                }
            }
        }
    }

    /// The clusters of panel number p side by side.
    [[nodiscard]] std::string strip(const Panel& panel, std::size_t p) const {
        if (!shape_) return {};
        std::string out;
        for (std::size_t c = 0; c < means_[p].size(); ++c) {
            const GreyImage& image = means_[p][c];
            if (image.values.empty()) continue;
            out += fmt::format(
                "<figure><svg id=\"{}\" viewBox=\"0 0 {} {}\" shape-rendering=\"crispEdges\" role=\"img\" "
                "aria-label=\"Mean image of cluster {}\">{}</svg><figcaption>{}Cluster {}</figcaption></figure>\n",
                image_id(panel, c), image.shape.width, image.shape.height, c, image_svg(image, low_, high_),
                swatch(static_cast<int>(c)), c);
        }
        return out;
    }

    [[nodiscard]] std::string own_pixels(const Panel& panel) const {
        if (!shape_ || panel.clustering == nullptr) return {};
        return fmt::format(
            "<figure class=\"map\"><svg viewBox=\"0 0 {} {}\" shape-rendering=\"crispEdges\" role=\"img\" "
            "aria-label=\"Pixels that it is based on\">{}</svg><figcaption>based on</figcaption></figure>\n",
            shape_->width, shape_->height, pixels_svg(panel.clustering->dimensions, *shape_));
    }

private:
    std::optional<ImageShape> shape_;
    std::vector<std::vector<GreyImage>> means_;
    double low_ = std::numeric_limits<double>::infinity(), high_ = -std::numeric_limits<double>::infinity();
};

std::string dimension_html(const Run& run, const Clustering::Dimension& dimension) {
    const std::string name = feature_name(run, static_cast<std::size_t>(dimension.column));
    return fmt::format("<li><bdi>{}</bdi> <small>{}</small></li>\n",
                       html(shorten(clean_text(name), kLongestMemberName)), percent(dimension.probability));
}

std::string dimensions_html(const Run& run, const Clustering& own) {
    if (own.dimensions.empty()) return "<p class=\"note\">No dimension most probably belongs to it.</p>\n";
    std::string out = "<ul class=\"chips\">\n";
    for (std::size_t i = 0; i < std::min(kMostDimensions, own.dimensions.size()); ++i) {
        out += dimension_html(run, own.dimensions[i]);
    }
    out += "</ul>\n";
    if (own.dimensions.size() > kMostDimensions) {
        out += fmt::format("<p class=\"note\">and {} more in result.json</p>\n",
                           count(static_cast<Index>(own.dimensions.size() - kMostDimensions)));
    }
    return out;
}

bool is_kept(const Constraint& constraint, const Partition& partition) {
    const auto label = [&](InstanceId end) { return partition.labels[end.row]; };
    return (constraint.link == Link::must) == (label(constraint.a) == label(constraint.b));
}

std::string link_rows(const Run& run, const Panel& panel, std::size_t begin, std::size_t end) {
    std::string out =
        "<div class=\"scroll\"><table class=\"rows links\"><thead><tr><th>a</th><th>b</th><th>type</th>"
        "<th class=\"num\">probability</th><th>here</th></tr></thead>\n<tbody>\n";
    for (std::size_t i = begin; i < end; ++i) {
        const auto& [constraint, probability] = panel.clustering->constraints[i];
        out += fmt::format(
            "<tr><td>{}</td><td>{}</td><td class=\"nowrap\">{}</td><td class=\"num\">{}</td><td "
            "class=\"nowrap\">{}</td></tr>\n",
            instance_html(run, constraint.a), instance_html(run, constraint.b), to_string(constraint.link),
            percent(probability),
            is_kept(constraint, *panel.partition) ? "satisfied" : "<span class=\"warn\">violated</span>");
    }
    return out + "</tbody></table></div>\n";
}

std::string links_html(const Run& run, const Panel& panel) {
    const std::size_t all = panel.clustering->constraints.size();
    if (all == 0) return {};
    const std::size_t shown = std::min(all, kMostConstraints), folded = std::min(all, kMostFolded);
    std::string out = "<div><h3>Constraints that are about it</h3>\n" + link_rows(run, panel, 0, shown);
    if (folded > shown) {
        out += fmt::format("<details><summary>{} more</summary>\n{}</details>\n",
                           count(static_cast<Index>(folded - shown)), link_rows(run, panel, shown, folded));
    }
    if (all > folded) {
        out +=
            fmt::format("<p class=\"note\">and {} more in result.json</p>\n", count(static_cast<Index>(all - folded)));
    }
    return out + "</div>\n";
}

}  // namespace

std::string clusterings_html(const Run& run, std::span<const Panel> panels, std::span<const Score> scores,
                             Context& context) {
    const std::vector<const Panel*> clusterings = clusterings_among(panels);
    if (clusterings.empty()) return {};
    const MeanImages images(run, clusterings, context);
    std::string body;
    for (std::size_t p = 0; p < clusterings.size(); ++p) {
        const Panel& panel = *clusterings[p];
        const std::string strip = images.strip(panel, p);
        body += "<div class=\"clustering\">\n<h3>" + html(panel_name(*panel.partition)) + "</h3>\n" +
                facts_html(run, panel, scores);
        if (!strip.empty()) body += "<div class=\"strip\">\n" + strip + images.own_pixels(panel) + "</div>\n";
        body += "</div>\n";
    }
    const ClusteringScores& whole = run.clustering_scores;
    if (whole.e4fc) {
        body +=
            fmt::format("<p class=\"note\">All clusters against all known classes: E4FC {:.3f}{}.</p>\n", *whole.e4fc,
                        whole.e4sc ? fmt::format(", and with their dimensions E4SC {:.3f}", *whole.e4sc) : "");
    }
    return card("clusterings", "The same rows, grouped in different ways", body);
}

std::string clustering_html(const Run& run, const Panel& panel) {
    if (panel.clustering == nullptr) return {};
    return card("subspace", "What it is based on",
                "<div class=\"two\">\n<div><h3>Dimensions, with the probability that they belong to it</h3>\n" +
                    dimensions_html(run, *panel.clustering) + "</div>\n" + links_html(run, panel) + "</div>\n");
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
