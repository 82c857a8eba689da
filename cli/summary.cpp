#include "summary.hpp"

#include "screen.hpp"
#include "spelling.hpp"
#include "text.hpp"

#include <mvlink/preparation.hpp>

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

constexpr std::size_t kLabelWidth = 13;
constexpr std::size_t kLongestLine = 110;
constexpr std::size_t kMostClusters = 20;
constexpr std::size_t kMostViolations = 5;
constexpr std::size_t kMostSuspects = 3;
constexpr std::size_t kShareWidth = 30;

std::vector<Index> sizes_of(const Partition& partition) {
    std::vector<Index> sizes(std::max(partition.n_clusters, 0), 0);
    for (const std::int32_t label : partition.labels) {
        if (label >= 0 && static_cast<std::size_t>(label) < sizes.size()) ++sizes[label];
    }
    return sizes;
}

std::string bar(double share) {
    const auto cells = static_cast<std::size_t>(share * kShareWidth + 0.5);
    std::string out;
    for (std::size_t i = 0; i < cells; ++i) {
        out += speaks_utf8() ? "\xe2\x96\x88" : "#";
    }
    return out;
}

std::string describe_pair(const Dataset& data, const Constraint& c) {
    const View& a = data.view(c.a.view);
    const View& b = data.view(c.b.view);
    const std::string views = data.n_views() == 1    ? ""
                              : c.a.view == c.b.view ? fmt::format(" in {}", a.name())
                                                     : fmt::format(" between {} and {}", a.name(), b.name());
    return fmt::format("{} {} and {}{}", to_string(c.link), a.row_name(c.a.row), b.row_name(c.b.row), views);
}

std::string describe_violation(const Dataset& data, const Violation& violation) {
    return fmt::format("violated: {}, cost {:.4g}", describe_pair(data, violation.constraint), violation.cost);
}

std::string describe_stop(const Result& result) {
    const std::string objective =
        result.objective.empty() ? "" : fmt::format("objective {:.6g}, ", result.objective.back());
    const std::string rounds = counted(result.iterations, "iteration");
    switch (result.stop_reason) {
        case StopReason::converged:
            return fmt::format("{}converged after {}", objective, rounds);
        case StopReason::max_iter:
            return fmt::format("{}stopped at the limit of {} before convergence (raise it with --set max_iter=..)",
                               objective, rounds);
        case StopReason::cancelled:
            return fmt::format("{}INTERRUPTED after {}: not the final result", objective, rounds);
    }
    return objective;
}

std::string describe_preparation(const Model& model) {
    std::string out;
    for (const ViewPreparation& preparation : model.preparation) {
        const auto view = std::find(model.views.begin(), model.views.end(), preparation.view) - model.views.begin();
        const Index after = model.cols.at(static_cast<std::size_t>(view));
        out += labelled(out.empty() ? "Prepared" : "",
                        fmt::format("{}: {}{}", preparation.view, steps_text(preparation),
                                    after == preparation.cols ? "" : ", which left " + counted(after, "column")));
    }
    return out;
}

/// Not a verdict: the features may be wrong, and the constraint right.
std::string describe_suspects(const Dataset& data, const Result& result) {
    const std::vector<Suspect>& suspects = result.suspects;
    if (suspects.empty()) return "";
    const ConstraintReport& report = result.constraints;
    const bool one = suspects.size() == 1;
    std::vector<std::string> pairs;
    for (std::size_t i = 0; i < std::min(suspects.size(), kMostSuspects); ++i) {
        pairs.push_back(describe_pair(data, suspects[i].constraint));
    }
    const std::size_t more = suspects.size() - pairs.size();
    return labelled("", fmt::format("{} of {} look{} wrong: {} with the features; look at {}: {}{}", suspects.size(),
                                    counted(report.must.given + report.cannot.given, "judgement"), one ? "s" : "",
                                    one ? "it disagrees" : "they disagree", one ? "it" : "them", join(pairs, "; "),
                                    more > 0 ? fmt::format("; and {} more (suspects in result.json)", more) : ""));
}

std::string whole_percent(double share) {
    return fmt::format("{:.0f}", 100 * share);
}

/// "77 % kept (truth 68 to 92), without guidance 67 %".
std::string describe_held_out(const HeldOut& found) {
    if (!found.measured()) return found.reason.empty() ? "" : labelled("Held out", "not measured: " + found.reason);
    std::string text = fmt::format("held-out judgements: {} % kept (truth {} to {})", whole_percent(found.guided.kept),
                                   whole_percent(found.guided.low), whole_percent(found.guided.high));
    if (!found.uses_judgements) {
        text += "; the method does not use them";
    } else if (!found.without.empty()) {
        text += fmt::format(", without guidance {} %", whole_percent(found.unguided.kept));
    }
    if (found.rows > 0) text += fmt::format("; measured on a sample of {}", counted(found.rows, "row"));
    return labelled("Held out", text);
}

