#include "samples.hpp"

#include <mvlink/generate_clusterings.hpp>

#include <cmath>

namespace mvlink::samples {
namespace {

struct Groups {
    std::vector<double> values;
    std::vector<std::int32_t> labels;
};

Groups gaussian_groups(Index rows, Index cols, int groups, double separation, std::uint64_t seed) {
    Random random(seed);
    std::vector<double> centres;
    for (Index i = 0; i < groups * cols; ++i) {
        centres.push_back(random.uniform(-separation, separation));
    }
    Groups made;
    for (Index row = 0; row < rows; ++row) {
        const auto group = static_cast<std::int32_t>(row * groups / rows);
        made.labels.push_back(group);
        for (Index col = 0; col < cols; ++col) {
            made.values.push_back(centres[static_cast<std::size_t>(group * cols + col)] + random.normal());
        }
    }
    return made;
}

/// Parallel streaks, turned a little.
Groups streak_groups(Index rows, std::uint64_t seed) {
    Random random(seed);
    Groups made;
    for (Index row = 0; row < rows; ++row) {
        const auto group = static_cast<std::int32_t>(row * 3 / rows);
        const double along = random.uniform(-6, 6), across = 2.2 * (group - 1) + 0.45 * random.normal();
        made.labels.push_back(group);
        made.values.push_back(0.94 * along - 0.34 * across);
        made.values.push_back(0.34 * along + 0.94 * across);
    }
    return made;
}

Partition partition_of(std::string name, int clusters, std::vector<std::int32_t> labels, std::uint64_t seed) {
    Random random(seed);
    Partition partition{Scope::view, std::move(name), clusters, std::move(labels), {}};
    for (std::size_t i = 0; i < partition.labels.size(); ++i) {
        partition.confidence.push_back(1 - std::pow(random.uniform(), 3));
    }
    return partition;
}

std::vector<Constraint> draw_constraints(const std::vector<std::int32_t>& labels, int view, int count, int wrong,
                                         std::uint64_t seed) {
    Random random(seed);
    std::vector<Constraint> drawn;
    const auto n = static_cast<Index>(labels.size());
    while (static_cast<int>(drawn.size()) < count) {
        const Index a = random.below(n), b = random.below(n);
        if (a == b) continue;
        bool together = labels[static_cast<std::size_t>(a)] == labels[static_cast<std::size_t>(b)];
        if (static_cast<int>(drawn.size()) < wrong) together = !together;
        drawn.push_back({{view, a}, {view, b}, together ? Link::must : Link::cannot, 1});
    }
    return drawn;
}

/// Counts the constraints under the labels of each view.
void judge_constraints(const Dataset& data, Result& result) {
    for (const Constraint& constraint : data.constraints()) {
        const auto label = [&](InstanceId end) {
            return result.partitions[static_cast<std::size_t>(end.view)].labels[static_cast<std::size_t>(end.row)];
        };
        const bool must = constraint.link == Link::must;
        ConstraintCounts& counts = must ? result.constraints.must : result.constraints.cannot;
        const bool kept = must == (label(constraint.a) == label(constraint.b));
        ++counts.given;
        ++(kept ? counts.satisfied : counts.violated);
        if (!kept) result.constraints.violations.push_back({constraint, 2.5 * constraint.weight});
    }
}

Result finished(std::string method, std::vector<Partition> partitions) {
    Result result;
    result.method = std::move(method);
    result.options = {{"n_clusters", std::to_string(partitions.front().n_clusters)},
                      {"init", "constraints"},
                      {"n_init", "1"},
                      {"max_iter", "100"},
                      {"tol", "1e-06"},
                      {"constraint_weight", "2.5"},
                      {"closure", "true"},
                      {"order", "random"}};
    result.partitions = std::move(partitions);
    result.objective = {1240.2, 871.5, 702.9, 655.1, 640.8, 634.2, 633.0, 632.7};
    result.iterations = 8;
    result.seconds = {{"total", 0.0412}, {"read", 0.0031}, {"start", 0.0087}, {"rounds", 0.0274}};
    return result;
}

std::vector<std::string> numbered(const std::string& stem, Index count) {
    std::vector<std::string> names;
    for (Index i = 0; i < count; ++i) {
        names.push_back(stem + std::to_string(i + 1));
    }
    return names;
}

/// Some labels moved to the next cluster, so that not all agrees.
std::vector<std::int32_t> with_mistakes(std::vector<std::int32_t> labels, int clusters, std::uint64_t seed) {
    Random random(seed);
    for (std::int32_t& label : labels) {
        if (random.uniform() < 0.04) label = (label + 1) % clusters;
    }
    return labels;
}

}  // namespace

Sample streaks() {
    const Groups groups = streak_groups(240, 1);
    View view = View::dense("points", 240, 2, groups.values)
                    .with_ids(numbered("point-", 240))
                    .with_column_names({"length (mm)", "width (mm)"});
    const std::vector<std::int32_t> labels = with_mistakes(groups.labels, 3, 2);
    const Dataset data = Dataset(view).with_constraints(draw_constraints(labels, 0, 20, 2, 3));
    Sample sample{{data, {{"labels", "", groups.labels, {"north", "middle", "south"}}}, {}, {}, {}, "data/streaks"},
                  finished("pck-means", {partition_of("points", 3, labels, 4)}),
                  "mvlink cluster data/streaks -k 3 --method pck-means --set constraint_weight=2.5 --seed 0 -o out"};
    judge_constraints(data, sample.result);
    sample.result.constraints.must.implied = 4;
    return sample;
}

Sample many_clusters() {
    const Groups groups = gaussian_groups(3000, 16, 12, 6, 5);
    const Dataset data = Dataset(View::dense("measurements", 3000, 16, groups.values))
                             .with_constraints(draw_constraints(groups.labels, 0, 120, 7, 6));
    Sample sample{{data, {}, {}, {}, {}, "../shared/measurements.npy"},
                  finished("pck-means", {partition_of("measurements", 12, groups.labels, 7)}),
                  "mvlink cluster --view measurements=../shared/measurements.npy -k 12"};
    judge_constraints(data, sample.result);
    sample.result.stop_reason = StopReason::max_iter;
    sample.result.warnings = {
        {"not-settled", "The objective was still falling when the limit of rounds was reached.", 0}};
    return sample;
}

Sample hostile_text() {
    const Groups groups = gaussian_groups(40, 4, 2, 4, 8);
    std::vector<std::string> ids =
        numbered("a very long id that goes on and on, as file names and sentences do, number ", 40);
    ids[0] = "<script>alert(1)</script>";
    ids[1] = "\"quoted\" & 'single' \\ back </ScRiPt><!--";
    ids[2] = "bad \xff\xfe bytes \xc3";
    ids[3] = std::string(300, 'x');
    ids[4] = "new\nline\ttab\x01";
    ids[5] = "]]> ${x} {{y}} \xe2\x80\xa8 %s";
    ids[6] = "<img src=x onerror=alert(2)>";
    View view = View::dense("text", 40, 4, groups.values)
                    .with_ids(ids)
                    .with_column_names({"<b>first</b>", "second & third", "\xff\xff", std::string(200, 'w')});
    std::vector<Constraint> constraints;
    for (Index row = 0; row < 7; ++row) {
        constraints.push_back({{0, row}, {0, row + 20}, Link::must, 1.5});
    }
    const Dataset data = Dataset(view).with_constraints(constraints);
    Sample sample{{data,
                   {{"labels", "", groups.labels, {"<i>class</i>", std::string(120, 'c')}}},
                   {},
                   numbered("</script><script>alert(3)</script> name ", 40),
                   {{"<code>", "<script>alert(4)</script>", 0}},
                   "/data/<script>alert(5)</script>"},
                  finished("<method>", {partition_of("text", 2, groups.labels, 9)}),
                  "mvlink cluster '<script>alert(6)</script>' -k 2"};
    judge_constraints(data, sample.result);
    return sample;
}

Sample two_views() {
    const Groups words = gaussian_groups(300, 8, 4, 4, 10), links = gaussian_groups(300, 2, 4, 5, 11);
    const Dataset mapped = Dataset({View::dense("words", 300, 8, words.values).with_ids(numbered("page-", 300)),
                                    View::dense("links", 300, 2, links.values).with_ids(numbered("page-", 300))})
                               .with_id_mapping();
    std::vector<Constraint> constraints = draw_constraints(words.labels, 0, 30, 3, 12);
    const std::vector<Constraint> others = draw_constraints(words.labels, 1, 15, 1, 13);
    constraints.insert(constraints.end(), others.begin(), others.end());
    constraints.push_back({{0, 3}, {1, 9}, Link::must, 2});
    const Dataset data = mapped.with_constraints(constraints);
    Partition objects = partition_of("objects", 4, words.labels, 14);
    objects.scope = Scope::objects;
    Sample sample{{data, {{"labels", "", words.labels, {}}}, {}, {}, {}, "pages/"},
                  finished("propagation", {partition_of("words", 4, with_mistakes(words.labels, 4, 15), 16),
                                           partition_of("links", 4, with_mistakes(links.labels, 4, 17), 18), objects}),
                  "mvlink cluster pages -k 4 --method propagation"};
    judge_constraints(data, sample.result);
    sample.result.view_weights = {0.62, 0.38};
    return sample;
}

Sample large(Index rows) {
    const Groups groups = gaussian_groups(rows, 5, 4, 4, 19);
    const Dataset data =
        Dataset(View::dense("rows", rows, 5, groups.values))
            .with_constraints(draw_constraints(groups.labels, 0, static_cast<int>(rows / 100), 300, 20));
    Sample sample{{data, {{"labels", "", groups.labels, {}}}, {}, {}, {}, "big"},
                  finished("kmeans", {partition_of("rows", 4, groups.labels, 21)}),
                  "mvlink cluster big -k 4"};
    judge_constraints(data, sample.result);
    return sample;
}

Sample learnt_metrics() {
    const Groups groups = gaussian_groups(180, 24, 3, 3, 22);
    std::vector<std::string> names = numbered("reflectance at band ", 24);
    names[0] = "petal length (cm)";
    names[1] = "the <b>width</b> of the sepal, measured twice by different people";
    const Dataset data = Dataset(View::dense("flowers", 180, 24, groups.values).with_column_names(names))
                             .with_constraints(draw_constraints(groups.labels, 0, 40, 4, 23));
    Sample sample{{data, {}, {}, {}, {}, "flowers"},
                  finished("mpck-means", {partition_of("flowers", 3, groups.labels, 24)}),
                  "mvlink cluster flowers -k 3 --method mpck-means --set metric=full"};
    judge_constraints(data, sample.result);
    Random random(25);
    for (int cluster = 0; cluster < 3; ++cluster) {
        LearntMetric metric{cluster, {}, {}};
        for (int feature = 0; feature < 24; ++feature) {
            metric.weights.push_back(3 * std::pow(random.uniform(), 4));
        }
        for (const double weight : {4.2, 2.1, 0.4}) {
            LearntMetric::Direction direction{weight, std::vector<double>(24, 0.0)};
            direction.loadings[static_cast<std::size_t>(cluster)] = 0.8;
            direction.loadings[static_cast<std::size_t>(cluster + 3)] = -0.6;
            metric.directions.push_back(direction);
        }
        sample.result.metrics.push_back(std::move(metric));
    }
    double score = 12;
    for (const Violation& violation : sample.result.constraints.violations) {
        sample.result.suspects.push_back({violation.constraint, score /= 2, 0.8});
    }
    return sample;
}

namespace {

/// Stick figures with the true classes as clusters, a few mistaken.
Sample stick_figures(const std::string& method) {
    const Generated made = generate_stick_figures({900, 0.3, 0}, Random(3));
    std::vector<Partition> partitions;
    for (std::size_t t = 0; t < made.truths.size(); ++t) {
        partitions.push_back(partition_of("clustering" + std::to_string(t + 1), 3,
                                          with_mistakes(made.truths[t].labels, 3, 5 + t), 7 + t));
        partitions.back().scope = Scope::clustering;
    }
    Result result = finished(method, std::move(partitions));
    return {Problem{made.data, made.truths, {}, {}, {}, "stick-figures"}, std::move(result),
            "mvlink cluster stick-figures -k 3 --method " + method};
}

}  // namespace

Sample two_clusterings() {
    Sample sample = stick_figures("smvc");
    std::vector<Constraint> all;
    for (std::size_t t = 0; t < 2; ++t) {
        const std::vector<Constraint> own = draw_constraints(sample.problem.truths[t].labels, 0, 20, 1, 40 + t);
        all.insert(all.end(), own.begin(), own.end());
        Clustering clustering{"clustering" + std::to_string(t + 1), {}, {}, 3.25 - static_cast<double>(t)};
        for (const Index column : sample.problem.truths[t].columns)
            clustering.dimensions.push_back({column, column % 9 == 0 ? 0.62 : 0.9995});
        for (const Constraint& constraint : own)
            clustering.constraints.push_back({constraint, 0.97});
        sample.result.clusterings.push_back(clustering);
    }
    sample.problem.data = sample.problem.data.with_constraints(std::span<const Constraint>(all));
    sample.result.constraints.must = {22, 0, 21, 1};
    sample.result.constraints.cannot = {18, 0, 17, 1};
    sample.result.constraints.violations = {{all[0], 5}, {all[20], 5}};
    sample.result.options.push_back({"image", "20x20"});
    sample.result.tried = {{{2, 2}, -1.31e6}, {{3, 3}, -1.2295e6}, {{4, 4}, -1.2301e6}, {{5, 5}, -1.2312e6}};
    return sample;
}

Sample plain_clusterings() {
    Sample sample = stick_figures("orthogonal");
    sample.problem.truths.pop_back();
    return sample;
}

Sample smallest() {
    const Dataset data(View::dense("v", 1, 1, std::vector<double>{7}));
    Result result;
    result.method = "kmeans";
    result.partitions = {{Scope::view, "v", 1, {0}, {1}}};
    return {{data, {}, {}, {}, {}, ""}, result, ""};
}

}  // namespace mvlink::samples
