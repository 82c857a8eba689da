#include "experiments/papers.hpp"

#include <array>
#include <cmath>

/// C. Chen, H. Qian, W. Chen, Z. Zheng, H. Zhu (2019), sec. 5: M pairs of objects are drawn and labelled, R = M / N^2
/// from 0.01 % to 0.1 %; ARI, NMI and accuracy of the objects. Points of the sweep are M.
namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace of_chen2019 {
namespace {

constexpr int kRuns = 10;    // as in the paper
constexpr int kFewRuns = 5;  // for what takes long
constexpr int kNoiseRuns = 20;

constexpr auto kMvcsc = "MVCSC";
constexpr auto kPrinted = "MVCSC as printed";
constexpr auto kFree = "MVCSC, no constraints";
constexpr auto kMean = "Mean Laplacian";
constexpr auto kCoreg = "Co-reg", kAmgl = "AMGL", kMmcp = "MMCP", kMvmc = "MVMC", kCsp = "CSP";
constexpr auto kSelfTaught = "SF_fusion", kSelfTaughtBest = "SF_best";

constexpr auto kSynthetic = "synthetic";
constexpr auto kComp = "20News.Comp", kRec = "20News.Rec", kTalk = "20News.Talk";
constexpr auto kReuters1200 = "reuters1200", kReuters600 = "reuters600";
constexpr auto kCaltech = "caltech101-7", kHandwritten = "handwritten", kCourse = "webkb-course";

using Options = std::vector<OptionText>;

/// The paper's graphs: ten neighbours, a Gaussian of width 1.
const Options& of_synthetic() {
    static const Options options{{"affinity", "gaussian"}};
    return options;
}
/// Five neighbours. The paper's Gaussian of width 1 leaves most images without neighbours; local scaling does not.
const Options& of_images() {
    static const Options options{{"n_neighbors", "5"}};
    return options;
}
/// Ten neighbours by cosine: the default for sparse views.
const Options& of_text() {
    static const Options options{};
    return options;
}

DataRecipe synthetic() {
    DataRecipe recipe;
    recipe.name = kSynthetic;
    recipe.objects = true;
    recipe.make = [](Random random) { return generate_mvcsc_synthetic({}, random); };
    return recipe;
}

/// Ten views of 400 documents, each drawn anew from four groups, and five of them reordered.
DataRecipe news(const std::string& name, const std::vector<std::int32_t>& groups) {
    DataRecipe recipe{.name = name, .folder = "newsgroups_raw", .classes = groups};
    recipe.objects = true;
    recipe.class_samples = ClassSamples{.views = 10, .per_class = 100};
    recipe.reordered = 5;
    return recipe;
}

DataRecipe reuters(const std::string& name) {
    DataRecipe recipe{.name = name, .folder = name};
    recipe.objects = true;
    recipe.reordered = 5;
    return recipe;
}

DataRecipe complete(const std::string& name, const std::string& folder) {
    DataRecipe recipe{.name = name, .folder = folder};
    recipe.objects = true;
    return recipe;
}

/// M for some shares R (in percent) of N^2.
std::vector<double> numbers(double objects, const std::vector<double>& percent) {
    std::vector<double> values;
    for (const double share : percent)
        values.push_back(std::floor(share / 100 * objects * objects));
    return values;
}
const std::vector<double>& four_shares() {
    static const std::vector<double> shares{0.01, 0.04, 0.07, 0.1};
    return shares;
}

MethodSpec with(const std::string& label, const std::string& method, const Options& graphs, const Options& more = {},
                const std::string& preparation = {}) {
    Options options = graphs;
    options.insert(options.end(), more.begin(), more.end());
    return {label, method, options, {}, preparation};
}

std::vector<MethodSpec> mvcsc_and_relatives(const Options& graphs, const std::string& preparation = {}) {
    return {with(kMvcsc, "mvcsc", graphs, {}, preparation),
            with(kPrinted, "mvcsc", graphs, {{"mode", "paper"}}, preparation),
            with(kMean, "spectral", graphs, {}, preparation), with(kCoreg, "coreg-spectral", graphs, {}, preparation),
            with(kAmgl, "amgl", graphs, {}, preparation)};
}

Experiment on_objects(const std::string& name, const std::string& title, int repetitions = kRuns) {
    Experiment experiment;
    experiment.name = name;
    experiment.title = title;
    experiment.measures = {"ari", "nmi", "acc"};
    experiment.repetitions = repetitions;
    return experiment;
}

/// The claims of sec. 5.3 about one dataset.
void add_claims(const std::string& data, const std::vector<double>& values, const std::vector<MethodSpec>& methods,
                std::vector<Claim>& claims) {
    if (claims.empty()) {
        claims = {{"MVCSC is better than every other method.", "sec. 5.3", {}},
                  {"MVCSC improves as R grows.", "sec. 5.3", {}},
                  {"The corrected form is better than the printed one.", "not in the paper", {}}};
    }
    for (const double x : {values.front(), values.back()}) {
        for (const MethodSpec& method : methods) {
            if (method.label == kMvcsc) continue;
            auto& claim = method.label == kPrinted ? claims[2] : claims[0];
            claim.comparisons.push_back(better(data, {kMvcsc, x}, {method.label, x}));
        }
    }
    claims[1].comparisons.push_back(better(data, {kMvcsc, values.back()}, {kMvcsc, values.front()}));
}

/// Table cells of the paper: one row per share of constraints.
struct PaperRows {
    std::string data;
    std::string method;
    std::array<double, 4> ari, nmi, acc;
};

void add(const PaperRows& rows, const std::vector<double>& values, ReferenceSet& set) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        set.cells.push_back({rows.data, rows.method, values[i], rows.ari[i], kRuns, "ari"});
        set.cells.push_back({rows.data, rows.method, values[i], rows.nmi[i], kRuns, "nmi"});
        set.cells.push_back({rows.data, rows.method, values[i], rows.acc[i], kRuns, "acc"});
    }
}

