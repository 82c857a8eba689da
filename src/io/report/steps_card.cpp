#include "io/course_of_model.hpp"
#include "io/report/cards.hpp"
#include "io/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io::report {
namespace {

constexpr std::size_t kMostStepsListed = 30;

std::string table_of(const std::vector<std::string>& heads, const std::string& rows) {
    std::string out = "<div class=\"scroll\"><table><thead><tr>";
    for (const std::string& head : heads) {
        out += "<th scope=\"col\">" + head + "</th>";
    }
    return out + "</tr></thead><tbody>\n" + rows + "</tbody></table></div>\n";
}

/// The loss, and how much the embedding and the weights of the views changed, in every iteration.
std::string changes_table(const Result& result) {
    const std::vector<StoredChange> changes = changes_of(result.model);
    if (changes.empty()) return {};
    std::string rows;
    for (std::size_t t = 0; t < std::min({changes.size(), result.objective.size(), kMostStepsListed}); ++t) {
        rows += fmt::format(
            "<tr><th scope=\"row\">{}</th><td class=\"num\">{}</td><td class=\"num\">{}</td><td "
            "class=\"num\">{}</td></tr>\n",
            t + 1, number(result.objective[t]), number(changes[t].embedding), number(changes[t].weights));
    }
    return "<h3>Changes by iteration</h3>\n" +
           table_of({"Iteration", "Loss", "Change of the embedding", "Change of the weights"}, rows);
}

std::string graphs_table(const Model& model) {
    const std::vector<StoredGraph> graphs = graphs_of(model);
    if (graphs.empty()) return {};
    std::string rows;
    for (std::size_t view = 0; view < graphs.size(); ++view) {
        const auto& [edges, parts, isolated, missing] = graphs[view];
        rows += "<tr><th scope=\"row\">" + html(model.views[view]) + "</th>";
        for (const Index number : {edges, parts, isolated, missing})
            rows += "<td class=\"num\">" + count(number) + "</td>";
        rows += "</tr>\n";
    }
    return "<h3>Graphs of the views</h3>\n" +
           table_of({"View", "Edges", "Parts", "Objects without edge", "Objects missing"}, rows);
}

}  // namespace

std::string steps_html(const Run& run) {
    const std::string body = changes_table(run.result) + graphs_table(run.result.model);
    return body.empty() ? body : card("steps", "Iterations and graphs", body);
}

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
