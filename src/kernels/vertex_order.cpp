#include "kernels/vertex_order.hpp"

#include "runtime/index.hpp"
#include "runtime/parallel.hpp"

#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr Index kGrain = 4096;

/// Grows patches; `frontier` holds what the last ones touched and did not take, oldest first.
class PatchGrower {
public:
    explicit PatchGrower(const Graph& graph) : graph_(graph), taken_(at(graph.rows), 0) {}

    void grow(std::int32_t seed, Index patch) {
        const std::size_t begin = order_.size(), most = begin + at(patch);
        take(seed);
        for (std::size_t next = begin; next < order_.size(); ++next) {
            const Index vertex = order_[next];
            for (Index e = graph_.offsets[at(vertex)]; e < graph_.offsets[at(vertex) + 1]; ++e) {
                const std::int32_t other = graph_.columns[at(e)];
                if (taken_[at(other)] != 0) continue;
                if (order_.size() < most) {
                    take(other);
                } else {
                    frontier_.push_back(other);
                }
            }
        }
    }

    /// A vertex that the last patches touched, or the first that nobody took; -1 at the end.
    std::int32_t next_seed() {
        while (!frontier_.empty()) {
            const std::int32_t seed = frontier_.back();
            frontier_.pop_back();
            if (taken_[at(seed)] == 0) return seed;
        }
        while (first_ < graph_.rows && taken_[at(first_)] != 0) {
            ++first_;
        }
        return first_ < graph_.rows ? static_cast<std::int32_t>(first_) : -1;
    }

    std::vector<std::int32_t> order_;

private:
    void take(std::int32_t vertex) {
        taken_[at(vertex)] = 1;
        order_.push_back(vertex);
    }

    const Graph& graph_;
    std::vector<char> taken_;
    std::vector<std::int32_t> frontier_;
    Index first_ = 0;
};

}  // namespace

std::vector<std::int32_t> local_order(const Graph& graph, Index patch) {
    PatchGrower grower(graph);
    for (std::int32_t seed = grower.next_seed(); seed >= 0; seed = grower.next_seed()) {
        grower.grow(seed, patch);
    }
    return std::move(grower.order_);
}

Graph reordered(const Graph& graph, const std::vector<std::int32_t>& order, Context& context) {
    const Index n = graph.rows;
    std::vector<std::int32_t> place(at(n));
    Graph out{n, n, std::vector<Index>(at(n) + 1, 0), {}, {}};
    for (Index i = 0; i < n; ++i) {
        const auto old = at(order[at(i)]);
        place[old] = static_cast<std::int32_t>(i);
        out.offsets[at(i) + 1] = out.offsets[at(i)] + graph.offsets[old + 1] - graph.offsets[old];
    }
    out.columns.resize(graph.columns.size());
    out.values.resize(graph.values.size());
    parallel_for(context, n, kGrain, [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i) {
            Index to = out.offsets[at(i)];
            const auto old = at(order[at(i)]);
            for (Index e = graph.offsets[old]; e < graph.offsets[old + 1]; ++e, ++to) {
                out.columns[at(to)] = place[at(graph.columns[at(e)])];
                out.values[at(to)] = graph.values[at(e)];
            }
        }
    });
    return out;
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
