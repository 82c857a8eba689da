#include "io/report/cards.hpp"
#include "io/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

constexpr Index kMostStepsListed = 30;

double entry_of(const NamedArray& array, Index row, Index col) {
    return array.values[static_cast<std::size_t>(row * array.cols + col)];
}

std::string table_of(const std::vector<std::string>& heads, const std::string& rows) {
    std::string out = "<table><thead><tr>";
    for (const std::string& head : heads) {
        out += "<th scope=\"col\">" + head + "</th>";
    }
    return out + "</tr></thead><tbody>\n" + rows + "</tbody></table>\n";
}

/// How much the embedding and the weights of the views changed in every iteration.
std::string changes_table(const Model& model) {
    if (!model.has_array("trace")) return {};
    const NamedArray& trace = model.array("trace");
    if (trace.cols != 3) return {};
    std::string rows;
    for (Index t = 0; t < std::min(trace.rows, kMostStepsListed); ++t) {
        rows += fmt::format(
            "<tr><th scope=\"row\">{}</th><td class=\"num\">{}</td><td class=\"num\">{}</td><td "
            "class=\"num\">{}</td></tr>\n",
            t + 1, number(entry_of(trace, t, 0)), number(entry_of(trace, t, 1)), number(entry_of(trace, t, 2)));
    }
    return "<h3>Changes by iteration</h3>\n" +
           table_of({"Iteration", "Loss", "Change of the embedding", "Change of the weights"}, rows);
}

std::string graphs_table(const Model& model) {
    if (!model.has_array("graphs")) return {};
    const NamedArray& graphs = model.array("graphs");
    if (graphs.cols != 4 || graphs.rows != static_cast<Index>(model.views.size())) return {};
    std::string rows;
    for (Index view = 0; view < graphs.rows; ++view) {
        rows += "<tr><th scope=\"row\">" + html(model.views[static_cast<std::size_t>(view)]) + "</th>";
        for (Index col = 0; col < graphs.cols; ++col) {
            rows += "<td class=\"num\">" + count(static_cast<Index>(entry_of(graphs, view, col))) + "</td>";
        }
        rows += "</tr>\n";
    }
    return "<h3>Graphs of the views</h3>\n" +
           table_of({"View", "Edges", "Parts", "Objects without edge", "Objects missing"}, rows);
}

}  // namespace

std::string steps_html(const Run& run) {
    const std::string body = changes_table(run.result.model) + graphs_table(run.result.model);
    return body.empty() ? body : card("steps", "Iterations and graphs", body);
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
