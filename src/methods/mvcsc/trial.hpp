#pragma once

#include <mvlink/context.hpp>

#include "methods/mvcsc/corrected.hpp"
#include "methods/mvcsc/problem.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {

/// The constraints of a problem for mode=corrected, with the graphs that the objective adds up.
struct CorrectedForm {
    CorrectedForm(const Problem& problem, const std::vector<ObjectPair>& pairs, double gamma);

    ConstraintTerms terms;
    std::vector<kernels::Graph> graphs;  ///< S_1 .. S_K, must-links
};

/// Without constraints: the F of given weights is known, the eigenvectors of the weighted Laplacian; F and mu in turn.
/// The objective never rises. `spectral` holds the eigenvectors of its weights; any other start would end the same.
Trial free_trial(const Problem& problem, double beta, const Settings& settings, const State& spectral,
                 Context& context);

/// Algorithm 1 with the corrected terms: F by the curvilinear search, mu by Theorem 1, in turn. The objective never
/// rises.
Trial corrected_trial(const Problem& problem, const CorrectedForm& form, double beta, const Settings& settings,
                      State start, Context& context);

/// Algorithm 1 as printed: F by ADMM (Algorithm 2), mu by Theorem 1. An F of one column is the two-class form.
Trial paper_trial(const Problem& problem, double beta, const Settings& settings, State start, Context& context);

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
