#include "io/report/scene.hpp"

#include "evaluate/fitted_truth.hpp"
#include "io/report/drawn_rows.hpp"
#include "io/report/maps.hpp"

#include <mvlink/constraints.hpp>

#include <algorithm>
#include <map>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

constexpr Index kMostPoints = 4000;        // in one plot
constexpr Index kMostPointsOnPage = 7000;  // keeps the page well under 1.5 MB
constexpr Index kLeastPoints = 200;
constexpr std::int64_t kMostCells = 1 << 20;  // clusters x classes; beyond that a table is unreadable

/// Which views show a partition: its own, or for objects every one.
std::vector<int> views_of(const Dataset& data, const Partition& partition) {
    if (partition.scope == Scope::clustering) return {0};
    if (partition.scope == Scope::view) {
        const std::optional<int> view = data.find_view(partition.name);
        return view ? std::vector<int>{*view} : std::vector<int>{};
    }
    std::vector<int> views;
    for (int view = 0; view < data.n_views(); ++view) {
        views.push_back(view);
    }
    return views;
}

std::size_t position(const Dataset& data, const Partition& partition, InstanceId instance) {
    const Index at = partition.scope == Scope::objects ? data.objects().of(instance) : instance.row;
    return static_cast<std::size_t>(at);
}

const Clustering* clustering_of(const Result& result, const Partition& partition) {
    const auto is_it = [&](const Clustering& clustering) { return clustering.name == partition.name; };
    const auto found = std::find_if(result.clusterings.begin(), result.clusterings.end(), is_it);
    return partition.scope == Scope::clustering && found != result.clusterings.end() ? &*found : nullptr;
}

/// The objects as rows of one view, with the constraints between them and how these fared.
struct ObjectTable {
    Dataset data;
    ConstraintReport report;
    std::vector<InstanceId> first;  ///< by object: its first instance
};

Constraint between_objects(const Dataset& data, Constraint constraint) {
    constraint.a = {0, data.objects().of(constraint.a)};
    constraint.b = {0, data.objects().of(constraint.b)};
    return constraint;
}

ObjectTable object_table(const Dataset& data, const ConstraintReport& report, const Embedding& embedding) {
    const DenseRows<double> rows{embedding.values.data(), embedding.rows, embedding.cols, embedding.cols, 1};
    ObjectTable table{Dataset(View::borrow("embedding", rows)), {}, std::vector<InstanceId>(data.objects().count())};
    std::vector<Constraint> lifted;
    for (const Constraint& constraint : data.constraints()) {
        const Constraint pair = between_objects(data, constraint);
        if (pair.a != pair.b) lifted.push_back(pair);
    }
    for (const Violation& violation : report.violations) {
        table.report.violations.push_back({between_objects(data, violation.constraint), violation.cost});
    }
    table.data = table.data.with_constraints(std::span<const Constraint>(lifted));
    for (int view = data.n_views() - 1; view >= 0; --view) {
        for (Index row = data.view(view).rows() - 1; row >= 0; --row) {
            table.first[data.objects().of({view, row})] = {view, row};
        }
    }
    return table;
}

/// Draws panels.
class Painter {
public:
    Painter(const Run& run, std::span<const Score> scores, const ReportOptions& options, Context& context)
        : run_(run), scores_(scores), context_(context), maps_(run, options.map, context) {
        Index pictures = 0;
        for (const Partition& partition : run.result.partitions) {
            pictures += static_cast<Index>(views_of(run.problem.data, partition).size());
        }
        if (!run.result.propagated.empty()) pictures += run.problem.data.n_views();  // drawn side by side as well
        budget_.points = std::clamp(kMostPointsOnPage / std::max<Index>(1, pictures), kLeastPoints, kMostPoints);
    }

    Panel paint(const Partition& partition) {
        Panel panel;
        panel.partition = &partition;
        panel.clustering = clustering_of(run_.result, partition);
        find_truth(panel);
        const Embedding* objects = partition.scope == Scope::objects ? maps_.object_embedding() : nullptr;
        if (objects != nullptr) {
            panel.pictures.push_back(draw_objects(panel, *objects));
            return panel;
        }
        for (const int view : views_of(run_.problem.data, partition)) {
            panel.pictures.push_back(draw(panel, view));
        }
        return panel;
    }

private:
    void find_truth(Panel& panel) const {
        for (const Truth& truth : run_.problem.truths) {
            std::vector<std::int32_t> labels = fitted_truth(truth, *panel.partition, run_.problem);
            if (labels.empty() || !is_compared(*panel.partition, truth)) continue;
            const std::int64_t classes = 1 + *std::max_element(labels.begin(), labels.end());
            if (classes <= 0 || classes * panel.partition->n_clusters > kMostCells) continue;
            panel.truth_name = truth.name;
            panel.true_labels = std::move(labels);
            panel.classes = count_classes(*panel.partition, panel.true_labels, truth);
            return;
        }
    }

