#include "io/report/cards.hpp"
#include "io/report/text.hpp"

#include <mvlink/contradictions.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

constexpr std::size_t kMostViolations = 50;
constexpr std::size_t kMostSuspects = 20;

std::string bar(std::string_view title, const ConstraintCounts& counts) {
    if (counts.given == 0) return {};
    const double kept = static_cast<double>(counts.satisfied) / static_cast<double>(counts.given);
    std::string text = fmt::format("{} of {} satisfied", count(counts.satisfied), count(counts.given));
    if (counts.violated > 0)
        text += fmt::format(", <strong class=\"warn\">{} violated</strong>", count(counts.violated));
    if (counts.implied > 0) text += fmt::format("; {} more follow from them", count(counts.implied));
    // A violated one among thousands still shows.
    const double width = counts.violated > 0 ? std::min(99.0, 100 * kept) : 100;
    return fmt::format(
        "<div class=\"kept\"><p><b>{}</b> <span>{}</span></p>"
        "<div class=\"track\" role=\"img\" aria-label=\"{} satisfied\"><span class=\"ok\" "
        "style=\"width:{:.2f}%\"></span>"
        "<span class=\"bad\" style=\"width:{:.2f}%\"></span></div></div>\n",
        title, text, percent(kept), width, 100 - width);
}

std::string groups_bar(const GroupCounts& groups) {
    if (groups.given == 0) return {};
    const ConstraintCounts counts{groups.given, 0, groups.satisfied, groups.violated};
    return bar(fmt::format("At most one {} per cluster", html(shorten(clean_text(groups.rule), 48))), counts);
}

/// A constraint with two numbers.
std::string constraint_row(const Run& run, const Constraint& constraint, const std::string& first,
                           const std::string& second) {
    return fmt::format(
        "<tr><td>{}</td><td>{}</td><td class=\"nowrap\">{}</td><td class=\"num\">{}</td><td "
        "class=\"num\">{}</td></tr>\n",
        instance_html(run, constraint.a), instance_html(run, constraint.b), to_string(constraint.link), first, second);
}

std::string violation_table(const Run& run) {
    const auto& violations = run.result.constraints.violations;
    if (violations.empty()) return {};
    const std::size_t shown = std::min(kMostViolations, violations.size());
    std::string out =
        "<h3>Violated, most expensive first</h3>\n<div class=\"scroll\"><table class=\"rows "
        "violations\"><thead><tr><th>a</th><th>b</th>"
        "<th>type</th><th class=\"num\">weight</th><th class=\"num\">cost</th></tr></thead>\n<tbody>\n";
    for (std::size_t i = 0; i < shown; ++i) {
        const Violation& violation = violations[i];
        out += constraint_row(run, violation.constraint, number(violation.constraint.weight), number(violation.cost));
    }
    out += "</tbody></table></div>\n";
    if (shown < violations.size()) {
        out += fmt::format("<p class=\"note\">and {} more</p>\n", count(static_cast<Index>(violations.size() - shown)));
    }
    return out;
}

/// Shown whether satisfied or not: a wrong constraint does harm when it is satisfied.
std::string suspect_table(const Run& run) {
    const auto& suspects = run.result.suspects;
    if (suspects.empty()) return {};
    const std::size_t shown = std::min(kMostSuspects, suspects.size());
    std::string out =
        "<h3>Disagree with the features, worth a second look</h3>\n<p class=\"note first\">The features and the other "
        "constraints on these clusters contradict them. Strain is the distance that the two rows would save without "
        "any "
        "constraint.</p>\n<div class=\"scroll\"><table class=\"rows "
        "violations "
        "suspects\"><thead><tr><th>a</th><th>b</th><th>type</th><th class=\"num\">violated in</th>"
        "<th class=\"num\">score</th></tr></thead>\n<tbody>\n";
    for (std::size_t i = 0; i < shown; ++i) {
        const Suspect& suspect = suspects[i];
        out += constraint_row(run, suspect.constraint, percent(suspect.violated_share), number(suspect.score));
    }
    out += "</tbody></table></div>\n";
    if (shown < suspects.size()) {
        out += fmt::format("<p class=\"note\">and {} more in result.json</p>\n",
                           count(static_cast<Index>(suspects.size() - shown)));
    }
    return out;
}

/// The rows along a chain of must-links, from one end of the cannot-link to the other.
std::vector<InstanceId> rows_along(const Dataset& data, const Contradiction& found) {
    std::vector<InstanceId> rows{found.cannot.a};
    Index here = data.objects().of(found.cannot.a);
    for (const Constraint& link : found.chain) {
        const bool begins_here = data.objects().of(link.a) == here;
        rows.push_back(begins_here ? link.b : link.a);
        here = data.objects().of(rows.back());
    }
    return rows;
}

/// Judgements that cannot all be right: a = b = c, but a and c are apart.
std::string contradiction_list(const Run& run) {
    constexpr std::size_t kMost = 10;
    const std::vector<Contradiction> all = find_contradictions(run.problem.data, kMost + 1);
    if (all.empty()) return {};
    std::string out =
        "<h3>Contradict each other</h3>\n<p class=\"note first\">One judgement of each chain is wrong.</p>\n<ul "
        "class=\"chains\">\n";
    for (std::size_t i = 0; i < std::min(all.size(), kMost); ++i) {
        std::string chain;
        for (const InstanceId row : rows_along(run.problem.data, all[i]))
            chain += (chain.empty() ? "" : " <b title=\"must-link\">=</b> ") + instance_html(run, row);
        const std::string why =
            all[i].group.empty() ? "" : fmt::format(" (both {})", html(shorten(clean_text(all[i].group), 48)));
        out += fmt::format("<li>{}, but {} <b class=\"warn\" title=\"cannot-link\">\u2260</b> {}{}</li>\n", chain,
                           instance_html(run, all[i].cannot.a), instance_html(run, all[i].cannot.b), why);
    }
    out += "</ul>\n";
    return all.size() > kMost ? out + "<p class=\"note\">and more (mvlink constraints check)</p>\n" : out;
}

std::string between_views_note(const Dataset& data) {
    const auto constraints = data.constraints();
    const Index between =
        std::count_if(constraints.begin(), constraints.end(), [](const Constraint& c) { return c.a.view != c.b.view; });
    if (between == 0) return {};
    return fmt::format("<p class=\"note\">{} two views; the plots leave {} out.</p>\n",
                       between == 1 ? "1 of them joins" : count(between) + " of them join",
                       between == 1 ? "it" : "these");
}

}  // namespace

std::string instance_html(const Run& run, InstanceId instance) {
    const Problem& problem = run.problem;
    std::string out = "<bdi>" + html(shorten(clean_text(row_title(problem, instance)), 72)) + "</bdi>";
    const std::string name = extra_name(problem, instance);
    if (!name.empty()) out += " <small><bdi>" + html(shorten(clean_text(name), 48)) + "</bdi></small>";
    if (problem.data.n_views() > 1) out += " <small>in " + html(problem.data.view(instance.view).name()) + "</small>";
    return out;
}

std::string constraints_html(const Run& run) {
    const ConstraintReport& report = run.result.constraints;
    if (report.must.given + report.cannot.given + report.groups.given == 0) {
        return card("constraints", "Constraints", "<p class=\"note\">None were given.</p>\n");
    }
    return card("constraints", "Constraints",
                bar("Must-link", report.must) + bar("Cannot-link", report.cannot) + groups_bar(report.groups) +
                    between_views_note(run.problem.data) + contradiction_list(run) + violation_table(run) +
                    suspect_table(run));
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
