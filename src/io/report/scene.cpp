#include "io/report/scene.hpp"

#include "evaluate/fitted_truth.hpp"
#include "io/report/drawn_rows.hpp"
#include "io/report/text.hpp"
#include "kernels/projection.hpp"
#include "kernels/rows.hpp"

#include <mvlink/constraints.hpp>
#include <mvlink/preparation.hpp>

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

std::string column_title(const View& view, Index column) {
    const auto names = view.column_names();
    return names.empty() ? "column " + std::to_string(column) : shorten(clean_text(names[column]), 24);
}

/// ", after standardize" if the method, and so the plot, saw the features prepared.
std::string prepared_text(const Model& model, const std::string& view) {
    for (const ViewPreparation& preparation : model.preparation) {
        if (preparation.view == view) return ", after " + steps_text(preparation);
    }
    return {};
}

Axis describe_axis(const View& view, const kernels::Projection& projection, std::size_t axis) {
    const auto& strongest = projection.strongest[axis];
    if (strongest.empty()) return {"spread out at random", false};
    if (projection.axes != kernels::Axes::components) return {column_title(view, strongest.front().column), true};
    std::string title = "component " + std::to_string(axis + 1) + ", " + percent(projection.share[axis]) +
                        " of the variance; most of it from ";
    for (std::size_t i = 0; i < strongest.size(); ++i) {
        title += (i == 0 ? "" : ", ") + column_title(view, strongest[i].column);
    }
    return {title, false};
}

/// The plane in which some rows are seen.
struct Seen {
    std::vector<double> coordinates;  // two per row
    Axis x, y;
};

/// Some rows and some columns of a view. Its columns have names, since their numbers are lost.
View part_of(const View& view, const std::vector<Index>& rows, const std::vector<Clustering::Dimension>& dimensions) {
    std::vector<std::ptrdiff_t> place(view.cols(), -1);
    std::vector<std::string> names;
    for (const auto& dimension : dimensions) {
        place[dimension.column] = static_cast<std::ptrdiff_t>(names.size());
        names.push_back(column_title(view, dimension.column));
    }
    std::vector<double> values(rows.size() * names.size(), 0.0);
    view.visit([&](const auto& X) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            kernels::for_each_entry(X, rows[i], [&](Index column, double value) {
                const std::ptrdiff_t at = place[column];
                if (at >= 0) values[i * names.size() + static_cast<std::size_t>(at)] = value;
            });
        }
    });
    const auto cols = static_cast<Index>(names.size());
    return View::dense(view.name(), static_cast<Index>(rows.size()), cols, std::move(values))
        .with_column_names(std::move(names));
}

const Clustering* clustering_of(const Result& result, const Partition& partition) {
    const auto is_it = [&](const Clustering& clustering) { return clustering.name == partition.name; };
    const auto found = std::find_if(result.clusterings.begin(), result.clusterings.end(), is_it);
    return partition.scope == Scope::clustering && found != result.clusterings.end() ? &*found : nullptr;
}

/// Draws panels; projects each view once, although several partitions may show it.
class Painter {
public:
    Painter(const Run& run, std::span<const Score> scores, Context& context)
        : run_(run), scores_(scores), context_(context) {
        Index pictures = 0;
        for (const Partition& partition : run.result.partitions) {
            pictures += static_cast<Index>(views_of(run.problem.data, partition).size());
        }
        budget_.points = std::clamp(kMostPointsOnPage / std::max<Index>(1, pictures), kLeastPoints, kMostPoints);
    }

    Panel paint(const Partition& partition) {
        Panel panel;
        panel.partition = &partition;
        panel.clustering = clustering_of(run_.result, partition);
        find_truth(panel);
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

    const kernels::Projection& projection(int view) {
        const auto found = projections_.find(view);
        if (found != projections_.end()) return found->second;
        return projections_[view] = clustered().view(view).visit(
                   [&](const auto& rows) { return kernels::project_to_plane(rows, context_); });
    }

    /// The data as the method saw it.
    [[nodiscard]] const Dataset& clustered() const { return run_.prepared; }

    /// A clustering with its own columns is drawn in these, other partitions in all columns.
    Seen seen(const Panel& panel, int view, const std::vector<Index>& rows) {
        const View& whole = clustered().view(view);
        if (panel.clustering != nullptr && !panel.clustering->dimensions.empty()) {
            const View part = part_of(whole, rows, panel.clustering->dimensions);
            kernels::Projection own = part.visit([&](const auto& X) { return kernels::project_to_plane(X, context_); });
            return {std::move(own.coordinates), describe_axis(part, own, 0), describe_axis(part, own, 1)};
        }
        const kernels::Projection& all = projection(view);
        Seen seen{{}, describe_axis(whole, all, 0), describe_axis(whole, all, 1)};
        for (const Index row : rows) {
            const auto first = all.coordinates.begin() + 2 * row;
            seen.coordinates.insert(seen.coordinates.end(), first, first + 2);
        }
        return seen;
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
        const Dataset& data = clustered();
        const Drawn drawn = chosen(panel, view);
        const Seen plane = seen(panel, view, drawn.rows);
        Picture picture;
        picture.view = view;
        picture.rows = data.view(view).rows();
        picture.constraints = drawn.constraints_in_view;
        picture.x = plane.x;
        picture.y = plane.y;
        for (Axis* axis : {&picture.x, &picture.y}) {
            axis->title += prepared_text(run_.result.model, data.view(view).name());
        }
        std::map<Index, std::size_t> index;
        for (const Index row : drawn.rows) {
            const std::size_t at = picture.points.size();
            index[row] = at;
            picture.points.push_back(
                point(panel, {view, row}, plane.coordinates[2 * at], plane.coordinates[2 * at + 1]));
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
        point.row = instance.row;
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
    std::map<int, kernels::Projection> projections_;
};

}  // namespace

std::vector<Panel> make_panels(const Run& run, std::span<const Score> scores, Context& context) {
    Painter painter(run, scores, context);
    std::vector<Panel> panels;
    for (const Partition& partition : run.result.partitions) {
        panels.push_back(painter.paint(partition));
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
