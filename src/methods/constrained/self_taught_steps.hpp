#pragma once

#include "methods/common/rounds.hpp"
#include "methods/constrained/completion.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace constrained_spectral {

/// min mu |Q|_* + 1/2 |(Q - Q*) o O|^2 - beta tr(v'Qv) - alpha tr(v'Wv) over Q and v'v = I (n x K).
struct Lesson {
    Eigen::MatrixXd W;              ///< the graph, ones on the diagonal
    std::vector<KnownEntry> known;  ///< Q* and O
    int n_clusters = 2;
    double alpha = 0.1, beta = 0.1, mu = 0.1;
};

/// Q and v, and what the accelerated steps remember.
struct Pupil : Course {
    Spectrum Q;
    Eigen::MatrixXd table;   ///< Q as a matrix
    Eigen::MatrixXd before;  ///< Q one step earlier
    Eigen::MatrixXd v;       ///< n x K
    double pace = 1;         ///< t of FISTA (Beck, Teboulle 2009)
};

/// Q* o O, what is not known zero.
Eigen::MatrixXd given_table(const Lesson& lesson);

/// The K eigenvectors of alpha W + beta Q of the largest eigenvalues.
Eigen::MatrixXd taught_cut(const Lesson& lesson, const Eigen::MatrixXd& Q);

/// Q <- shrink(P - (P - Q*) o O + beta v v', mu), where P is Q carried on by the last step.
void completion_step(const Lesson& lesson, double mu, Pupil& pupil);

double objective_of(const Lesson& lesson, const Pupil& pupil);

}  // namespace constrained_spectral
}  // namespace v1
}  // namespace mvlink
