#include "experiments/choice.hpp"
#include "experiments/papers.hpp"
#include "experiments/plan.hpp"
#include "tiny_paper.hpp"

#include <mvlink/error.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace mvlink::experiments {
namespace {

using testing::HasSubstr;

/// The complaint about a request, empty if there is none.
std::string complaint(const ReproduceRequest& request, ErrorCode code = ErrorCode::usage) {
    try {
        Context context(Context::Settings{.threads = 1});
        const support::TemporaryFolder folder("choice");
        ReproduceRequest there = request;
        there.folder = folder.path();
        reproduce_from({support::tiny_paper()}, there, context);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), code);
        return error.what();
    }
    return "";
}

TEST(Choice, AnUnknownNameIsRefusedWithTheNearest) {
    EXPECT_THAT(complaint({.paper = "tiny2025"}), HasSubstr("did you mean tiny2026?"));
    EXPECT_THAT(complaint({.paper = "tiny2026", .experiment = "curve"}), HasSubstr("did you mean curves?"));
    EXPECT_THAT(complaint({.paper = "tiny2026", .methods = {"a=pck-mean"}}), HasSubstr("did you mean pck-means?"));
    EXPECT_THAT(complaint({.paper = "tiny2026", .methods = {"a=pck-means closur=true"}}), HasSubstr("closur"));
    EXPECT_THAT(complaint({.paper = "tiny2026", .methods = {"PCK"}}), HasSubstr("expected \"label=method"));
    EXPECT_THAT(complaint({.paper = "tiny2026", .methods = {"a=kmeans", "a=pck-means"}}), HasSubstr("given twice"));
    EXPECT_THAT(complaint({.paper = "tiny2026", .methods = {"K-Means=pck-means"}}), HasSubstr("labelled K-Means"));
    EXPECT_THAT(complaint({.paper = "tiny2026", .sweep = {-1}}), HasSubstr("sweep: found -1"));
}

TEST(Choice, DataThatAreNotThereAreNamed) {
    EXPECT_THAT(complaint({.paper = "tiny2026", .datasets = {"nowhere/at/all"}}, ErrorCode::file),
                HasSubstr("nowhere"));
    EXPECT_THAT(complaint({.paper = "tiny2026", .sweep = {100000}}, ErrorCode::input),
                HasSubstr("100000 constraints requested"));
}

TEST(Choice, SeveralExperimentsCanBeNamed) {
    const auto chosen = chosen_experiments(support::tiny_paper(), {.paper = "tiny2026", .experiment = "flips,curves"});
    ASSERT_EQ(chosen.size(), 2u);
    EXPECT_EQ(chosen[0].name, "flips");
    EXPECT_THAT(complaint({.paper = "tiny2026", .experiment = "flips,curve"}), HasSubstr("did you mean curves?"));
}

TEST(Choice, MethodsAndSweepReplaceThoseOfTheExperiment) {
    const auto chosen = chosen_experiments(
        support::tiny_paper(),
        {.paper = "tiny2026", .methods = {"PCK-Means", "w=pck-means constraint_weight=3"}, .sweep = {40, 0, 40}});
    ASSERT_EQ(chosen.size(), 1u) << "the experiment for own data";
    ASSERT_EQ(chosen[0].methods.size(), 2u);
    EXPECT_EQ(chosen[0].methods[1].label, "w");
    EXPECT_EQ(chosen[0].methods[1].options[0].value, "3");
    EXPECT_THAT(chosen[0].panels[0].values, testing::ElementsAre(0, 40));
}

/// What every paper's declaration must fulfil, as nothing else checks it before a user runs it.
TEST(DeclaredPapers, AreConsistent) {
    for (const Paper& paper : papers()) {
        std::set<std::string> names;
        for (const Experiment& experiment : paper.experiments) {
            SCOPED_TRACE(paper.name + " " + experiment.name);
            EXPECT_TRUE(names.insert(experiment.name).second);
            std::set<std::string> labels, data;
            for (const MethodSpec& method : experiment.methods)
                EXPECT_TRUE(labels.insert(method.label).second) << method.label;
            for (const Panel& panel : experiment.panels) {
                EXPECT_TRUE(data.insert(panel.data.name).second) << panel.data.name;
                EXPECT_TRUE(std::is_sorted(panel.values.begin(), panel.values.end()));
                EXPECT_TRUE(std::includes(panel.values.begin(), panel.values.end(), panel.quick_values.begin(),
                                          panel.quick_values.end()));
            }
            for (const Claim& claim : experiment.claims) {
                for (const Comparison& comparison : claim.comparisons) {
                    EXPECT_TRUE(data.contains(comparison.dataset)) << claim.text;
                    EXPECT_TRUE(labels.contains(comparison.a.method) && labels.contains(comparison.b.method))
                        << claim.text;
                }
            }
            for (const Reference& reference : experiment.references.cells) {
                EXPECT_TRUE(data.contains(reference.dataset)) << reference.dataset;
                EXPECT_TRUE(labels.contains(reference.method)) << reference.method;
            }
        }
        EXPECT_TRUE(names.contains(paper.own_data));
    }
}

TEST(DeclaredPapers, GiveTheirMethodsOptionsThatExist) {
    for (const Paper& paper : papers()) {
        for (const Experiment& experiment : paper.experiments) {
            std::vector<Experiment> one{experiment};
            one[0].methods.push_back({"there", "kmeans", {}});
            if (experiment.axis == Axis::option) one[0].methods.pop_back();
            leave_out_missing_methods(one);
            EXPECT_NO_THROW(require_methods(one)) << paper.name << " " << experiment.name;
        }
    }
}

}  // namespace
}  // namespace mvlink::experiments
