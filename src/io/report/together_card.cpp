#include "io/report/cards.hpp"
#include "io/report/plot.hpp"
#include "io/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

constexpr std::size_t kMostInferredLines = 150;  // in one plot, the heaviest

/// What a view inferred of others, and how much of it is drawn.
struct ViewBeside {
    const Panel* panel = nullptr;
    Picture picture;
    Index must = 0, cannot = 0;
    std::size_t drawn = 0;
};

std::vector<const PropagatedConstraint*> heaviest_first(const Run& run, int view) {
    std::vector<const PropagatedConstraint*> list;
    for (const PropagatedConstraint& one : run.result.propagated) {
        if (one.constraint.a.view == view && !one.is_certain) list.push_back(&one);
    }
    std::stable_sort(list.begin(), list.end(),
                     [](const auto* x, const auto* y) { return x->constraint.weight > y->constraint.weight; });
    return list;
}

/// Weights are close together, since all are above the threshold: they become opacities that can be told apart.
void spread_weights(std::vector<Line>& lines) {
    if (lines.empty()) return;
    const double most = lines.front().weight, least = lines.back().weight;  // the heaviest come first
    constexpr double kFaint = 0.15, kStrong = 0.75;
    for (Line& line : lines)
        line.weight = kFaint + (kStrong - kFaint) * (most > least ? (line.weight - least) / (most - least) : 1);
}

/// Inferred lines come first, so that given ones lie on top.
ViewBeside view_beside(const Run& run, const Panel& panel) {
    ViewBeside beside{&panel, panel.pictures.front()};
    Picture& picture = beside.picture;
    picture.linked = true;
    std::map<Index, std::size_t> point_of;
    for (std::size_t at = 0; at < picture.points.size(); ++at)
        point_of[picture.points[at].instance.row] = at;
    std::vector<Line> lines;
    for (const PropagatedConstraint* one : heaviest_first(run, picture.view)) {
        const Constraint& constraint = one->constraint;
        ++(constraint.link == Link::must ? beside.must : beside.cannot);
        const auto a = point_of.find(constraint.a.row), b = point_of.find(constraint.b.row);
        if (lines.size() == kMostInferredLines || a == point_of.end() || b == point_of.end()) continue;
        lines.push_back({a->second, b->second, constraint.link, false, constraint.weight, one->round});
    }
    spread_weights(lines);
    beside.drawn = lines.size();
    lines.insert(lines.end(), picture.lines.begin(), picture.lines.end());
    picture.lines = std::move(lines);
    return beside;
}

std::string side_html(const Run& run, const ViewBeside& beside) {
    const auto all = static_cast<std::size_t>(beside.must + beside.cannot);
    std::string out = fmt::format(
        "<div class=\"side\">\n<h3>View {}: {} and {} inferred{}</h3>\n",
        html(run.problem.data.view(beside.picture.view).name()), plural(beside.must, "must-link", "must-links"),
        plural(beside.cannot, "cannot-link", "cannot-links"),
        beside.drawn < all ? fmt::format(", the {} heaviest drawn", count(static_cast<Index>(beside.drawn))) : "");
    return out + plot_html(run, *beside.panel, beside.picture) + class_data(*beside.panel) + "</div>\n";
}

std::string choices(const std::string& group, const std::vector<std::pair<std::string, std::string>>& values) {
    std::string out;
    for (std::size_t at = 0; at < values.size(); ++at) {
        out += fmt::format("<label><input type=\"radio\" name=\"{}\" value=\"{}\"{}><span>{}</span></label>", group,
                           values[at].first, at == 0 ? " checked" : "", values[at].second);
    }
    return out;
}

std::string controls_beside(const std::vector<ViewBeside>& views, int rounds) {
    std::string out = "<div class=\"controls\">\n";
    const bool truths = std::all_of(views.begin(), views.end(), [](const auto& v) { return v.panel->has_truth(); });
    if (truths) {
        out += "<fieldset class=\"choice\"><legend>Colour</legend>" +
               choices("colour-together", {{"cluster", "clusters"}, {"class", "known classes"}}) + "</fieldset>\n";
    }
    out += "<fieldset class=\"choice\"><legend>Constraints</legend>" +
           choices("lines-together", {{"all", "all"}, {"given", "given"}, {"inferred", "inferred"}, {"none", "none"}}) +
           "</fieldset>\n";
    if (rounds > 1) {
        out += fmt::format(
            "<label class=\"switch\">inferred up to round <input class=\"round\" type=\"range\" min=\"1\" max=\"{0}\" "
            "value=\"{0}\"><output>{0}</output> of {0}</label>\n",
            rounds);
    }
    return out + "</div>\n";
}

constexpr std::string_view kExplanation =
    "<p class=\"note first\">Each view carried its constraints over to similar pairs of rows and told the other views. "
    "Dots of the same object light up together. The fainter a line, the less an inferred constraint weighs.</p>\n";

}  // namespace

std::string together_html(const Run& run, std::span<const Panel> panels) {
    if (run.result.propagated.empty()) return {};
    std::vector<ViewBeside> views;
    int rounds = 0;
    for (const Panel& panel : panels) {
        if (panel.partition->scope == Scope::view && !panel.pictures.empty()) views.push_back(view_beside(run, panel));
    }
    for (const ViewBeside& beside : views) {
        for (const Line& line : beside.picture.lines)
            rounds = std::max(rounds, line.round + 1);
    }
    std::string out =
        "<section class=\"panel fade together\">\n<div class=\"card\">\n<h2>What the views tell each other</h2>\n";
    if (views.size() == 1)
        out = "<section class=\"panel fade together\">\n<div class=\"card\">\n<h2>What was inferred</h2>\n";
    if (views.size() > 1) out += kExplanation;
    const bool nothing_new =
        std::all_of(views.begin(), views.end(), [](const auto& v) { return v.must + v.cannot == 0; });
    if (nothing_new) {
        out +=
            "<p class=\"note first\">Here everything that was inferred follows from constraints and mapping "
            "anyway.</p>\n";
    }
    out += controls_beside(views, rounds) + "<div class=\"sides\">\n";
    for (const ViewBeside& beside : views)
        out += side_html(run, beside);
    return out + "</div>\n</div>\n</section>\n";
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
