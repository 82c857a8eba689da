#include "experiments/papers.hpp"

#include <algorithm>
#include <array>

/// M. Bilenko, S. Basu, R. J. Mooney (2004), section 4: 5-fold cross-validation, constraints drawn among the training
/// folds, all rows clustered, pairwise F on the held-out fold; raw features; K is the number of classes.
namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

constexpr int kRepetitions = 20;  // the paper has 50
constexpr int kFolds = 5;
constexpr int kFreshDraws = 30;

constexpr auto kKMeans = "K-Means";
constexpr auto kSupervised = "Supervised-Means";
constexpr auto kPck = "PCK-Means";
constexpr auto kMk = "MK-Means-S-D";
constexpr auto kSD = "MPCK-Means-S-D";
constexpr auto kMD = "MPCK-Means-M-D";
constexpr auto kSF = "MPCK-Means-S-F";
constexpr auto kMF = "MPCK-Means-M-F";
constexpr auto kRca = "RCA+K-Means";

constexpr auto kIris = "iris";
constexpr auto kWine = "wine";
constexpr auto kProtein = "protein";
constexpr auto kIonosphere = "ionosphere";
constexpr auto kDigits = "digits-389";
constexpr auto kLetters = "letters-ijl";

/// In the order of the paper's figures.
std::vector<DataRecipe> datasets() {
    return {{.name = kIris, .folder = "iris"},
            {.name = kWine, .folder = "wine"},
            {.name = kProtein, .folder = "protein"},
            {.name = kIonosphere, .folder = "ionosphere"},
            {.name = kDigits, .folder = "pendigits", .classes = {3, 8, 9}, .sample = 317},
            {.name = kLetters, .folder = "letters", .classes = {8, 9, 11}, .sample = 227}};
}

DataRecipe dataset(const std::string& name) {
    const std::vector<DataRecipe> all = datasets();
    return *std::find_if(all.begin(), all.end(), [&](const DataRecipe& recipe) { return recipe.name == name; });
}

Panel curve(const DataRecipe& data) {
    return {data, {0, 25, 50, 100, 200, 300, 400, 600, 800, 1000}, {0, 100, 1000}};
}

Panel places(const std::string& name, const std::vector<double>& values) {
    return {dataset(name), values, values};
}

/// As the paper prints it, every run is a single start: from neighbourhoods, clusters without one around the global
/// mean (K-Means and MK-Means from random rows). The others restart several times, and from other points; with unit
/// weights every violation costs 1, as in the paper, by default what a calibration says.
enum class Mode { paper, unit_weights, defaults };

std::vector<OptionText> from_random_rows(Mode mode) {
    if (mode != Mode::paper) return {};
    return {{"init", "random"}, {"n_init", "1"}};
}

std::vector<OptionText> from_neighbourhoods(Mode mode) {
    if (mode != Mode::paper) return {};
    return {{"fill", "perturbation"}, {"n_init", "1"}};
}

std::vector<OptionText> with_weights(Mode mode, std::vector<OptionText> options) {
    if (mode != Mode::defaults) options.push_back({"constraint_weight", "1"});
    return options;
}

MethodSpec mpck(const std::string& label, const std::string& metric, const std::string& per_cluster, Mode mode) {
    MethodSpec spec{label, "mpck-means", with_weights(mode, {{"metric", metric}, {"per_cluster", per_cluster}})};
    if (mode == Mode::paper) spec.options.push_back({"mode", "paper"});
    return spec;
}

MethodSpec single_diagonal(Mode mode) {
    return mpck(kSD, "diagonal", "false", mode);
}

/// Figures 2 to 7.
std::vector<MethodSpec> ablations(Mode mode) {
    return {{kKMeans, "kmeans", from_random_rows(mode)},
            {kSupervised, "supervised-means", from_neighbourhoods(mode)},
            {kPck, "pck-means", with_weights(mode, from_neighbourhoods(mode))},
            {kMk, "mk-means", from_random_rows(mode)},
            single_diagonal(mode)};
}

/// Figures 8 to 13.
std::vector<MethodSpec> metrics(Mode mode) {
    return {single_diagonal(mode), mpck(kMD, "diagonal", "true", mode), mpck(kSF, "full", "false", mode),
            mpck(kMF, "full", "true", mode), MethodSpec{kRca, "rca-kmeans", from_neighbourhoods(mode)}};
}