ReferenceSet tables_of_paper() {
    return {"tables 2 to 4 of the paper (mean of 10 runs, without deviations)", 0.005, 0.05, {}};
}

Experiment table_synthetic() {
    Experiment experiment =
        on_objects("table-synthetic", "synthetic data of six views, two of them irrelevant (tables 2 to 4)");
    experiment.note =
        "Bayes' rule with the true parameters reaches an accuracy of 0.934 and an ARI of 0.815 on these data (0.910 to "
        "0.967 over draws of 300 points). The paper's averages for MVCSC, and for AMGL without constraints, are above "
        "that or near it: they need a lucky draw, or other data. Every repetition here draws new points.";
    const std::vector<double> values = numbers(300, four_shares());
    experiment.panels = {{synthetic(), values, {9, 90}}};
    experiment.methods = mvcsc_and_relatives(of_synthetic());
    experiment.methods.push_back(with(kMmcp, "mmcp", of_synthetic()));
    experiment.methods.push_back(with(kMvmc, "mvmc", of_synthetic()));
    experiment.methods.push_back(with(kCsp, "csp", of_synthetic()));
    add_claims(kSynthetic, values, experiment.methods, experiment.claims);
    ReferenceSet set = tables_of_paper();
    add({kSynthetic, kMvcsc, {.8313, .8556, .8634, .8737}, {.7710, .7970, .8055, .8167}, {.9413, .9501, .9533, .9567}},
        values, set);
    add({kSynthetic, kMmcp, {.7726, .7821, .7993, .8096}, {.7157, .7231, .7410, .7497}, {.9200, .9233, .9301, .9333}},
        values, set);
    add({kSynthetic, kMvmc, {.3462, .4589, .6915, .7106}, {.3486, .4422, .6365, .6554}, {.6066, .7750, .8850, .8933}},
        values, set);
    add({kSynthetic, kCoreg, {.7642, .7642, .7642, .7642}, {.6935, .6935, .6935, .6935}, {.9167, .9167, .9167, .9167}},
        {values.front()}, set);
    add({kSynthetic, kAmgl, {.8002, .8002, .8002, .8002}, {.7362, .7362, .7362, .7362}, {.9300, .9300, .9300, .9300}},
        {values.front()}, set);
    experiment.references = set;
    return experiment;
}

