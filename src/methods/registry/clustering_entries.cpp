#include "methods/registry/entry.hpp"

#include <mvlink/alternatives.hpp>
#include <mvlink/smvc.hpp>

#include "methods/alternatives/predict.hpp"
#include "methods/smvc/answer.hpp"

namespace mvlink {
inline namespace v1 {
namespace registry {

std::vector<Entry> clustering_entries() {
    return {
        entry<SmvcOptions>(
            {.name = "smvc",
             .python_class = "SMVC",
             .title = "SMVC: several clusterings of one table at once, each in its own dimensions",
             .description =
                 "Finds M clusterings of the same rows and divides the dimensions among them. It infers which "
                 "clustering each constraint is about: two rows may belong together in one clustering and apart in "
                 "another. Without constraints it finds groupings that a single partition would mix up. Dimensions "
                 "that support no clustering are set aside. Sparse rows are converted to dense ones block by block.",
             .paper = "guennemann2014",
             .needs = {.constraints = ConstraintUse::in_view},
             .returns =
                 {.bound = true, .clusterings = true, .subspaces = true, .confidence = ConfidenceKind::probability},
             .options = {}},
            smvc, predict_several_clusterings),
        entry<OrthogonalOptions>(
            {.name = "orthogonal",
             .python_class = "Orthogonal",
             .title = "Orthogonal clusterings: K-Means, remove what it explains, K-Means again",
             .description =
                 "Finds several clusterings of one table one after the other. After each, what its means explain is "
                 "removed from the rows, so that the next clustering has to differ (Cui, Fern, Dy 2007; its two forms "
                 "are variant=clusters and variant=subspaces). It does not use constraints. A comparison method for "
                 "smvc, which finds all clusterings at once and reports the columns of each.",
             .paper = "guennemann2014",
             .needs = {.constraints = ConstraintUse::ignored, .sparse = false},
             .returns = {.clusterings = true},
             .starts = {.labels = false, .model = false},
             .options = {}},
            orthogonal, predict_orthogonal),
        entry<AlternativeOptions>(
            {.name = "alternative",
             .python_class = "Alternative",
             .title = "Alternative clustering: a clustering that differs from a known one",
             .description =
                 "Given a clustering (a warm start, or K-Means), maps the rows so that they move towards the means of "
                 "the other clusters, and clusters them again by K-Means (Qi, Davidson 2009). It does not use "
                 "constraints. A comparison method for smvc.",
             .paper = "guennemann2014",
             .needs = {.constraints = ConstraintUse::ignored, .sparse = false},
             .returns = {.clusterings = true},
             .starts = {.model = false},
             .options = {}},
            alternative, predict_alternative),
        entry<ProclusOptions>(
            {.name = "proclus",
             .python_class = "PROCLUS",
             .title = "PROCLUS: clusters around medoids, each in its own columns",
             .description =
                 "One clustering in which each cluster chooses the columns where it is narrow (Aggarwal et al. 1999). "
                 "n_dimensions sets their average number. Rows far from every medoid are outliers: they get the label "
                 "of the nearest medoid with confidence 0. It does not use constraints. A comparison method for smvc.",
             .paper = "guennemann2014",
             .needs = {.constraints = ConstraintUse::ignored, .sparse = false},
             .returns = {.metrics = true, .space = OwnSpace::metric},
             .starts = {.labels = false, .model = false},
             .options = {}},
            proclus, predict_proclus),
    };
}

}  // namespace registry
}  // namespace v1
}  // namespace mvlink
