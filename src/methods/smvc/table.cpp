#include "methods/smvc/table.hpp"

#include "data/names_in_messages.hpp"

#include <mvlink/error.hpp>

#include "kernels/columns.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace smvc_method {
namespace {

Index place_of(const std::vector<Index>& rows, Index row) {
    return std::lower_bound(rows.begin(), rows.end(), row) - rows.begin();
}

std::vector<Index> linked_rows(const Dataset& data) {
    std::vector<Index> rows;
    for (const Constraint& constraint : data.constraints()) {
        rows.push_back(constraint.a.row);
        rows.push_back(constraint.b.row);
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

std::vector<Index> other_rows(const std::vector<Index>& rows, Index n) {
    std::vector<Index> others;
    std::size_t next = 0;
    for (Index row = 0; row < n; ++row) {
        if (next < rows.size() && rows[next] == row) {
            ++next;
        } else {
            others.push_back(row);
        }
    }
    return others;
}

void index_ends(Links& links) {
    links.offsets.assign(links.rows.size() + 1, 0);
    for (const Links::Link& link : links.list) {
        ++links.offsets[link.a + 1];
        ++links.offsets[link.b + 1];
    }
    for (std::size_t i = 1; i < links.offsets.size(); ++i) {
        links.offsets[i] += links.offsets[i - 1];
    }
    std::vector<Index> next(links.offsets.begin(), links.offsets.end() - 1);
    links.ends.resize(2 * links.list.size());
    for (std::size_t e = 0; e < links.list.size(); ++e) {
        const Index a = links.list[e].a, b = links.list[e].b;
        links.ends[static_cast<std::size_t>(next[static_cast<std::size_t>(a)]++)] = {b, static_cast<Index>(e)};
        links.ends[static_cast<std::size_t>(next[static_cast<std::size_t>(b)]++)] = {a, static_cast<Index>(e)};
    }
}

/// Greedy: every row takes the first colour that none of its neighbours has.
void colour_rows(Links& links) {
    std::vector<std::size_t> colour(links.rows.size(), 0);
    std::vector<std::size_t> seen_by;  // the last row that met the colour at a neighbour
    for (std::size_t i = 0; i < links.rows.size(); ++i) {
        for (const Links::End& end : links.of(static_cast<Index>(i))) {
            const auto other = static_cast<std::size_t>(end.other);
            if (other < i) seen_by[colour[other]] = i;
        }
        std::size_t first = 0;
        while (first < seen_by.size() && seen_by[first] == i) {
            ++first;
        }
        if (first == seen_by.size()) {
            seen_by.push_back(links.rows.size());
            links.colours.emplace_back();
        }
        colour[i] = first;
        links.colours[first].push_back(static_cast<Index>(i));
    }
}

}  // namespace

std::span<const Links::End> Links::of(Index place) const {
    const auto begin = static_cast<std::size_t>(offsets[static_cast<std::size_t>(place)]);
    const auto end = static_cast<std::size_t>(offsets[static_cast<std::size_t>(place) + 1]);
    return std::span(ends).subspan(begin, end - begin);
}

Links links_of(const Dataset& data, double constraint_weight) {
    Links links;
    if (constraint_weight == 0 || data.constraints().empty()) return links;
    links.rows = linked_rows(data);
    links.free = other_rows(links.rows, data.view(0).rows());
    for (const Constraint& constraint : data.constraints()) {
        const double wanted = constraint.weight * constraint_weight;
        const double weight = std::min(wanted, kMostWeight);
        if (wanted > weight) ++links.capped;
        links.list.push_back({place_of(links.rows, constraint.a.row), place_of(links.rows, constraint.b.row),
                              constraint.link == Link::must ? weight : -weight});
    }
    index_ends(links);
    colour_rows(links);
    return links;
}

Table standardised(const View& view, Context& context) {
    Table table;
    table.rows = view.rows();
    table.X.X = view.features();
    view.visit([&](const auto& X) {
        const kernels::ColumnRanges ranges = kernels::column_ranges(X, context);
        const std::vector<double> means = kernels::column_means(X, context);
        const std::vector<double> variances = kernels::column_variances(X, means, context);
        for (Index j = 0; j < X.cols; ++j) {
            const auto at = static_cast<std::size_t>(j);
            const double deviation = std::sqrt(variances[at]);
            if (!std::isfinite(deviation) || !std::isfinite(means[at])) {
                throw Error(ErrorCode::numerical,
                            fmt::format("view \"{}\": the squares of column {} overflow; scale it down", view.name(),
                                        column_text(view, j)));
            }
            if (ranges.least[at] == ranges.most[at] || !std::isnormal(variances[at])) {
                table.constant.push_back(j);
                table.constant_values.push_back(means[at]);
                continue;
            }
            table.X.columns.push_back(j);
            table.X.centre.push_back(means[at]);
            table.X.factor.push_back(1 / deviation);
            table.deviation.push_back(deviation);
            table.jacobian -= static_cast<double>(X.rows) * std::log(deviation);
        }
    });
    if (table.dims() == 0) {
        throw Error(ErrorCode::input,
                    fmt::format("view \"{}\": none of its {} columns varies; nothing can be clustered", view.name(),
                                view.cols()));
    }
    return table;
}

}  // namespace smvc_method
}  // namespace v1
}  // namespace mvlink
