#include "experiments/pages.hpp"

#include "experiments/figure.hpp"
#include "experiments/text_tables.hpp"
#include "io/report/assets.hpp"
#include "io/report/cards.hpp"
#include "io/report/text.hpp"

#include <mvlink/version.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

constexpr std::string_view kRule =
    "A comparison \"A better than B\" is reproduced if the 95 % interval of the paired difference lies above 0 and the "
    "difference is at least 0.02; slight if the interval lies above 0 and the difference is smaller; not reproduced if "
    "the interval lies below 0.02; otherwise inconclusive. \"A equal to B\" is reproduced if the interval lies within "
    "±0.02, not reproduced if it lies outside, otherwise inconclusive. \"A not worse than B\" is reproduced if the "
    "interval lies above -0.02, not reproduced if it lies below, otherwise inconclusive. A claim is reproduced if all "
    "its comparisons "
    "are, mostly reproduced if at least two thirds are, not reproduced if none is and none is open, inconclusive if "
    "all are open, otherwise mixed. Comparisons of a method as printed and of its corrected form are judged apart. A "
    "repetition, the mean over its folds, is one independent value.";

/// The paper's claims, then our own, as (heading, table).
std::vector<std::pair<std::string, TextTable>> verdict_tables(const Report& report) {
    std::vector<std::pair<std::string, TextTable>> tables;
    for (const bool own : {false, true}) {
        TextTable table = verdict_table(report.analyses, own);
        if (!table.rows.empty()) tables.emplace_back(own ? "Claims that are not in the paper" : "Verdicts", table);
    }
    return tables;
}

constexpr std::string_view kReferenceRule =
    "A cell is reached if our mean is at most 2 sqrt(se² + se'²) below the reference, or above it. The reference's own "
    "standard error se' is known as a range only; it is taken as the standard deviation of our runs over the root of "
    "the number of its runs, kept within that range.";

std::string plain_date(const Report& report) {
    return fmt::format("{}, mvlink {} ({}), seed {}{}", report.date, version(), machine_level(), report.seed,
                       report.quick ? ", quick: fewer repetitions and points, so wide intervals" : "");
}

/// Curves, comparisons and references of one experiment, if there are any.
std::vector<TextTable> tables_of(const Plan& plan, const Analysis& analysis) {
    std::vector<TextTable> tables = curve_tables(plan, analysis);
    for (TextTable& table : std::vector{comparison_table(analysis), reference_table(analysis)}) {
        if (!table.rows.empty()) tables.push_back(std::move(table));
    }
    return tables;
}

Index reached(const Analysis& analysis) {
    Index count = 0;
    for (const ReferenceOutcome& outcome : analysis.references)
        count += outcome.reached ? 1 : 0;
    return count;
}

std::string numbered_claims(const Analysis& analysis) {
    std::string out;
    for (std::size_t i = 0; i < analysis.claims.size(); ++i) {
        const JudgedClaim& judged = analysis.claims[i];
        out += fmt::format("{}. {} ({}) **{}**: {}.\n", i + 1, claim_text(judged), judged.claim->source,
                           to_string(judged.verdict), detail_of(judged));
    }
    return out.empty() ? out : out + "\n";
}

std::string method_lines(const Analysis& analysis) {
    std::string out;
    for (const MethodSpec& method : analysis.experiment().methods) {
        out += fmt::format("- {}: `{}", markdown_text(method.label), method.method);
        for (const OptionText& option : method.options)
            out += fmt::format(" {}={}", option.name, option.value);
        out += "`";
        if (!method.preparation.empty()) out += fmt::format(" after preparation `{}`", method.preparation);
        out += "\n";
    }
    if (!analysis.experiment().left_out.empty()) {
        out += fmt::format("- not in this version: {}\n", fmt::join(analysis.experiment().left_out, ", "));
    }
    return out + "\n";
}

std::string experiment_markdown(const Report& report, const Analysis& analysis) {
    std::string out = fmt::format("## {}: {}\n\n![{}]({})\n\n", analysis.experiment().name, analysis.experiment().title,
                                  analysis.experiment().title, figure_file(analysis));
    if (!analysis.experiment().note.empty()) out += analysis.experiment().note + "\n\n";
    out += numbered_claims(analysis) + method_lines(analysis);
    if (!analysis.references.empty()) {
        out += fmt::format("{} of {} reference numbers are reached. {}\n\n", reached(analysis),
                           analysis.references.size(), kReferenceRule);
    }
    for (const TextTable& table : tables_of(report.plan, analysis))
        out += markdown(table);
    return out;
}

