#include <mvlink/error.hpp>

#include "methods/common/arrays.hpp"
#include "methods/common/requirements.hpp"
#include "methods/common/result_header.hpp"
#include "methods/common/start_labels.hpp"
#include "methods/common/warnings.hpp"
#include "support/random_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

View named_view(const std::string& name) {
    return View::dense(name, 3, 2, std::vector<double>{1, 2, 3, 4, 5, 6});
}

Partition labelled(std::string name, std::vector<std::int32_t> labels, Scope scope = Scope::view) {
    std::vector<double> confidence(labels.size(), 1);
    return {scope, std::move(name), 3, std::move(labels), std::move(confidence)};
}

TEST(Arrays, AMatrixSurvivesTheWayIntoAModelAndBack) {
    Matrix values(2, 3);
    values << 1, 2, 3, 4, 5, 6;
    const NamedArray array = to_array("values", values);
    EXPECT_EQ(array.rows, 2);
    EXPECT_THAT(array.values, ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_EQ(to_matrix(array), values);
    EXPECT_EQ(to_array("row", std::vector<double>{1, 2}).cols, 2);
    EXPECT_EQ(as_rows(values).at(1, 2), 6);
}

TEST(Requirements, ErrorsNameTheViewAndWhatWasExpected) {
    const Dataset two({named_view("a"), named_view("b")});
    EXPECT_THAT([&] { require_one_view(two); }, ThrowsMessage<Error>(HasSubstr("but the data has 2; choose one")));
    EXPECT_THAT([&] { require_rows_for_clusters(two, 4); },
                ThrowsMessage<Error>("n_clusters: 4 clusters for the 3 rows of view \"a\"; expected at most one per "
                                     "row"));
    EXPECT_NO_THROW(require_rows_for_clusters(two, 3));
}

TEST(StartLabels, AreFoundByTheNameOfTheViewOrAreTheOnlyOnes) {
    const Dataset one(named_view("a")), two({named_view("a"), named_view("b")});
    const std::vector<Partition> given{labelled("b", {0, 1, 2}), labelled("a", {2, -1, 0})};
    EXPECT_THAT(start_labels_of_view(given, two, 0, 3), ElementsAre(2, -1, 0));
    EXPECT_THAT(start_labels_of_view({labelled("other", {0, 1, 1})}, one, 0, 3), ElementsAre(0, 1, 1));
    EXPECT_THAT(
        [&] {
            start_labels_of_view({labelled("other", {0, 1, 1})}, two, 1, 3);
        },
        ThrowsMessage<Error>("warm start: no labels for view \"b\""));
    EXPECT_THAT(
        [&] {
            start_labels_of_view({labelled("a", {0, 1, 1}, Scope::objects), labelled("b", {0, 1, 1})}, two, 0, 3);
        },
        ThrowsMessage<Error>("warm start: no labels for view \"a\""));
}

TEST(StartLabels, ThatDoNotFitAreRefused) {
    const View view = named_view("a");
    EXPECT_THAT(
        [&] {
            require_start_labels(std::vector<std::int32_t>{0, 1}, view, 3);
        },
        ThrowsMessage<Error>("warm start: 2 labels for the 3 rows of view \"a\"; expected one per row"));
    EXPECT_THAT(
        [&] {
            require_start_labels(std::vector<std::int32_t>{0, 3, 1}, view, 3);
        },
        ThrowsMessage<Error>("warm start: row 1 has label 3; expected 0 to 2, or -1 for unknown"));
}

TEST(ResultHeader, NamesMethodOptionsSeedAndViews) {
    Context context({.seed = 7});
    const std::vector<View> views{named_view("a"), named_view("b")};
    Result result = result_header("method", {{"n_clusters", "3"}}, views, context);
    add_course({{3, 2}, StopReason::cancelled}, result);
    EXPECT_EQ(result.seed, 7U);
    EXPECT_EQ(result.options.front().value, "3");
    EXPECT_EQ(result.model.method, "method");
    EXPECT_THAT(result.model.views, ElementsAre("a", "b"));
    EXPECT_THAT(result.model.cols, ElementsAre(2, 2));
    EXPECT_EQ(result.iterations, 2);
    EXPECT_EQ(result.stop_reason, StopReason::cancelled);
}

TEST(Warnings, EmptyClustersAreCountedForEachPartitionOfRows) {
    Result result;
    result.partitions = {labelled("a", {0, 0, 0})};
    warn_of_empty_clusters(result);
    ASSERT_EQ(result.warnings.size(), 1U);
    EXPECT_EQ(result.warnings[0].code, "empty-clusters");
    EXPECT_EQ(result.warnings[0].message, "2 of 3 clusters are empty: fewer groups than asked for were found");
    EXPECT_EQ(result.warnings[0].value, 2);

    result = {};
    result.partitions = {labelled("a", {0, 1, 2}), labelled("b", {0, 1, 1}),
                         labelled("objects", {0, 0, 0}, Scope::objects)};
    warn_of_empty_clusters(result);
    ASSERT_EQ(result.warnings.size(), 1U);
    EXPECT_THAT(result.warnings[0].message, HasSubstr("view \"b\": 1 of 3 clusters are empty"));
}

TEST(Warnings, OnlyARunThatReachedMaxIterIsNotConverged) {
    for (const StopReason reason : {StopReason::converged, StopReason::max_iter, StopReason::cancelled}) {
        Result result;
        result.stop_reason = reason;
        warn_if_not_converged(result);
        EXPECT_EQ(result.warnings.size(), reason == StopReason::max_iter ? 1U : 0U);
    }
}

}  // namespace
}  // namespace mvlink
