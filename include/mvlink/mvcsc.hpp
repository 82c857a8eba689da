#pragma once

#include <mvlink/kmeans.hpp>
#include <mvlink/spectral.hpp>

/// MVCSC (chen2019): spectral clustering of mapped views with constraints and learnt view weights.
namespace mvlink {
inline namespace v1 {

/// Where the search for the embedding starts: at the eigenvectors of the mean Laplacian, or at random.
enum class MvcscInit { automatic, spectral, random };
template <>
struct EnumNames<MvcscInit> {
    static constexpr std::array<std::string_view, 3> values{"auto", "spectral", "random"};
};

struct MvcscOptions {
    int n_clusters = 8;
    Mode mode = Mode::corrected;
    OrAuto<double> beta = {};
    OrAuto<double> gamma = {};
    double constraint_weight = 1;
    OrAuto<int> n_neighbors = {};
    GraphMetric metric = GraphMetric::automatic;
    GraphAffinity affinity = GraphAffinity::automatic;
    double sigma = 1;
    GraphSymmetry symmetry = GraphSymmetry::either;
    GraphSearch search = GraphSearch::automatic;
    OrAuto<bool> normalize_rows = {};
    MvcscInit init = MvcscInit::automatic;
    OrAuto<int> n_init = {};
    OrAuto<int> max_iter = {};
    OrAuto<int> search_steps = {};
    int admm_steps = 5;
    double rho = 1;
    double tol = 1e-3;
    double eigen_tol = 1e-8;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K, and of columns of the embedding.");
        field(
            "mode", self.mode, any_of_enum,
            "How constraints enter: corrected works for any number of clusters; paper is the printed algorithm (ADMM), "
            "whose cannot-links only work for two clusters.");
        field("beta", self.beta, at_least(0),
              "How evenly views are weighed: with a small beta few views count, with a large one all count alike. "
              "auto: K, or less, so that views that have nothing to do with the clusters are ignored; 0.3, 0.1 or 0.03 "
              "times K if that satisfies clearly more constraints, and no fewer before it has seen them; 1 in "
              "mode=paper.");
        field(
            "gamma", self.gamma, at_least(0),
            "How much constraints count relative to the graphs. 0: not at all. auto: 10, or less if there are few, so "
            "that none counts more than half the neighbours of an object; 0.01 in mode=paper, where the right value "
            "depends on the number of objects and constraints.");
        field("constraint_weight", self.constraint_weight, at_least(0), "Factor of the weights of all constraints.");
        GraphOptions::describe(self, field);
        field("normalize_rows", self.normalize_rows, any_value,
              "Scale the rows of the embedding to length 1 before K-Means. Helps if clusters are equally large. auto: "
              "what "
              "satisfies more constraints, else true; false in mode=paper.");
        field("init", self.init, any_of_enum,
              "Where the embedding starts: at the eigenvectors of the mean Laplacian (spectral), or at random. Without "
              "constraints the answer does not depend on it. auto: spectral; random in mode=paper.");
        field("n_init", self.n_init, at_least(1),
              "Number of restarts; the one with the lowest objective wins. The first begins at the solution without "
              "constraints, the others are perturbed. Without constraints one is enough. auto: 2; 1 in mode=paper.");
        field("max_iter", self.max_iter, at_least(1),
              "Maximum number of iterations (embedding, then weights of the views) per restart. auto: 20; 10 in "
              "mode=paper.");
        field("search_steps", self.search_steps, at_least(1),
              "Maximum number of steps that improve the embedding per iteration. auto: 60; 5 in mode=paper.");
        field("admm_steps", self.admm_steps, at_least(1), "Number of ADMM steps per iteration of mode=paper.");
        field("rho", self.rho, above(0), "Penalty parameter of ADMM in mode=paper.");
        field("tol", self.tol, at_least(0),
              "Stop when neither the embedding nor the weights change by more than this fraction in one iteration, or "
              "the objective falls by less than a tenth of it.");
        field("eigen_tol", self.eigen_tol, above(0), spectral_help::kEigenTol);
    }
};

/// MVCSC: one embedding of the objects for all views, min sum_k mu_k/2 Tr(F'L_k F) + constraints + beta/2 |mu|^2 over
/// F'F = I and weights mu of the views, Eq. (1); then K-Means. An object may be missing in a view.
MVLINK_API Result mvcsc(const Dataset& data, const MvcscOptions& options, Context& context, const Start& start = {});

}  // namespace v1
}  // namespace mvlink
