#pragma once

#include "kernels/matrix.hpp"
#include "kernels/mixtures.hpp"
#include "methods/smvc/table.hpp"

#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace smvc_method {

/// What is fixed during a run: sizes, priors, which equations.
struct Form {
    std::vector<Index> first;  // clustering m has the components first[m] .. first[m + 1] - 1
    bool background = false;   // phi has a last column for dimensions of no clustering
    bool paper = false;        // Eq. (11) without its divergence, no normaliser
    double kappa0 = 0.1, alpha0 = 1, beta0 = 0.1, lambda0 = 1;
    Vector log_r;                                // one per column of phi, sums to 1 as exp
    Vector log_h;                                // one per clustering
    std::vector<Vector> believed_r, believed_h;  // the same where clustering m is said to be right, one per m

    [[nodiscard]] Index clusterings() const { return static_cast<Index>(first.size()) - 1; }
    [[nodiscard]] Index components() const { return first.back(); }
    [[nodiscard]] Index begin(Index m) const { return first[m]; }
    [[nodiscard]] Index size(Index m) const { return first[m + 1] - begin(m); }
};

struct Problem {
    const Table& table;
    const Links& links;
    Form form;
};

/// The variational parameters. psi of rows without links is never stored: sums and entropies are all that is needed.
struct State {
    Matrix phi;            // D x M (+ 1)
    Matrix xi;             // P x M
    Matrix psi;            // linked rows x C
    Vector lambda;         // C
    Vector kappa, alpha;   // C: the same for every dimension
    Eigen::MatrixXd mu;    // D x C
    Eigen::MatrixXd beta;  // D x C
    Vector counts;         // C, sum_i psi
    Eigen::MatrixXd sums;  // 2D x C, sum_i psi [x, x^2]
    Vector entropy;        // M, -sum_i psi ln psi
};

/// From labels, one list per clustering (-1: unknown): psi is kSure on the label; lambda and the components follow.
constexpr double kSure = 0.95;
State started(const Problem& problem, std::span<const std::vector<std::int32_t>> labels, Context& context);

/// The five blocks of one round, in the paper's order. `strength` in [0, 1] multiplies every link; without a background
/// (in the first rounds) every dimension goes to some clustering.
void update_constraints(const Problem& problem, double strength, State& state, Context& context);       // Eq. (10)
void update_dimensions(const Problem& problem, bool with_background, State& state);                     // Eq. (11)
void update_responsibilities(const Problem& problem, double strength, State& state, Context& context);  // Eq. (12)
void update_weights(const Problem& problem, double strength, State& state);                             // Eq. (13)
void update_components(const Problem& problem, State& state);                                           // Eq. (14)

/// The scores of Eq. (12) without links, as the kernels read them.
kernels::Mixtures mixtures_of(const Problem& problem, const State& state);

/// sum_k psi_imk psi_jmk of every link (row) in every clustering.
Matrix together(const Problem& problem, const State& state, Context& context);

}  // namespace smvc_method
}  // namespace v1
}  // namespace mvlink
