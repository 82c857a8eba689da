#include <mvlink/error.hpp>
#include <mvlink/measures.hpp>
#include <mvlink/nmf.hpp>
#include <mvlink/registry.hpp>

#include "methods/factors/multi/steps.hpp"
#include "methods/factors/nmf/factorize.hpp"
#include "reference/multi_nmf.hpp"
#include "reference/nmf.hpp"
#include "support/nonnegative_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mvlink {
namespace {

using support::made_of_parts;
using support::Parts;
using support::Table;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

kernels::ScaledRows plain(const View& view) {
    return {view.features()};
}

View two_by_two() {
    return View::dense("x", 2, 2, std::vector<double>{1, 2, 3, 4});
}

Matrix column(double a, double b) {
    Matrix out(2, 1);
    out << a, b;
    return out;
}

TEST(Nmf, OneMultiplicativeRoundIsTheOneWorkedByHand) {
    Context context;
    const View view = two_by_two();
    NmfOptions options{.n_clusters = 1, .solver = NmfSolver::mu, .max_iter = 1};
    const auto found = factors::factorize_from(plain(view), {{}, column(1, 1), column(1, 1)}, options, "nmf", context);
    EXPECT_NEAR(found.V(0, 0), 3.0 / 2, 1e-14);
    EXPECT_NEAR(found.V(1, 0), 7.0 / 2, 1e-14);
    EXPECT_NEAR(found.U(0, 0), 24.0 / 29, 1e-14);
    EXPECT_NEAR(found.U(1, 0), 34.0 / 29, 1e-14);
    EXPECT_NEAR(found.objective.back(), 4.0 / 29, 1e-13);
}

TEST(MultiNmf, OneUpdateOfAViewIsTheOneWorkedByHand) {
    Context context;
    const View view = two_by_two();
    const std::vector<Index> objects{0, 1};
    factors::SharedView shared{plain(view), objects, 30};
    shared.factors.V = column(1, 1);
    shared.factors.U = column(1, 1);
    factors::update_view(column(1, 2), 1, shared, context);
    EXPECT_NEAR(shared.factors.U(0, 0), 53.0 / 119, 1e-14);
    EXPECT_NEAR(shared.factors.U(1, 0), 66.0 / 119, 1e-14);
    EXPECT_NEAR(shared.factors.V(0, 0), 476.0 / 291, 1e-14);
    EXPECT_NEAR(shared.factors.V(1, 0), 357.0 / 97, 1e-14);
}

TEST(Nmf, RowsMadeOfOnePartEachAreClusteredByTheirParts) {
    Context context;
    for (const NmfSolver solver : {NmfSolver::hals, NmfSolver::mu}) {
        for (const NmfAssign assign : {NmfAssign::argmax, NmfAssign::kmeans}) {
            for (const NmfNormalize normalize : {NmfNormalize::l2, NmfNormalize::sum, NmfNormalize::none}) {
                Random random(3);
                const Parts parts = made_of_parts(90, 12, 3, random);
                const Dataset data(support::dense_view<double>(parts.X));
                const Result result =
                    nmf(data, {.n_clusters = 3, .solver = solver, .assign = assign, .normalize = normalize}, context);
                EXPECT_EQ(accuracy(parts.part, result.partitions[0].labels), 1);
                for (const double confidence : result.partitions[0].confidence) {
                    EXPECT_GE(confidence, 0.5);
                    EXPECT_LE(confidence, 1);
                }
            }
        }
    }
}

TEST(Nmf, TopicsNameTheColumnsOfTheParts) {
    Random random(3);
    const Parts parts = made_of_parts(90, 12, 3, random);
    Context context;
    for (const NmfAssign assign : {NmfAssign::argmax, NmfAssign::kmeans}) {
        const Result result =
            nmf(Dataset(support::dense_view<double>(parts.X)), {.n_clusters = 3, .assign = assign}, context);
        ASSERT_EQ(result.topics.size(), 3U);
        for (const Topic& topic : result.topics) {
            EXPECT_EQ(topic.view, "x");
            // Columns 0 3 6 9 belong to part 0, and so on.
            const auto row = static_cast<std::size_t>(
                std::find(result.partitions[0].labels.begin(), result.partitions[0].labels.end(), topic.cluster) -
                result.partitions[0].labels.begin());
            for (std::size_t f = 0; f < 4; ++f)
                EXPECT_EQ(topic.features[f].column % 3, parts.part[row]);
            EXPECT_GE(topic.features[0].weight, topic.features[1].weight);
        }
    }
}

TEST(Nmf, PredictGivesTheTrainingRowsTheirLabels) {
    Random random(4);
    const Dataset data(support::dense_view<double>(support::random_nonnegative(150, 9, random)));
    Context context;
    for (const NmfAssign assign : {NmfAssign::argmax, NmfAssign::kmeans}) {
        const Result result = nmf(data, {.n_clusters = 4, .assign = assign}, context);
        const auto again = predict(result.model, data, context);
        ASSERT_EQ(again.size(), 1U);
        EXPECT_EQ(again[0].labels, result.partitions[0].labels);
        EXPECT_EQ(again[0].confidence, result.partitions[0].confidence);
    }
}

TEST(Nmf, NegativeFeaturesAreRefusedWithTheWayOut) {
    Context context;
    const Dataset data(View::dense("text", 2, 2, std::vector<double>{1, 2, 3, -4}).with_column_names({"a", "b"}));
    for (const char* method : {"nmf", "concat-nmf", "multi-nmf", "xray"}) {
        EXPECT_THAT(
            [&] {
                run_method(method, data, std::vector<OptionText>{{"n_clusters", "2"}}, context);
            },
            ThrowsMessage<Error>(testing::AllOf(HasSubstr("view \"text\""), HasSubstr("column \"b\" is -4"),
                                                HasSubstr("; try prep=text:minmax"))))
            << method;
    }
}

TEST(Nmf, RowsWithoutFeaturesAreReported) {
    Context context;
    const Dataset data(View::dense("x", 4, 2, std::vector<double>{1, 0, 0, 1, 0, 0, 1, 0}));
    const Result result = nmf(data, {.n_clusters = 2, .assign = NmfAssign::argmax}, context);
    EXPECT_EQ(result.partitions[0].confidence[2], 0.5);  // one of two
    ASSERT_FALSE(result.warnings.empty());
    EXPECT_EQ(result.warnings[0].code, "rows-without-features");
    EXPECT_EQ(result.warnings[0].value, 1);
}

TEST(Nmf, ClusterNumbersOfMappedViewsAgree) {
    Random random(5);
    const Parts parts = made_of_parts(80, 12, 4, random);
    Parts other = parts;
    for (auto& row : other.X)
        std::reverse(row.begin(), row.end());
    const Dataset data({support::dense_view<double>(parts.X, "a"), support::sparse_view<double>(other.X, "b")});
    Context context;
    for (const char* method : {"nmf", "xray"}) {
        const Result mapped =
            run_method(method, data.with_row_mapping(), std::vector<OptionText>{{"n_clusters", "4"}}, context);
        ASSERT_EQ(mapped.partitions.size(), 3U) << method;
        EXPECT_EQ(mapped.partitions[0].labels, mapped.partitions[1].labels) << method;
        EXPECT_EQ(mapped.partitions[2].labels, mapped.partitions[0].labels) << method;
        const auto again = predict(mapped.model, data, context);
        EXPECT_EQ(again[1].labels, mapped.partitions[1].labels) << method;
        const Result unmapped = run_method(method, data, std::vector<OptionText>{{"n_clusters", "4"}}, context);
        ASSERT_EQ(unmapped.partitions.size(), 2U);
        EXPECT_EQ(unmapped.warnings.front().code, "cluster-numbers-unmatched");
    }
}

TEST(Nmf, AStartKeepsTheClusterNumbers) {
    Random random(6);
    const Parts parts = made_of_parts(60, 9, 3, random);
    const Dataset data = Dataset({support::dense_view<double>(parts.X, "a"), support::dense_view<double>(parts.X, "b")})
                             .with_row_mapping();
    Context context;
    for (const char* method : {"nmf", "concat-nmf", "multi-nmf", "xray"}) {
        Start start;
        start.partitions.push_back({Scope::view, "a", 3, parts.part, {}});
        start.partitions.push_back({Scope::view, "b", 3, parts.part, {}});
        const Result first = run_method(method, data, std::vector<OptionText>{{"n_clusters", "3"}}, context, start);
        EXPECT_EQ(first.partitions[0].labels, parts.part) << method;
        Start again;
        again.model = &first.model;
        const Result second = run_method(method, data, std::vector<OptionText>{{"n_clusters", "3"}}, context, again);
        EXPECT_EQ(second.partitions[0].labels, parts.part) << method;
    }
}

TEST(ConcatNmf, ObjectsAreLabelledWhateverTheOrderOfTheirRows) {
    Random random(7);
    const Parts parts = made_of_parts(60, 12, 3, random);
    const std::vector<Index> order = random.permutation(60);
    Table shuffled(60);
    std::vector<std::string> ids, shuffled_ids(60);
    for (std::size_t row = 0; row < 60; ++row) {
        ids.push_back("o" + std::to_string(row));
        shuffled[static_cast<std::size_t>(order[row])] = parts.X[row];
        shuffled_ids[static_cast<std::size_t>(order[row])] = ids.back();
    }
    Context context;
    for (const char* method : {"concat-nmf", "multi-nmf"}) {
        const Dataset data = Dataset({support::dense_view<double>(parts.X, "a").with_ids(ids),
                                      support::sparse_view<float>(shuffled, "b").with_ids(shuffled_ids)})
                                 .with_id_mapping();
        const Result result = run_method(method, data, std::vector<OptionText>{{"n_clusters", "3"}}, context);
        ASSERT_EQ(result.partitions.size(), 3U) << method;
        EXPECT_EQ(result.partitions[2].scope, Scope::objects);
        EXPECT_EQ(accuracy(parts.part, result.partitions[2].labels), 1) << method;
        for (std::size_t row = 0; row < 60; ++row) {
            EXPECT_EQ(result.partitions[0].labels[row], result.partitions[2].labels[row]);
            EXPECT_EQ(result.partitions[1].labels[static_cast<std::size_t>(order[row])],
                      result.partitions[2].labels[row]);
        }
        const auto again = predict(result.model, data, context);
        EXPECT_EQ(again[1].labels, result.partitions[1].labels) << method;
    }
}

TEST(ConcatNmf, IncompleteMappingsAreRefused) {
    Random random(8);
    const View a = support::dense_view<double>(support::random_nonnegative(3, 2, random), "a");
    const View b = support::dense_view<double>(support::random_nonnegative(3, 2, random), "b");
    const Dataset unmapped({a, b});
    const Dataset partial = unmapped.with_mappings({{0, 1, {{0, 0}, {1, 1}}}});
    const Dataset twice = unmapped.with_mappings({{0, 1, {{0, 0}, {0, 1}, {1, 2}, {2, 2}}}});
    Context context;
    for (const char* method : {"concat-nmf", "multi-nmf"}) {
        const auto run = [&](const Dataset& data) {
            return [&] { run_method(method, data, std::vector<OptionText>{{"n_clusters", "2"}}, context); };
        };
        EXPECT_THAT(
            run(unmapped),
            ThrowsMessage<Error>(HasSubstr("needs views that are mapped to each other, and nothing maps the rows of")));
        EXPECT_THAT(run(partial), ThrowsMessage<Error>(HasSubstr("has no row in view")));
        EXPECT_THAT(run(twice), ThrowsMessage<Error>(HasSubstr("are one object")));
    }
}

TEST(MultiNmf, ViewsTakeTheLabelsOfTheObjectsOnRequest) {
    Random random(9);
    const Dataset data = Dataset({support::dense_view<double>(support::random_nonnegative(60, 5, random), "a"),
                                  support::dense_view<double>(support::random_nonnegative(60, 7, random), "b")})
                             .with_row_mapping();
    Context context;
    const Result result = multi_nmf(
        data, {.n_clusters = 3, .view_labels = MultiNmfLabels::consensus, .max_iter = 3, .inner_iter = 10}, context);
    EXPECT_EQ(result.partitions[0].labels, result.partitions[2].labels);
    EXPECT_EQ(result.partitions[1].labels, result.partitions[2].labels);
}

}  // namespace
}  // namespace mvlink
