#include "experiments/papers.hpp"

#include <mvlink/generate_clusterings.hpp>

#include <array>
#include <cmath>
#include <tuple>

/// S. Günnemann, I. Färber, M. Rüdiger, T. Seidl (2014), sec. 5: several clusterings of one table, constraints whose
/// clustering is unknown; E4FC, which pools the clusters of all clusterings. Constraints are drawn from every true
/// clustering alike.
namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

constexpr int kSmvcRepetitions = 10;
constexpr int kHardRepetitions = 30;

constexpr auto kSmvcMust = "SMVC-ML";
constexpr auto kSmvcCannot = "SMVC-CL";
constexpr auto kComb = "SMVC-Comb";
constexpr auto kSmvc = "SMVC";
constexpr auto kSmvcPrinted = "SMVC as printed";
constexpr auto kSmvcPrintedRandom = "SMVC as printed, random start";
constexpr auto kPckMeans = "PCK-Means";
constexpr auto kMpckMeans = "MPCK-Means";
constexpr auto kOrthogonal1 = "Multi-View 1";
constexpr auto kOrthogonal2 = "Multi-View 2";
constexpr auto kAlternative = "Alternative Clustering";
constexpr auto kProclus = "Proclus";

constexpr auto kHard = "synthetic-hard";
constexpr auto kMedium = "synthetic-medium";
constexpr auto kSticks = "stick-figures";
constexpr auto kDrawn = "stick-figures-drawn";
constexpr auto kFaces = "faces";

DataRecipe synthetic(const std::string& name, const SmvcSyntheticOptions& options) {
    DataRecipe recipe;
    recipe.name = name;
    recipe.several_truths = true;
    recipe.make = [options](Random random) { return generate_smvc_synthetic(options, random); };
    return recipe;
}

// The paper does not give its variance. These make SMVC without constraints as good as the prototype was on its own
// hard and medium data (0.64 and 0.75), so that gains can be compared.
DataRecipe hard() {
    return synthetic(kHard, {.separation = 0.47});
}
DataRecipe medium() {
    return synthetic(kMedium, {.separation = 0.59});
}

/// "iris x3": three times side by side, rows shuffled.
std::string times(const std::string& dataset, int copies) {
    return dataset + " x" + std::to_string(copies);
}
DataRecipe repeated(const std::string& dataset, int copies) {
    DataRecipe recipe{.name = times(dataset, copies), .folder = dataset, .copies = copies};
    if (copies == 1) recipe.truths = {"labels"};
    return recipe;
}
DataRecipe sticks() {
    return {.name = kSticks, .folder = "stickfigures", .truths = {"upper", "lower"}};
}
DataRecipe drawn_sticks() {
    DataRecipe recipe;
    recipe.name = kDrawn;
    recipe.several_truths = true;
    recipe.make = [](Random random) { return generate_stick_figures({}, random); };
    return recipe;
}
DataRecipe faces() {
    return {.name = kFaces,
            .folder = "cmufaces",
            .classes = {0, 1, 2, 3, 4, 5, 11, 14, 16, 17},
            .truths = {"person", "pose"},
            .drawn_classes = 3,
            .variance_share = 0.9};
}

constexpr Given kMustOnly{.must_share = 1.0};
constexpr Given kCannotOnly{.must_share = 0.0};
constexpr Given kHalf{.must_share = 0.5};

MethodSpec smvc(const std::string& label, const Given& given = kMustOnly) {
    return {label, "smvc", {}, given};
}
MethodSpec printed() {
    return {kSmvcPrinted, "smvc", {{"mode", "paper"}}, kMustOnly};
}
/// The paper does not say how it starts.
MethodSpec printed_from_random() {
    return {kSmvcPrintedRandom, "smvc", {{"mode", "paper"}, {"start", "random"}}, kMustOnly};
}

/// One clustering, constraints or not.
std::vector<MethodSpec> single_clusterings() {
    const std::vector<OptionText> unit{{"constraint_weight", "1"}};  // as the compared implementations have it
    return {{kPckMeans, "pck-means", unit, kMustOnly}, {kMpckMeans, "mpck-means", unit, kMustOnly}};
}
std::vector<MethodSpec> unsupervised() {
    return {{kOrthogonal1, "orthogonal", {{"variant", "clusters"}}},
            {kOrthogonal2, "orthogonal", {{"variant", "subspaces"}}},
            {kAlternative, "alternative", {}},
            {kProclus, "proclus", {}}};
}

