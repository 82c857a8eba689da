#include "io/report/headline.hpp"

#include "io/report/cards.hpp"
#include "io/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

struct Totals {
    Index rows = 0;
    Index given = 0, kept = 0;
};

Totals totals_of(const Run& run) {
    Totals totals;
    for (const View& view : run.problem.data.views()) {
        totals.rows += view.rows();
    }
    const ConstraintReport& report = run.result.constraints;
    totals.given = report.must.given + report.cannot.given;
    totals.kept = report.must.satisfied + report.cannot.satisfied;
    return totals;
}

/// "3 clusters", or "3 and 4 clusters" if partitions differ.
std::string clusters_text(const Result& result) {
    std::vector<int> numbers;
    for (const Partition& partition : result.partitions) {
        if (std::find(numbers.begin(), numbers.end(), partition.n_clusters) == numbers.end()) {
            numbers.push_back(partition.n_clusters);
        }
    }
    if (numbers.size() == 1) return plural(numbers.front(), "cluster", "clusters");
    std::string text;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == numbers.size() ? " and " : ", ") + count(numbers[i]);
    }
    return text + " clusters";
}

std::string what_was_grouped(const Run& run) {
    const Dataset& data = run.problem.data;
    std::string text = plural(totals_of(run).rows, "row", "rows");
    if (data.n_views() > 1) text += fmt::format(" in {} views", data.n_views());
    const std::string source = source_name(run.problem);
    return source.empty() ? text : text + " of " + source;
}

Index clusterings_in(const Result& result) {
    return std::count_if(result.partitions.begin(), result.partitions.end(),
                         [](const Partition& partition) { return partition.scope == Scope::clustering; });
}

std::string constraints_text(const Totals& totals) {
    if (totals.given == 0) return {};
    if (totals.kept < totals.given) {
        return fmt::format(" {} of {} constraints {} satisfied.", count(totals.kept), count(totals.given),
                           totals.kept == 1 ? "was" : "were");
    }
    return totals.given == 1 ? " The only constraint was satisfied."
                             : fmt::format(" All {} constraints were satisfied.", count(totals.given));
}

std::string rule_text(const GroupCounts& groups) {
    if (groups.given == 0) return {};
    const std::string rule = shorten(clean_text(groups.rule), 48);
    if (groups.violated == 0) return fmt::format(" No cluster holds two rows of one {}.", rule);
    return fmt::format(" {} of {} groups have two rows of one {} in a cluster.", count(groups.violated),
                       count(groups.given), rule);
}

/// What judgements that the run did not see say, and what looks wrong about those that it saw.
std::string evidence_text(const Run& run) {
    const HeldOut& found = run.held_out;
    std::string text;
    if (found.measured()) {
        text = fmt::format(" Of judgements held out, {} are kept (agreement with the truth: {} to {})",
                           percent(found.guided.kept), percent(found.guided.low), percent(found.guided.high));
        if (found.uses_judgements && !found.without.empty())
            text += fmt::format("; without guidance {}", percent(found.unguided.kept));
        text += ".";
    }
    const auto suspects = static_cast<Index>(run.result.suspects.size());
    const Index given = totals_of(run).given;
    if (suspects > 0 && given > 0) {
        text += fmt::format(" {} of {} judgements {} wrong.", count(suspects), count(given),
                            suspects == 1 ? "looks" : "look");
    }
    return text;
}

/// For several clusterings, each with its own truth.
std::string matched_text(std::span<const Score> scores) {
    std::string text;
    for (std::size_t i = 0; i < scores.size(); ++i) {
        text += i == 0 ? " " : i + 1 == scores.size() ? " and " : ", ";
        text += fmt::format("{} with {}", percent(scores[i].measures.acc), scores[i].truth);
    }
    return " Rows agree with the known classes:" + text + ".";
}

std::string quality_text(const Run& run, std::span<const Score> scores) {
    if (scores.empty()) return {};
    if (scores.size() > 1 && clusterings_in(run.result) > 1) return matched_text(scores);
    const auto best = std::max_element(scores.begin(), scores.end(),
                                       [](const Score& a, const Score& b) { return a.measures.acc < b.measures.acc; });
    const std::string share = percent(best->measures.acc);
    if (scores.size() == 1) return fmt::format(" {} of the rows agree with the known classes.", share);
    return fmt::format(" At best {} of the rows agree with the known classes ({}).", share, best->partition);
}

std::string tile(const std::string& value, std::string_view title, std::string_view kind = "") {
    return fmt::format("<div class=\"tile {}\"><dt>{}</dt><dd>{}</dd></div>\n", kind, title, html(value));
}

}  // namespace

std::string source_name(const Problem& problem) {
    std::string_view source = problem.source;
    while (source.size() > 1 && source.ends_with('/')) {
        source.remove_suffix(1);
    }
    const std::size_t slash = source.rfind('/');
    if (slash != std::string_view::npos && source.find_first_of(" ,=") == std::string_view::npos) {
        source.remove_prefix(slash + 1);
    }
    return shorten(clean_text(source), 60);
}

std::string title_text(const Run& run) {
    if (!run.title.empty()) return run.title;
    const std::string source = source_name(run.problem);
    return source.empty() ? run.result.method : run.result.method + " on " + source;
}

std::string headline_text(const Run& run, std::span<const Score> scores) {
    std::string text = fmt::format("{} grouped into {}", what_was_grouped(run), clusters_text(run.result));
    const Index clusterings = clusterings_in(run.result);
    if (clusterings > 1) text += fmt::format(", in {} different ways", clusterings);
    text += '.' + constraints_text(totals_of(run)) + rule_text(run.result.constraints.groups) + evidence_text(run) +
            quality_text(run, scores);
    if (run.result.stop_reason == StopReason::cancelled) text += " The run was stopped early.";
    return text;
}

std::string tiles_html(const Run& run, std::span<const Score> scores) {
    const Totals totals = totals_of(run);
    std::string out = "<dl class=\"tiles\">\n" + tile(count(totals.rows), totals.rows == 1 ? "row" : "rows");
    if (run.problem.data.n_views() > 1) out += tile(count(run.problem.data.n_views()), "views");
    if (const Index clusterings = clusterings_in(run.result); clusterings > 1) {
        out += tile(count(clusterings), "clusterings");
    }
    if (!run.result.partitions.empty()) {
        const int clusters = run.result.partitions.front().n_clusters;
        const bool equal = std::all_of(run.result.partitions.begin(), run.result.partitions.end(),
                                       [&](const Partition& each) { return each.n_clusters == clusters; });
        if (equal) out += tile(count(clusters), clusters == 1 ? "cluster" : "clusters");
    }
    if (totals.given > 0) {
        out += tile(fmt::format("{} / {}", count(totals.kept), count(totals.given)), "constraints satisfied",
                    totals.kept < totals.given ? "warned" : "");
    }
    if (run.held_out.measured()) {
        const bool helps = !run.held_out.uses_judgements || run.held_out.guided.kept > run.held_out.unguided.kept;
        out += tile(percent(run.held_out.guided.kept), "of held-out judgements kept", helps ? "" : "warned");
    }
    if (scores.size() == 1) {
        out += tile(fmt::format("{:.3f}", scores.front().measures.f_measure), "pairwise F");
        out += tile(fmt::format("{:.3f}", scores.front().measures.nmi), "NMI");
    }
    for (const auto& [phase, seconds] : run.result.seconds) {
        if (phase == "total") out += tile(duration(seconds), "run time");
    }
    return out + "</dl>\n";
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
