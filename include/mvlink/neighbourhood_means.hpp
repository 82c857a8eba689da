#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/export.hpp>
#include <mvlink/kmeans.hpp>
#include <mvlink/options.hpp>
#include <mvlink/result.hpp>

/// What bilenko2004 compares with: methods that use must-links before the first round and never again.
namespace mvlink {
inline namespace v1 {

struct SupervisedMeansOptions {
    int n_clusters = 8;
    PckMeansInit init = PckMeansInit::constraints;
    FarthestFirst farthest_first = FarthestFirst::mutual;
    Fill fill = Fill::kmeans_plus_plus;
    OrAuto<int> n_init = {};

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K.");
        field("init", self.init, any_of_enum,
              "Where the centroids are: in the neighbourhoods that must-links make, k-means++, or random rows.");
        field("farthest_first", self.farthest_first, any_of_enum,
              "Which neighbourhoods give clusters when there are more than K: by distance times sqrt(|Np||Nq|) "
              "(mutual, the authors' code) or times |Np| (literal, the paper's words).");
        field("fill", self.fill, any_of_enum,
              "Where clusters without a neighbourhood are: random perturbations of the global mean, or k-means++.");
        field("n_init", self.n_init, at_least(1),
              "Number of tries; the lowest objective wins. auto: 10, or 1 where neighbourhoods give every cluster.");
    }
};

/// Supervised-Means: every row goes to the nearest centroid of a neighbourhood, once.
MVLINK_API Result supervised_means(const Dataset& data, const SupervisedMeansOptions& options, Context& context,
                                   const Start& start = {});

struct RcaKMeansOptions {
    int n_clusters = 8;
    PckMeansInit init = PckMeansInit::constraints;
    FarthestFirst farthest_first = FarthestFirst::mutual;
    Fill fill = Fill::kmeans_plus_plus;
    double eigenvalue_floor = 0.01;
    OrAuto<int> n_init = {};
    int max_iter = 300;
    double tol = 1e-6;

    template <class Self, class Visitor>
    static void describe(Self& self, Visitor&& field) {
        field("n_clusters", self.n_clusters, at_least(1), "Number of clusters K.");
        field("init", self.init, any_of_enum,
              "How the centroids start: from the neighbourhoods that must-links make, k-means++, or random rows.");
        field("farthest_first", self.farthest_first, any_of_enum,
              "Which neighbourhoods start clusters when there are more than K: by distance times sqrt(|Np||Nq|) "
              "(mutual, the authors' code) or times |Np| (literal, the paper's words).");
        field("fill", self.fill, any_of_enum,
              "Where clusters without a neighbourhood start: random perturbations of the global mean, or k-means++.");
        field("eigenvalue_floor", self.eigenvalue_floor, above(0),
              "Least variance inside neighbourhoods along any direction, features scaled to variance 1: what is below "
              "is raised to it.");
        field("n_init", self.n_init, at_least(1),
              "Number of starts; the lowest objective wins. auto: 10, or 1 where neighbourhoods start every cluster.");
        field("max_iter", self.max_iter, at_least(1), "Most rounds of assignment and means in one start.");
        field("tol", self.tol, at_least(0), "Stop when the objective falls by less than this share.");
    }
};

/// RCA, then K-Means: a metric from how rows differ that must-links join, K-Means under that metric. Needs a dense
/// view.
MVLINK_API Result rca_kmeans(const Dataset& data, const RcaKMeansOptions& options, Context& context,
                             const Start& start = {});

}  // namespace v1
}  // namespace mvlink
