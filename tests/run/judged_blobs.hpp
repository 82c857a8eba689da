#pragma once

#include <mvlink/constraints.hpp>
#include <mvlink/generate.hpp>
#include <mvlink/run.hpp>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace mvlink {

/// Blobs with judgements drawn from their classes.
inline Problem judged_blobs(Index judgements, double wrong = 0, std::uint64_t seed = 3, double spread = 1) {
    BlobsOptions options;
    options.rows = 90;
    options.spread = spread;
    Generated made = generate_blobs(options, Random(seed, "test/blobs", 0));
    SampleOptions sample;
    sample.count = judgements;
    sample.wrong_share = wrong;
    const auto drawn = sample_constraints(made.truths[0].labels, 0, sample, Random(seed, "test/pairs", 0));
    Problem problem{.data = made.data.with_constraints(std::span<const Constraint>(drawn))};
    problem.truths = std::move(made.truths);
    return problem;
}

inline const std::vector<OptionText> kThree{{"n_clusters", "3"}};

}  // namespace mvlink
