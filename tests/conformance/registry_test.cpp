#include "conformance/problems.hpp"
#include "conformance/suite.hpp"
#include "conformance/valid.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

/// What the registry says of a method is what it needs, and what its result has.
namespace mvlink::conformance {
namespace {

using testing::HasSubstr;

bool has_scope(const Result& result, Scope scope) {
    return std::any_of(result.partitions.begin(), result.partitions.end(),
                       [&](const Partition& partition) { return partition.scope == scope; });
}

Dataset views_of(const Table& X, int count) {
    std::vector<View> views;
    for (int v = 0; v < count; ++v)
        views.push_back(support::dense_view<double>(X, std::string(1, static_cast<char>('a' + v))));
    return Dataset(std::move(views));
}

const Table kRows{{1, 0, 2}, {0, 3, 1}, {4, 1, 0}, {1, 1, 1}};

}  // namespace

TEST_P(Conformance, TooManyViewsAreRefusedWithTheirNames) {
    if (method.needs.max_views == 0) GTEST_SKIP() << "takes any number";
    const Dataset data = views_of(kRows, method.needs.max_views + 1).with_row_mapping();
    const Outcome refused = attempt(data);
    ASSERT_TRUE(refused.error);
    EXPECT_EQ(refused.error->code(), ErrorCode::usage);
    EXPECT_THAT(refused.error->what(), HasSubstr("method " + method.name + " clusters "));
    EXPECT_THAT(refused.error->what(), HasSubstr("(a, b"));
    if (method.needs.max_views != 1) return;
    ASSERT_EQ(refused.error->advice().size(), 1U);
    EXPECT_EQ(refused.error->advice()[0].name, "views");
    EXPECT_EQ(refused.error->advice()[0].value, "a");
}

TEST_P(Conformance, TooFewViewsAreRefused) {
    if (method.needs.min_views == 1) GTEST_SKIP() << "takes one";
    const Outcome refused = attempt(views_of(kRows, method.needs.min_views - 1));
    ASSERT_TRUE(refused.error);
    EXPECT_EQ(refused.error->code(), ErrorCode::usage);
}

TEST_P(Conformance, AMappingThatIsMissingIsRefused) {
    if (method.needs.max_views == 1) GTEST_SKIP() << "takes one view";
    const Outcome outcome = attempt(views_of(kRows, std::max(2, method.needs.min_views)));
    if (method.needs.mapping != MappingNeed::required) {
        EXPECT_TRUE(!outcome.error || outcome.error->message().find("maps") == std::string_view::npos);
        return;
    }
    ASSERT_TRUE(outcome.error);
    EXPECT_EQ(outcome.error->code(), ErrorCode::input);
    EXPECT_THAT(outcome.error->what(), HasSubstr("nothing maps the rows of a, b"));
}

TEST_P(Conformance, NegativeFeaturesAreRefusedWithTheirPlaceWhereTheyMayNotBe) {
    Table X = material(method).views.front();
    X[2][2] = -0.5;
    for (const View& view : support::every_kind(X)) {
        if (view.is_sparse() && !method.needs.sparse) continue;
        std::vector<std::string> names(X.front().size(), "c");
        for (std::size_t j = 0; j < names.size(); ++j)
            names[j] += std::to_string(j);
        std::vector<View> views;
        for (int v = 0; v < std::max(1, method.needs.min_views); ++v) {
            const std::string name(1, static_cast<char>('x' + v));
            views.push_back(v == 0 ? view.with_column_names(names) : support::dense_view<double>(kRows, name));
        }
        const Dataset data(std::move(views));
        const Outcome outcome = attempt(data.n_views() == 1 ? data : data.with_mappings({{0, 1, {{0, 0}}}}));
        const std::string place = "view \"x\": row 2, column \"c2\" is -0.5; method " + method.name +
                                  " needs features >= 0; try prep=x:minmax";
        EXPECT_EQ(outcome.error && std::string(outcome.error->what()).find(place) != std::string::npos,
                  method.needs.nonnegative);
    }
}

TEST_P(Conformance, AResultHasWhatTheRegistrySays) {
    const Dataset data = assembled(method, material(method).views);
    const Result result = run(data);
    const Returns& returns = method.returns;
    EXPECT_EQ(!result.metrics.empty(), returns.metrics);
    EXPECT_EQ(!result.topics.empty(), returns.topics);
    EXPECT_EQ(!result.embeddings.empty(), returns.space == OwnSpace::embedding);
    EXPECT_EQ(!result.view_weights.empty(), returns.view_weights);
    EXPECT_EQ(result.model.has_array("embedding"), returns.embedding);
    EXPECT_EQ(has_scope(result, Scope::clustering), returns.clusterings);
    EXPECT_EQ(!result.clusterings.empty(), returns.subspaces);
    EXPECT_EQ(has_scope(result, Scope::objects), returns.objects && data.n_views() > 1);
    EXPECT_TRUE(returns.suspects || result.suspects.empty());
    EXPECT_TRUE(data.n_views() > 1 || result.model.has_array("centroids") == returns.centroids);
}

TEST_P(Conformance, ConfidenceIsWhatTheRegistrySays) {
    const Result result = run(problem(method));
    for (const Partition& partition : result.partitions) {
        for (const double confidence : partition.confidence) {
            const bool all_or_nothing = confidence == 0 || confidence == 1;
            EXPECT_TRUE(method.returns.confidence != ConfidenceKind::known || partition.scope == Scope::objects ||
                        all_or_nothing);
            const double least = method.returns.confidence == ConfidenceKind::probability ? 1.0 / 3 - 1e-12 : 0;
            EXPECT_GE(confidence, least);
        }
    }
}

TEST_P(Conformance, ABoundRisesAndAnInertiaFalls) {
    std::vector<double> objective = run(assembled(method, material(method).views)).objective;
    const auto falls_by = [](double a, double b) { return b < a - 1e-9 * std::abs(a); };  // by more than rounding
    if (method.returns.bound) {
        EXPECT_EQ(std::adjacent_find(objective.begin(), objective.end(), falls_by), objective.end());
    }
    if (method.returns.inertia) {
        EXPECT_EQ(std::adjacent_find(objective.rbegin(), objective.rend(), falls_by), objective.rend());
    }
}

TEST_P(Conformance, InertiaIsTheSumOfSquaredDistancesToTheCentroids) {
    if (!method.returns.inertia) GTEST_SKIP() << "not declared";
    const Table X = material(method).views.front();
    const Result result = run(assembled(method, {X}));
    const NamedArray& centroids = result.model.array("centroids");
    double inertia = 0;
    for (std::size_t row = 0; row < X.size(); ++row) {
        const auto label = static_cast<std::size_t>(result.partitions[0].labels[row]);
        for (std::size_t j = 0; j < X[row].size(); ++j) {
            const double apart = X[row][j] - centroids.values[label * X[row].size() + j];
            inertia += apart * apart;
        }
    }
    EXPECT_NEAR(result.objective.back(), inertia, 1e-9 * inertia);  // sums in another order
}

TEST_P(Conformance, IsDescribedForPeople) {
    EXPECT_FALSE(method.title.empty());
    EXPECT_FALSE(method.description.empty());
    EXPECT_EQ(method.description.back(), '.');
    EXPECT_EQ(method.python_class.find_first_of("-_ "), std::string::npos);
    EXPECT_NE(std::find_if(method.options.begin(), method.options.end(),
                           [](const OptionInfo& option) { return option.name == "n_clusters"; }),
              method.options.end());
}

}  // namespace mvlink::conformance