Experiment table_self_taught() {
    Experiment experiment =
        on_objects("table-self-taught", "synthetic data, self-taught clustering (tables 2 to 4)", 3);
    experiment.note =
        "SF_best here is the view whose clusters violate the fewest constraints; the paper's is the best by the true "
        "classes. Each iteration decomposes a table of all pairs of objects, hence three repetitions, and no larger "
        "data.";
    const std::vector<double> values = numbers(300, {0.01, 0.1});
    experiment.panels = {{synthetic(), values, {9}}};
    experiment.methods = {with(kMvcsc, "mvcsc", of_synthetic()), with(kSelfTaught, "self-taught", of_synthetic()),
                          with(kSelfTaughtBest, "self-taught", of_synthetic(), {{"fusion", "best"}})};
    ReferenceSet set = tables_of_paper();
    set.cells = {{kSynthetic, kSelfTaught, values[0], .7540, kRuns, "ari"},
                 {kSynthetic, kSelfTaught, values[1], .7810, kRuns, "ari"},
                 {kSynthetic, kSelfTaughtBest, values[0], .2314, kRuns, "ari"},
                 {kSynthetic, kSelfTaughtBest, values[1], .3311, kRuns, "ari"}};
    experiment.references = set;
    return experiment;
}

Experiment table_news() {
    Experiment experiment =
        on_objects("table-news", "20 Newsgroups, ten relevant and five irrelevant views (tables 2 to 4)", kFewRuns);
    experiment.note =
        "Built by the paper's recipe: every view draws 100 documents from each of four groups, so that an object is "
        "another document in every view and only its group is shared; five views are reordered. Comp leaves out "
        "comp.windows.x. The paper does not state the weights of words; these are tf-idf. Table 3 prints 0.7690 for "
        "MVMC on Comp at 0.1 %, surely 0.0769.";
    const std::vector<double> values = numbers(400, four_shares());
    experiment.panels = {{news(kComp, {0, 1, 2, 3}), values, {16, 160}},
                         {news(kRec, {5, 6, 7, 8}), values, {}},
                         {news(kTalk, {9, 10, 11, 12}), values, {}}};
    experiment.methods = mvcsc_and_relatives(of_text(), "tfidf");
    experiment.methods.push_back(with(kMmcp, "mmcp", of_text(), {}, "tfidf"));
    ReferenceSet set = tables_of_paper();
    const std::array<PaperRows, 6> rows{
        PaperRows{
            kComp, kMvcsc, {.9021, .9215, .9411, .9481}, {.8868, .9051, .9228, .9292}, {.9620, .9695, .9775, .9802}},
        PaperRows{
            kRec, kMvcsc, {.9578, .9741, .9794, .9801}, {.9250, .9351, .9425, .9501}, {.9840, .9903, .9922, .9925}},
        PaperRows{
            kTalk, kMvcsc, {.8893, .8976, .9010, .9201}, {.8645, .8763, .8779, .9048}, {.9580, .9613, .9625, .9701}},
        PaperRows{
            kComp, kMmcp, {.7460, .7879, .8112, .8316}, {.7298, .7516, .7916, .8050}, {.8975, .9151, .9250, .9325}},
        PaperRows{
            kRec, kMmcp, {.8134, .8360, .8541, .8734}, {.7979, .8103, .8321, .8582}, {.9251, .9350, .9425, .9500}},
        PaperRows{
            kTalk, kMmcp, {.8207, .8586, .8706, .8958}, {.7815, .8228, .8365, .8661}, {.9300, .9451, .9500, .9610}}};
    for (const PaperRows& row : rows)
        add(row, values, set);
    for (const char* data : {kComp, kRec, kTalk})
        add_claims(data, values, experiment.methods, experiment.claims);
    experiment.references = set;
    return experiment;
}

