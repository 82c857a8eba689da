#include "io/report/assets.hpp"
#include "io/report/cards.hpp"
#include "io/report/headline.hpp"
#include "io/report/legend.hpp"
#include "io/report/marks.hpp"
#include "io/report/plot.hpp"
#include "io/report/scene.hpp"
#include "io/report/text.hpp"

#include <mvlink/version.hpp>

#include <fmt/format.h>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

std::string head_html(const std::string& title, const std::string& headline) {
    std::string out =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"generator\" content=\"mvlink\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n";
    out += "<meta name=\"description\" content=\"" + html(headline) + "\">\n";
    out += "<title>" + html(title) + " · mvlink</title>\n<style>\n";
    out += kStyle;
    return out + "</style>\n</head>\n";
}

std::string header_html(const Run& run, const std::string& headline, std::span<const Score> scores) {
    return "<header>\n<p class=\"brand\">mvlink</p>\n<h1><bdi>" + html(title_text(run)) +
           "</bdi></h1>\n<p class=\"headline\">" + html(headline) + "</p>\n" + tiles_html(run, scores) + "</header>\n";
}

std::string tabs_html(const std::vector<Panel>& panels) {
    if (panels.size() < 2) return {};
    std::string out = "<div class=\"tabs\" role=\"tablist\" aria-label=\"Partitions\">";
    for (std::size_t i = 0; i < panels.size(); ++i) {
        out += fmt::format(
            "<button type=\"button\" role=\"tab\" id=\"tab-{0}\" aria-controls=\"panel-{0}\" "
            "aria-selected=\"{1}\">{2}</button>",
            i, i == 0, html(panel_name(*panels[i].partition)));
    }
    return out + "</div>\n";
}

std::string pictures_html(const Run& run, const Panel& panel) {
    std::string out = "<div class=\"plots\">\n";
    for (const Picture& picture : panel.pictures) {
        if (panel.pictures.size() > 1) {
            out += "<h3>Seen in view " + html(run.problem.data.view(picture.view).name()) + "</h3>\n";
        }
        out += plot_html(run, panel, picture);
    }
    return out + "</div>\n";
}

std::string panel_html(const Run& run, const Panel& panel, int number, bool alone, std::span<const Score> scores) {
    std::string out = fmt::format("<section class=\"panel fade\" id=\"panel-{0}\"", number);
    if (!alone) out += fmt::format(" role=\"tabpanel\" aria-labelledby=\"tab-{}\"", number);
    out += ">\n<div class=\"card\">\n<h2>" + (alone ? "The clusters" : html(panel_name(*panel.partition))) + "</h2>\n";
    out += controls_html(panel, number);
    out += "<div class=\"with-legend\">\n" + pictures_html(run, panel) + legend_html(panel) + "</div>\n";
    out += class_data(panel) + "</div>\n";
    return out + clustering_html(run, panel) + agreement_html(panel, scores) + "</section>\n";
}

std::string footer_html() {
    return fmt::format("<footer>mvlink {} · {}</footer>\n", html(version()), html(machine_level()));
}

}  // namespace

std::string panel_name(const Partition& partition) {
    if (partition.scope == Scope::objects) return "Objects";
    if (partition.scope == Scope::clustering && partition.name.starts_with("clustering")) {
        return "Clustering " + partition.name.substr(std::string_view("clustering").size());
    }
    return "View " + partition.name;
}

std::string card(std::string_view kind, std::string_view title, const std::string& body) {
    return fmt::format("<section class=\"card {}\">\n<h2>{}</h2>\n{}</section>\n", kind, title, body);
}

std::string warnings_html(const Run& run) {
    std::string items;
    for (const auto* list : {&run.problem.warnings, &run.result.warnings}) {
        for (const Warning& warning : *list) {
            items += "<li>" + html(with_advice(warning.message, warning.advice)) + " <code>" + html(warning.code) +
                     "</code></li>\n";
        }
    }
    if (items.empty()) return {};
    return "<section class=\"card notice\" aria-label=\"Warnings\">\n<h2>Warnings</h2>\n<ul>\n" + items +
           "</ul>\n</section>\n";
}

}  // namespace io::report

std::string report_html(const Run& run, Context& context, const ReportOptions& options) {
    using namespace io::report;
    const std::span<const Score> scores = run.scores;
    const std::vector<Panel> panels = make_panels(run, scores, options, context);
    const std::string headline = headline_text(run, scores);

    std::string page = head_html(title_text(run), headline);
    page += fmt::format("<body data-colours=\"{}\" data-shapes=\"{}\">\n", kColours, kShapes);
    page += shape_definitions() + "<main>\n" + header_html(run, headline, scores);
    page += warnings_html(run) + clusterings_html(run, panels, scores, context) + together_html(run, panels);
    page += tabs_html(panels);
    for (std::size_t i = 0; i < panels.size(); ++i) {
        page += panel_html(run, panels[i], static_cast<int>(i), panels.size() == 1, scores);
    }
    page += profiles_html(run) + metrics_html(run) + topics_html(run);
    page += "<div class=\"cards\">\n<div>\n" + constraints_html(run) + tried_html(run) + course_html(run) +
            steps_html(run) + "</div>\n<div>\n" + request_html(run) + command_html(run) + "</div>\n</div>\n" +
            footer_html() + "</main>\n<script>\n";
    page += kScript;
    return page + "</script>\n</body>\n</html>\n";
}

}  // namespace v1
}  // namespace mvlink
