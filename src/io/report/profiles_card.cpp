#include "io/learnt_features.hpp"
#include "io/report/cards.hpp"
#include "io/report/marks.hpp"
#include "io/report/text.hpp"
#include "io/table/recipe.hpp"
#include "runtime/file_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

constexpr Index kMostProfiledRows = 20'000;
constexpr Index kMostProfiledColumns = 20'000;
constexpr int kMostProfiles = 20;
constexpr std::size_t kMostMarks = 6, kMostRowsNamed = 3;
/// A feature marks a cluster from this distance of its mean on, in standard deviations.
constexpr double kLeastDistance = 0.3;
constexpr std::size_t kLongestMark = 30;

/// Means of every feature by cluster and of all, from at most kMostProfiledRows rows.
struct FeatureMeans {
    std::vector<double> all, deviation;
    std::vector<std::vector<double>> of_cluster;
    /// Of sparse rows: shares of the rows that have the feature at all, which says more than a mean weight.
    std::vector<double> present;
    std::vector<std::vector<double>> present_in;
};

FeatureMeans feature_means(const View& view, const Partition& partition) {
    const auto cols = static_cast<std::size_t>(view.cols());
    const Index step = std::max<Index>(1, view.rows() / kMostProfiledRows);
    FeatureMeans means{std::vector<double>(cols),
                       std::vector<double>(cols),
                       std::vector<std::vector<double>>(partition.n_clusters, std::vector<double>(cols)),
                       {},
                       {}};
    if (view.is_sparse()) {
        means.present.resize(cols);
        means.present_in.assign(partition.n_clusters, std::vector<double>(cols));
    }
    std::vector<double> counts(partition.n_clusters, 0.0);
    double rows = 0;
    view.visit([&]<class Rows>(const Rows& X) {
        fetch_every(X, step);
        for (Index row = 0; row < X.rows; row += step) {
            const std::int32_t label = partition.labels[row];
            if (label < 0 || label >= partition.n_clusters) continue;
            const auto add = [&](Index col, double x) {
                means.all[col] += x;
                means.deviation[col] += x * x;
                means.of_cluster[label][col] += x;
            };
            if constexpr (Rows::kSparse) {
                for (Index i = X.offsets[row]; i < X.offsets[row + 1]; ++i) {
                    add(X.columns[i], static_cast<double>(X.values[i]));
                    means.present[X.columns[i]] += 1;
                    means.present_in[label][X.columns[i]] += 1;
                }
            } else {
                for (Index col = 0; col < X.cols; ++col)
                    add(col, static_cast<double>(X.at(row, col)));
            }
            counts[label] += 1;
            rows += 1;
        }
    });
    for (std::size_t col = 0; col < cols; ++col) {
        means.all[col] /= std::max(rows, 1.0);
        const double variance = means.deviation[col] / std::max(rows, 1.0) - means.all[col] * means.all[col];
        means.deviation[col] = variance > 0 ? std::sqrt(variance) : 0;
        if (view.is_sparse()) means.present[col] /= std::max(rows, 1.0);
        for (std::size_t cluster = 0; cluster < counts.size(); ++cluster) {
            means.of_cluster[cluster][col] /= std::max(counts[cluster], 1.0);
            if (view.is_sparse()) means.present_in[cluster][col] /= std::max(counts[cluster], 1.0);
        }
    }
    return means;
}

/// Features of a table were standardised: their own units say more.
class OwnUnits {
public:
    explicit OwnUnits(const Run& run) {
        if (run.problem.recipe.empty()) return;
        for (const table::ColumnRecipe& column : table::parse_recipe(run.problem.recipe, "recipe").columns) {
            if (column.kind == ColumnKind::number) units_[column.name] = {column.mean, column.scale};
            if (column.kind == ColumnKind::date) is_date_[column.name] = true;
        }
    }
    /// "52.1 (all: 40)", or "in 92 % of the rows (all: 31 %)".
    [[nodiscard]] std::string text(const std::string& feature, double mean, double all) const {
        if (is_date_.count(feature) > 0) return mean > all ? "later" : "earlier";
        const auto unit = units_.find(feature);
        const auto own = [&](double x) {
            return unit == units_.end() ? x : unit->second.first + x * unit->second.second;
        };
        if (unit == units_.end() && feature.find('=') != std::string::npos && mean >= 0 && mean <= 1) {
            return fmt::format("{} (all: {})", percent(mean), percent(all));
        }
        return fmt::format("{} (all: {})", number(own(mean)), number(own(all)));
    }

private:
    std::map<std::string, std::pair<double, double>> units_;
    std::map<std::string, bool> is_date_;
};

