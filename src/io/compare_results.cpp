#include <mvlink/clustering_measures.hpp>
#include <mvlink/compare.hpp>
#include <mvlink/error.hpp>
#include <mvlink/io.hpp>
#include <mvlink/measures.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

namespace mvlink {
inline namespace v1 {
namespace {

std::optional<std::string> option_value(const StoredResult& result, const std::string& name) {
    for (const auto& [known, value] : result.options) {
        if (known == name) return value;
    }
    return {};
}

OptionDifference values_of_option(const std::string& name, const std::vector<ComparedResult>& results) {
    OptionDifference option{name, {}};
    for (const ComparedResult& compared : results)
        option.values.push_back(option_value(compared.result, name));
    return option;
}

bool has_several_values(const OptionDifference& option) {
    const auto first = std::find_if(option.values.begin(), option.values.end(), [](const auto& v) { return !!v; });
    return std::any_of(first, option.values.end(), [&](const auto& value) { return value && value != *first; });
}

/// In the order in which the methods list them.
std::vector<OptionDifference> differing_options(const std::vector<ComparedResult>& results) {
    std::vector<OptionDifference> differing;
    for (const ComparedResult& compared : results) {
        for (const auto& [name, value] : compared.result.options) {
            const auto is_it = [&name = name](const OptionDifference& known) { return known.name == name; };
            if (std::any_of(differing.begin(), differing.end(), is_it)) continue;
            OptionDifference option = values_of_option(name, results);
            if (has_several_values(option)) differing.push_back(std::move(option));
        }
    }
    return differing;
}

/// They say how long and from where a method searches, not what for.
bool is_of_search(const OptionDifference& option) {
    constexpr std::array<std::string_view, 4> kOfSearch{"init", "max_iter", "n_init", "tol"};
    return std::find(kOfSearch.begin(), kOfSearch.end(), option.name) != kOfSearch.end();
}

/// The judgements themselves are not stored. Others of the same number hardly ever imply as many.
bool is_of_same_judgements(const StoredResult& a, const StoredResult& b) {
    const auto same_counts = [](const auto& x, const auto& y) { return x.given == y.given && x.implied == y.implied; };
    return same_counts(a.must, b.must) && same_counts(a.cannot, b.cannot) && a.groups.given == b.groups.given;
}

bool is_of_same_data(const StoredResult& a, const StoredResult& b) {
    const auto same_view = [](const StoredView& x, const StoredView& y) {
        return x.name == y.name && x.rows == y.rows && x.cols == y.cols;
    };
    const auto same_steps = [](const StoredPreparation& x, const StoredPreparation& y) {
        return x.view == y.view && x.steps == y.steps;
    };
    return std::equal(a.views.begin(), a.views.end(), b.views.begin(), b.views.end(), same_view) &&
           std::equal(a.preparation.begin(), a.preparation.end(), b.preparation.begin(), b.preparation.end(),
                      same_steps) &&
           is_of_same_judgements(a, b);
}

bool have_same_objective(const Comparison& comparison) {
    const StoredResult& first = comparison.results.front().result;
    const auto is_like_first = [&](const ComparedResult& other) {
        return other.result.method == first.method && is_of_same_data(first, other.result);
    };
    return std::all_of(comparison.results.begin(), comparison.results.end(), is_like_first) &&
           std::all_of(comparison.options.begin(), comparison.options.end(), is_of_search);
}

using PartitionPointers = std::vector<const StoredPartition*>;

PartitionPointers partitions_in(const StoredResult& result, bool clusterings) {
    PartitionPointers found;
    for (const StoredPartition& partition : result.partitions) {
        if ((partition.scope == Scope::clustering) == clusterings) found.push_back(&partition);
    }
    return found;
}

/// Row i of a view is object i and has its label: the objects say it all.
bool says_what_objects_say(const StoredPartition& partition, const StoredResult& result) {
    if (partition.scope != Scope::view) return false;
    return std::any_of(result.partitions.begin(), result.partitions.end(), [&](const StoredPartition& other) {
        return other.scope == Scope::objects && other.labels == partition.labels;
    });
}

std::vector<std::string> repeated_views(const std::vector<ComparedResult>& results) {
    std::map<std::string, bool> repeats;
    for (const ComparedResult& compared : results) {
        for (const StoredPartition& partition : compared.result.partitions) {
            bool& always = repeats.try_emplace(partition.name, true).first->second;
            always = always && says_what_objects_say(partition, compared.result);
        }
    }
    std::vector<std::string> repeated;
    for (const auto& [name, always] : repeats) {
        if (always) repeated.push_back(name);
    }
    return repeated;
}

std::string named_partitions(const ComparedResult& compared) {
    if (compared.result.partitions.empty())
        return fmt::format("{} has no labels beside its result.json", compared.name);
    std::vector<std::string> names;
    for (const StoredPartition& partition : compared.result.partitions)
        names.push_back(partition.name);
    return fmt::format("{} labels {}", compared.name, fmt::join(names, ", "));
}

/// The labels of two results, the second in the order of the first.
class LabelsOfTwo {
public:
    LabelsOfTwo(std::size_t a, std::size_t b, Comparison& comparison)
        : a_(a), b_(b), first_(comparison.results[a]), second_(comparison.results[b]), comparison_(comparison) {}

    void compare() {
        const std::size_t before = comparison_.agreements.size() + comparison_.apart.size();
        compare_of_one_name();
        compare_clusterings();
        if (comparison_.agreements.size() + comparison_.apart.size() > before) return;
        set_apart(
            fmt::format("they have no labels in common: {}; {}", named_partitions(first_), named_partitions(second_)));
    }

private:
    void set_apart(std::string reason) { comparison_.apart.push_back({a_, b_, std::move(reason)}); }

    static std::string file_of(const ComparedResult& compared, const StoredPartition& partition) {
        return fmt::format("{}/labels_{}.csv", compared.name, partition.name);
    }

    /// Nothing if they are not of the same rows; then it is said why.
    std::optional<std::vector<std::int32_t>> in_first_order(const StoredPartition& x, const StoredPartition& y) {
        if (x.labels.size() != y.labels.size()) {
            set_apart(fmt::format("{} has {} labels and {} has {}", file_of(first_, x), x.labels.size(),
                                  file_of(second_, y), y.labels.size()));
            return {};
        }
        try {
            return labels_in_order(x.ids, file_of(first_, x), Truth{y.name, "", y.labels, {}, {}, y.ids},
                                   file_of(second_, y));
        } catch (const Error& error) {
            set_apart(std::string(error.message()));
            return {};
        }
    }

    void add(const StoredPartition& x, const StoredPartition& y, const std::vector<std::int32_t>& labels) {
        comparison_.agreements.push_back({a_, b_, x.name, y.name, static_cast<Index>(labels.size()),
                                          adjusted_rand_index(x.labels, labels),
                                          normalized_mutual_information(x.labels, labels)});
    }

    void compare_of_one_name() {
        const std::vector<std::string>& repeated = comparison_.repeated;
        for (const StoredPartition* x : partitions_in(first_.result, false)) {
            if (std::find(repeated.begin(), repeated.end(), x->name) != repeated.end()) continue;
            for (const StoredPartition* y : partitions_in(second_.result, false)) {
                if (x->scope != y->scope || x->name != y->name) continue;
                if (const auto labels = in_first_order(*x, *y)) add(*x, *y, *labels);
            }
        }
    }

    /// Several clusterings of one side, the only labels of the other: which clustering are they like?
    void compare_each_clustering(const PartitionPointers& x, const PartitionPointers& y) {
        const PartitionPointers of_first = x.empty() ? partitions_in(first_.result, false) : x;
        const PartitionPointers of_second = y.empty() ? partitions_in(second_.result, false) : y;
        if ((x.empty() ? of_first : of_second).size() != 1) return;
        for (const StoredPartition* one : of_first) {
            for (const StoredPartition* other : of_second) {
                const auto labels = in_first_order(*one, *other);
                if (!labels) return;
                add(*one, *other, *labels);
            }
        }
    }

    /// Which of them is the first is arbitrary.
    void compare_clusterings() {
        const PartitionPointers x = partitions_in(first_.result, true), y = partitions_in(second_.result, true);
        if (x.empty() != y.empty()) return compare_each_clustering(x, y);
        if (x.empty()) return;
        std::vector<SubspaceClustering> of_first, of_second;
        for (const StoredPartition* partition : x)
            of_first.push_back({partition->labels});
        for (const StoredPartition* partition : y) {
            const auto labels = in_first_order(*x.front(), *partition);
            if (!labels) return;
            of_second.push_back({*labels});
        }
        const std::vector<int> partners = match_clusterings(of_first, of_second);
        for (std::size_t c = 0; c < y.size(); ++c) {
            if (partners[c] >= 0) add(*x[partners[c]], *y[c], of_second[c].labels);
        }
    }

    std::size_t a_, b_;
    const ComparedResult& first_;
    const ComparedResult& second_;
    Comparison& comparison_;
};

/// The folder, as it was given; a shell that completes the names of folders adds the slash.
std::string name_of_path(const std::filesystem::path& path) {
    if (path.filename() == "result.json") return path.has_parent_path() ? name_of_path(path.parent_path()) : ".";
    return (path.has_filename() ? path : path.parent_path()).string();
}

/// Errors say in which folder the file is that they are about: there are several of its name.
StoredResult read_one_of_several(const std::filesystem::path& path) {
    try {
        return read_result(path);
    } catch (const Error& error) {
        const std::string folder = (std::filesystem::is_directory(path) ? path : path.parent_path()).string();
        if (folder.empty() || error.message().starts_with(folder)) throw;
        throw error.at(name_of_path(folder));
    }
}

void require_several(std::size_t results) {
    if (results >= 2) return;
    throw Error{ErrorCode::usage,
                fmt::format("compare: found {} result{}; expected two or more", results, results == 1 ? "" : "s")};
}

}  // namespace

Comparison compare_results(std::vector<ComparedResult> results) {
    require_several(results.size());
    Comparison comparison;
    comparison.results = std::move(results);
    comparison.options = differing_options(comparison.results);
    comparison.same_objective = have_same_objective(comparison);
    comparison.repeated = repeated_views(comparison.results);
    for (std::size_t a = 0; a < comparison.results.size(); ++a) {
        for (std::size_t b = a + 1; b < comparison.results.size(); ++b)
            LabelsOfTwo(a, b, comparison).compare();
    }
    return comparison;
}

Comparison compare_results(std::span<const std::filesystem::path> paths) {
    require_several(paths.size());
    std::vector<ComparedResult> results;
    for (const std::filesystem::path& path : paths)
        results.push_back({name_of_path(path), read_one_of_several(path)});
    return compare_results(std::move(results));
}

std::vector<Index> cluster_sizes(const StoredPartition& partition) {
    std::map<std::int32_t, Index> counts;
    for (const std::int32_t label : partition.labels)
        ++counts[label];
    std::vector<Index> sizes;
    sizes.reserve(counts.size());
    for (const auto& [label, count] : counts)
        sizes.push_back(count);
    return sizes;
}

}  // namespace v1
}  // namespace mvlink
