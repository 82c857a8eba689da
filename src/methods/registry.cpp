#include <mvlink/registry.hpp>

#include <mvlink/alternatives.hpp>
#include <mvlink/cmvnmf.hpp>
#include <mvlink/cop_kmeans.hpp>
#include <mvlink/error.hpp>
#include <mvlink/kmeans.hpp>
#include <mvlink/ml_components.hpp>
#include <mvlink/mpck_means.hpp>
#include <mvlink/neighbourhood_means.hpp>
#include <mvlink/nmf.hpp>
#include <mvlink/preparation.hpp>
#include <mvlink/smvc.hpp>

#include "methods/alternatives/predict.hpp"
#include "methods/factors/fold_in.hpp"
#include "methods/kmeans/answer/centroid_model.hpp"
#include "methods/kmeans/answer/view_means.hpp"
#include "methods/kmeans/metric/model.hpp"
#include "methods/kmeans/rca/rca_kmeans.hpp"
#include "methods/nmf/concat_nmf.hpp"
#include "methods/nmf/factor_model.hpp"
#include "methods/options/visitors.hpp"
#include "methods/smvc/answer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

namespace mvlink {
inline namespace v1 {
namespace {

/// A method's listed properties, and how to run it.
struct Entry {
    MethodInfo info;
    std::function<Result(const Dataset&, std::span<const OptionText>, Context&, const Start&)> run;
    std::function<void(std::span<const OptionText>)> check;
    std::function<std::vector<Partition>(const Model&, const Dataset&, Context&)> predict;
};

template <class Options>
using Run = Result (*)(const Dataset&, const Options&, Context&, const Start&);

template <class Options>
Entry entry(MethodInfo info, Run<Options> run,
            std::vector<Partition> (*predict)(const Model&, const Dataset&, Context&)) {
    info.options = options::infos<Options>();
    info.predicts = predict != nullptr;
    return {std::move(info),
            [run](const Dataset& data, std::span<const OptionText> given, Context& context, const Start& start) {
                return run(data, options::parsed<Options>(given), context, start);
            },
            [](std::span<const OptionText> given) { options::parsed<Options>(given); }, predict};
}

/// All methods, in the order in which they are listed.
const std::vector<Entry>& table() {
    static const std::vector<Entry> entries{
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
             .has_centroids = true,
             .options = {}},
            kmeans, predict_by_centroids),
        entry<PckMeansOptions>(
            {.name = "pck-means",
             .python_class = "PCKMeans",
             .title = "PCK-Means: K-Means with a penalty for every violated constraint",
             .description =
                 "K-Means whose clusters start from the groups of must-linked rows, and whose objective adds the "
                 "weight of every violated constraint. Constraints are soft, so a few wrong ones do little harm. "
                 "constraint_weight is on the scale of squared distances: if constraints are ignored, raise it or "
                 "standardize the data.",
             .paper = "bilenko2004",
             .needs = {.constraints = ConstraintUse::in_view},
             .has_centroids = true,
             .options = {}},
            pck_means, predict_by_centroids),
        entry<MpckMeansOptions>(
            {.name = "mpck-means",
             .python_class = "MPCKMeans",
             .title = "MPCK-Means: PCK-Means that also learns which features count",
             .description =
                 "Learns the clusters and a metric together, from data and constraints. metric=diagonal learns one "
                 "weight per feature. metric=full also rotates the axes; use it on dense data with correlated "
                 "features. per_cluster=true gives every cluster its own metric. Works on unscaled features and "
                 "reports which ones count.",
             .paper = "bilenko2004",
             .needs = {.constraints = ConstraintUse::in_view},
             .has_centroids = true,
             .options = {}},
            mpck_means, predict_by_metrics),
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
             .has_centroids = true,
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
             .has_centroids = true,
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
             .has_centroids = true,
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
             .has_centroids = true,
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
             .has_centroids = true,
             .options = {}},
            ml_components, predict_by_view_means),
        entry<CmvnmfOptions>(
            {.name = "cmvnmf",
             .python_class = "CMVNMF",
             .title = "CMVNMF: views that need not be mapped, joined by constraints between them",
             .description =
                 "Explains every view as a mixture of K parts (nonnegative matrix factorization). The mixtures of two "
                 "rows become similar where a must-link joins them and different where a cannot-link does, in one view "
                 "or across views. No row needs a known counterpart in another view; a mapping is used if there is one "
                 "(use_mapping). Features must be >= 0, such as counts or tf-idf weights; prepare others with --prep "
                 "minmax. Reports the top features of each cluster.",
             .paper = "zhang2015",
             .needs = {.max_views = 0,
                       .mapping = MappingNeed::optional,
                       .constraints = ConstraintUse::between_views,
                       .nonnegative = true},
             .options = {}},
            cmvnmf, predict_by_fold_in),
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
             .options = {}},
            xray, predict_by_factors),
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
             .options = {}},
            proclus, predict_proclus),
    };
    return entries;
}

