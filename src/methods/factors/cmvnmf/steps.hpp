#pragma once

#include <mvlink/cmvnmf.hpp>

#include "kernels/factor_products.hpp"
#include "methods/factors/cmvnmf/links.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace cmvnmf_steps {

/// The options with `auto` decided.
struct Settings {
    Index k = 0;
    double beta = 1;
    bool use_mapping = true;
    FactorScale scale = FactorScale::rows;
    bool rescale = true;
    bool align = true;
    int ramp = 50;
    int n_init = 5;
    bool component_start = true;  ///< the last of several starts begins from the components of the must-links
    int max_iter = 150;
    double tol = 1e-5;
    double floor = 0;              ///< of V, so that no entry is lost permanently
    bool keep_empty_rows = false;  ///< a row without features is one of zeros, as the paper has it
};
Settings settings_of(const CmvnmfOptions& options);

/// The views as the factorisation reads them, and what ties them.
struct Problem {
    std::vector<std::vector<double>> scales;  ///< of rows; 0: a row without features, which only its ties determine
    std::vector<kernels::ScaledRows> X;
    std::vector<double> square_sums;
    std::vector<ViewLinks> links;
};
Problem problem_of(const Ties& ties, const Settings& settings, Context& context);

/// The factors of every view, X ~ V U', and quantities derived from them.
struct State {
    std::vector<Matrix> U;             ///< d x k
    std::vector<Matrix> V;             ///< n x k
    std::vector<Matrix> XtV, VtV;      ///< of the current V
    std::vector<double> loss;          ///< |X - V U'|^2
    std::vector<double> disagreement;  ///< each view's part of Delta: its ties with earlier views and inside
};

/// What the products of a start are. U and V are given.
void measure(const Problem& problem, State& state, Context& context);

/// Eq. (3); then, if asked for, columns of length 1: `lengths` is what V has to take over, ones if not asked for.
Vector update_basis(bool rescale, int a, State& state, Context& context);

/// Eq. (4) for view a, after its columns took over `lengths`. Also measures loss and disagreement.
void update_encoding(const Problem& problem, const Settings& settings, double beta, int a, const Vector& lengths,
                     State& state, Context& context);

/// Eq. (2).
double objective(const State& state, double beta);

/// The ties of a row: must-linked V minus cannot-linked V, summed.
Eigen::RowVectorXd vote(const ViewLinks& links, Index row, const std::vector<Matrix>& V);

}  // namespace cmvnmf_steps
}  // namespace v1
}  // namespace mvlink
