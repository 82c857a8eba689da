#include "io/report/maps.hpp"

#include "io/report/learnt_space.hpp"
#include "io/report/spectral_map.hpp"
#include "io/report/text.hpp"
#include "kernels/rows.hpp"

#include <mvlink/preparation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

std::string column_title(const View& view, Index column) {
    const auto names = view.column_names();
    return names.empty() ? "column " + std::to_string(column) : shorten(clean_text(names[column]), 24);
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

/// What two axes show of a table: `features` are what its columns are called.
std::string shown_text(const kernels::Projection& projection, std::string_view features) {
    switch (projection.axes) {
        case kernels::Axes::value_and_jitter:
            return fmt::format("the only one of the {}; the other direction is random", features);
        case kernels::Axes::columns:
            return fmt::format("both {}", features);
        case kernels::Axes::components:
            break;
    }
    return fmt::format("the first two principal components of the {}, {} of the variance", features,
                       percent(std::min(1.0, projection.share[0] + projection.share[1])));
}

/// ", after standardize" if the method, and so the map, saw the features prepared.
std::string prepared_text(const Model& model, const std::string& view) {
    for (const ViewPreparation& preparation : model.preparation) {
        if (preparation.view == view) return ", after " + steps_text(preparation);
    }
    return {};
}

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

/// The embedding as a view, with names for its coordinates.
View embedding_view(const Embedding& embedding) {
    std::vector<std::string> names;
    for (Index column = 0; column < embedding.cols; ++column) {
        names.push_back(embedding.kind == EmbeddingKind::spectral ? fmt::format("eigenvector {}", column + 1)
                                                                  : fmt::format("part {}", column));
    }
    const DenseRows<double> rows{embedding.values.data(), embedding.rows, embedding.cols, embedding.cols, 1};
    return View::borrow("embedding", rows).with_column_names(std::move(names));
}

std::vector<double> picked(const kernels::Projection& projection, const std::vector<Index>& rows) {
    std::vector<double> coordinates;
    coordinates.reserve(2 * rows.size());
    for (const Index row : rows) {
        const auto first = projection.coordinates.begin() + 2 * row;
        coordinates.insert(coordinates.end(), first, first + 2);
    }
    return coordinates;
}

}  // namespace

const Embedding* Maps::embedding_of(Scope scope, const std::string& name) const {
    const auto is_it = [&](const Embedding& embedding) { return embedding.scope == scope && embedding.name == name; };
    const auto& all = run_.result.embeddings;
    const auto found = may_show(ReportMap::embedding) ? std::find_if(all.begin(), all.end(), is_it) : all.end();
    return found == all.end() ? nullptr : &*found;
}

const Embedding* Maps::object_embedding() const {
    return embedding_of(Scope::objects, "objects");
}

Seen Maps::rows_of(int view, const Partition& partition, const std::vector<Index>& rows) {
    if (wanted_ == ReportMap::spectral) return by_graph(view, partition, rows);
    if (const Embedding* own = embedding_of(Scope::view, run_.prepared.view(view).name())) {
        return by_embedding(*own, rows);
    }
    const Embedding* of_objects = object_embedding();
    if (of_objects == nullptr) return by_features(view, partition, rows);
    std::vector<Index> objects;
    for (const Index row : rows) {
        objects.push_back(run_.problem.data.objects().of({view, row}));
    }
    return by_embedding(*of_objects, objects);
}

Seen Maps::objects_of(const Embedding& embedding, const std::vector<Index>& objects) {
    return by_embedding(embedding, objects);
}

Seen Maps::by_graph(int view, const Partition& partition, const std::vector<Index>& rows) {
    const View& table = run_.prepared.view(view);
    std::optional<SpectralMap> found = spectral_map(table, rows, context_);
    if (!found) return by_features(view, partition, rows);
    const std::string prepared = prepared_text(run_.result.model, table.name());
    std::string words = fmt::format("The map shows the graph of nearest neighbours among these rows{}", prepared);
    words += found->parts == 1
                 ? ": its second and third eigenvector."
                 : fmt::format(", which falls into {} parts: its second and third eigenvector.", count(found->parts));
    return {std::move(found->coordinates), {"second eigenvector", false}, {"third eigenvector", false}, words};
}

Seen Maps::by_embedding(const Embedding& embedding, const std::vector<Index>& places) {
    const View table = embedding_view(embedding);
    auto found = projections_.find(&embedding);
    if (found == projections_.end()) {
        kernels::Projection made = table.visit([&](const auto& X) { return kernels::project_to_plane(X, context_); });
        found = projections_.emplace(&embedding, std::move(made)).first;
    }
    const bool spectral = embedding.kind == EmbeddingKind::spectral;
    const std::string words = fmt::format("The map shows {}: {}.",
                                          spectral ? "the spectral embedding from which the clusters were read"
                                                   : "how much of each part of the factorization a row holds",
                                          shown_text(found->second, spectral ? "eigenvectors" : "parts"));
    return {picked(found->second, places), describe_axis(table, found->second, 0),
            describe_axis(table, found->second, 1), words};
}

Seen Maps::by_features(int view, const Partition& partition, const std::vector<Index>& rows) {
    const View& table = run_.prepared.view(view);
    std::optional<LearntSpace> space;
    if (may_show(ReportMap::metric)) space = learnt_space(run_.result.model, partition, table.cols());
    PlacedRows& placed = placed_[&table];
    if (placed.rows != rows) {
        const std::vector<double> factor = space ? space->factor : std::vector<double>();
        placed = {rows, table.visit([&](const auto& X) {
                      return kernels::project_to_plane(X, factor, context_, std::span<const Index>(rows));
                  })};
    }
    const std::string shown = shown_text(placed.projection, "features");
    Seen seen{placed.projection.coordinates,
              describe_axis(table, placed.projection, 0),
              describe_axis(table, placed.projection, 1),
              {}};
    if (space) {
        seen.words = fmt::format("The map shows the rows under {}: {}.", space->words, shown);
    } else if (wanted_ != ReportMap::automatic && wanted_ != ReportMap::pca) {
        const std::string_view lacks = wanted_ == ReportMap::metric      ? "learnt metric"
                                       : wanted_ == ReportMap::embedding ? "embedding"
                                                                         : "graph of nearest neighbours";
        seen.words = fmt::format("The run has no {} to draw, so the map shows {}.", lacks, shown);
    } else {
        seen.words = fmt::format("The map shows {}.", shown);
    }
    const std::string prepared = prepared_text(run_.result.model, table.name());
    seen.x.title += prepared;
    seen.y.title += prepared;
    return seen;
}

Seen Maps::rows_in(int view, const std::vector<Clustering::Dimension>& dimensions, const std::vector<Index>& rows) {
    const View& whole = run_.prepared.view(view);
    const View part = part_of(whole, rows, dimensions);
    kernels::Projection own = part.visit([&](const auto& X) { return kernels::project_to_plane(X, context_); });
    Seen seen{std::move(own.coordinates), describe_axis(part, own, 0), describe_axis(part, own, 1),
              fmt::format("The map shows the dimensions of this clustering alone: {}.", shown_text(own, "dimensions"))};
    const std::string prepared = prepared_text(run_.result.model, whole.name());
    seen.x.title += prepared;
    seen.y.title += prepared;
    return seen;
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
