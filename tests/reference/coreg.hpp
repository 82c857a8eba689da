#pragma once

#include "reference/spectral.hpp"

#include <vector>

/// Co-regularized spectral clustering as plain loops, on views that hold every object: U_v is the top k of
/// S_v + lambda sum_{w != v} P_w (pairwise), or of S_v + lambda P_*, P_* the top k of sum_v P_v (centroid).
namespace mvlink::reference::coreg {

using spectral::Square;

struct Result {
    std::vector<Square> P;          // U_v U_v' of every view
    Square consensus;               // the projector on the top k of sum_v P_v at the end
    std::vector<double> objective;  // sum_v tr(P_v S_v) + lambda sum tr(P_v P_w), to be maximized
};

inline void add(const Square& A, double weight, Square& sum) {
    for (std::size_t i = 0; i < A.size(); ++i) {
        for (std::size_t j = 0; j < A.size(); ++j)
            sum[i][j] += weight * A[i][j];
    }
}

inline Square top(const Square& A, std::size_t k) {
    return spectral::projector(spectral::eigen(A).vectors, k);
}

inline Square top_of_sum(const std::vector<Square>& P, std::size_t k) {
    Square sum = spectral::zeros(P.front().size(), P.front().size());
    for (const Square& own : P)
        add(own, 1, sum);
    return top(sum, k);
}

inline Result run(const std::vector<Square>& S, std::size_t k, double lambda, bool pairwise, int rounds) {
    Result result;
    for (const Square& own : S)
        result.P.push_back(top(own, k));
    for (int t = 0; t < rounds; ++t) {
        const Square shared = top_of_sum(result.P, k);
        for (std::size_t v = 0; v < S.size(); ++v) {
            Square A = S[v];
            for (std::size_t w = 0; pairwise && w < S.size(); ++w) {
                if (w != v) add(result.P[w], lambda, A);
            }
            if (!pairwise) add(shared, lambda, A);
            result.P[v] = top(A, k);
        }
        double objective = 0;
        for (std::size_t v = 0; v < S.size(); ++v) {
            objective += spectral::trace_of_product(result.P[v], S[v]);
            if (!pairwise) objective += lambda * spectral::trace_of_product(result.P[v], shared);
            for (std::size_t w = 0; pairwise && w < v; ++w)
                objective += lambda * spectral::trace_of_product(result.P[v], result.P[w]);
        }
        result.objective.push_back(objective);
    }
    result.consensus = top_of_sum(result.P, k);
    return result;
}

}  // namespace mvlink::reference::coreg