/// The basis of a clustering: "clustering1 (dimensions 0, 1, 2 and 7 more; 34 constraints)".
std::string describe_clustering(const Run& run, const Clustering& clustering) {
    constexpr std::size_t kMostNamed = 8;
    const auto names = run.prepared.view(0).column_names();
    std::vector<std::string> named;
    for (const auto& [column, probability] : clustering.dimensions) {
        if (named.size() == kMostNamed) break;
        const auto at = static_cast<std::size_t>(column);
        named.push_back(at < names.size() ? std::string(names[at]) : std::to_string(column));
    }
    std::string out = clustering.name + " (";
    if (named.empty()) {
        out += "no dimension";
    } else {
        const std::size_t more = clustering.dimensions.size() - named.size();
        out += fmt::format("{} {}{}", clustering.dimensions.size() == 1 ? "dimension" : "dimensions", join(named, ", "),
                           more > 0 ? fmt::format(" and {} more", more) : "");
    }
    if (!clustering.constraints.empty()) {
        out += "; " + counted(static_cast<long long>(clustering.constraints.size()), "constraint");
    }
    return out + fmt::format("; explains {:.3g} nats per row)", clustering.explained);
}

/// Several clusterings as a whole.
std::string describe_whole(const ClusteringScores& scores) {
    if (!scores.e4fc) return "";
    return labelled("", fmt::format("all clusters against all classes: E4FC {:.3f}{}", *scores.e4fc,
                                    scores.e4sc ? fmt::format(", with their columns E4SC {:.3f}", *scores.e4sc) : ""));
}

/// What a partition groups, in words.
std::string describe_scope(const Run& run, const Partition& partition) {
    if (partition.scope == Scope::view) return "view " + partition.name;
    for (const Clustering& clustering : run.result.clusterings) {
        if (partition.scope == Scope::clustering && clustering.name == partition.name) {
            return describe_clustering(run, clustering);
        }
    }
    return partition.scope == Scope::clustering ? partition.name : "the " + partition.name;
}

/// Of one partition, and equal in every measure.
bool agree(const Score& a, const Score& b) {
    return a.partition == b.partition && named(a.measures) == named(b.measures);
}

/// "a 0.48, b 0.52, c 0 (ignored)", from methods that learn how much each view counts.
std::string describe_view_weights(const Result& result) {
    if (result.view_weights.size() < 2) return "";
    std::vector<std::string> weights;
    for (std::size_t view = 0; view < result.view_weights.size(); ++view) {
        const double weight = result.view_weights[view];
        weights.push_back(
            fmt::format("{} {:.3g}{}", result.model.views.at(view), weight, weight == 0 ? " (ignored)" : ""));
    }
    return labelled("View weights", join(weights, ", "));
}

/// Whether row i of a view is object i and has its label: the objects' table then says it all.
bool repeats_objects(const Partition& partition, const Result& result) {
    if (partition.scope != Scope::view) return false;
    return std::any_of(result.partitions.begin(), result.partitions.end(), [&](const Partition& other) {
        return other.scope == Scope::objects && other.labels == partition.labels;
    });
}

std::string describe_kept(const char* type, const ConstraintCounts& counts) {
    return fmt::format("{} of {} {}s satisfied", grouped(counts.satisfied), grouped(counts.given), type);
}

/// What was left to `auto`, and why it chose so.
std::string choice_text(const Choice& choice) {
    if (choice.reason.empty()) return "";
    if (choice.is_named) return fmt::format(", the number of clusters chosen by auto: {}", choice.reason);
    return fmt::format(", chosen by auto: {} (--method chooses another)", choice.reason);
}

}  // namespace

std::string labelled(const std::string& label, const std::string& text) {
    return pad_right(label, kLabelWidth) + wrap(text, text_width(kLongestLine), kLabelWidth) + "\n";
}

std::string describe_data(const Problem& problem) {
    const Dataset& data = problem.data;
    std::string out;
    for (const View& view : data.views()) {
        const std::string name = data.n_views() == 1 ? problem.source : fmt::format("view {}", view.name());
        out += labelled(out.empty() ? "Data" : "", fmt::format("{}: {} x {}, {}", name, counted(view.rows(), "row"),
                                                               counted(view.cols(), "column"), view.kind()));
    }
    if (data.n_views() > 1) {
        out += labelled("", data.unmapped() ? "the views are not mapped to each other"
                                            : fmt::format("the mapping makes {} of them",
                                                          counted(data.objects().count(), "object")));
    }
    return out;
}

