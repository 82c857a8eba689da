#include "methods/registry/entry.hpp"

#include <mvlink/cmvnmf.hpp>
#include <mvlink/nmf.hpp>

#include "methods/factors/answer/factor_model.hpp"
#include "methods/factors/cmvnmf/model.hpp"
#include "methods/factors/concat/concat_nmf.hpp"

namespace mvlink {
inline namespace v1 {
namespace registry {

std::vector<Entry> factor_entries() {
    return {
        entry<CmvnmfOptions>(
            {.name = "cmvnmf",
             .python_class = "CMVNMF",
             .title = "CMVNMF: views that need not be mapped, joined by constraints between them",
             .description =
                 "Explains every view as a mixture of K parts (nonnegative matrix factorization). The mixtures of two "
                 "rows become similar where a must-link joins them and different where a cannot-link does, in one view "
                 "or across views. No row needs a known counterpart in another view; a mapping is used if there is one "
                 "(use_mapping). Features must be >= 0, such as counts or tf-idf weights; prepare others with "
                 "minmax. Reports the top features of each cluster.",
             .paper = "zhang2015",
             .needs = {.max_views = 0,
                       .mapping = MappingNeed::optional,
                       .constraints = ConstraintUse::between_views,
                       .nonnegative = true},
             .returns =
                 {.topics = true, .objects = true, .space = OwnSpace::embedding, .confidence = ConfidenceKind::share},
             .options = {}},
            cmvnmf, predict_by_basis),
        entry<NmfOptions>(
            {.name = "nmf",
             .python_class = "NMF",
             .title = "NMF: nonnegative parts of every view by itself, no constraints",
             .description =
                 "Writes every row as a sum of K parts with nonnegative weights, one view at a time, and clusters the "
                 "rows by these weights. The parts describe the clusters: words of a topic, regions of an image. For "
                 "counts, text and other features that are never negative. Constraints are counted, not used.",
             .paper = "zhang2015",
             .needs = {.max_views = 0, .mapping = MappingNeed::optional, .nonnegative = true},
             .returns =
                 {.topics = true, .objects = true, .space = OwnSpace::embedding, .confidence = ConfidenceKind::share},
             .options = {}},
            nmf, predict_by_factors),
        entry<ConcatNmfOptions>(
            {.name = "concat-nmf",
             .python_class = "ConcatNMF",
             .title = "ConcatNMF: NMF of all views side by side, no constraints",
             .description =
                 "NMF of one table with the columns of all views, each view brought to the same scale. The simplest "
                 "way to use several views at once. Every object must have one row in every view. Constraints are "
                 "counted, not used.",
             .paper = "zhang2015",
             .needs = {.max_views = 0, .mapping = MappingNeed::required, .nonnegative = true},
             .returns =
                 {.topics = true, .objects = true, .space = OwnSpace::embedding, .confidence = ConfidenceKind::share},
             .options = {}},
            concat_nmf, predict_side_by_side),
        entry<MultiNmfOptions>(
            {.name = "multi-nmf",
             .python_class = "MultiNMF",
             .title = "MultiNMF: one NMF per view, drawn towards a consensus, no constraints",
             .description =
                 "Factorizes every view by itself, while the weights of an object in all views are drawn towards a "
                 "common consensus, which labels the objects. Every object must have one row in every view. "
                 "Constraints are counted, not used.",
             .paper = "zhang2015",
             .needs = {.max_views = 0, .mapping = MappingNeed::required, .nonnegative = true},
             .returns =
                 {.topics = true, .objects = true, .space = OwnSpace::embedding, .confidence = ConfidenceKind::share},
             .options = {}},
            multi_nmf, predict_by_factors),
        entry<XrayOptions>(
            {.name = "xray",
             .python_class = "XRAY",
             .title = "XRAY: rows as mixtures of a few chosen rows, no constraints",
             .description =
                 "Chooses K rows (anchors) of every view, one after the other, so that all rows are nearly nonnegative "
                 "mixtures of them, and clusters the rows by these mixtures. There is no random start. select=max is "
                 "fast and finds the corners of separable data; greedy and dist compare all pairs of rows. Constraints "
                 "are counted, not used.",
             .paper = "zhang2015",
             .needs = {.max_views = 0, .mapping = MappingNeed::optional, .nonnegative = true},
             .returns =
                 {.topics = true, .objects = true, .space = OwnSpace::embedding, .confidence = ConfidenceKind::share},
             .options = {}},
            xray, predict_by_factors),
    };
}

}  // namespace registry
}  // namespace v1
}  // namespace mvlink
