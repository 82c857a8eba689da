#include "methods/registry/entry.hpp"

#include <mvlink/mvcsc.hpp>
#include <mvlink/spectral.hpp>

#include "methods/spectral/extension.hpp"

namespace mvlink {
inline namespace v1 {
namespace registry {

std::vector<Entry> spectral_entries() {
    const Needs needs{.max_views = 0, .mapping = MappingNeed::required};
    return {
        entry<SpectralOptions>(
            {.name = "spectral",
             .python_class = "SpectralClustering",
             .title = "Spectral clustering: clusters of any shape, from a graph of nearest neighbours",
             .description =
                 "Joins every row to its nearest neighbours and clusters the rows by the first K eigenvectors of the "
                 "graph, so that clusters need not be round, only connected. Several views are joined by the mean of "
                 "their Laplacians; an object may be missing in a view. A view may also be a graph itself "
                 "(metric=precomputed). Constraints are counted, not used.",
             .paper = "chen2019",
             .needs = needs,
             .returns = {.objects = true, .embedding = true, .space = OwnSpace::embedding},
             .options = {}},
            spectral, predict_by_extension),
        entry<CoregSpectralOptions>(
            {.name = "coreg-spectral",
             .python_class = "CoRegSpectral",
             .title = "Co-regularized spectral clustering: an embedding per view, drawn together",
             .description = "Spectral clustering of every view, where the embeddings are drawn towards each other "
                            "(scheme=pairwise) "
                            "or towards a consensus (centroid). The views keep their own structure as far as they "
                            "agree. For views "
                            "that each show the clusters, with different noise. Constraints are counted, not used.",
             .paper = "zhang2015",
             .needs = needs,
             .returns = {.objects = true, .embedding = true, .space = OwnSpace::embedding},
             .options = {}},
            coreg_spectral, predict_by_extension),
        entry<AmglOptions>(
            {.name = "amgl",
             .python_class = "AMGL",
             .title = "AMGL: spectral clustering of several views with weights that need no parameter",
             .description =
                 "Spectral clustering of a weighted sum of the Laplacians of the views. A view counts more if the "
                 "embedding is smooth on its graph; the weights are found together with the embedding. It prefers "
                 "smooth views, which are not always the informative ones. Constraints are counted, not used.",
             .paper = "chen2019",
             .needs = needs,
             .returns = {.view_weights = true, .objects = true, .embedding = true, .space = OwnSpace::embedding},
             .options = {}},
            amgl, predict_by_extension),
        entry<MvcscOptions>(
            {.name = "mvcsc",
             .python_class = "MVCSC",
             .title = "MVCSC: spectral clustering of mapped views, constraints, learnt view weights",
             .description =
                 "Joins every object to its nearest neighbours in each view and looks for one embedding that is smooth "
                 "on all these graphs, agrees with the constraints, and leaves out views that contradict the others: "
                 "their weight is 0. K-Means on the embedding gives the clusters, which may have any shape. Objects "
                 "may "
                 "be missing in some views. Works with few constraints and with none.",
             .paper = "chen2019",
             .needs = {.max_views = 0, .mapping = MappingNeed::required, .constraints = ConstraintUse::on_objects},
             .returns = {.view_weights = true, .objects = true, .embedding = true, .space = OwnSpace::embedding},
             .options = {}},
            mvcsc, predict_by_extension),
    };
}

}  // namespace registry
}  // namespace v1
}  // namespace mvlink
