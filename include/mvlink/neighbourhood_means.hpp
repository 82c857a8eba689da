#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/export.hpp>
#include <mvlink/kmeans.hpp>
#include <mvlink/options.hpp>
#include <mvlink/result.hpp>

/// Comparison methods of bilenko2004: they use must-links before the first iteration and never again.
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
              "Where the centroids are: at the means of the neighbourhoods (groups of must-linked rows), by k-means++, "
              "or at random rows.");
        field("farthest_first", self.farthest_first, any_of_enum,
              "How to choose among more than K neighbourhoods: distance times sqrt(|Np||Nq|) (mutual, as in the "
              "authors' code), or times |Np| (literal, as the paper says).");
        field(
            "fill", self.fill, any_of_enum,
            "Where the centroids of clusters without a neighbourhood are: random perturbations of the global mean, or "
            "k-means++.");
        field(
            "n_init", self.n_init, at_least(1),
            "Number of restarts; the one with the lowest objective wins. auto: 10, but 1 if the neighbourhoods supply "
            "every centroid.");
    }
};

/// Supervised-Means: every row is assigned to the nearest mean of a neighbourhood, once.
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
              "How the centroids are initialized: from the neighbourhoods (groups of must-linked rows), by k-means++, "
              "or at random rows.");
        field("farthest_first", self.farthest_first, any_of_enum,
              "How to choose among more than K neighbourhoods: distance times sqrt(|Np||Nq|) (mutual, as in the "
              "authors' code), or times |Np| (literal, as the paper says).");
        field("fill", self.fill, any_of_enum,
              "How clusters without a neighbourhood are initialized: random perturbations of the global mean, or "
              "k-means++.");
        field("eigenvalue_floor", self.eigenvalue_floor, above(0),
              "Minimum variance inside neighbourhoods along any direction, with features scaled to variance 1. Smaller "
              "variances are raised to it.");
        field("n_init", self.n_init, at_least(1),
              "Number of restarts; the one with the lowest objective wins. auto: 10, but 1 if the neighbourhoods "
              "initialize every cluster.");
        field("max_iter", self.max_iter, at_least(1), "Maximum number of iterations per restart.");
        field("tol", self.tol, at_least(0), "Stop when the objective decreases by less than this fraction.");
    }
};

/// RCA, then K-Means: learns a metric from the differences between must-linked rows, then runs K-Means under it. Needs
/// a dense view.
MVLINK_API Result rca_kmeans(const Dataset& data, const RcaKMeansOptions& options, Context& context,
                             const Start& start = {});

}  // namespace v1
}  // namespace mvlink