std::string card_of(const Report& report, const Analysis& analysis) {
    using io::report::html;
    std::string body = "<figure class=\"learning\">" + figure_svg(analysis) + "</figure>\n";
    if (!analysis.experiment().note.empty()) body += "<p>" + html(analysis.experiment().note) + "</p>\n";
    if (!analysis.claims.empty()) body += "<ol class=\"claims\">\n";
    for (const JudgedClaim& judged : analysis.claims) {
        body += fmt::format("<li>{} <small>{}</small><br><b class=\"{}\">{}</b>: {}.</li>\n", html(claim_text(judged)),
                            html(judged.claim->source), judged.verdict == Verdict::not_reproduced ? "warn" : "verdict",
                            to_string(judged.verdict), html(detail_of(judged)));
    }
    if (!analysis.claims.empty()) body += "</ol>\n";
    if (!analysis.references.empty()) {
        body += fmt::format("<p>{} of {} reference numbers are reached. <small>{}</small></p>\n", reached(analysis),
                            analysis.references.size(), html(kReferenceRule));
    }
    body += "<details><summary>Figures</summary>\n";
    for (const TextTable& table : tables_of(report.plan, analysis))
        body += html_table(table);
    return io::report::card("experiment", analysis.experiment().name + ": " + analysis.experiment().title,
                            body + "</details>\n");
}

constexpr std::string_view kPageStyle =
    ".learning svg { width: 100%; height: auto; max-width: 1070px; } .wide-table { overflow-x: auto; } "
    ".wide-table td, .wide-table th { padding-right: 14px; } ol.claims { padding-left: 22px; } "
    "ol.claims li { margin-top: 8px; } .verdict { color: var(--accent); }\n";

}  // namespace

std::string figure_file(const Analysis& analysis) {
    return analysis.experiment().name + ".svg";
}

std::string tables_markdown(const Report& report) {
    std::string out = fmt::format("# {}: tables\n\n", report.paper.name);
    for (const Analysis& analysis : report.analyses) {
        out += fmt::format("## {}: {}\n\n", analysis.experiment().name, analysis.experiment().title);
        for (const TextTable& table : tables_of(report.plan, analysis))
            out += markdown(table);
    }
    return out;
}

std::string tables_latex(const Report& report) {
    std::string out;
    for (const Analysis& analysis : report.analyses) {
        out += fmt::format("% {}\n", analysis.experiment().name);
        for (const TextTable& table : tables_of(report.plan, analysis))
            out += latex(table);
    }
    return out;
}

std::string readme_markdown(const Report& report) {
    std::string out = fmt::format("# {}, run again\n\n{}\n\n```\n{}\n```\n\n{}; {} runs, {} of computing.\n\n",
                                  report.paper.name, report.paper.citation, report.command, plain_date(report),
                                  report.plan.runs.size(), io::report::duration(report.run_seconds));
    const auto verdicts = verdict_tables(report);
    for (const auto& [heading, table] : verdicts)
        out += "## " + heading + "\n\n" + markdown(table);
    if (!verdicts.empty()) out += std::string(kRule) + "\n\n";
    if (!report.paper.absent.empty()) out += report.paper.absent + "\n\n";
    for (const Analysis& analysis : report.analyses)
        out += experiment_markdown(report, analysis);
    return out + "`runs.csv` has one line per run; the tables alone are in `table.md` and `table.tex`.\n";
}

std::string index_html(const Report& report) {
    using io::report::html;
    std::string out =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
        html(report.paper.name) + ", run again · mvlink</title>\n<style>\n";
    out += std::string(io::report::kStyle) + std::string(kPageStyle) + "</style>\n</head>\n<body>\n<main>\n";
    out += fmt::format(
        "<header>\n<p class=\"brand\">mvlink</p>\n<h1>{}, run again</h1>\n<p class=\"headline\">{}</p>\n"
        "<p class=\"note\">{}; {} runs, {} of computing</p>\n</header>\n",
        html(report.paper.title), html(report.paper.citation), html(plain_date(report)), report.plan.runs.size(),
        html(io::report::duration(report.run_seconds)));
    for (const auto& [heading, table] : verdict_tables(report)) {
        out += io::report::card("verdicts", heading, html_table(table) + "<p class=\"note\">" + html(kRule) + "</p>\n");
    }
    if (!report.paper.absent.empty()) out += "<p class=\"note\">" + html(report.paper.absent) + "</p>\n";
    for (const Analysis& analysis : report.analyses)
        out += card_of(report, analysis);
    out += io::report::card("command", "Command",
                            "<div class=\"copybox\"><pre><code>" + html(report.command) + "</code></pre></div>\n");
    return out + "</main>\n</body>\n</html>\n";
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