std::vector<MethodSpec> joined(std::vector<MethodSpec> all, const std::vector<std::vector<MethodSpec>>& more) {
    for (const auto& methods : more)
        all.insert(all.end(), methods.begin(), methods.end());
    return all;
}

Experiment of_clusterings(const std::string& name, const std::string& title) {
    Experiment experiment;
    experiment.name = name;
    experiment.title = title;
    experiment.measures = {"e4fc", "nmi"};
    experiment.repetitions = kSmvcRepetitions;
    return experiment;
}

ReferenceSet smvc_prototype(const std::string& what) {
    return {what, 0.002, 0.05, {}};
}

/// E4FC of the prototype with its standard deviation over runs.
void add(const std::string& data, const std::string& method, double x, double value, double deviation, int runs,
         ReferenceSet& set) {
    set.cells.push_back({data, method, x, value, runs, "e4fc", "", deviation / std::sqrt(static_cast<double>(runs))});
}

std::vector<Claim> kind_claims(const std::string& data) {
    constexpr double kMost = 5000;
    Claim helps{
        "Constraints improve SMVC.",
        "sec. 5.1, fig. 3",
        {better(data, {kSmvcMust, kMost}, {kSmvcMust, 0}), better(data, {kSmvcPrinted, kMost}, {kSmvcPrinted, 0})}};
    Claim order{"The higher the share of must-links, the higher the influence.",
                "sec. 5.1, fig. 3",
                {better(data, {kSmvcMust, kMost}, {kComb, kMost}), better(data, {kComb, kMost}, {kSmvcCannot, kMost})}};
    Claim falls{"PCK-Means and MPCK-Means become worse with more constraints.",
                "sec. 5.1, fig. 3",
                {better(data, {kPckMeans, 0}, {kPckMeans, kMost}), better(data, {kMpckMeans, 0}, {kMpckMeans, kMost})}};
    Claim best{"Without constraints SMVC is better than all others.", "sec. 5.1, fig. 3", {}};
    for (const char* other : {kPckMeans, kMpckMeans, kOrthogonal1, kOrthogonal2, kAlternative, kProclus})
        best.comparisons.push_back(better(data, {kSmvcMust, 0}, {other, 0}));
    return {helps, order, falls, best};
}

Experiment figure3(const std::string& name, const std::string& title, const DataRecipe& data, int repetitions) {
    Experiment experiment = of_clusterings(name, title);
    experiment.panels = {{data, {0, 1000, 5000}, {0, 5000}}};
    experiment.methods = joined({smvc(kSmvcMust), smvc(kSmvcCannot, kCannotOnly), smvc(kComb, kHalf), printed()},
                                {single_clusterings(), unsupervised()});
    experiment.repetitions = repetitions;
    experiment.quick_repetitions = 2;
    experiment.claims = kind_claims(data.name);
    experiment.note =
        "5000 rows, 20 columns, two clusterings of four clusters. The paper gives neither its variance nor the numbers "
        "of constraints on its axis. The separation of our data is chosen so that SMVC without constraints is about as "
        "good as the reference was on its own data: compare the gains.";
    return experiment;
}

Experiment figure3_hard() {
    Experiment experiment =
        figure3("figure3-hard", "types of constraints, clusters that overlap much", hard(), kHardRepetitions);
    ReferenceSet set = smvc_prototype("a prototype in NumPy, other data, 8 sets");
    add(kHard, kSmvcMust, 0, 0.636, 0.048, 8, set);
    add(kHard, kSmvcMust, 1000, 0.630, 0.066, 8, set);
    add(kHard, kSmvcMust, 5000, 0.659, 0.080, 8, set);
    add(kHard, kSmvcCannot, 1000, 0.639, 0.047, 8, set);
    add(kHard, kSmvcCannot, 5000, 0.629, 0.069, 8, set);
    add(kHard, kComb, 1000, 0.638, 0.053, 8, set);
    add(kHard, kComb, 5000, 0.651, 0.065, 8, set);
    experiment.references = set;
    return experiment;
}

