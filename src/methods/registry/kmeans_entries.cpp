#include "methods/registry/entry.hpp"

#include <mvlink/cop_kmeans.hpp>
#include <mvlink/kmeans.hpp>
#include <mvlink/ml_components.hpp>
#include <mvlink/mpck_means.hpp>
#include <mvlink/neighbourhood_means.hpp>

#include "methods/kmeans/answer/centroid_model.hpp"
#include "methods/kmeans/answer/view_means.hpp"
#include "methods/kmeans/metric/model.hpp"
#include "methods/kmeans/rca/rca_kmeans.hpp"
#include "methods/kmeans/repeated.hpp"

namespace mvlink {
inline namespace v1 {
namespace registry {

std::vector<Entry> kmeans_entries() {
    return {
        entry<KMeansOptions>(
            {.name = "kmeans",
             .python_class = "KMeans",
             .title = "K-Means: round clusters around their means, no constraints",
             .description =
                 "Splits the rows of one view into K clusters around their means (Lloyd's iterations from k-means++ "
                 "starts). Fast, for dense and sparse data. It does not use constraints; it only reports how many are "
                 "satisfied. The baseline for every method that does use them.",
             .paper = "",
             .needs = {.constraints = ConstraintUse::ignored},
             .returns = {.centroids = true, .inertia = true},
             .starts = {.centroids = true},
             .options = {}},
            kmeans, predict_by_centroids),
        entry<PckMeansOptions>(
            {.name = "pck-means",
             .python_class = "PCKMeans",
             .title = "PCK-Means: K-Means with a penalty for every violated constraint",
             .description =
                 "K-Means whose clusters start from the groups of must-linked rows, and whose objective adds the "
                 "weight of every violated constraint. That weight and the error rate of the constraints are "
                 "estimated, so "
                 "wrong ones are outvoted and the result is hardly ever worse than without constraints. It also keeps "
                 "a rule about groups, such as at most one record of each source per cluster.",
             .paper = "bilenko2004",
             .needs = {.constraints = ConstraintUse::in_view, .group_rule = true},
             .returns = {.centroids = true, .suspects = true},
             .starts = {.centroids = true},
             .options = {}},
            pck_means, predict_by_centroids, kmeans_family::repeated_pck_means),
        entry<MpckMeansOptions>(
            {.name = "mpck-means",
             .python_class = "MPCKMeans",
             .title = "MPCK-Means: PCK-Means that also learns which features count",
             .description =
                 "Learns the clusters and a metric together, from data and constraints. metric=diagonal learns one "
                 "weight per feature. metric=full also rotates the axes; use it on dense data with correlated "
                 "features. per_cluster=true gives every cluster its own metric. Works on unscaled features and "
                 "reports which ones count. By default a metric is learnt only if it predicts the constraints better "
                 "than equal weights do.",
             .paper = "bilenko2004",
             .needs = {.constraints = ConstraintUse::in_view},
             .returns = {.centroids = true, .metrics = true, .suspects = true, .space = OwnSpace::metric},
             .starts = {.centroids = true},
             .options = {}},
            mpck_means, predict_by_metrics, kmeans_family::repeated_mpck_means),
        entry<MkMeansOptions>(
            {.name = "mk-means",
             .python_class = "MKMeans",
             .title = "MK-Means: K-Means with a metric learnt from constraints",
             .description =
                 "Only the metric learning of MPCK-Means: constraints shape the metric, but affect neither the "
                 "initialization nor the assignment. A comparison method. Without constraints it is K-Means that "
                 "scales "
                 "its features.",
             .paper = "bilenko2004",
             .needs = {.constraints = ConstraintUse::in_view},
             .returns = {.centroids = true, .metrics = true, .suspects = true, .space = OwnSpace::metric},
             .starts = {.centroids = true},
             .options = {}},
            mk_means, predict_by_metrics),
        entry<CopKMeansOptions>(
            {.name = "cop-kmeans",
             .python_class = "COPKMeans",
             .title = "COP-KMeans: K-Means that satisfies every constraint, or says why it cannot",
             .description =
                 "K-Means with hard constraints: rows joined by must-links are assigned to one cluster as a whole, and "
                 "never to the cluster of a row that they are cannot-linked with. It stops with an error if the "
                 "constraints contradict each other, or if it finds no clusters that satisfy them (on_dead_end=soften "
                 "violates some and reports which). Use it when every constraint is certain. Weights have no effect.",
             .paper = "",
             .needs = {.constraints = ConstraintUse::in_view},
             .returns = {.centroids = true, .inertia = true},
             .starts = {.centroids = true},
             .options = {}},
            cop_kmeans, predict_by_centroids),
        entry<SupervisedMeansOptions>(
            {.name = "supervised-means",
             .python_class = "SupervisedMeans",
             .title = "Supervised-Means: every row to the nearest group of must-linked rows",
             .description =
                 "Takes the means of the groups of must-linked rows as centroids and assigns every row to the nearest, "
                 "once. It shows what the constraints alone can teach: methods that also learn from the other rows "
                 "should beat it.",
             .paper = "bilenko2004",
             .needs = {.constraints = ConstraintUse::in_view},
             .returns = {.centroids = true},
             .starts = {.centroids = true},
             .options = {}},
            supervised_means, predict_by_centroids),
        entry<RcaKMeansOptions>(
            {.name = "rca-kmeans",
             .python_class = "RCAKMeans",
             .title = "RCA + K-Means: a metric from must-links, then K-Means under it",
             .description =
                 "Relevant Component Analysis: differences between must-linked rows should not count, so these "
                 "directions are shrunk. Then K-Means runs, started from the groups of must-linked rows. A few pairs "
                 "are enough to correct the scales and correlations of the features. Cannot-links are counted, not "
                 "used. Needs a dense view with a moderate number of columns.",
             .paper = "bilenko2004",
             .needs = {.constraints = ConstraintUse::in_view, .sparse = false},
             .returns = {.centroids = true, .space = OwnSpace::metric},
             .starts = {.centroids = true},
             .options = {}},
            rca_kmeans, predict_by_mapped_centroids),
        entry<MlComponentsOptions>(
            {.name = "ml-components",
             .python_class = "MLComponents",
             .title = "ML-Components: clusters from must-links alone, without looking at the data",
             .description =
                 "The clusters are the K largest groups of must-linked rows, in one view or across several. All other "
                 "rows join the largest. Features and cannot-links are not used: whatever a method reaches beyond "
                 "this baseline, it learnt from the data.",
             .paper = "",
             .needs = {.max_views = 0, .mapping = MappingNeed::optional, .constraints = ConstraintUse::between_views},
             .returns = {.centroids = true, .objects = true, .confidence = ConfidenceKind::known},
             .starts = {.labels = false, .model = false},
             .options = {}},
            ml_components, predict_by_view_means),
    };
}

}  // namespace registry
}  // namespace v1
}  // namespace mvlink
