#pragma once

#include <mvlink/context.hpp>

#include "kernels/sparse_products.hpp"
#include "runtime/index.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// One row of a sparse matrix that is being made.
struct SparseLine {
    std::vector<std::int32_t> columns;
    std::vector<double> values;

    void clear() {
        columns.clear();
        values.clear();
    }
    void add(std::int32_t column, double value) {
        columns.push_back(column);
        values.push_back(value);
    }
};

/// The square matrix whose row i is what make(i, line) leaves in an empty line, its columns increasing. Chunks of rows
/// are made in parallel and then joined, so that `make` runs once per row and nothing is counted in advance.
template <class Make>
OwnedSparseRows<double> assembled(Index n, Context& context, Make&& make) {
    constexpr Index kGrain = 4096;
    const Index chunks = (n + kGrain - 1) / kGrain;
    std::vector<SparseLine> parts(at(chunks));
    OwnedSparseRows<double> out{n, n, std::vector<Index>(at(n) + 1, 0), {}, {}};
    parallel_for(context, n, kGrain, [&](Index begin, Index end) {
        SparseLine& part = parts[at(begin / kGrain)];
        SparseLine line;
        for (Index row = begin; row < end; ++row) {
            line.clear();
            make(row, line);
            part.columns.insert(part.columns.end(), line.columns.begin(), line.columns.end());
            part.values.insert(part.values.end(), line.values.begin(), line.values.end());
            out.offsets[at(row) + 1] = static_cast<Index>(line.columns.size());
        }
    });
    std::partial_sum(out.offsets.begin(), out.offsets.end(), out.offsets.begin());
    out.columns.resize(at(out.offsets.back()));
    out.values.resize(at(out.offsets.back()));
    parallel_for(context, n, kGrain, [&](Index begin, Index) {
        SparseLine& part = parts[at(begin / kGrain)];
        std::copy(part.columns.begin(), part.columns.end(), out.columns.begin() + out.offsets[at(begin)]);
        std::copy(part.values.begin(), part.values.end(), out.values.begin() + out.offsets[at(begin)]);
        part = {};
    });
    return out;
}

/// Calls body(column, of a, of b) for every column that row `row` of a or of b has, in order; 0 where one has none.
template <class Body>
void for_each_in_either(const SparseRows<double>& a, const SparseRows<double>& b, Index row, Body&& body) {
    auto i = at(a.offsets[at(row)]), j = at(b.offsets[at(row)]);
    const auto i_end = at(a.offsets[at(row) + 1]), j_end = at(b.offsets[at(row) + 1]);
    while (i < i_end || j < j_end) {
        const bool from_a = j == j_end || (i < i_end && a.columns[i] <= b.columns[j]);
        const bool from_b = i == i_end || (j < j_end && b.columns[j] <= a.columns[i]);
        const std::int32_t column = from_a ? a.columns[i] : b.columns[j];
        body(column, from_a ? a.values[i] : 0.0, from_b ? b.values[j] : 0.0);
        i += from_a ? 1 : 0;
        j += from_b ? 1 : 0;
    }
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
