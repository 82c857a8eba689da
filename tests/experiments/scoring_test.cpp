#include "experiments/scoring.hpp"

#include "experiments/run_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace mvlink::experiments {
namespace {

View column(const std::string& name, Index rows) {
    std::vector<double> values;
    for (Index row = 0; row < rows; ++row)
        values.push_back(static_cast<double>(row));
    return View::dense(name, rows, 1, std::move(values));
}

PropagatedConstraint inferred(const Constraint& constraint, bool is_certain = false) {
    PropagatedConstraint one;
    one.constraint = constraint;
    one.is_certain = is_certain;
    return one;
}

/// Weights 0.9 right and 0.6 wrong among must-links, 0.5 right and certain among cannot-links.
TEST(Scoring, WeighsInferredConstraintsAndTellsNewOnesFromImplied) {
    Material material{{}, "", 2, {"a", "b"}, false, {}};
    const Trial trial{Dataset({column("a", 4), column("b", 4)}).with_row_mapping(), {{0, 0, 1, 1}, {0, 0, 1, 1}}};
    Answer answer;
    for (const char* name : {"a", "b"})
        answer.partitions.push_back({Scope::view, name, 2, {0, 0, 1, 1}, {}});
    answer.propagated = {inferred({{0, 0}, {0, 1}, Link::must, 0.9, Origin::propagated}),
                         inferred({{1, 0}, {1, 2}, Link::must, 0.6, Origin::propagated}),
                         inferred({{0, 1}, {0, 3}, Link::cannot, 0.5, Origin::propagated}, true)};
    RunRecord record;
    score(material, trial, {}, answer, record);
    EXPECT_EQ(value_of(record, "inferred"), 2);
    EXPECT_DOUBLE_EQ(value_of(record, "precision_must"), 0.6);
    EXPECT_DOUBLE_EQ(value_of(record, "precision_cannot"), 1);
    EXPECT_DOUBLE_EQ(value_of(record, "precision_new"), 0.6);
    EXPECT_EQ(value_of({}, "inferred"), 0);
    EXPECT_TRUE(std::isnan(value_of({}, "precision_new"))) << "nothing was inferred";
}

TEST(Scoring, MeasuresAViewThatWasLeftOutByTheLabelsOfItsObjects) {
    const Material material{{}, "", 2, {"a", "b"}, false, {}};
    const Trial trial{Dataset({column("a", 4), column("b", 4)}).with_row_mapping(), {{0, 0, 1, 1}, {0, 1, 1, 1}}};
    Answer answer;
    answer.partitions.push_back({Scope::view, "b", 2, {0, 0, 1, 1}, {}});
    RunRecord record;
    score(material, trial, {}, answer, record);
    ASSERT_EQ(record.parts.size(), 2);
    EXPECT_DOUBLE_EQ(record.parts[0].ari, 1);
    EXPECT_LT(record.parts[1].ari, 1);
}

}  // namespace
}  // namespace mvlink::experiments
