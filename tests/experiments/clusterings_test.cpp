#include "experiments/reproduce.hpp"
#include "tiny_paper.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink::experiments {
namespace {

using testing::HasSubstr;

/// Two pairs of rows far apart; one truth says so, the other says the opposite.
DataRecipe crossed() {
    DataRecipe recipe;
    recipe.name = "crossed";
    recipe.several_truths = true;
    recipe.make = [](Random) {
        Truth pairs, across;
        pairs.name = "pairs";
        pairs.labels = {0, 0, 1, 1};
        across.name = "across";
        across.labels = {0, 1, 0, 1};
        return Generated{Dataset(View::dense("x", 4, 1, std::vector<double>{0, 0.1, 10, 10.1})), {pairs, across}};
    };
    return recipe;
}

TEST(SeveralClusterings, OneFoundClusteringIsMatchedWithOneTruth) {
    Experiment experiment;
    experiment.name = "both";
    experiment.title = "two truths";
    experiment.panels = {{crossed(), {0, 2}, {0}}};
    experiment.methods = {{"K-Means", "kmeans", {}}, {"PCK-Means", "pck-means", {}, {.must_share = 1.0}}};
    experiment.measures = {"e4fc", "nmi"};
    experiment.repetitions = 1;
    const support::TemporaryFolder folder("clusterings");
    Context context(Context::Settings{.seed = 3, .threads = 1});
    const ReproduceOutcome outcome = reproduce_from({{"two2026", "Two", "Nobody: Two.", "both", {experiment}}},
                                                    {.paper = "two2026", .folder = folder.path()}, context);
    // The found pairs are true ones, the two true ones across are met by halves: 2 x 0.75 x 1 / 1.75 = 6/7.
    EXPECT_THAT(outcome.tables, HasSubstr("crossed: E4FC by number of constraints"));
    EXPECT_THAT(outcome.tables, HasSubstr("| K-Means | 0.857 | 0.857 |"));
    // NMI 1 with the truth it is matched with, 0 for the one that was not found.
    EXPECT_THAT(outcome.tables, HasSubstr("| K-Means | 0.500 | 0.500 |"));
}

}  // namespace
}  // namespace mvlink::experiments
