#include "experiments/papers.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

/// Which defaults deserve trust: every method with its own defaults, `auto`, and K-Means without judgements, on data of
/// different kinds, with few and many judgements, right and wrong. The datasets are in two halves: rules were chosen on
/// the first, the second is reported once.
namespace mvlink {
inline namespace v1 {
namespace experiments {
namespace {

constexpr Index kRows = 300;  // drawn anew in each repetition from the larger datasets
constexpr int kDraws = 5;
constexpr auto kPlain = "K-Means";
constexpr auto kPrepared = "K-Means, prepared";
constexpr auto kAutomatic = "auto";

struct Half {
    std::string name;
    std::vector<DataRecipe> dense, sparse, views;
};

Half chosen_on() {
    return {"chosen",
            {{.name = "iris", .folder = "iris"},
             {.name = "ionosphere", .folder = "ionosphere"},
             {.name = "letters-ijl", .folder = "letters", .classes = {8, 9, 11}, .sample = kRows},
             {.name = "mfeat-mor", .folder = "mfeat", .views = {"mor"}, .sample = kRows},
             {.name = "caltech-gabor", .folder = "caltech101-7", .views = {"gabor"}, .sample = kRows}},
            {{.name = "20newsgroups", .folder = "20newsgroups", .views = {"v1"}, .sample = kRows},
             {.name = "webkb-course", .folder = "webkb_course", .views = {"content"}, .sample = kRows},
             {.name = "reuters1200", .folder = "reuters1200", .views = {"v1"}, .sample = kRows}},
            {{.name = "mfeat-views", .folder = "mfeat", .views = {"fou", "mor", "zer"}, .sample = kRows}}};
}

Half reported_on() {
    return {"reported",
            {{.name = "wine", .folder = "wine"},
             {.name = "protein", .folder = "protein"},
             {.name = "digits-389", .folder = "pendigits", .classes = {3, 8, 9}, .sample = kRows},
             {.name = "pendigits", .folder = "pendigits", .sample = kRows},
             {.name = "wikipedia-text", .folder = "wikipedia", .views = {"text"}, .sample = kRows}},
            {{.name = "newsgroups-raw", .folder = "newsgroups_raw", .classes = {0, 1, 2, 3, 4}, .sample = kRows},
             {.name = "cora", .folder = "cora", .views = {"content"}, .sample = kRows},
             {.name = "webkb-text", .folder = "webkb", .views = {"text"}, .sample = kRows}},
            {{.name = "wikipedia-views", .folder = "wikipedia", .sample = kRows}}};
}

std::vector<Panel> panels(const std::vector<DataRecipe>& recipes) {
    std::vector<Panel> all;
    for (const DataRecipe& recipe : recipes)
        all.push_back({recipe, {10, 25, 50, 100, 200}, {50}});
    return all;
}

/// With the preparation that suits dense or sparse rows.
std::vector<MethodSpec> methods_for_one_view(bool sparse) {
    const std::string prep = sparse ? "tfidf,l2" : "standardize";
    std::vector<MethodSpec> all{{kPlain, "kmeans", {}}, {kPrepared, "kmeans", {}, {}, prep}};
    all.push_back({"PCK-Means", "pck-means", {}, {}, ""});
    all.push_back({"PCK-Means, prepared", "pck-means", {}, {}, prep});
    if (sparse) {
        all.push_back({"CMVNMF, prepared", "cmvnmf", {}, {}, prep});
    } else {
        all.push_back({"MPCK-Means", "mpck-means", {}, {}, ""});
        all.push_back({"MPCK-Means, prepared", "mpck-means", {}, {}, prep});
    }
    all.push_back({"MVCSC, prepared", "mvcsc", {}, {}, prep});
    all.push_back({kAutomatic, "auto", {}});
    return all;
}

std::vector<MethodSpec> methods_for_views() {
    return {{"co-regularized", "coreg-spectral", {}},
            {"MVCSC", "mvcsc", {}},
            {"CMVNMF", "cmvnmf", {}, {}, "minmax"},
            // Wrong judgements may contradict the mapping; a closure would refuse them.
            {"propagation", "propagation", {{"closure", "false"}}, {}, "standardize"},
            {kAutomatic, "auto", {}}};
}

Experiment experiment(const Half& half, const std::string& kind, const std::vector<DataRecipe>& recipes,
                      std::vector<MethodSpec> methods, int wrong) {
    Experiment made;
    made.name = fmt::format("{}-{}-{}", half.name, kind, wrong);
    made.title = fmt::format("{} rows, {} % of the judgements wrong ({} half)", kind, wrong, half.name);
    made.panels = panels(recipes);
    made.methods = std::move(methods);
    made.setting.wrong_share = wrong / 100.0;
    made.repetitions = kDraws;
    made.quick_repetitions = 1;
    made.measures = {"ari"};
    return made;
}

}  // namespace

Paper defaults() {
    Paper paper{"defaults",
                "Defaults that deserve trust",
                "No paper: the benchmark from which the order of `auto` was derived.",
                "chosen-dense-0",
                {}};
    for (const Half& half : {chosen_on(), reported_on()}) {
        for (const int wrong : {0, 5, 10, 20}) {
            paper.experiments.push_back(experiment(half, "dense", half.dense, methods_for_one_view(false), wrong));
            paper.experiments.push_back(experiment(half, "sparse", half.sparse, methods_for_one_view(true), wrong));
            paper.experiments.push_back(experiment(half, "views", half.views, methods_for_views(), wrong));
        }
    }
    return paper;
}

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