Experiment table_reuters() {
    Experiment experiment =
        on_objects("table-reuters", "Reuters, five views and five irrelevant ones (tables 2 to 4)", 3);
    experiment.note =
        "Not the paper's set. reuters1200 has its 1200 documents, but its views are overlapping selections of English "
        "words; reuters600 has five real languages, 600 documents. The paper's accuracy of 0.945 for AMGL without "
        "constraints is far from anything that we or the literature get.";
    experiment.panels = {{reuters(kReuters600), numbers(600, {0.01, 0.1}), {36}},
                         {reuters(kReuters1200), numbers(1200, {0.01, 0.1}), {}}};
    experiment.methods = mvcsc_and_relatives(of_text());
    for (const Panel& panel : experiment.panels)
        add_claims(panel.data.name, panel.values, experiment.methods, experiment.claims);
    ReferenceSet set = tables_of_paper();
    set.cells = {{kReuters1200, kMvcsc, 144, .8981, kRuns, "ari"}, {kReuters1200, kMvcsc, 1440, .9445, kRuns, "ari"},
                 {kReuters1200, kMvcsc, 144, .9571, kRuns, "acc"}, {kReuters1200, kMvcsc, 1440, .9767, kRuns, "acc"},
                 {kReuters1200, kAmgl, 144, .9450, kRuns, "acc"},  {kReuters1200, kCoreg, 144, .7792, kRuns, "acc"}};
    experiment.references = set;
    return experiment;
}

/// Numbers of a prototype that chose beta by the constraints.
Experiment figure2() {
    Experiment experiment = on_objects("figure2", "images and handwritten digits of six views");
    experiment.note =
        "The descriptors of caltech101-7 were extracted again: do not expect the paper's numbers, which its figure "
        "does "
        "not give either. The paper's text names an ARI of 0.8988 at 0.01 % without saying of which data.";
    experiment.panels = {{complete(kCaltech, "caltech101-7"), numbers(1474, {0.01, 0.04, 0.1}), {}},
                         {complete(kHandwritten, "mfeat"), numbers(2000, {0.01, 0.04, 0.1}), {400}}};
    experiment.methods = mvcsc_and_relatives(of_images());
    for (const Panel& panel : experiment.panels)
        add_claims(panel.data.name, panel.values, experiment.methods, experiment.claims);
    ReferenceSet set{
        "a prototype in NumPy that chose beta by the constraints, other draws, 3 runs per cell", 0.002, 0.05, {}};
    constexpr int kPrototypeRuns = 3;
    set.cells = {{kHandwritten, kMvcsc, 400, .913, kPrototypeRuns, "acc", "", .041 / std::sqrt(3.0)},
                 {kHandwritten, kMvcsc, 400, .873, kPrototypeRuns, "ari"},
                 {kHandwritten, kMvcsc, 4000, .982, kPrototypeRuns, "acc"},
                 {kCaltech, kMvcsc, 217, .697, kPrototypeRuns, "acc", "", .049 / std::sqrt(3.0)},
                 {kCaltech, kMvcsc, 217, .591, kPrototypeRuns, "ari"},
                 {kCaltech, kMvcsc, 869, .836, kPrototypeRuns, "acc"},
                 {kCaltech, kMvcsc, 869, .794, kPrototypeRuns, "ari"},
                 {kCaltech, kMvcsc, 2172, .958, kPrototypeRuns, "acc", "", .002 / std::sqrt(3.0)},
                 {kCaltech, kMvcsc, 2172, .984, kPrototypeRuns, "ari"}};
    experiment.references = set;
    return experiment;
}

/// Sec. 5.4: one option at a time, R = 0.1 %.
Experiment sensitivity(const std::string& name, const std::string& option, const std::vector<double>& values) {
    Experiment experiment = on_objects(name, "synthetic data, sensitivity to " + option, kRuns);
    experiment.axis = Axis::option;
    experiment.option = option;
    experiment.setting.constraints = 90;
    experiment.panels = {{synthetic(), values, {values[1]}}};
    experiment.methods = {with(kMvcsc, "mvcsc", of_synthetic()),
                          with(kPrinted, "mvcsc", of_synthetic(), {{"mode", "paper"}})};
    return experiment;
}

Experiment figure4_gamma() {
    Experiment experiment = sensitivity("figure4-gamma", "gamma", {0, 0.001, 0.01, 0.1, 1, 10, 100, 1000});
    experiment.note = "gamma of the corrected form is scaled by the numbers of objects, clusters and constraints.";
    experiment.claims = {
        {"A gamma of 0.01 is better than 0.001.",
         "sec. 5.4",
         {better(kSynthetic, {kPrinted, 0.01}, {kPrinted, 0.001})}},
        {"A larger gamma makes it worse.", "sec. 5.4", {better(kSynthetic, {kPrinted, 0.01}, {kPrinted, 10})}},
        {"The corrected form improves up to a gamma of 1.",
         "not in the paper",
         {better(kSynthetic, {kMvcsc, 1}, {kMvcsc, 0})}}};
    return experiment;
}

