#include "questions/start_partition.hpp"

#include <mvlink/error.hpp>
#include <mvlink/kmeans.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

constexpr Index kSample = 2000;
constexpr int kMostClusters = 12;
constexpr int kStarts = 10;
constexpr std::size_t kNamedColumns = 4;  // of a clustering that a person is asked about
constexpr Index kManyItems = 20000;       // beyond, one start of K-Means is enough to ask about

std::optional<int> wanted_clusters(const RunRequest& request) {
    for (const OptionText& option : request.options) {
        if (option.name != "n_clusters" || option.value == "auto") continue;
        int number = 0;
        const char* const end = option.value.data() + option.value.size();
        const auto [stop, error] = std::from_chars(option.value.data(), end, number);
        if (error != std::errc() || stop != end || number < 1) {
            throw Error(ErrorCode::usage, fmt::format("n_clusters {}: expected one whole number >= 1", option.value));
        }
        return number;
    }
    return std::nullopt;
}

Space sampled(const Space& space) {
    const Index n = static_cast<Index>(space.items.size());
    if (n <= kSample) return space;
    Space sample;
    sample.cols = space.cols;
    for (Index i = 0; i < kSample; ++i) {
        const Index place = i * n / kSample;
        sample.items.push_back(space.items[place]);
        const auto first = space.values.begin() + place * space.cols;
        sample.values.insert(sample.values.end(), first, first + space.cols);
    }
    return sample;
}

/// Calinski and Harabasz (1974): variance between the clusters over that within them, per degree of freedom.
double separation(const Space& space, std::span<const std::int32_t> labels, int k) {
    const Index n = static_cast<Index>(labels.size());
    const std::size_t cols = static_cast<std::size_t>(space.cols);
    std::vector<double> sums(cols * static_cast<std::size_t>(k), 0.0);
    std::vector<double> counts(k, 0.0);
    std::vector<double> mean(cols, 0.0);
    double squares = 0;
    for (Index i = 0; i < n; ++i) {
        counts[labels[i]] += 1;
        for (std::size_t col = 0; col < cols; ++col) {
            const double x = space.values[static_cast<std::size_t>(i) * cols + col];
            sums[static_cast<std::size_t>(labels[i]) * cols + col] += x;
            mean[col] += x;
            squares += x * x;
        }
    }
    double of_means = 0;
    for (int c = 0; c < k; ++c) {
        for (std::size_t col = 0; col < cols; ++col) {
            const double sum = sums[static_cast<std::size_t>(c) * cols + col];
            of_means += counts[c] > 0 ? sum * sum / counts[c] : 0;
        }
    }
    double of_mean = 0;
    for (const double sum : mean)
        of_mean += sum * sum / static_cast<double>(n);
    const double within = std::max(squares - of_means, 1e-300);
    return (of_means - of_mean) / within * static_cast<double>(n - k) / static_cast<double>(k - 1);
}

/// The best separated of the numbers that the request allows, by default 2 to 12.
int chosen_clusters(const Space& space, const std::vector<int>& allowed, Context& context) {
    const Space sample = sampled(space);
    const Index n = static_cast<Index>(sample.items.size());
    int best = allowed.empty() ? 1 : static_cast<int>(std::min<Index>(allowed.front(), n));
    const int first = allowed.empty() ? 2 : std::max(2, allowed.front());
    const int most = static_cast<int>(std::min<Index>(allowed.empty() ? kMostClusters : allowed.back(), n - 1));
    double best_separation = 0;
    for (int k = first; k <= most; ++k) {
        const double found = separation(sample, cluster_points(sample.features(), k, 3, context), k);
        if (found > best_separation) {
            best = k;
            best_separation = found;
        }
    }
    return best;
}

Partition by_kmeans(const SessionSetup& setup, const Cloud& cloud, Context& context) {
    Partition partition{Scope::objects, "objects", 0, {}, {}};
    partition.labels.assign(cloud.count(), 0);
    const auto wanted = wanted_clusters(setup.start);
    for (const Space& space : cloud.spaces) {
        const Index n = static_cast<Index>(space.items.size());
        if (n == 0) continue;
        if (wanted && *wanted > n && cloud.spaces.size() == 1) {
            throw Error(ErrorCode::input, fmt::format("n_clusters {} is more than the {} rows", *wanted, n));
        }
        const int k =
            static_cast<int>(std::min<Index>(wanted ? *wanted : chosen_clusters(space, setup.start.sizes, context), n));
        const auto labels = cluster_points(space.features(), k, n > kManyItems ? 1 : kStarts, context);
        for (Index i = 0; i < n; ++i)
            partition.labels[space.items[i]] = partition.n_clusters + labels[i];
        partition.n_clusters += k;
    }
    return partition;
}

