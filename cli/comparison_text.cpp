#include "comparison_text.hpp"

#include "screen.hpp"
#include "text.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

constexpr std::size_t kMostSizesShown = 8;

/// What is compared, and what each result says to it; empty if it says nothing.
struct ComparedLine {
    std::string title;
    std::vector<std::string> cells;
};

std::string preparation_of(const StoredResult& result) {
    std::vector<std::string> views;
    for (const StoredPreparation& preparation : result.preparation)
        views.push_back(fmt::format("{}: {}", preparation.view, join(preparation.steps, ", ")));
    return views.empty() ? "none" : join(views, "; ");
}

/// "3: 50, 50, 50".
std::string clusters_of(const StoredPartition& partition) {
    const std::vector<Index> sizes = cluster_sizes(partition);
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < std::min(sizes.size(), kMostSizesShown); ++i)
        shown.push_back(grouped(sizes[i]));
    const std::string more =
        sizes.size() > kMostSizesShown ? fmt::format(" and {} more", sizes.size() - kMostSizesShown) : "";
    return fmt::format("{}: {}{}", sizes.size(), join(shown, ", "), more);
}

std::string objective_of(const StoredResult& result) {
    return result.objective.empty() ? "" : fmt::format("{:.6g}", result.objective.back());
}

std::string share_kept(Index satisfied, Index given) {
    return given == 0 ? "" : fmt::format("{} of {}", grouped(satisfied), grouped(given));
}

std::string agreement_of(const Agreement& agreement) {
    return fmt::format("{:.0f} % ({:.0f} to {:.0f})", 100 * agreement.kept, 100 * agreement.low, 100 * agreement.high);
}

std::string held_out_of(const StoredResult& result) {
    return result.held_out.measured() ? agreement_of(result.held_out.guided) : "";
}

std::string unguided_of(const StoredResult& result) {
    const HeldOut& found = result.held_out;
    return found.measured() && !found.without.empty() ? agreement_of(found.unguided) : "";
}

std::string score_of(const std::optional<double>& score) {
    return score ? fmt::format("{:.4f}", *score) : "";
}

std::string total_seconds(const StoredResult& result) {
    for (const auto& [phase, seconds] : result.seconds) {
        if (phase == "total") return fmt::format("{:.2f}", seconds);
    }
    return "";
}

/// The lines of the table, those without any cell left out.
class ComparedLines {
public:
    explicit ComparedLines(const Comparison& comparison)
        : results_(comparison.results), repeated_(comparison.repeated) {
        add("method", [](const StoredResult& result) { return result.method; });
        for (const OptionDifference& option : comparison.options)
            add_option(option);
        add("preparation", preparation_of);
        add("seed", [](const StoredResult& result) { return std::to_string(result.seed); });
        add_clusters();
        if (comparison.same_objective) add("objective", objective_of);
        add("stop reason", [](const StoredResult& result) { return std::string(to_string(result.stop_reason)); });
        add("iterations", [](const StoredResult& result) { return std::to_string(result.iterations); });
        add("must-links kept", [](const auto& r) { return share_kept(r.must.satisfied, r.must.given); });
        add("cannot-links kept", [](const auto& r) { return share_kept(r.cannot.satisfied, r.cannot.given); });
        add("groups kept", [](const auto& r) { return share_kept(r.groups.satisfied, r.groups.given); });
        add("held-out kept (truth)", held_out_of);
        add("without guidance", unguided_of);
        add_measures();
        add("e4sc", [](const StoredResult& result) { return score_of(result.clustering_scores.e4sc); });
        add("e4fc", [](const StoredResult& result) { return score_of(result.clustering_scores.e4fc); });
        add("warnings", [](const StoredResult& result) { return std::to_string(result.warnings.size()); });
        add("seconds", total_seconds);
    }

    [[nodiscard]] const std::vector<ComparedLine>& lines() const { return lines_; }

private:
    using Cell = std::function<std::string(const StoredResult&)>;

    void add(const std::string& title, const Cell& cell) {
        ComparedLine line{title, {}};
        for (const ComparedResult& compared : results_)
            line.cells.push_back(cell(compared.result));
        const auto says_something = [](const std::string& text) { return !text.empty(); };
        if (std::any_of(line.cells.begin(), line.cells.end(), says_something)) lines_.push_back(std::move(line));
    }

    void add_option(const OptionDifference& option) {
        ComparedLine line{option.name, {}};
        for (const auto& value : option.values)
            line.cells.push_back(value.value_or(""));
        lines_.push_back(std::move(line));
    }

    [[nodiscard]] bool is_repeated(const std::string& partition) const {
        return std::find(repeated_.begin(), repeated_.end(), partition) != repeated_.end();
    }

    /// Each entry of all results once, in the order of their first appearance; views that repeat the objects left out.
    template <class Entry, class Name>
    std::vector<std::string> names_of(std::vector<Entry> StoredResult::*entries, std::string Entry::*partition,
                                      const Name& name) const {
        std::vector<std::string> names;
        for (const ComparedResult& compared : results_) {
            for (const Entry& entry : compared.result.*entries) {
                const bool is_known = std::find(names.begin(), names.end(), name(entry)) != names.end();
                if (!is_known && !is_repeated(entry.*partition)) names.push_back(name(entry));
            }
        }
        return names;
    }

