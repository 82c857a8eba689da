#include <mvlink/dataset.hpp>

#include "methods/propagation/propagate.hpp"

#include <benchmark/benchmark.h>

#include <memory>
#include <numeric>
#include <utility>
#include <vector>

/// The E-step of constraint propagation in one view: five Gaussian clusters, whose models are known. Arguments: mapped
/// rows, constraints, columns, and whether only pairs that can pass the threshold are looked at (sec. 5.4). `share` is
/// that of the pairs of an endpoint and a mapped row which were evaluated, `links` how many constraints came out.
namespace mvlink {
namespace {

using namespace propagation_steps;

constexpr Index kClusters = 5;

class Case {
public:
    Case(Index rows, Index constraints, Index columns)
        : centres_(Matrix::Zero(kClusters, columns)), data_(made(rows, constraints, columns)), closure_(data_, {}) {
        std::vector<Index> all(static_cast<std::size_t>(rows));
        std::iota(all.begin(), all.end(), Index{0});
        constraints_ = std::make_unique<ViewConstraints>(data_, closure_, 0);
        rows_ = std::make_unique<PropagationRows>(data_.view(0), all, *constraints_, context_);
        for (Index h = 0; h < kClusters; ++h) {
            gaussians_.push_back({centres_.row(h).transpose(), Vector::Ones(columns), {}, 0});
        }
    }

    std::vector<Propagated> propagated(bool early_stopping, PropagationCounts& counts) {
        return propagate(*rows_, *constraints_, gaussians_, labels_, {.early_stopping = early_stopping}, context_,
                         &counts);
    }

private:
    Dataset made(Index rows, Index constraints, Index columns) {
        Random random(1);
        for (double& value : centres_.reshaped())
            value = 5 * random.normal();
        std::vector<double> values;
        for (Index row = 0; row < rows; ++row) {
            labels_.push_back(static_cast<std::int32_t>(random.below(kClusters)));
            for (Index j = 0; j < columns; ++j)
                values.push_back(centres_(labels_.back(), j) + random.normal());
        }
        std::vector<Constraint> judged;
        while (static_cast<Index>(judged.size()) < constraints) {
            const Index a = random.below(rows), b = random.below(rows);
            if (a != b) judged.push_back({{0, a}, {0, b}, labels_[a] == labels_[b] ? Link::must : Link::cannot, 1});
        }
        return Dataset(View::dense("rows", rows, columns, std::move(values))).with_constraints(judged);
    }

    Context context_;
    Matrix centres_;
    std::vector<std::int32_t> labels_;
    Dataset data_;
    JointClosure closure_;
    std::unique_ptr<ViewConstraints> constraints_;
    std::unique_ptr<PropagationRows> rows_;
    std::vector<ClusterGaussian> gaussians_;
};

void propagation_step(benchmark::State& state) {
    Case own(state.range(0), state.range(1), state.range(2));
    PropagationCounts counts;
    std::size_t links = 0;
    for (auto _ : state) {
        counts = {};
        links = own.propagated(state.range(3) != 0, counts).size();
    }
    state.counters["share"] = static_cast<double>(counts.looked_at) / static_cast<double>(counts.pairs);
    state.counters["links"] = static_cast<double>(links);
}

BENCHMARK(propagation_step)
    ->ArgNames({"mapped", "constraints", "columns", "early"})
    ->ArgsProduct({{20'000}, {1'000}, {2, 8}, {0, 1}})
    ->ArgsProduct({{40'000}, {1'000}, {2, 8}, {1}})
    ->ArgsProduct({{20'000}, {2'000}, {2, 8}, {1}})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace mvlink