/// The objects' own partition, else every object by its first row.
Partition of_result(const Result& result, const Problem& problem, const Items& items) {
    for (const Partition& partition : result.partitions) {
        if (partition.scope == Scope::objects) return partition;
    }
    Partition partition{Scope::objects, "objects", 0, {}, {}};
    for (Index item = 0; item < items.count(); ++item) {
        const InstanceId shown = items.shown(item, item).first;
        const std::string& view = problem.data.view(shown.view).name();
        const auto found = std::find_if(result.partitions.begin(), result.partitions.end(), [&](const Partition& p) {
            return p.name == view || (p.scope == Scope::clustering && problem.data.n_views() == 1);
        });
        if (found == result.partitions.end()) {
            throw Error(ErrorCode::input, fmt::format("{} gives no labels for view \"{}\"", result.method, view));
        }
        partition.n_clusters = std::max(partition.n_clusters, found->n_clusters);
        partition.labels.push_back(found->labels[shown.row]);
    }
    return partition;
}

bool keeps_columns(const RunRequest& request) {
    for (const PreparationRequest& preparation : request.preparation) {
        for (const std::string& step : preparation.steps)
            if (step.starts_with("pca") || step.starts_with("spectral")) return false;
    }
    return true;
}

/// "clustering1: petal length, petal width, ..".
std::string words_about(const Clustering& clustering, const View& view) {
    std::string text = clustering.name;
    for (std::size_t i = 0; i < clustering.dimensions.size() && i <= kNamedColumns; ++i) {
        const auto column = static_cast<std::size_t>(clustering.dimensions[i].column);
        const auto names = view.column_names();
        text += i == 0 ? ": " : ", ";
        text += i == kNamedColumns ? ".." : column < names.size() ? names[column] : fmt::format("column {}", column);
    }
    return text;
}

/// Every clustering of a method that has several, with the columns that it is based on.
std::vector<Start> several_starts(const Result& result, const Problem& problem, const RunRequest& request) {
    std::vector<Start> starts;
    if (problem.data.n_views() != 1) return starts;
    for (const Partition& partition : result.partitions) {
        if (partition.scope != Scope::clustering) continue;
        Start start{partition, partition.name, {}};
        start.partition.scope = Scope::objects;
        for (const Clustering& clustering : result.clusterings) {
            if (clustering.name != partition.name || !keeps_columns(request)) continue;
            start.about = words_about(clustering, problem.data.view(0));
            for (const Clustering::Dimension& dimension : clustering.dimensions)
                start.columns.push_back(dimension.column);
        }
        starts.push_back(std::move(start));
    }
    return starts.size() > 1 ? starts : std::vector<Start>();
}

void check_given(const Partition& partition, const Items& items) {
    if (static_cast<Index>(partition.labels.size()) != items.count()) {
        throw Error(ErrorCode::input, fmt::format("the partition to begin with has {} labels; expected one for each of "
                                                  "the {} objects",
                                                  partition.labels.size(), items.count()));
    }
    for (const std::int32_t label : partition.labels) {
        if (label < 0 || label >= partition.n_clusters) {
            throw Error(ErrorCode::input, fmt::format("label {} in the partition to begin with; expected 0 to {}",
                                                      label, partition.n_clusters - 1));
        }
    }
}

}  // namespace

std::vector<std::int32_t> cluster_points(const Features& points, int n_clusters, int n_init, Context& context) {
    if (n_clusters == 1) return std::vector<std::int32_t>(row_count(points), 0);
    KMeansOptions options;
    options.n_clusters = n_clusters;
    options.n_init = n_init;
    Context inner = context.nested("start", context.seed());
    return kmeans(Dataset(View::borrow("points", points)), options, inner).partitions.front().labels;
}

std::vector<Start> starts_of(const Problem& problem, const SessionSetup& setup, const Items& items, const Cloud& cloud,
                             Context& context) {
    if (setup.partition) {
        check_given(*setup.partition, items);
        return {{*setup.partition}};
    }
    if (setup.start.method == kAuto) return {{by_kmeans(setup, cloud, context)}};
    Problem blind = problem;
    blind.truths.clear();
    Context inner = context.nested("start", context.seed());
    const Result result = cluster(std::move(blind), setup.start, inner).result;
    std::vector<Start> several = several_starts(result, problem, setup.start);
    return several.empty() ? std::vector<Start>{{of_result(result, problem, items)}} : several;
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