Experiment figure4_beta() {
    Experiment experiment = sensitivity("figure4-beta", "beta", {0.001, 0.01, 0.1, 1, 2, 3, 5, 9, 100});
    experiment.note =
        "With beta 9, which figure 5 of the paper uses, irrelevant views keep a weight of about 0.11; they are ignored "
        "up to about 3.";
    experiment.claims = {
        {"The best beta is between 2 and 5.",
         "sec. 5.4",
         {better(kSynthetic, {kMvcsc, 2}, {kMvcsc, 0.1}), better(kSynthetic, {kMvcsc, 2}, {kMvcsc, 100})}}};
    return experiment;
}

/// Figs. 5 and 6: how many iterations it takes.
Experiment figure5() {
    Experiment experiment = on_objects("figure5", "quality by the number of iterations (figures 5 and 6)", 3);
    experiment.note = "result.json has the loss, and how much F and the weights changed, after every iteration.";
    experiment.axis = Axis::option;
    experiment.option = "max_iter";
    experiment.setting.constraints = 90;
    experiment.panels = {{synthetic(), {1, 2, 3, 5, 10, 20}, {5}}};
    experiment.methods = {with(kMvcsc, "mvcsc", of_synthetic(), {{"beta", "2"}}),
                          with(kPrinted, "mvcsc", of_synthetic(), {{"mode", "paper"}, {"beta", "2"}})};
    experiment.claims = {
        {"It converges within ten iterations.",
         "sec. 5.5",
         {equal(kSynthetic, {kMvcsc, 10}, {kMvcsc, 20}), equal(kSynthetic, {kPrinted, 10}, {kPrinted, 20})}}};
    return experiment;
}

/// Beyond the paper: some constraints are flipped.
Experiment wrong(const std::string& name, const Panel& panel, Index constraints, const Options& graphs, int runs) {
    Experiment experiment = on_objects(name, panel.data.name + ", some constraints are wrong", runs);
    experiment.axis = Axis::wrong_share;
    experiment.setting.constraints = constraints;
    experiment.panels = {panel};
    experiment.methods = {with(kMvcsc, "mvcsc", graphs), with(kFree, "mvcsc", graphs, {{"gamma", "0"}}),
                          with(kPrinted, "mvcsc", graphs, {{"mode", "paper"}})};
    const std::string& data = panel.data.name;
    experiment.claims = {{"With one wrong constraint in ten it is better than without constraints.",
                          "not in the paper",
                          {better(data, {kMvcsc, 0.1}, {kFree, 0.1})}}};
    return experiment;
}

Experiment two_classes() {
    Experiment experiment = on_objects("two-classes", "course pages or not: the two-class form (sec. 3.2)", kFewRuns);
    const std::vector<double> values = numbers(1051, {0.01, 0.1});
    experiment.panels = {{complete(kCourse, "webkb_course"), values, {110}}};
    experiment.methods = mvcsc_and_relatives(of_text());
    add_claims(kCourse, values, experiment.methods, experiment.claims);
    return experiment;
}

std::vector<Experiment> all_of_them() {
    return {table_synthetic(),
            table_news(),
            table_reuters(),
            table_self_taught(),
            figure2(),
            figure4_gamma(),
            figure4_beta(),
            figure5(),
            wrong("wrong-synthetic", {synthetic(), {0, 0.1, 0.3}, {0.1}}, 90, of_synthetic(), kNoiseRuns),
            wrong("wrong-handwritten", {complete(kHandwritten, "mfeat"), {0.1, 0.3}, {}}, 4000, of_images(), kFewRuns),
            two_classes()};
}

}  // namespace
}  // namespace of_chen2019

Paper chen2019() {
    return {"chen2019", "Auto-weighted multi-view constrained spectral clustering",
            "C. Chen, H. Qian, W. Chen, Z. Zheng, H. Zhu: Auto-weighted multi-view constrained spectral clustering. "
            "Neurocomputing 366, 2019.",
            "figure2", of_chen2019::all_of_them()};
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