    /// Each of several clusterings is compared with one truth only.
    [[nodiscard]] bool is_compared(const Partition& partition, const Truth& truth) const {
        if (partition.scope != Scope::clustering) return true;
        return std::any_of(scores_.begin(), scores_.end(), [&](const Score& score) {
            return score.partition == partition.name && score.truth == truth.name;
        });
    }

    /// The data as the method saw it.
    [[nodiscard]] const Dataset& clustered() const { return run_.prepared; }

    /// A clustering with its own columns is drawn in these, other partitions in all columns.
    Seen seen(const Panel& panel, int view, const std::vector<Index>& rows) {
        if (panel.clustering == nullptr || panel.clustering->dimensions.empty()) {
            return maps_.rows_of(view, *panel.partition, rows);
        }
        return maps_.rows_in(view, panel.clustering->dimensions, rows);
    }

    /// Under a clustering that took constraints as its own, only these are drawn, as violated if it violates them.
    Drawn chosen(const Panel& panel, int view) {
        if (panel.clustering == nullptr) {
            return choose_drawn(clustered(), run_.result.constraints, view, budget_, context_);
        }
        std::vector<Constraint> own;
        for (const Clustering::Link& link : panel.clustering->constraints) {
            own.push_back(link.constraint);
        }
        const Dataset data = clustered().with_constraints(std::span<const Constraint>(own));
        const std::span<const std::int32_t> labels(panel.partition->labels);
        return choose_drawn(data, report_constraints(data, std::span(&labels, 1)), view, budget_, context_);
    }

    Picture draw(const Panel& panel, int view) {
        const Drawn drawn = chosen(panel, view);
        std::vector<InstanceId> instances;
        for (const Index row : drawn.rows) {
            instances.push_back({view, row});
        }
        Picture picture = composed(panel, drawn, seen(panel, view, drawn.rows), instances);
        picture.view = view;
        picture.rows = clustered().view(view).rows();
        return picture;
    }

    Picture draw_objects(const Panel& panel, const Embedding& embedding) {
        const ObjectTable table = object_table(clustered(), run_.result.constraints, embedding);
        const Drawn drawn = choose_drawn(table.data, table.report, 0, budget_, context_);
        std::vector<InstanceId> instances;
        for (const Index object : drawn.rows) {
            instances.push_back(table.first[object]);
        }
        Picture picture = composed(panel, drawn, maps_.objects_of(embedding, drawn.rows), instances);
        picture.of_objects = true;
        picture.rows = embedding.rows;
        return picture;
    }

    /// The points, one per drawn row, and the lines between them.
    Picture composed(const Panel& panel, const Drawn& drawn, Seen seen, const std::vector<InstanceId>& instances) {
        Picture picture;
        picture.constraints = drawn.constraints_in_view;
        picture.x = std::move(seen.x);
        picture.y = std::move(seen.y);
        picture.map_words = std::move(seen.words);
        std::map<Index, std::size_t> index;
        for (std::size_t at = 0; at < drawn.rows.size(); ++at) {
            index[drawn.rows[at]] = at;
            picture.points.push_back(
                point(panel, instances[at], seen.coordinates[2 * at], seen.coordinates[2 * at + 1]));
        }
        for (const DrawnConstraint& item : drawn.constraints) {
            picture.lines.push_back({index.at(item.constraint.a.row), index.at(item.constraint.b.row),
                                     item.constraint.link, item.violated});
        }
        return picture;
    }

    Point point(const Panel& panel, InstanceId instance, double x, double y) {
        const std::size_t at = position(run_.problem.data, *panel.partition, instance);
        Point point;
        point.instance = instance;
        point.x = x;
        point.y = y;
        point.label = panel.partition->labels[at];
        if (panel.has_truth()) point.true_class = panel.true_labels[at];
        if (at < panel.partition->confidence.size()) point.confidence = panel.partition->confidence[at];
        return point;
    }

    const Run& run_;
    std::span<const Score> scores_;
    Context& context_;
    DrawingBudget budget_;
    Maps maps_;
};

}  // namespace

std::vector<Panel> make_panels(const Run& run, std::span<const Score> scores, const ReportOptions& options,
                               Context& context) {
    Painter painter(run, scores, options, context);
    std::vector<Panel> panels;
    std::vector<const Partition*> order;
    for (const Partition& partition : run.result.partitions) {
        order.push_back(&partition);
    }
    // Who maps views means the objects; the views are there to look closer.
    std::stable_partition(order.begin(), order.end(),
                          [](const Partition* one) { return one->scope == Scope::objects; });
    for (const Partition* partition : order) {
        panels.push_back(painter.paint(*partition));
    }
    return panels;
}

std::string extra_name(const Problem& problem, InstanceId instance) {
    const auto count = static_cast<Index>(problem.row_names.size());
    if (count == 0) return {};
    if (count == problem.data.objects().count()) {
        return problem.row_names[problem.data.objects().of(instance)];
    }
    if (count == problem.data.view(instance.view).rows()) {
        return problem.row_names[instance.row];
    }
    return {};
}

std::string row_title(const Problem& problem, InstanceId instance) {
    const View& view = problem.data.view(instance.view);
    return view.has_ids() ? view.row_name(instance.row) : "row " + std::to_string(instance.row);
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