std::string describe_clusters(const Partition& partition) {
    const std::vector<Index> sizes = sizes_of(partition);
    std::vector<std::size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const bool shortened = sizes.size() > kMostClusters;
    if (shortened) std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return sizes[a] > sizes[b]; });
    const auto total = static_cast<double>(std::max<std::size_t>(partition.labels.size(), 1));
    const Index largest = sizes.empty() ? 1 : std::max<Index>(*std::max_element(sizes.begin(), sizes.end()), 1);

    using Align = Table::Align;
    Table table({{"cluster", Align::right}, {"rows", Align::right}, {"share", Align::right}, {"", Align::left}});
    for (std::size_t i = 0; i < std::min(sizes.size(), kMostClusters); ++i) {
        const auto size = static_cast<double>(sizes[order[i]]);
        table.add({std::to_string(order[i]), grouped(sizes[order[i]]), fmt::format("{:.1f} %", 100 * size / total),
                   bar(size / static_cast<double>(largest))});
    }
    std::string out = table.text(2);
    if (shortened) out += fmt::format("  and {} smaller ones\n", sizes.size() - kMostClusters);
    return out;
}

std::string describe_constraints(const Dataset& data, const ConstraintReport& report) {
    if (report.must.given + report.cannot.given == 0) return "";
    std::vector<std::string> kept;
    if (report.must.given > 0) kept.push_back(describe_kept("must-link", report.must));
    if (report.cannot.given > 0) kept.push_back(describe_kept("cannot-link", report.cannot));
    std::string out = labelled("Constraints", join(kept, ", "));
    for (std::size_t i = 0; i < std::min(report.violations.size(), kMostViolations); ++i) {
        out += labelled("", describe_violation(data, report.violations[i]));
    }
    if (report.violations.size() > kMostViolations) {
        out += labelled("", fmt::format("and {} more violated (result.json lists all)",
                                        report.violations.size() - kMostViolations));
    }
    return out;
}

std::string describe_groups(const GroupCounts& groups) {
    if (groups.rule.empty()) return "";
    return labelled("Rule", fmt::format("at most one \"{}\" per cluster: {} of {} kept", groups.rule,
                                        grouped(groups.satisfied), counted(groups.given, "group")));
}

std::string describe_scores(const std::vector<Score>& scores) {
    std::string out;
    for (auto score = scores.begin(); score != scores.end(); ++score) {
        const auto agrees = [&](const Score& other) { return agree(*score, other); };
        if (std::any_of(scores.begin(), score, agrees)) continue;
        // A view's own classes are often those of all views, with the same numbers.
        std::vector<std::string> truths;
        for (auto other = score; other != scores.end(); ++other) {
            if (agrees(*other)) truths.push_back(other->truth);
        }
        const Measures& m = score->measures;
        out += labelled(out.empty() ? "Agreement" : "",
                        fmt::format("{} against {}: F {:.3f}, NMI {:.3f}, accuracy {:.3f}, ARI {:.3f}",
                                    score->partition, join(truths, " and "), m.f_measure, m.nmi, m.acc, m.ari));
    }
    return out;
}

std::string describe_warnings(const Problem& problem, const Result& result) {
    std::string out;
    for (const auto* warnings : {&problem.warnings, &result.warnings}) {
        for (const Warning& warning : *warnings) {
            out += labelled("Note", text_of(warning));
        }
    }
    return out;
}

std::string describe_run(const Run& run) {
    const Result& result = run.result;
    std::string out = describe_data(run.problem) + describe_preparation(result.model);
    out += labelled("Method", result.method + choice_text(run.choice));
    out += labelled(
        "Run", fmt::format("{}, {:.2f} s, seed {}", describe_stop(result), seconds_of(result, "total"), result.seed));
    out += describe_view_weights(result);
    out += describe_constraints(run.problem.data, result.constraints);
    out += describe_groups(result.constraints.groups);
    out += describe_held_out(run.held_out);
    out += describe_suspects(run.problem.data, result);
    out += describe_scores(run.scores);
    out += describe_whole(run.clustering_scores);
    out += describe_warnings(run.problem, result);
    for (const Partition& partition : result.partitions) {
        if (repeats_objects(partition, result)) continue;
        const std::string title = counted(partition.n_clusters, "cluster") + " of " + describe_scope(run, partition);
        out += fmt::format("\n{}:\n", wrap(title, text_width(kLongestLine)));
        out += describe_clusters(partition);
    }
    return out;
}

}  // namespace mvlink::cli
