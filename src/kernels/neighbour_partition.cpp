#include "kernels/neighbour_partition.hpp"

#include "kernels/neighbour_panels.hpp"
#include "kernels/neighbour_workers.hpp"
#include "runtime/index.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

constexpr Index kMostPivots = 32;

struct Node {
    Index begin, end;                  // in the order of rows
    std::vector<std::int32_t> pivots;  // row numbers
};

template <class Panels>
struct SplitWorker {
    Panels rows, pivots;
    typename Panels::Scorer scorer{rows, pivots};
    std::vector<std::int32_t> ids;
    std::vector<float> best;
    alignas(64) std::array<float, static_cast<std::size_t>(kPanel* kPanel)> scores{};
};

template <class Panels>
class Partitioning {
public:
    Partitioning(const SearchRows& source, std::span<const std::int32_t> ids, Index most, double scale, Random random,
                 Context& context)
        : source_(source), ids_(ids), most_(most), scale_(scale), random_(random), context_(context) {
        out_.order.resize(ids.size());
        std::iota(out_.order.begin(), out_.order.end(), 0);
        part_.resize(ids.size());
    }

    RowPartition run() {
        std::vector<Node> nodes;
        add({0, static_cast<Index>(ids_.size()), {}}, nodes);
        while (!nodes.empty() && !context_.cancel_requested()) {
            assign(nodes);
            nodes = split(nodes);
        }
        for (const Node& node : nodes) {  // of a cancelled run
            bounds_.push_back(node.begin);
        }
        std::sort(bounds_.begin(), bounds_.end());
        bounds_.push_back(static_cast<Index>(ids_.size()));
        out_.bounds = std::move(bounds_);
        return std::move(out_);
    }

private:
    /// A small node is a part; a large one is split further.
    void add(Node node, std::vector<Node>& nodes) {
        const Index size = node.end - node.begin;
        if (size <= most_) {
            if (size > 0) bounds_.push_back(node.begin);
            return;
        }
        const Index wanted = std::clamp<Index>(2 * size / most_ + 1, 2, kMostPivots);
        for (Index pivot = 0; pivot < wanted; ++pivot) {
            node.pivots.push_back(ids_[at(out_.order[at(node.begin + random_.below(size))])]);
        }
        nodes.push_back(std::move(node));
    }

    void assign(const std::vector<Node>& nodes) {
        struct Task {
            const Node* node;
            Index begin, end;
        };
        constexpr Index kRows = 256;
        std::vector<Task> tasks;
        for (const Node& node : nodes) {
            for (Index begin = node.begin; begin < node.end; begin += kRows) {
                tasks.push_back({&node, begin, std::min(node.end, begin + kRows)});
            }
        }
        context_.pool().run(static_cast<Index>(tasks.size()), [&](Index t) {
            const Task& task = tasks[at(t)];
            if (context_.cancel_requested()) return;
            workers_.with([] { return std::make_unique<SplitWorker<Panels>>(); },
                          [&](SplitWorker<Panels>& worker) { assign(*task.node, task.begin, task.end, worker); });
        });
    }

    /// Which pivot is nearest to each of some rows; the first if several are.
    void assign(const Node& node, Index begin, Index end, SplitWorker<Panels>& worker) {
        worker.ids.clear();
        for (Index i = begin; i < end; ++i) {
            worker.ids.push_back(ids_[at(out_.order[at(i)])]);
        }
        const Centre centre = source_.point(node.pivots.front());
        load(worker.rows, worker.ids, centre);
        load(worker.pivots, node.pivots, centre);
        worker.best.assign(at(end - begin), -2 * PanelRows::kFar);
        for (Index other = 0; other < worker.pivots.rows().panels(); ++other) {
            worker.scorer.select(other);
            for (Index panel = 0; panel < worker.rows.rows().panels(); ++panel) {
                worker.scorer.compute(panel, worker.scores.data());
                choose(worker, panel, other, begin);
            }
        }
    }

    void load(Panels& panels, std::span<const std::int32_t> ids, const Centre& centre) {
        panels.prepare(source_, ids, scale_);
        for (Index panel = 0; panel < panels.rows().panels(); ++panel) {
            panels.fill(panel, centre);
        }
    }

    void choose(SplitWorker<Panels>& worker, Index panel, Index other, Index begin) {
        const Index pivots = worker.pivots.rows().rows_of(other);
        for (Index r = 0; r < worker.rows.rows().rows_of(panel); ++r) {
            const float* scores = worker.scores.data() + r * kPanel;
            const float* best = std::max_element(scores, scores + pivots);
            const Index row = panel * kPanel + r;
            if (*best <= worker.best[at(row)]) continue;
            worker.best[at(row)] = *best;
            part_[at(begin + row)] = static_cast<std::uint8_t>(other * kPanel + (best - scores));
        }
    }

    std::vector<Node> split(const std::vector<Node>& nodes) {
        std::vector<std::vector<Index>> ends(nodes.size());
        context_.pool().run(static_cast<Index>(nodes.size()), [&](Index i) { ends[at(i)] = reorder(nodes[at(i)]); });
        std::vector<Node> children;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            Index begin = nodes[i].begin;
            for (const Index end : ends[i]) {
                add({begin, end, {}}, children);
                begin = end;
            }
        }
        return children;
    }

    /// Brings the rows of each pivot together and says where they end. If no pivot divides the rows, their order does.
    std::vector<Index> reorder(const Node& node) {
        std::array<Index, at(kMostPivots) + 1> first{};
        for (Index i = node.begin; i < node.end; ++i) {
            ++first[at(part_[at(i)]) + 1];
        }
        std::vector<Index> ends;
        if (*std::max_element(first.begin(), first.end()) == node.end - node.begin) {
            for (Index end = node.begin; end < node.end;) {
                end = std::min(node.end, end + most_);
                ends.push_back(end);
            }
            return ends;
        }
        std::partial_sum(first.begin(), first.end(), first.begin());
        std::vector<std::int32_t> sorted(at(node.end - node.begin));
        for (Index part = 1; part <= kMostPivots; ++part) {
            ends.push_back(node.begin + first[at(part)]);
        }
        for (Index i = node.begin; i < node.end; ++i) {
            sorted[at(first[at(part_[at(i)])]++)] = out_.order[at(i)];
        }
        std::copy(sorted.begin(), sorted.end(), out_.order.begin() + node.begin);
        return ends;
    }

    const SearchRows& source_;
    std::span<const std::int32_t> ids_;
    Index most_;
    double scale_;
    Random random_;
    Context& context_;
    RowPartition out_;
    std::vector<Index> bounds_;
    std::vector<std::uint8_t> part_;  // by position in the order
    Workers<SplitWorker<Panels>> workers_;
};

}  // namespace

RowPartition random_partition(const SearchRows& rows, std::span<const std::int32_t> ids, Index most, double scale,
                              Random random, Context& context) {
    if (rows.sparse()) return Partitioning<SparsePanels>(rows, ids, most, scale, random, context).run();
    return Partitioning<DensePanels>(rows, ids, most, scale, random, context).run();
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