Experiment figure3_medium() {
    Experiment experiment =
        figure3("figure3-medium", "types of constraints, clusters that overlap less", medium(), kSmvcRepetitions);
    ReferenceSet set = smvc_prototype("a prototype in NumPy, other data, 5 sets");
    add(kMedium, kSmvcMust, 0, 0.749, 0.047, 5, set);
    add(kMedium, kSmvcMust, 1000, 0.760, 0.048, 5, set);
    add(kMedium, kSmvcMust, 5000, 0.818, 0.042, 5, set);
    add(kMedium, kComb, 5000, 0.789, 0.045, 5, set);
    add(kMedium, kSmvcCannot, 5000, 0.755, 0.048, 5, set);
    experiment.references = set;
    return experiment;
}

Experiment figure4() {
    constexpr auto kName = "synthetic";
    Experiment experiment = of_clusterings("figure4", "number of clusterings, no constraints");
    experiment.axis = Axis::data;
    experiment.option = "number of clusterings";
    experiment.measures = {"e4fc"};
    Panel panel{{.name = kName}, {1, 2, 4, 6, 8, 10}, {2, 8}};
    for (const double clusterings : panel.values) {
        const int count = static_cast<int>(clusterings);
        panel.data_at.push_back(synthetic("synthetic with " + std::to_string(count),
                                          {.rows = 1500, .clusterings = count, .cols = 5 * count, .separation = 2}));
    }
    experiment.panels = {panel};
    experiment.methods = joined({smvc(kSmvc), printed(), {"K-Means", "kmeans", {}}}, {unsupervised()});
    Claim robust{"SMVC is robust against the number of clusterings.", "sec. 5.1, fig. 4", {}};
    Claim others{"The others become much worse with it.", "sec. 5.1, fig. 4", {}};
    for (const double many : {4.0, 8.0, 10.0})
        robust.comparisons.push_back(equal(kName, {kSmvc, many}, {kSmvc, 2}));
    for (const char* other : {kOrthogonal1, kOrthogonal2, kAlternative, kProclus})
        others.comparisons.push_back(better(kName, {other, 1}, {other, 8}));
    experiment.claims = {robust, others};
    ReferenceSet set = smvc_prototype("a prototype in NumPy, other data, 3 sets");
    const std::array<double, 6> values{0.951, 0.960, 0.951, 0.962, 0.944, 0.960};
    const std::array<double, 6> deviations{0.019, 0.005, 0.010, 0.008, 0.032, 0.014};
    for (std::size_t i = 0; i < values.size(); ++i)
        add(kName, kSmvc, panel.values[i], values[i], deviations[i], 3, set);
    experiment.references = set;
    return experiment;
}

Experiment times_of(const std::string& name, const std::string& title) {
    Experiment experiment = of_clusterings(name, title);
    experiment.measures = {"seconds"};
    experiment.repetitions = 3;
    experiment.quick_repetitions = 1;
    experiment.note =
        "Whole runs, restarts included, each on one thread of a shared machine: look at the growth, not the "
        "digits.";
    return experiment;
}

Experiment figure5() {
    Experiment experiment = times_of("figure5", "run time by number of rows");
    experiment.axis = Axis::data;
    experiment.option = "number of rows";
    Panel panel{{.name = "synthetic"}, {2500, 5000, 10000, 20000}, {2500, 5000}};
    for (const double rows : panel.values) {
        panel.data_at.push_back(synthetic("synthetic of " + std::to_string(static_cast<int>(rows)) + " rows",
                                          {.rows = static_cast<Index>(rows), .separation = 1}));
    }
    experiment.panels = {panel};
    experiment.methods = joined({smvc(kSmvc)}, {single_clusterings(), unsupervised()});
    return experiment;
}

Experiment figure6() {
    Experiment experiment = times_of("figure6", "run time by number of columns");
    experiment.axis = Axis::data;
    experiment.option = "number of columns";
    Panel panel{{.name = "synthetic"}, {10, 20, 40, 80}, {10, 20}};
    for (const double cols : panel.values) {
        panel.data_at.push_back(synthetic("synthetic of " + std::to_string(static_cast<int>(cols)) + " columns",
                                          {.cols = static_cast<int>(cols), .separation = 1}));
    }
    experiment.panels = {panel};
    experiment.methods = joined({smvc(kSmvc)}, {single_clusterings(), unsupervised()});
    return experiment;
}