std::vector<MethodSpec> all_methods(Mode mode) {
    std::vector<MethodSpec> all = ablations(mode);
    const std::vector<MethodSpec> more = metrics(mode);
    all.insert(all.end(), more.begin() + 1, more.end());
    return all;
}

/// `a` better than each of `others`, all at x, on each of the datasets.
void expect_better(const std::vector<std::string>& on, const std::string& a, const std::vector<std::string>& others,
                   double x, Claim& claim) {
    for (const std::string& data : on) {
        for (const std::string& other : others)
            claim.comparisons.push_back({data, {a, x}, {other, x}, Expectation::better});
    }
}

Claim claim_of(const std::string& text, const std::string& source, const std::vector<std::string>& on,
               const std::string& a, const std::vector<std::string>& others, double x) {
    Claim claim{text, source, {}};
    expect_better(on, a, others, x, claim);
    return claim;
}

std::vector<Claim> ablation_claims() {
    constexpr double kLast = 1000;
    const std::vector<std::string> all{kIris, kWine, kProtein, kIonosphere, kDigits, kLetters};
    Claim supervised = claim_of(
        "Semi-supervised clustering (MPCK-Means) outperforms Supervised-Means; on ionosphere with a full matrix or "
        "a metric per cluster.",
        "sec. 4.2", {kIris, kWine, kProtein, kDigits, kLetters}, kSD, {kSupervised}, kLast);
    expect_better({kIonosphere}, kMD, {kSupervised}, kLast, supervised);
    expect_better({kIonosphere}, kSF, {kSupervised}, kLast, supervised);
    Claim dip{
        "Some curves of metric learning dip: the first constraints lower them, later ones raise them above their "
        "beginning.",
        "sec. 4.2",
        {{kWine, {kSD, 0}, {kSD, 100}, Expectation::better},
         {kWine, {kSD, kLast}, {kSD, 100}, Expectation::better},
         {kWine, {kSD, kLast}, {kSD, 0}, Expectation::better}}};
    return {
        claim_of("MPCK-Means outperforms seeding alone (PCK-Means) and metric learning alone (MK-Means).", "sec. 4.2",
                 all, kSD, {kPck, kMk}, kLast),
        claim_of("Metric learning with constraints (MK-Means) outperforms K-Means.", "sec. 4.2, figs. 2-7", all, kMk,
                 {kKMeans}, kLast),
        supervised,
        claim_of("Without any constraint, scaling features by their variance alone helps on wine, protein and letters.",
                 "sec. 4.2", {kWine, kProtein, kLetters}, kMk, {kKMeans}, 0),
        dip};
}

std::vector<Claim> metric_claims() {
    constexpr double kLast = 1000, kEarly = 100;
    Claim rca{"With few constraints RCA is better than MPCK-Means, with many MPCK-Means is better.", "sec. 4.2", {}};
    for (const std::string data : {kIris, kWine, kProtein, kIonosphere, kDigits, kLetters}) {
        rca.comparisons.push_back({data, {kRca, kEarly}, {kSF, kEarly}, Expectation::better});
        rca.comparisons.push_back({data, {kMF, kLast}, {kRca, kLast}, Expectation::better});
    }
    return {claim_of("A metric per cluster helps on protein and digits.", "sec. 4.2", {kProtein, kDigits}, kMD, {kSD},
                     kLast),
            claim_of("A full matrix helps on wine, ionosphere and letters.", "sec. 4.2", {kWine, kIonosphere, kLetters},
                     kSF, {kSD}, kLast),
            claim_of("Both together are best on iris and digits.", "sec. 4.2", {kIris, kDigits}, kMF, {kSD, kMD, kSF},
                     kLast),
            rca};
}

/// The claims about what this experiment measures.
std::vector<Claim> claims_about(const Experiment& experiment) {
    const auto has_data = [&](const std::string& name) {
        return std::any_of(experiment.panels.begin(), experiment.panels.end(),
                           [&](const Panel& panel) { return panel.data.name == name; });
    };
    const auto has_method = [&](const std::string& label) {
        return std::any_of(experiment.methods.begin(), experiment.methods.end(),
                           [&](const MethodSpec& method) { return method.label == label; });
    };
    std::vector<Claim> claims = ablation_claims();
    for (Claim& claim : metric_claims())
        claims.push_back(std::move(claim));
    for (Claim& claim : claims) {
        std::erase_if(claim.comparisons, [&](const Comparison& comparison) {
            return !has_data(comparison.dataset) || !has_method(comparison.a.method) ||
                   !has_method(comparison.b.method);
        });
    }
    std::erase_if(claims, [](const Claim& claim) { return claim.comparisons.empty(); });
    return claims;
}