/// Names reserved for methods to come.
bool comes_later(std::string_view name) {
    return name == "propagation" || name == "spectral" || name == "coreg-spectral" || name == "amgl" || name == "mvcsc";
}

const Entry& find(std::string_view name) {
    std::vector<std::string> names;
    for (const Entry& entry : table()) {
        if (entry.info.name == name) return entry;
        names.push_back(entry.info.name);
    }
    const std::string nearest = nearest_name(name, names);
    throw Error(ErrorCode::usage, fmt::format("method \"{}\" {}{}; expected one of {}", name,
                                              comes_later(name) ? "comes in a later version" : "does not exist",
                                              nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest),
                                              fmt::join(names, ", ")));
}

std::string view_names(const Dataset& data) {
    std::vector<std::string> names;
    for (const View& view : data.views()) {
        names.push_back(view.name());
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

void check_needs(const MethodInfo& info, const Dataset& data) {
    if (info.needs.max_views > 0 && data.n_views() > info.needs.max_views) {
        throw Error(ErrorCode::usage,
                    fmt::format("method {} clusters {} view, the data have {} ({}); choose with --views", info.name,
                                info.needs.max_views == 1 ? "one" : std::to_string(info.needs.max_views),
                                data.n_views(), view_names(data)));
    }
}

void require_one_kind_of_start(const Start& start) {
    const int kinds = static_cast<int>(!start.partitions.empty()) + static_cast<int>(start.model != nullptr) +
                      static_cast<int>(!start.centroids.values.empty());
    if (kinds <= 1) return;
    throw Error(ErrorCode::usage, "warm start: labels, a model and centroids exclude each other; expected one of them");
}

Index constraints_between_views(const Dataset& data) {
    return std::count_if(data.constraints().begin(), data.constraints().end(),
                         [](const Constraint& constraint) { return constraint.a.view != constraint.b.view; });
}

std::string counted_constraints(Index count) {
    return fmt::format("{} constraint{}", count, count == 1 ? "" : "s");
}

Choice choose_for_several_views(const Dataset& data) {
    const std::string views = fmt::format("{} views ({})", data.n_views(), view_names(data));
    const Index between = constraints_between_views(data);
    if (data.unmapped() && between == 0) {
        return {"cmvnmf", views + ", nothing that joins them: each is clustered by itself"};
    }
    if (data.unmapped())
        return {"cmvnmf", fmt::format("{}, unmapped, {} between them", views, counted_constraints(between))};
    return {"cmvnmf",
            fmt::format("{}, mapped, {}", views, counted_constraints(static_cast<Index>(data.constraints().size())))};
}

}  // namespace

std::span<const MethodInfo> methods() {
    static const std::vector<MethodInfo> infos = [] {
        std::vector<MethodInfo> list;
        for (const Entry& entry : table()) {
            list.push_back(entry.info);
        }
        return list;
    }();
    return infos;
}

const MethodInfo& find_method(std::string_view name) {
    return find(name).info;
}

void check_options(std::string_view method, std::span<const OptionText> options) {
    find(method).check(options);
}

Result run_method(std::string_view name, const Dataset& data, std::span<const OptionText> options, Context& context,
                  const Start& start) {
    const Entry& entry = find(name);
    entry.check(options);
    check_needs(entry.info, data);
    require_one_kind_of_start(start);
    return entry.run(data, options, context, start);
}

std::vector<Partition> predict(const Model& model, const Dataset& data, Context& context) {
    const Entry& entry = find(model.method);
    if (!entry.predict) {
        throw Error(ErrorCode::usage, fmt::format("method {} cannot label rows that it has not seen", model.method));
    }
    const Prepared prepared = apply_preparation(model, data, context);
    return entry.predict(model, prepared.data, context);
}

Choice choose_method(const Dataset& data) {
    if (data.n_views() > 1) return choose_for_several_views(data);
    if (data.constraints().empty()) return {"kmeans", "one view and no constraints"};
    return {"mpck-means", "one view and " + counted_constraints(static_cast<Index>(data.constraints().size()))};
}

}  // namespace v1
}  // namespace mvlink