Experiment figure7() {
    Experiment experiment = times_of("figure7", "run time by number of constraints");
    experiment.panels = {{synthetic("synthetic", {.separation = 1}), {0, 1000, 4000, 16000}, {0, 1000}}};
    experiment.methods = joined({smvc(kSmvc)}, {single_clusterings()});
    return experiment;
}

struct CaseRow {
    const char* dataset;
    int copies;
    std::array<double, 3> values;  ///< at 0, 100, 500 must-links
    std::array<double, 3> deviations;
};

ReferenceSet case_study_a_prototype() {
    ReferenceSet set = smvc_prototype("a prototype in NumPy, other draws, 5 seeds");
    for (const CaseRow& row : {CaseRow{"iris", 1, {0.930, 0.977, 1.000}, {0.019, 0.009, 0.000}},
                               CaseRow{"iris", 2, {0.934, 0.951, 0.989}, {0.007, 0.024, 0.004}},
                               CaseRow{"iris", 3, {0.924, 0.941, 0.967}, {0.016, 0.008, 0.008}},
                               CaseRow{"iris", 4, {0.918, 0.926, 0.951}, {0.013, 0.013, 0.014}},
                               CaseRow{"iris", 5, {0.927, 0.927, 0.945}, {0.001, 0.008, 0.007}},
                               CaseRow{"wine", 1, {0.961, 0.985, 0.999}, {0.014, 0.007, 0.002}},
                               CaseRow{"wine", 2, {0.954, 0.961, 0.990}, {0.013, 0.016, 0.005}},
                               CaseRow{"wine", 3, {0.959, 0.969, 0.973}, {0.009, 0.006, 0.010}},
                               CaseRow{"wine", 4, {0.956, 0.960, 0.971}, {0.009, 0.008, 0.005}},
                               CaseRow{"wine", 5, {0.958, 0.962, 0.968}, {0.007, 0.005, 0.009}}}) {
        const std::array<double, 3> places{0, 100, 500};
        for (std::size_t i = 0; i < places.size(); ++i)
            add(times(row.dataset, row.copies), kSmvc, places[i], row.values[i], row.deviations[i], 5, set);
    }
    for (const auto& [data, value, deviation] :
         {std::tuple("iris x1", 1.000, 0.000), std::tuple("iris x3", 0.913, 0.057), std::tuple("iris x5", 0.913, 0.016),
          std::tuple("wine x1", 0.999, 0.002), std::tuple("wine x3", 0.978, 0.007),
          std::tuple("wine x5", 0.965, 0.009)})
        add(data, kSmvcPrinted, 500, value, deviation, 5, set);
    return set;
}

Experiment case_study_a() {
    Experiment experiment = of_clusterings("case-a", "case study A: iris and wine, one to five times side by side");
    experiment.measures = {"e4fc"};
    for (const char* dataset : {"iris", "wine"}) {
        for (int copies = 1; copies <= 5; ++copies) {
            const bool quick = copies == 1 || copies == 3;
            experiment.panels.push_back({repeated(dataset, copies),
                                         {0, 100, 500},
                                         quick ? std::vector<double>{0, 100, 500} : std::vector<double>{}});
        }
    }
    experiment.methods = joined({smvc(kSmvc), printed()}, {single_clusterings(), unsupervised()});
    Claim helps{"Constraints improve SMVC, with one clustering and with several.", "case study A, figs. 8, 9", {}};
    Claim best{
        "With several clusterings SMVC is better than the others, constraints or not.", "case study A, figs. 8, 9", {}};
    for (const std::string dataset : {"iris", "wine"}) {
        for (const int copies : {1, 3, 5}) {
            helps.comparisons.push_back(better(times(dataset, copies), {kSmvc, 500}, {kSmvc, 0}));
            if (copies == 1) continue;
            for (const char* other : {kPckMeans, kMpckMeans, kOrthogonal1, kOrthogonal2, kAlternative, kProclus})
                best.comparisons.push_back(better(times(dataset, copies), {kSmvc, 500}, {other, 500}));
        }
    }
    experiment.claims = {helps, best};
    experiment.references = case_study_a_prototype();
    return experiment;
}

