#include "conformance/problems.hpp"
#include "conformance/suite.hpp"
#include "conformance/valid.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace mvlink::conformance {

TEST_P(Conformance, TrainingRowsGetTheLabelsOfTheRun) {
    const Dataset data = assembled(method, material(method).views);  // constraints may hold a row elsewhere
    const Result result = run(data);
    if (!method.predicts) {
        EXPECT_THROW(static_cast<void>(predicted(result.model, data)), Error);
        return;
    }
    const std::vector<Partition> again = predicted(result.model, data);
    expect_valid(again, data);
    EXPECT_TRUE(same_bits(again, predicted(result.model, data)));
    // Where constraints alone decide, the features of a row say nothing about its label.
    const double least = method.returns.confidence == ConfidenceKind::known ? 0 : 0.95;
    for (const Partition& partition : again) {
        const auto same = std::find_if(result.partitions.begin(), result.partitions.end(),
                                       [&](const Partition& own) { return own.name == partition.name; });
        ASSERT_NE(same, result.partitions.end()) << partition.name;
        EXPECT_EQ(same->n_clusters, partition.n_clusters);
        EXPECT_GE(share_equal(same->labels, partition.labels), least) << partition.name;
    }
}

TEST_P(Conformance, ARowIsLabelledTheSameAloneAndAmongOthers) {
    if (!method.predicts) GTEST_SKIP() << "does not label new rows";
    const Result result = run(problem(method));
    const Material fresh = material(method, 9, 9, 3);
    const auto all = predicted(result.model, assembled(method, fresh.views));
    for (std::size_t row = 0; row < fresh.group.size(); ++row) {
        std::vector<Table> one;
        for (const Table& X : fresh.views)
            one.push_back({X[row]});
        const auto alone = predicted(result.model, assembled(method, one));
        ASSERT_EQ(alone.size(), all.size());
        for (std::size_t p = 0; p < all.size(); ++p)
            EXPECT_EQ(alone[p].labels.at(0), all[p].labels.at(row)) << all[p].name;
    }
}

TEST_P(Conformance, EachViewAloneIsLabelledOrRefused) {
    if (!method.predicts) GTEST_SKIP() << "does not label new rows";
    const Dataset data = problem(method);
    const Model model = run(data).model;
    for (const View& view : data.views()) {
        SCOPED_TRACE(view.name());
        const Dataset alone(view);
        try {
            expect_valid(predicted(model, alone), alone);
        } catch (const Error& error) {
            expect_readable(error);
        }
    }
}

TEST_P(Conformance, RowsOfAnotherWidthAreRefused) {
    if (!method.predicts) GTEST_SKIP() << "does not label new rows";
    const Model model = run(problem(method)).model;
    for (const Index cols : {1, 8, 10, 11, 40}) {
        const Dataset other = assembled(method, material(method, 12, cols).views);
        try {
            static_cast<void>(predicted(model, other));
            ADD_FAILURE() << cols << " columns were accepted";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::input);
            EXPECT_THAT(error.what(), testing::HasSubstr("columns"));
        }
    }
}

TEST_P(Conformance, HugeRowsAreLabelledOrRefused) {
    if (!method.predicts) GTEST_SKIP() << "does not label new rows";
    const Model model = run(problem(method)).model;
    for (const double value : {1e160, 1e307, 1e-310, 0.0}) {
        Material made = material(method, 4);
        for (Table& X : made.views) {
            for (auto& row : X)
                std::fill(row.begin(), row.end(), value);
        }
        const Dataset data = assembled(method, made.views);
        try {
            expect_valid(predicted(model, data), data);
        } catch (const Error& error) {
            expect_readable(error);
        }
    }
}

}  // namespace mvlink::conformance
