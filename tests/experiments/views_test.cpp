#include "experiments/engine.hpp"
#include "experiments/material.hpp"
#include "experiments/select_rows.hpp"
#include "experiments/text_tables.hpp"
#include "tiny_paper.hpp"

#include <mvlink/error.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace mvlink::experiments {
namespace {

using testing::HasSubstr;

/// Two mapped views of 40 rows; the first column of a view holds the row's number, so that rows can be told apart.
Generated numbered(Random) {
    std::vector<double> a, b;
    Truth truth;
    for (int row = 0; row < 40; ++row) {
        const int cls = row % 3;
        a.insert(a.end(), {static_cast<double>(row), 10.0 * cls});
        b.insert(b.end(), {static_cast<double>(row), 5.0 * cls, -1.0 * cls});
        truth.labels.push_back(cls);
    }
    return {Dataset({View::dense("a", 40, 2, a), View::dense("b", 40, 3, b)}).with_row_mapping(), {truth}};
}

DataRecipe two_views(const std::string& name) {
    DataRecipe recipe;
    recipe.name = name;
    recipe.make = numbered;
    return recipe;
}

Index number_of(const View& view, Index row) {
    return view.visit([&](const auto& X) -> Index {
        if constexpr (std::decay_t<decltype(X)>::kSparse) {
            return -1;
        } else {
            return static_cast<Index>(X.at(row, 0));
        }
    });
}

class ViewTrials : public testing::Test {
protected:
    Context context_{Context::Settings{.seed = 7, .threads = 1}};