/// What an independent prototype of the paper as written measured: F at 1000 and at 0 constraints, in the order of
/// datasets().
ReferenceSet prototype() {
    struct Row {
        const char* method;
        std::array<double, 6> at_1000;
        std::array<double, 6> at_0;
    };
    const std::array<Row, 9> rows{{
        {kKMeans, {0.800, 0.587, 0.410, 0.601, 0.675, 0.473}, {0.800, 0.587, 0.410, 0.601, 0.675, 0.473}},
        {kSupervised, {0.865, 0.605, 0.620, 0.615, 0.889, 0.657}, {0.686, 0.616, 0.298, 0.574, 0.552, 0.438}},
        {kPck, {0.860, 0.584, 0.571, 0.608, 0.776, 0.633}, {0.800, 0.587, 0.410, 0.601, 0.675, 0.473}},
        {kMk, {0.813, 0.912, 0.399, 0.599, 0.688, 0.486}, {0.883, 0.906, 0.408, 0.601, 0.714, 0.467}},
        {kSD, {0.917, 0.924, 0.617, 0.614, 0.897, 0.747}, {0.883, 0.906, 0.408, 0.601, 0.714, 0.467}},
        {kMD, {0.917, 0.941, 0.664, 0.700, 0.896, 0.732}, {0.851, 0.873, 0.342, 0.628, 0.640, 0.482}},
        {kSF, {0.956, 0.962, 0.631, 0.809, 0.959, 0.811}, {0.848, 0.817, 0.317, 0.604, 0.637, 0.455}},
        {kMF, {0.963, 0.931, 0.644, 0.881, 0.972, 0.806}, {0.824, 0.635, 0.298, 0.723, 0.663, 0.482}},
        {kRca, {0.956, 0.971, 0.586, 0.805, 0.943, 0.809}, {0.800, 0.587, 0.410, 0.601, 0.675, 0.473}},
    }};
    constexpr std::array<int, 6> kFoldsMeasured{20, 20, 20, 10, 15, 15};
    ReferenceSet set{"a prototype of the paper as written, in NumPy, other draws", 0.01, 0.04, {}};
    const std::vector<DataRecipe> data = datasets();
    for (const Row& row : rows) {
        for (std::size_t i = 0; i < data.size(); ++i) {
            set.cells.push_back({data[i].name, row.method, 0, row.at_0[i], kFoldsMeasured[i]});
            set.cells.push_back({data[i].name, row.method, 1000, row.at_1000[i], kFoldsMeasured[i]});
        }
    }
    return set;
}

Experiment figure(int number, const DataRecipe& data, bool of_metrics) {
    Experiment experiment;
    experiment.name = "figure" + std::to_string(number);
    experiment.title =
        data.name + (of_metrics ? ": forms of the metric, and RCA" : ": seeding and metric learning separately");
    experiment.panels = {curve(data)};
    experiment.methods = of_metrics ? metrics(Mode::paper) : ablations(Mode::paper);
    experiment.folds = kFolds;
    experiment.repetitions = kRepetitions;
    experiment.claims = claims_about(experiment);
    return experiment;
}

Experiment table(const std::string& name, const std::string& title, Mode mode) {
    Experiment experiment;
    experiment.name = name;
    experiment.title = title;
    for (const DataRecipe& data : datasets())
        experiment.panels.push_back(curve(data));
    experiment.methods = all_methods(mode);
    experiment.folds = kFolds;
    experiment.repetitions = kRepetitions;
    experiment.claims = claims_about(experiment);
    experiment.references = prototype();
    return experiment;
}

