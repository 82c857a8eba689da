#include "io/course_of_model.hpp"

namespace mvlink {
inline namespace v1 {
namespace io {
namespace {

double entry_of(const NamedArray& array, Index row, Index col) {
    return array.values[row * array.cols + col];
}

Index count_of(const NamedArray& array, Index row, Index col) {
    return static_cast<Index>(entry_of(array, row, col));
}

bool has_columns(const Model& model, const char* name, Index cols) {
    return model.has_array(name) && model.array(name).cols == cols;
}

}  // namespace

std::vector<StoredChange> changes_of(const Model& model) {
    std::vector<StoredChange> changes;
    if (!has_columns(model, "trace", 3)) return changes;
    const NamedArray& trace = model.array("trace");
    for (Index t = 0; t < trace.rows; ++t)
        changes.push_back({entry_of(trace, t, 1), entry_of(trace, t, 2)});
    return changes;
}

std::vector<StoredGraph> graphs_of(const Model& model) {
    std::vector<StoredGraph> found;
    if (!has_columns(model, "graphs", 4)) return found;
    const NamedArray& graphs = model.array("graphs");
    if (graphs.rows != static_cast<Index>(model.views.size())) return found;
    for (Index view = 0; view < graphs.rows; ++view) {
        found.push_back({count_of(graphs, view, 0), count_of(graphs, view, 1), count_of(graphs, view, 2),
                         count_of(graphs, view, 3)});
    }
    return found;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
