#pragma once

#include "kernels/graph.hpp"
#include "kernels/matrix.hpp"
#include "methods/common/rounds.hpp"
#include "methods/mvcsc/object_links.hpp"

#include <vector>

namespace mvlink {
inline namespace v1 {
namespace mvcsc_steps {

/// What the method sees: normalized graphs of the views on the same objects, and the constraints between objects.
struct Problem {
    Index n = 0;                    ///< objects
    Index c = 0;                    ///< clusters
    std::vector<kernels::Graph> S;  ///< of every view: S_k = I - L_k
    ObjectLinks links;
};

/// How a trial runs; every `auto` is decided.
struct Settings {
    int max_iter = 20;      ///< T_1: iterations of F and mu
    int search_steps = 60;  ///< steps of the curvilinear search
    int admm_steps = 5;     ///< T_2, of mode=paper
    double gamma = 10;
    double rho = 1;  ///< of mode=paper
    double tol = 1e-3;
    double eigen_tol = 1e-8;
};

/// F (n x c, orthonormal columns) and the weights of the views.
struct State {
    Matrix F;
    std::vector<double> mu;
};

/// One alternation of F and mu from a start.
struct Trial : Course {
    State state;
    double beta = 0;
    std::vector<double> v;          ///< how rough F is on each view
    std::vector<double> F_change;   ///< |F - F_before| / |F_before| in every iteration
    std::vector<double> mu_change;  ///< the same of mu
};

}  // namespace mvcsc_steps
}  // namespace v1
}  // namespace mvlink
