#include "methods/mvcsc/object_links.hpp"

#include "runtime/index.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {
namespace {

auto order_of(const ObjectPair& pair) {
    return std::tuple(pair.first, pair.second, !pair.must, -pair.weight);
}

bool same_pair(const ObjectPair& a, const ObjectPair& b) {
    return a.first == b.first && a.second == b.second;
}

double largest_weight(std::span<const ObjectPair> pairs) {
    double largest = 0;
    for (const ObjectPair& pair : pairs) {
        largest = std::max(largest, pair.weight);
    }
    return largest;
}

/// Cannot-links and must-links, by weight: one of the largest weight counts 1.
std::array<double, 2> numbers_of_kinds(std::span<const ObjectPair> pairs) {
    const double largest = largest_weight(pairs);
    std::array<double, 2> given{};
    for (const ObjectPair& pair : pairs) {
        given[pair.must ? 1 : 0] += pair.weight / largest;
    }
    return given;
}

double count_of_kinds(const std::array<double, 2>& given) {
    return (given[0] > 0 ? 1 : 0) + (given[1] > 0 ? 1 : 0);
}

}  // namespace

ObjectLinks object_links(const Dataset& data, double constraint_weight) {
    ObjectLinks links;
    for (const Constraint& constraint : data.constraints()) {
        const double weight = constraint_weight * constraint.weight;
        const bool must = constraint.link == Link::must;
        const auto [first, second] = std::minmax({data.objects().of(constraint.a), data.objects().of(constraint.b)});
        if (weight <= 0) continue;
        if (first == second) {
            ++(must ? links.inside_must : links.inside_cannot);
        } else {
            links.pairs.push_back({first, second, must, weight});
        }
    }
    std::sort(links.pairs.begin(), links.pairs.end(),
              [](const ObjectPair& a, const ObjectPair& b) { return order_of(a) < order_of(b); });
    const auto last = std::unique(links.pairs.begin(), links.pairs.end(), [](const ObjectPair& a, const ObjectPair& b) {
        return same_pair(a, b) && a.must == b.must;
    });
    links.pairs.erase(last, links.pairs.end());
    for (std::size_t i = 1; i < links.pairs.size(); ++i) {
        if (same_pair(links.pairs[i - 1], links.pairs[i])) ++links.both;
    }
    return links;
}

double number_of_equal_weight(std::span<const ObjectPair> pairs) {
    const double largest = largest_weight(pairs);
    double sum = 0, squares = 0;
    for (const ObjectPair& pair : pairs) {
        const double weight = pair.weight / largest;
        sum += weight;
        squares += weight * weight;
    }
    return pairs.empty() ? 0 : sum * sum / squares;
}

std::vector<double> violated_shares(std::span<const ObjectPair> pairs, std::span<const std::int32_t> labels) {
    const double largest = largest_weight(pairs);
    const std::array<double, 2> given = numbers_of_kinds(pairs);
    const double kinds = count_of_kinds(given);
    std::vector<double> shares;
    for (const ObjectPair& pair : pairs) {
        const bool together = labels[at(pair.first)] == labels[at(pair.second)];
        shares.push_back(together == pair.must ? 0 : pair.weight / largest / (kinds * given[pair.must ? 1 : 0]));
    }
    return shares;
}

double share_of_one(std::span<const ObjectPair> pairs) {
    const std::array<double, 2> given = numbers_of_kinds(pairs);
    return pairs.empty() ? 0 : 1 / (count_of_kinds(given) * std::max(given[0], given[1]));
}

double balanced_violation(std::span<const ObjectPair> pairs, std::span<const std::int32_t> labels) {
    const std::vector<double> shares = violated_shares(pairs, labels);
    return std::accumulate(shares.begin(), shares.end(), 0.0);
}

kernels::OwnedSparseRows<double> as_graph(const std::vector<ObjectPair>& pairs, bool must, Index n) {
    std::vector<std::tuple<Index, Index, double>> entries;
    for (const ObjectPair& pair : pairs) {
        if (pair.must != must) continue;
        entries.emplace_back(pair.first, pair.second, pair.weight);
        entries.emplace_back(pair.second, pair.first, pair.weight);
    }
    std::sort(entries.begin(), entries.end());
    kernels::OwnedSparseRows<double> out{n, n, std::vector<Index>(at(n) + 1, 0), {}, {}};
    for (const auto& [row, column, weight] : entries) {
        ++out.offsets[at(row) + 1];
        out.columns.push_back(static_cast<std::int32_t>(column));
        out.values.push_back(weight);
    }
    std::partial_sum(out.offsets.begin(), out.offsets.end(), out.offsets.begin());
    return out;
}

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
