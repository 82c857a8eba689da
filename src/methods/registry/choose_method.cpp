#include <mvlink/registry.hpp>

#include <mvlink/constraints.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace {

constexpr Index kMostRowsOfGraph = 2000;  // the constrained spectral method costs more than the others beyond

std::string view_names(const Dataset& data) {
    std::vector<std::string> names;
    for (const View& view : data.views()) {
        names.push_back(view.name());
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

Index constraints_between_views(const Dataset& data) {
    return std::count_if(data.constraints().begin(), data.constraints().end(),
                         [](const Constraint& constraint) { return constraint.a.view != constraint.b.view; });
}

std::string counted_constraints(Index count) {
    return fmt::format("{} constraint{}", count, count == 1 ? "" : "s");
}

Choice choose_for_several_views(const Dataset& data) {
    const std::string views = fmt::format("{} views ({})", data.n_views(), view_names(data));
    const Index between = constraints_between_views(data);
    if (data.unmapped() && between == 0) {
        return {"cmvnmf", views + ", nothing joins them: each is clustered by itself"};
    }
    if (data.unmapped())
        return {"cmvnmf", fmt::format("{}, unmapped, {} between them", views, counted_constraints(between))};
    return {"cmvnmf", fmt::format("{}, mapped, {}", views, counted_constraints(count_judgements(data)))};
}

}  // namespace

Choice choose_method(const Dataset& data) {
    if (const GroupRule* rule = data.group_rule()) {
        return {"pck-means", fmt::format("it keeps the rule of at most one \"{}\" per cluster", rule->name)};
    }
    if (data.n_views() > 1) return choose_for_several_views(data);
    if (data.constraints().empty()) return {"kmeans", "one view and no constraints"};
    const std::string judged = counted_constraints(count_judgements(data));
    // The order of docs/results/defaults with few judgements: a metric of thousands of columns cannot be learnt from
    // them, and centroids of a few sparse rows attract nearly all others.
    if (!data.view(0).is_sparse()) return {"mpck-means", "one view and " + judged};
    const bool is_small = data.view(0).rows() <= kMostRowsOfGraph;
    return {is_small ? "mvcsc" : "cmvnmf", "one sparse view and " + judged};
}

}  // namespace v1
}  // namespace mvlink
