#include "methods/factors/cmvnmf/links.hpp"
#include "runtime/index.hpp"

#include <mvlink/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace cmvnmf_steps {
namespace {

/// The instances of every object, by object, then view and row.
std::vector<std::pair<Index, InstanceId>> instances_by_object(const Dataset& data) {
    std::vector<std::pair<Index, InstanceId>> list;
    for (int v = 0; v < data.n_views(); ++v) {
        for (Index row = 0; row < data.view(v).rows(); ++row) {
            list.push_back({data.objects().of({v, row}), {v, row}});
        }
    }
    std::sort(list.begin(), list.end());
    return list;
}

/// Every row of an object with every row of it in another view: for rows mapped to rows, and for views chosen whose
/// link was in a view left out.
std::vector<std::pair<InstanceId, InstanceId>> pairs_of_objects(const Dataset& data) {
    std::vector<std::pair<InstanceId, InstanceId>> pairs;
    const auto list = instances_by_object(data);
    for (std::size_t one = 0; one < list.size(); ++one) {
        for (std::size_t two = one + 1; two < list.size() && list[two].first == list[one].first; ++two) {
            if (list[one].second.view != list[two].second.view) pairs.emplace_back(list[one].second, list[two].second);
        }
    }
    return pairs;
}

void require_few_rows(const Dataset& data) {
    for (const View& view : data.views()) {
        if (view.rows() <= std::numeric_limits<std::int32_t>::max()) continue;
        throw Error(ErrorCode::input, fmt::format("view \"{}\": {} rows are more than the {} that cmvnmf supports",
                                                  view.name(), view.rows(), std::numeric_limits<std::int32_t>::max()));
    }
}

/// Sums of weights that overflow would keep the matching of cluster numbers busy for ever.
void require_weights_that_add_up(const Dataset& data, double constraint_weight) {
    constexpr double kMost = 1e300;
    double sum = 0;
    for (const Constraint& constraint : data.constraints()) {
        sum += constraint_weight * constraint.weight;
    }
    if (sum <= kMost) return;
    throw Error(
        ErrorCode::numerical,
        fmt::format("cmvnmf: the weights of the constraints add up to {:g}; expected at most {:g}", sum, kMost));
}

/// M^{ab} or C^{ab} as compressed rows; a tie inside a view stands in both directions.
kernels::OwnedSparseRows<double> compressed(const Ties& ties, int a, int b, bool must) {
    const auto for_each_entry = [&](auto&& body) {
        ties.for_each([&](const Tie& tie) {
            if (tie.must != must) return;
            if (tie.a.view == a && tie.b.view == b) body(tie.a.row, tie.b.row, tie.weight);
            if (tie.b.view == a && tie.a.view == b) body(tie.b.row, tie.a.row, tie.weight);
        });
    };
    const Index rows = ties.data().view(a).rows(), cols = ties.data().view(b).rows();
    kernels::OwnedSparseRows<double> out{rows, cols, std::vector<Index>(at(rows) + 1, 0), {}, {}};
    for_each_entry([&](Index row, Index, double) { ++out.offsets[at(row) + 1]; });
    std::partial_sum(out.offsets.begin(), out.offsets.end(), out.offsets.begin());
    out.columns.resize(at(out.offsets.back()));
    out.values.resize(at(out.offsets.back()));
    std::vector<Index> next(out.offsets.begin(), out.offsets.end() - 1);
    for_each_entry([&](Index row, Index col, double weight) {
        const std::size_t place = at(next[at(row)]++);
        out.columns[place] = static_cast<std::int32_t>(col);
        out.values[place] = weight;
    });
    return out;
}

void add_degrees(const kernels::OwnedSparseRows<double>& must, std::vector<double>& degree) {
    for (std::size_t row = 0; row < degree.size(); ++row) {
        for (Index entry = must.offsets[row]; entry < must.offsets[row + 1]; ++entry) {
            degree[row] += must.values[at(entry)];
        }
    }
}

ViewLinks links_of_view(const Ties& ties, int a) {
    ViewLinks links;
    links.degree.assign(at(ties.data().view(a).rows()), 0.0);
    for (int b = 0; b < ties.data().n_views(); ++b) {
        Coupling coupling{b, compressed(ties, a, b, true), compressed(ties, a, b, false)};
        if (coupling.must.values.empty() && coupling.cannot.values.empty()) continue;
        add_degrees(coupling.must, links.degree);
        links.inside = links.inside || a == b;
        links.couplings.push_back(std::move(coupling));
    }
    return links;
}

}  // namespace

Ties::Ties(const Dataset& data, double constraint_weight, bool use_mapping)
    : data_(data), weight_(constraint_weight), use_mapping_(use_mapping && data.n_views() > 1 && !data.unmapped()) {
    require_few_rows(data);
    require_weights_that_add_up(data, constraint_weight);
    if (use_mapping_ && data.mappings().empty()) unlisted_ = pairs_of_objects(data);
}

std::vector<ViewLinks> links_of(const Ties& ties) {
    std::vector<ViewLinks> all;
    for (int a = 0; a < ties.data().n_views(); ++a) {
        all.push_back(links_of_view(ties, a));
    }
    return all;
}

}  // namespace cmvnmf_steps
}  // namespace v1
}  // namespace mvlink