    void add_clusters() {
        const auto name_of = [](const StoredPartition& partition) { return partition.name; };
        const std::vector<std::string> names = names_of(&StoredResult::partitions, &StoredPartition::name, name_of);
        for (const std::string& name : names) {
            add(names.size() == 1 ? "clusters" : "clusters of " + name, [&](const StoredResult& result) {
                const auto found = std::find_if(result.partitions.begin(), result.partitions.end(),
                                                [&](const StoredPartition& p) { return p.name == name; });
                return found == result.partitions.end() ? "" : clusters_of(*found);
            });
        }
    }

    void add_measures() {
        const auto pair_of = [](const Score& score) { return score.partition + " against " + score.truth; };
        const std::vector<std::string> pairs = names_of(&StoredResult::scores, &Score::partition, pair_of);
        for (const std::string& pair : pairs) {
            for (std::size_t m = 0; m < named(Measures{}).size(); ++m) {
                const std::string measure = named(Measures{})[m].first;
                add(pairs.size() == 1 ? measure : fmt::format("{}: {}", pair, measure),
                    [&](const StoredResult& result) {
                        const auto found = std::find_if(result.scores.begin(), result.scores.end(),
                                                        [&](const Score& score) { return pair_of(score) == pair; });
                        return found == result.scores.end() ? ""
                                                            : fmt::format("{:.4f}", named(found->measures)[m].second);
                    });
            }
        }
    }

    const std::vector<ComparedResult>& results_;
    const std::vector<std::string>& repeated_;
    std::vector<ComparedLine> lines_;
};

/// The names without the folder that all of them are in.
std::vector<std::string> short_names(const std::vector<ComparedResult>& results) {
    const std::string& first = results.front().name;
    const auto folder_before = [&](std::size_t end) { return end < 2 ? 0 : first.rfind('/', end - 2) + 1; };
    std::size_t common = folder_before(first.size() + 1);
    for (const ComparedResult& compared : results) {
        while (common > 0 &&
               (compared.name.size() <= common || compared.name.compare(0, common, first, 0, common) != 0))
            common = folder_before(common);
    }
    std::vector<std::string> names;
    names.reserve(results.size());
    for (const ComparedResult& compared : results)
        names.push_back(compared.name.substr(common));
    return names;
}

std::size_t width_of_column(const std::string& title, std::size_t column, const std::vector<ComparedLine>& lines) {
    std::size_t width = display_width(title);
    for (const ComparedLine& line : lines)
        width = std::max(width, display_width(line.cells[column]));
    return width;
}

/// The results from `first` on that fit beside the titles; at least one.
std::size_t end_of_block(std::size_t first, const std::vector<std::string>& names,
                         const std::vector<ComparedLine>& lines) {
    constexpr std::size_t kGap = 2;
    std::size_t used = 0;
    for (const ComparedLine& line : lines)
        used = std::max(used, display_width(line.title));
    std::size_t end = first;
    for (; end < names.size(); ++end) {
        used += kGap + width_of_column(names[end], end, lines);
        if (end > first && used > static_cast<std::size_t>(screen_width())) break;
    }
    return end;
}

/// As many results side by side as the screen is wide; the others below them.
std::string side_by_side(const Comparison& comparison) {
    const ComparedLines compared(comparison);
    const std::vector<std::string> names = short_names(comparison.results);
    std::string out;
    for (std::size_t first = 0; first < names.size();) {
        const std::size_t end = end_of_block(first, names, compared.lines());
        std::vector<Table::Column> columns{{"", Table::Align::left}};
        for (std::size_t i = first; i < end; ++i)
            columns.push_back({names[i], Table::Align::left});
        Table table(columns);
        for (const auto& [title, cells] : compared.lines()) {
            std::vector<std::string> row{title};
            bool says_something = false;  // of the results in this block
            for (std::size_t i = first; i < end; ++i) {
                says_something = says_something || !cells[i].empty();
                row.push_back(cells[i].empty() ? "-" : cells[i]);
            }
            if (says_something) table.add(std::move(row));
        }
        out += (out.empty() ? "" : "\n") + table.text();
        first = end;
    }
    return out;
}

std::string describe_agreements(const Comparison& comparison) {
    using Align = Table::Align;
    if (comparison.agreements.empty()) return "";
    Table table({{"labels", Align::left},
                 {"of", Align::left},
                 {"and", Align::left},
                 {"rows", Align::right},
                 {"ARI", Align::right},
                 {"NMI", Align::right}});
    const std::vector<std::string> names = short_names(comparison.results);
    for (const LabelAgreement& found : comparison.agreements) {
        const bool one_name = found.partition_a == found.partition_b;
        table.add({one_name ? found.partition_a : fmt::format("{}, {}", found.partition_a, found.partition_b),
                   names[found.a], names[found.b], grouped(found.rows), fmt::format("{:.4f}", found.ari),
                   fmt::format("{:.4f}", found.nmi)});
    }
    return "\nHow far the labels agree (1: the same clusters; ARI 0: as by chance):\n\n" + table.text(2);
}

std::string describe_apart(const Comparison& comparison) {
    std::string out;
    for (const LabelsApart& apart : comparison.apart) {
        out += "\n" +
               wrap(fmt::format("The labels of {} and {} were not compared: {}.", comparison.results[apart.a].name,
                                comparison.results[apart.b].name, apart.reason),
                    text_width()) +
               "\n";
    }
    return out;
}

}  // namespace

std::string describe_comparison(const Comparison& comparison) {
    return side_by_side(comparison) + describe_agreements(comparison) + describe_apart(comparison);
}

}  // namespace mvlink::cli
