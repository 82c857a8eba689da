#include "io/report/cards.hpp"
#include "io/report/marks.hpp"
#include "io/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

constexpr std::size_t kMostCellsAcross = 40;
constexpr std::size_t kMostCellsBeside = 12;  // wider tables are put below the measures

/// A measure's name and meaning for the reader.
struct Meaning {
    std::string_view name, title, text;
};
constexpr Meaning kMeanings[] = {
    {"f_measure", "Pairwise F", "pairs of rows: harmonic mean of the next two"},
    {"precision", "Precision", "share of the pairs in one cluster that are of one class"},
    {"recall", "Recall", "share of the pairs of one class that are in one cluster"},
    {"nmi", "NMI", "information that clusters and classes share"},
    {"acc", "Accuracy", "rows that are right under the best matching of clusters to classes"},
    {"ari", "Adjusted Rand", "agreement on pairs, 0 by chance"},
    {"purity", "Purity", "rows in the most common class of their cluster"},
};

Meaning meaning_of(const std::string& name) {
    const auto found =
        std::find_if(std::begin(kMeanings), std::end(kMeanings), [&](const Meaning& m) { return m.name == name; });
    return found != std::end(kMeanings) ? *found : Meaning{name, name, ""};
}

std::string measures_table(std::span<const Score> scores) {
    std::string out = "<div class=\"scroll\"><table class=\"measures\">";
    if (scores.size() > 1) {
        out += "<thead><tr><th>truth</th>";
        for (const Score& score : scores) {
            out += "<th class=\"num\">" + html(score.truth) + "</th>";
        }
        out += "</tr></thead>";
    }
    out += "<tbody>\n";
    const auto names = named(scores.front().measures);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Meaning meaning = meaning_of(names[i].first);
        out += fmt::format("<tr><th scope=\"row\">{}<small>{}</small></th>", meaning.title, meaning.text);
        for (const Score& score : scores) {
            const double value = named(score.measures)[i].second;
            out += fmt::format(
                "<td class=\"num\">{}<span class=\"meter\" aria-hidden=\"true\"><span "
                "style=\"width:{:.1f}%\"></span></span></td>",
                fmt::format("{:.4f}", value), 100 * std::clamp(value, 0.0, 1.0));
        }
        out += "</tr>\n";
    }
    return out + "</tbody></table></div>\n";
}

/// Classes in the order of the clusters they are matched to, so that agreement is on the diagonal.
std::vector<std::size_t> matched_order(const ClassTable& table) {
    std::vector<std::size_t> order(table.slots.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return table.slots[a] < table.slots[b]; });
    return order;
}

std::string confusion_row(const ClassTable& table, std::size_t cluster, const std::vector<std::size_t>& order) {
    const auto& counts = table.counts[cluster];
    const Index total = std::accumulate(counts.begin(), counts.end(), Index{0});
    std::string out =
        fmt::format("<tr><th scope=\"row\">{}Cluster {}</th>", swatch(static_cast<int>(cluster)), cluster);
    for (const std::size_t cls : order) {
        const double share = total > 0 ? static_cast<double>(counts[cls]) / static_cast<double>(total) : 0;
        out += fmt::format("<td class=\"{}\" style=\"--share:{:.2f}\">{}</td>", share >= 0.5 ? "much" : "little", share,
                           counts[cls] == 0 ? "·" : count(counts[cls]));
    }
    return out + "</tr>\n";
}

std::string confusion_table(const ClassTable& table) {
    if (table.counts.size() > kMostCellsAcross || table.class_names.size() > kMostCellsAcross) {
        return fmt::format(
            "<div><h3>Clusters against classes</h3>\n<p class=\"note first\">{} clusters by {} classes: too many for a "
            "table here. The labels are in the csv files next to this page.</p></div>\n",
            table.counts.size(), table.class_names.size());
    }
    const std::vector<std::size_t> order = matched_order(table);
    std::string out =
        "<div><h3>Clusters against classes</h3>\n<div class=\"scroll\"><table class=\"confusion\"><thead><tr><td></td>";
    for (const std::size_t cls : order) {
        out += "<th scope=\"col\"><bdi>" + html(shorten(clean_text(table.class_names[cls]), 24)) + "</bdi></th>";
    }
    out += "</tr></thead>\n<tbody>\n";
    for (std::size_t cluster = 0; cluster < table.counts.size(); ++cluster) {
        out += confusion_row(table, cluster, order);
    }
    return out +
           "</tbody></table></div>\n<p class=\"note\">Rows counted. Stronger colour: a larger share of the "
           "cluster.</p></div>\n";
}

}  // namespace

std::string agreement_html(const Panel& panel, std::span<const Score> scores) {
    std::vector<Score> own;
    std::copy_if(scores.begin(), scores.end(), std::back_inserter(own),
                 [&](const Score& score) { return score.partition == panel.partition->name; });
    if (own.empty() && !panel.has_truth()) return {};
    const bool wide = panel.has_truth() && panel.classes.class_names.size() > kMostCellsBeside;
    std::string body = wide ? "<div>\n" : "<div class=\"two\">\n";
    if (!own.empty()) body += "<div>" + measures_table(own) + "</div>\n";
    if (panel.has_truth()) body += confusion_table(panel.classes);
    return card("agreement", "Against the known classes", body + "</div>\n");
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