Experiment order_of_assignment() {
    Experiment experiment;
    experiment.name = "order";
    experiment.title = "the order in which rows are assigned";
    Claim greedy{"The order of assignment, random or greedy, makes no difference.", "sec. 3.2", {}};
    Claim by_row{"Nor does the order of the rows.", kNotInThePaper, {}};
    for (const DataRecipe& data : datasets()) {
        experiment.panels.push_back({data, {100, 400}, {100, 400}});
        for (const double x : {100.0, 400.0}) {
            greedy.comparisons.push_back({data.name, {"random order", x}, {"greedy order", x}, Expectation::equal});
            by_row.comparisons.push_back({data.name, {"random order", x}, {"row order", x}, Expectation::equal});
        }
    }
    for (const auto& [label, order] :
         {std::pair("random order", "random"), std::pair("greedy order", "greedy"), std::pair("row order", "index")}) {
        MethodSpec method = single_diagonal(Mode::paper);
        method.label = label;
        method.options.push_back({"order", order});
        experiment.methods.push_back(method);
    }
    experiment.folds = kFolds;
    experiment.repetitions = kRepetitions;
    experiment.claims = {greedy, by_row};
    return experiment;
}

Experiment few_constraints() {
    Experiment experiment;
    experiment.name = "few-constraints";
    experiment.title = "few constraints of weight 1, F over all rows";
    experiment.panels = {places(kWine, {100, 200}), places(kIris, {100}), places(kProtein, {100, 400}),
                         places(kLetters, {100})};
    experiment.methods = {single_diagonal(Mode::unit_weights), mpck(kSF, "full", "false", Mode::unit_weights)};
    experiment.repetitions = kFreshDraws;
    experiment.quick_repetitions = 5;
    constexpr int kDraws = 12;
    experiment.references = {"the prototype that returns the better of two runs, in NumPy, other draws",
                             0.01,
                             0.04,
                             {{kWine, kSD, 100, 0.907, kDraws},
                              {kWine, kSF, 100, 0.961, kDraws},
                              {kWine, kSD, 200, 0.948, kDraws},
                              {kWine, kSF, 200, 0.988, kDraws},
                              {kIris, kSD, 100, 0.946, kDraws},
                              {kIris, kSF, 100, 0.958, kDraws},
                              {kProtein, kSD, 100, 0.494, kDraws},
                              {kProtein, kSD, 400, 0.847, kDraws},
                              {kProtein, kSF, 400, 0.826, kDraws},
                              {kLetters, kSD, 100, 0.517, kDraws},
                              {kLetters, kSF, 100, 0.648, kDraws}}};
    return experiment;
}

Experiment noise() {
    Experiment experiment;
    experiment.name = "noise";
    experiment.title = "200 constraints of weight 1, some of them wrong, with and without the closure, F over all rows";
    experiment.axis = Axis::wrong_share;
    experiment.setting.constraints = 200;
    for (const DataRecipe& data : datasets())
        experiment.panels.push_back({data, {0, 0.05, 0.1, 0.2}, {0, 0.1}});
    std::vector<MethodSpec> variants = metrics(Mode::unit_weights);
    variants.back() = {kPck, "pck-means", with_weights(Mode::unit_weights, {})};
    for (const std::string closure : {"true", "false"}) {
        for (MethodSpec variant : variants) {
            if (closure == "false") variant.label += ", no closure";
            variant.options.push_back({"closure", closure});
            experiment.methods.push_back(std::move(variant));
        }
    }
    experiment.repetitions = kFreshDraws;
    return experiment;
}

}  // namespace

Paper bilenko2004() {
    Paper paper{"bilenko2004",
                "Integrating constraints and metric learning in semi-supervised clustering",
                "M. Bilenko, S. Basu, R. J. Mooney: Integrating constraints and metric learning in semi-supervised "
                "clustering. Proceedings of ICML 2004.",
                "table-defaults",
                {}};
    paper.experiments.push_back(table("table-paper", "all methods in mode=paper", Mode::paper));
    paper.experiments.push_back(table("table-defaults", "all methods with their defaults", Mode::defaults));
    const std::vector<DataRecipe> data = datasets();
    constexpr int kFirstAblation = 2, kFirstMetrics = 8;
    for (const bool of_metrics : {false, true}) {
        for (std::size_t i = 0; i < data.size(); ++i) {
            const int first = of_metrics ? kFirstMetrics : kFirstAblation;
            paper.experiments.push_back(figure(first + static_cast<int>(i), data[i], of_metrics));
        }
    }
    paper.experiments.push_back(order_of_assignment());
    paper.experiments.push_back(few_constraints());
    paper.experiments.push_back(noise());
    return paper;
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
