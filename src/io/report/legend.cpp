#include "io/report/legend.hpp"

#include "io/report/marks.hpp"
#include "io/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

constexpr std::size_t kShownAtOnce = 16;
constexpr std::size_t kMostListed = 500;

struct Entry {
    std::string name;
    int slot = 0;    ///< its mark
    int number = 0;  ///< of the cluster or class
    Index size = 0;
};

std::vector<Entry> clusters(const Partition& partition) {
    std::vector<Entry> entries(partition.n_clusters);
    for (int c = 0; c < partition.n_clusters; ++c) {
        entries[c] = {fmt::format("Cluster {}", c), c, c, 0};
    }
    for (const std::int32_t label : partition.labels) {
        ++entries[label].size;
    }
    return entries;
}

std::vector<Entry> classes(const ClassTable& table) {
    std::vector<Entry> entries;
    for (std::size_t c = 0; c < table.class_names.size(); ++c) {
        Index size = 0;
        for (const auto& cluster : table.counts) {
            size += cluster[c];
        }
        entries.push_back({shorten(clean_text(table.class_names[c]), 60), table.slots[c], static_cast<int>(c), size});
    }
    return entries;
}

std::string entry_html(const Entry& entry, Index largest, Index total) {
    const double width = largest > 0 ? 100.0 * static_cast<double>(entry.size) / static_cast<double>(largest) : 0;
    const double share = total > 0 ? static_cast<double>(entry.size) / static_cast<double>(total) : 0;
    return fmt::format(
        "<li><button type=\"button\" class=\"entry\" aria-pressed=\"false\" data-number=\"{}\" data-slot=\"{}\">{}"
        "<span class=\"name\">{}</span><span class=\"size\">{} <small>{}</small></span>"
        "<span class=\"bar\"><span class=\"b{}\" style=\"width:{:.1f}%\"></span></span></button></li>\n",
        entry.number, entry.slot, swatch(entry.slot), html(entry.name), count(entry.size), percent(share),
        colour_of(entry.slot), width);
}

std::string list_html(const std::vector<Entry>& entries, std::string_view kind, std::string_view title) {
    Index largest = 0, total = 0;
    for (const Entry& entry : entries) {
        largest = std::max(largest, entry.size);
        total += entry.size;
    }
    const std::size_t listed = std::min(entries.size(), kMostListed);
    std::string out = fmt::format("<div class=\"legend {}\"><h3>{}</h3>\n<ul>\n", kind, title);
    for (std::size_t i = 0; i < listed; ++i) {
        if (i == kShownAtOnce) {
            out += fmt::format("</ul>\n<details><summary>{} more</summary>\n<ul>\n",
                               count(static_cast<Index>(listed - i)));
        }
        out += entry_html(entries[i], largest, total);
    }
    out += listed > kShownAtOnce ? "</ul></details>\n" : "</ul>\n";
    if (listed < entries.size()) {
        out += fmt::format("<p class=\"note\">and {} more</p>\n", count(static_cast<Index>(entries.size() - listed)));
    }
    return out + "</div>\n";
}

std::string line_key() {
    return "<ul class=\"key\">"
           "<li><svg viewBox=\"0 0 34 10\" aria-hidden=\"true\"><path class=\"must\" d=\"M1 5H33\"/></svg> "
           "must-link</li>"
           "<li><svg viewBox=\"0 0 34 10\" aria-hidden=\"true\"><path class=\"cannot\" d=\"M1 5H33\"/></svg> "
           "cannot-link</li>"
           "<li><svg viewBox=\"0 0 34 10\" aria-hidden=\"true\"><path class=\"must broken\" d=\"M1 5H33\"/></svg> "
           "violated</li>"
           "</ul>\n";
}

bool has_lines(const Panel& panel) {
    return std::any_of(panel.pictures.begin(), panel.pictures.end(), [](const Picture& p) { return !p.lines.empty(); });
}

bool has_broken(const Panel& panel) {
    return std::any_of(panel.pictures.begin(), panel.pictures.end(), [](const Picture& p) {
        return std::any_of(p.lines.begin(), p.lines.end(), [](const Line& line) { return line.violated; });
    });
}

std::string radio(std::string_view group, std::string_view value, std::string_view text, bool checked) {
    return fmt::format("<label><input type=\"radio\" name=\"{}\" value=\"{}\"{}><span>{}</span></label>", group, value,
                       checked ? " checked" : "", text);
}

std::string choice(std::string_view title, const std::string& radios) {
    return fmt::format("<fieldset class=\"choice\"><legend>{}</legend>{}</fieldset>\n", title, radios);
}

}  // namespace

std::string legend_html(const Panel& panel) {
    std::string out = "<div class=\"legends\">\n" + list_html(clusters(*panel.partition), "by-cluster", "Clusters");
    if (panel.has_truth()) out += list_html(classes(panel.classes), "by-class", "Known classes");
    if (has_lines(panel)) out += line_key();
    return out + "</div>\n";
}

std::string controls_html(const Panel& panel, int number) {
    std::string out = "<div class=\"controls\">\n";
    if (panel.has_truth()) {
        const std::string group = fmt::format("colour-{}", number);
        out +=
            choice("Colour", radio(group, "cluster", "clusters", true) + radio(group, "class", "known classes", false));
    }
    if (has_lines(panel)) {
        const std::string group = fmt::format("lines-{}", number);
        out += choice("Constraints", radio(group, "all", "all", true) +
                                         (has_broken(panel) ? radio(group, "broken", "violated", false) : "") +
                                         radio(group, "none", "none", false));
    }
    out +=
        "<label class=\"switch\"><input type=\"checkbox\" value=\"fade\" checked><span>fade the "
        "uncertain</span></label>\n"
        "<input class=\"find\" type=\"search\" placeholder=\"Find a row\" aria-label=\"Find a row by its id\">\n";
    return out + "</div>\n";
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