    void expect_truths_follow_rows(const Trial& trial) {
        for (int v = 0; v < trial.data.n_views(); ++v) {
            for (Index row = 0; row < trial.data.view(v).rows(); ++row) {
                EXPECT_EQ(trial.truths[static_cast<std::size_t>(v)][static_cast<std::size_t>(row)],
                          number_of(trial.data.view(v), row) % 3);
            }
        }
    }
};

TEST_F(ViewTrials, UnmappedViewsHoldDifferentRowsInRandomOrder) {
    DataRecipe recipe = two_views("unmapped");
    recipe.view_draw = ViewDraw{.share = 0.95};
    const Material material = prepare(recipe, {}, 2, context_);
    ASSERT_THAT(material.parts, testing::ElementsAre("a", "b"));
    EXPECT_EQ(material.classes, 3);
    for (const auto& trial : material.trials) {
        EXPECT_TRUE(trial->data.unmapped());
        EXPECT_EQ(trial->data.view(0).rows(), 38);
        expect_truths_follow_rows(*trial);
        std::vector<Index> a, b;
        for (Index row = 0; row < 38; ++row) {
            a.push_back(number_of(trial->data.view(0), row));
            b.push_back(number_of(trial->data.view(1), row));
        }
        EXPECT_NE(a, b);
        EXPECT_FALSE(std::is_sorted(a.begin(), a.end()));
        EXPECT_EQ(std::set<Index>(a.begin(), a.end()).size(), 38u);
    }
    EXPECT_NE(material.trials[0]->truths, material.trials[1]->truths);
}

TEST_F(ViewTrials, AMappedShareOfTheRowsIsOfTheSameObjects) {
    DataRecipe recipe = two_views("overlapping");
    recipe.view_draw = ViewDraw{.rows = 20, .mapped = 0.7};
    const auto material = prepare(recipe, {}, 1, context_);
    const Trial& trial = *material.trials[0];
    expect_truths_follow_rows(trial);
    ASSERT_EQ(trial.data.mappings().size(), 1u);
    EXPECT_EQ(trial.data.mappings()[0].rows.size(), 14u);
    for (const auto& [a, b] : trial.data.mappings()[0].rows)
        EXPECT_EQ(number_of(trial.data.view(0), a), number_of(trial.data.view(1), b));
    EXPECT_EQ(trial.data.objects().count(), 14 + 6 + 6);
    recipe.view_draw = ViewDraw{.rows = 40, .mapped = 0.5};
    EXPECT_THROW(prepare(recipe, {}, 1, context_), Error);
}

TEST_F(ViewTrials, CopiesStandSideBySideEachWithItsOwnClasses) {
    DataRecipe recipe = two_views("copies");
    recipe.make = [](Random random) {
        const Generated both = numbered(random);
        return Generated{both.data.select(std::vector<std::string>{"a"}), both.truths};
    };
    recipe.copies = 3;
    const auto material = prepare(recipe, {}, 1, context_);
    const Trial& trial = *material.trials[0];
    EXPECT_TRUE(material.clusterings);
    ASSERT_EQ(trial.truths.size(), 3u);
    ASSERT_EQ(trial.data.view(0).cols(), 6);
    trial.data.view(0).visit([&](const auto& X) {
        if constexpr (!std::decay_t<decltype(X)>::kSparse) {
            for (Index row = 0; row < X.rows; ++row) {
                for (Index copy = 0; copy < 3; ++copy) {
                    const auto cls = trial.truths[static_cast<std::size_t>(copy)][static_cast<std::size_t>(row)];
                    EXPECT_EQ(X.at(row, 2 * copy + 1), 10.0 * cls);
                }
            }
        }
    });
}

TEST_F(ViewTrials, ViewsOfClassSamplesShareTheClassesAndReorderedOnesDoNot) {
    DataRecipe recipe = two_views("samples");
    recipe.make = [](Random random) {
        const Generated both = numbered(random);
        return Generated{both.data.select(std::vector<std::string>{"a"}), both.truths};
    };
    recipe.objects = true;
    recipe.class_samples = ClassSamples{.views = 3, .per_class = 5};
    recipe.reordered = 2;
    const auto material = prepare(recipe, {}, 2, context_);
    EXPECT_THAT(material.parts, testing::ElementsAre("objects"));
    const Trial& trial = *material.trials[0];
    ASSERT_EQ(trial.data.n_views(), 5);
    EXPECT_EQ(trial.data.objects().count(), 15);
    ASSERT_EQ(trial.truths.size(), 5u);
    int same = 0;
    for (int v = 0; v < 5; ++v) {
        EXPECT_EQ(trial.truths[static_cast<std::size_t>(v)].empty(), v > 0);
        bool follows = true;
        for (Index row = 0; row < 15; ++row) {
            const auto cls = trial.truths[0][static_cast<std::size_t>(row)];
            follows = follows && number_of(trial.data.view(v), row) % 3 == cls;
            same += v == 1 && number_of(trial.data.view(0), row) == number_of(trial.data.view(1), row) ? 1 : 0;
        }
        EXPECT_EQ(follows, v < 3) << trial.data.view(v).name();
    }
    EXPECT_LT(same, 15) << "an object is another row in every view";
    Setting setting;
    setting.constraints = 20;
    const Draw drawn = draw(material, setting, 0, 0, 0, 1);
    ASSERT_EQ(drawn.constraints.size(), 20u);
    for (const Constraint& constraint : drawn.constraints)
        EXPECT_EQ(constraint.a.view + constraint.b.view, 0);
}

TEST_F(ViewTrials, ColumnsWithNegativeValuesAreLeftOut) {
    Random random(1);
    const View b = numbered(random).data.view(1);
    const View kept = nonnegative_columns(b);
    EXPECT_EQ(kept.cols(), 2);
    EXPECT_EQ(number_of(kept, 17), 17);
    EXPECT_EQ(nonnegative_columns(kept).cols(), 2);
}

TEST_F(ViewTrials, LeadingColumnsHoldTheShareOfTheVariance) {
    const View view = View::dense("x", 3, 3, std::vector<double>{0, 0, 0, 6, 0, 1, 0, 3, 0});  // 24, 6, 2/3
    EXPECT_EQ(leading_columns(view, 0.5).cols(), 1);
    EXPECT_EQ(leading_columns(view, 0.9).cols(), 2);
    EXPECT_EQ(leading_columns(view, 1).cols(), 3);
}

class ViewDraws : public ViewTrials {
protected:
    Material material_ = prepare(two_views("views"), {}, 2, context_);
    std::vector<Constraint> drawn(const Setting& setting) { return draw(material_, setting, 0, 0, 0, 7).constraints; }
};

TEST_F(ViewDraws, LieWhereTheSettingSays) {
    const auto between = drawn({.percent = 10, .place = PairPlace::between});
    EXPECT_EQ(between.size(), 160u);
    for (const Constraint& c : between)
        EXPECT_NE(c.a.view, c.b.view);
    const auto within = drawn({.per_row = 2, .place = PairPlace::within});
    EXPECT_EQ(within.size(), 160u);
    for (const Constraint& c : within)
        EXPECT_EQ(c.a.view, c.b.view);
    EXPECT_NEAR(constraints_per_row(material_, PairPlace::between, 10), 2, 1e-12);
}

TEST_F(ViewDraws, OneKindIsAPartOfBoth) {
    const Setting both{.percent = 10, .place = PairPlace::between};
    Setting must = both, cannot = both;
    must.kinds = Kinds::must;
    cannot.kinds = Kinds::cannot;
    EXPECT_EQ(drawn(must).size() + drawn(cannot).size(), drawn(both).size());
    for (const Constraint& c : drawn(must))
        EXPECT_EQ(c.link, Link::must);
}

TEST_F(ViewDraws, SeveralClusteringsGiveTheirShareOfTheConstraints) {
    DataRecipe recipe = two_views("clusterings");
    recipe.make = [](Random random) {
        Generated made = numbered(random);
        made.data = made.data.select(std::vector<std::string>{"a"});
        made.truths.push_back(made.truths[0]);
        made.truths[1].name = "other";
        for (auto& label : made.truths[1].labels)
            label = label == 0 ? 0 : 1;
        return made;
    };
    recipe.several_truths = true;
    const Material material = prepare(recipe, {}, 1, context_);
    const auto few = draw(material, {.constraints = 5, .must_share = 1}, 0, 0, 0, 7).constraints;
    EXPECT_EQ(few.size(), 5u);
    const auto& truths = material.trials[0]->truths;
    for (std::size_t i = 0; i < few.size(); ++i) {
        const auto& truth = truths[i < 3 ? 0 : 1];
        EXPECT_EQ(few[i].link, Link::must);
        EXPECT_EQ(truth[static_cast<std::size_t>(few[i].a.row)], truth[static_cast<std::size_t>(few[i].b.row)]);
    }
}

/// Of two views, K-Means on each, must-links alone in each; at one place and at two.
Paper paper_of_views() {
    Experiment table;
    table.name = "table";
    table.title = "one place";
    table.panels = {{two_views("views"), {10}, {10}}};
    table.methods = {{"K-Means", "kmeans", {{"n_init", "1"}}}, {"not there", "no-such-method", {}}};
    table.axis = Axis::percent;
    table.setting.place = PairPlace::between;
    table.measures = {"acc", "nmi"};
    table.repetitions = 2;
    table.references = {"a note", 0.01, 0.04, {{"views", "K-Means", 10, 0.1, 5, "nmi", "b", 0.02}}};
    table.claims = {{"Better.", "", {{"views", {"K-Means", 10}, {"K-Means", 10}, Expectation::equal, "nmi", "a"}}}};
    Experiment curve = table;
    curve.name = "curve";
    curve.panels[0].values = {10, 20};
    curve.panels.push_back({two_views("left out"), {10}, {}});
    Experiment sizes = table;
    sizes.name = "sizes";
    sizes.axis = Axis::data;
    sizes.option = "number";
    sizes.measures = {"acc", "seconds"};
    sizes.panels = {{two_views("both"), {1, 2}, {2}, {two_views("first"), two_views("second")}}};
    sizes.claims.clear();
    sizes.references = {};
    return {"views2026", "Views", "Nobody: Views.", "table", {table, curve, sizes}};
}

ReproduceOutcome run_views(const std::filesystem::path& folder, const std::string& experiment, bool resume = false,
                           bool quick = false) {
    Context context(Context::Settings{.seed = 3, .threads = 2});
    return reproduce_from(
        {paper_of_views()},
        {.paper = "views2026", .experiment = experiment, .quick = quick, .resume = resume, .folder = folder}, context);
}

TEST(ViewTables, OnePlaceHasAColumnAView) {
    const support::TemporaryFolder folder("one_place");
    const ReproduceOutcome outcome = run_views(folder.path(), "table");
    EXPECT_THAT(outcome.tables, HasSubstr("views: accuracy at percent of pairs (constraints per row): 10 (2), mean"));
    EXPECT_THAT(outcome.tables, HasSubstr("| method | a | b | mean |"));
    EXPECT_THAT(outcome.tables, HasSubstr("views: NMI at percent"));
    EXPECT_THAT(outcome.tables, HasSubstr("| views | K-Means, NMI, b | 10 |"));
    EXPECT_THAT(outcome.tables, HasSubstr("K-Means at 10 equal to K-Means at 10, NMI, a"));
    EXPECT_EQ(outcome.claims.at(0).verdict, Verdict::reproduced);
    EXPECT_THAT(support::content(folder.path() / "README.md"),
                HasSubstr("not in this version: not there (no-such-method)"));
}

TEST(ViewTables, SeveralPlacesHaveARowAView) {
    const support::TemporaryFolder folder("places");
    const ReproduceOutcome outcome = run_views(folder.path(), "curve");
    EXPECT_THAT(outcome.tables, HasSubstr("| method | of | 10 (2) | 20 (4) |"));
    EXPECT_THAT(outcome.tables, HasSubstr("| K-Means | mean |"));
    EXPECT_THAT(outcome.tables, HasSubstr("left out: accuracy"));
    const ReproduceOutcome quick = run_views(folder.path(), "curve", false, true);
    EXPECT_EQ(quick.tables.find("left out"), std::string::npos);
}

TEST(ViewTables, TheMeanOfAllViewsIsTheMeanOfTheColumns) {
    const support::TemporaryFolder folder("means");
    run_views(folder.path(), "table");
    const std::string runs = support::content(folder.path() / "runs.csv");
    EXPECT_THAT(runs, HasSubstr(",e4fc,e4sc,parts,extras,check\n"));
    const std::string table = support::content(folder.path() / "table.md");
    EXPECT_EQ(run_views(folder.path(), "table", true).reused, 2) << "K-Means hears no constraints";
    EXPECT_EQ(support::content(folder.path() / "table.md"), table) << "figures of views are read back";
}

TEST(ViewTables, DataCanBeSwept) {
    const support::TemporaryFolder folder("swept");
    const ReproduceOutcome outcome = run_views(folder.path(), "sizes");
    EXPECT_THAT(outcome.tables, HasSubstr("both: accuracy by number, mean"));
    EXPECT_THAT(outcome.tables, HasSubstr("both: seconds per run by number"));
    EXPECT_EQ(outcome.runs, 4);
}

}  // namespace
}  // namespace mvlink::experiments