Experiment case_study_b() {
    Experiment experiment =
        of_clusterings("case-b", "case study B: dancing stick figures, the authors' and drawn ones");
    experiment.panels = {{sticks(), {0, 100}, {0, 100}}, {drawn_sticks(), {0, 100}, {0, 100}}};
    experiment.methods = joined({smvc(kSmvc), printed(), printed_from_random()}, {unsupervised()});
    Claim links{"100 must-links lead SMVC from a poor result to the right one.",
                "case study B, fig. 10",
                {better(kSticks, {kSmvc, 100}, {kSmvc, 0}),
                 better(kSticks, {kSmvcPrintedRandom, 100}, {kSmvcPrintedRandom, 0})}};
    Claim best{"With 100 must-links SMVC outperforms all others.", "case study B, fig. 10", {}};
    for (const char* other : {kOrthogonal1, kOrthogonal2, kAlternative})
        best.comparisons.push_back(better(kSticks, {kSmvc, 100}, {other, 100}));
    experiment.claims = {links, best};
    ReferenceSet set =
        smvc_prototype("the paper's fig. 10d (as printed and the others), and a prototype in NumPy (SMVC), 5 seeds");
    add(kSticks, kSmvc, 0, 1.000, 0, 5, set);
    add(kSticks, kSmvc, 100, 1.000, 0, 5, set);
    add(kDrawn, kSmvc, 0, 1.000, 0, 5, set);
    add(kDrawn, kSmvc, 100, 1.000, 0, 5, set);
    for (const auto& [method, x, value] :
         {std::tuple(kSmvcPrintedRandom, 0.0, 0.700), std::tuple(kSmvcPrintedRandom, 100.0, 1.0),
          std::tuple(kAlternative, 0.0, 0.585), std::tuple(kOrthogonal1, 0.0, 0.735),
          std::tuple(kOrthogonal2, 0.0, 0.781)})
        set.cells.push_back({kSticks, method, x, value, 10, "e4fc"});
    experiment.references = set;
    return experiment;
}

Experiment case_study_c() {
    Experiment experiment = of_clusterings("case-c", "case study C: faces of three people, by person and by pose");
    experiment.note =
        "Three clusters in each clustering, as in the paper, against three people and four poses: E4FC cannot reach "
        "1.";
    experiment.panels = {{faces(), {0, 100}, {0, 100}}};
    experiment.methods = joined({smvc(kSmvc), printed(), printed_from_random()}, {unsupervised()});
    Claim links{
        "100 must-links improve SMVC noticeably.", "case study C, fig. 11", {better(kFaces, {kSmvc, 100}, {kSmvc, 0})}};
    Claim alike{"Without constraints the multi-view methods are equally good.", "case study C, fig. 11", {}};
    for (const char* other : {kOrthogonal1, kOrthogonal2, kAlternative})
        alike.comparisons.push_back(equal(kFaces, {kSmvc, 0}, {other, 0}));
    experiment.claims = {links, alike};
    ReferenceSet set = smvc_prototype("a prototype in NumPy, other draws, 10 draws");
    add(kFaces, kSmvc, 0, 0.736, 0.103, 10, set);
    add(kFaces, kSmvc, 100, 0.758, 0.093, 10, set);
    experiment.references = set;
    return experiment;
}

}  // namespace

Paper guennemann2014() {
    return {"guennemann2014",
            "SMVC: semi-supervised multi-view clustering in subspace projections",
            "S. Günnemann, I. Färber, M. Rüdiger, T. Seidl: SMVC: semi-supervised multi-view clustering in subspace "
            "projections. Proceedings of KDD 2014.",
            "case-a",
            {figure3_hard(), figure3_medium(), figure4(), figure5(), figure6(), figure7(), case_study_a(),
             case_study_b(), case_study_c()},
            "Absent: MVGen, the paper's generative competitor, and StatPC. SMVC without constraints takes the place of "
            "MVGen, of which it is an extension; StatPC has none."};
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