std::string marks_html(const View& view, const FeatureMeans& means, const OwnUnits& units, int cluster) {
    std::vector<double> distance(means.all.size());
    for (std::size_t col = 0; col < distance.size(); ++col) {
        const double difference = means.of_cluster[cluster][col] - means.all[col];
        distance[col] = means.deviation[col] > 0 ? difference / means.deviation[col] : 0;
    }
    std::string out;
    for (const std::size_t col : largest_positions(distance, kMostMarks)) {
        if (std::abs(distance[col]) < kLeastDistance) continue;
        const std::string name =
            view.column_names().empty() ? fmt::format("column {}", col) : std::string(view.column_names()[col]);
        const std::string value =
            view.is_sparse()
                ? fmt::format("{} (all: {})", percent(means.present_in[cluster][col]), percent(means.present[col]))
                : units.text(name, means.of_cluster[cluster][col], means.all[col]);
        out +=
            fmt::format("<tr><th scope=\"row\"><bdi>{}</bdi></th><td>{}</td><td class=\"num\">{}</td></tr>\n",
                        html(shorten(clean_text(name), kLongestMark)), distance[col] > 0 ? "high" : "low", html(value));
    }
    if (out.empty()) return "<p class=\"note\">No feature stands out.</p>\n";
    return "<table class=\"marks\"><tbody>\n" + out + "</tbody></table>\n";
}

/// The rows of a cluster with the highest or lowest confidence.
std::string rows_html(const Run& run, int view, const Partition& partition, int cluster, bool typical) {
    std::vector<Index> rows;
    for (Index row = 0; row < static_cast<Index>(partition.labels.size()); ++row) {
        if (partition.labels[row] == cluster) rows.push_back(row);
    }
    const std::size_t kept = std::min(rows.size(), kMostRowsNamed);
    std::partial_sort(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(kept), rows.end(),
                      [&](Index a, Index b) {
                          const double first = partition.confidence[a], second = partition.confidence[b];
                          return first != second ? (first > second) == typical : a < b;
                      });
    std::string names;
    for (std::size_t i = 0; i < kept; ++i) {
        names += fmt::format("{}<bdi>{}</bdi> ({})", i == 0 ? "" : ", ",
                             html(shorten(clean_text(row_title(run.problem, {view, rows[i]})), kLongestMark)),
                             fmt::format("{:.2f}", partition.confidence[rows[i]]));
    }
    return fmt::format("<p class=\"note\">{}: {}</p>\n", typical ? "Typical" : "Doubtful", names);
}

std::string profile_html(const Run& run, const Partition& partition, int view_number, const OwnUnits& units) {
    const View& view = run.problem.data.view(view_number);
    const FeatureMeans means = feature_means(view, partition);
    std::string out;
    for (int cluster = 0; cluster < std::min(partition.n_clusters, kMostProfiles); ++cluster) {
        if (std::find(partition.labels.begin(), partition.labels.end(), cluster) == partition.labels.end()) continue;
        const std::string place = partition.scope == Scope::clustering ? " of " + html(partition.name)
                                  : run.problem.data.n_views() > 1     ? " in " + html(view.name())
                                                                       : std::string();
        out += fmt::format("<div>\n<h3>{} Cluster {}{}</h3>\n", swatch(cluster), cluster, place);
        out += marks_html(view, means, units, cluster) + rows_html(run, view_number, partition, cluster, true) +
               rows_html(run, view_number, partition, cluster, false) + "</div>\n";
    }
    return out;
}

bool can_be_profiled(const View& view, const Partition& partition) {
    return view.cols() <= kMostProfiledColumns && partition.n_clusters > 0 &&
           static_cast<Index>(partition.labels.size()) == view.rows() &&
           partition.confidence.size() == partition.labels.size();
}

}  // namespace

std::string profiles_html(const Run& run) {
    const OwnUnits units(run);
    std::string body;
    for (const Partition& partition : run.result.partitions) {
        if (partition.scope == Scope::objects) continue;
        const auto view =
            partition.scope == Scope::clustering ? std::optional<int>(0) : run.problem.data.find_view(partition.name);
        if (view && can_be_profiled(run.problem.data.view(*view), partition))
            body += profile_html(run, partition, *view, units);
    }
    if (body.empty()) return {};
    return card("profiles", "What marks each cluster",
                "<p class=\"note first\">Features whose mean in the cluster lies far from that of all rows, the "
                "farthest first (of words and categories the share of the rows that have them); "
                "and the rows of the highest and lowest confidence.</p>\n<div class=\"two\">\n" +
                    body + "</div>\n");
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
