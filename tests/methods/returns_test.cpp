#include <mvlink/constraints.hpp>
#include <mvlink/registry.hpp>

#include "support/nonnegative_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace mvlink {
namespace {

bool has_scope(const Result& result, Scope scope) {
    return std::any_of(result.partitions.begin(), result.partitions.end(),
                       [&](const Partition& partition) { return partition.scope == scope; });
}

/// What the registry says of a method is what its result has.
class Returned : public testing::TestWithParam<std::string> {
protected:
    const MethodInfo& method = find_method(GetParam());
    Context context{Context::Settings{.seed = 1}};
    Random random{5};
    support::Parts parts = support::made_of_parts(60, 9, 3, random);

    Result run(const Dataset& data) {
        std::vector<OptionText> options{{"n_clusters", "3"}};
        const bool several = std::any_of(method.options.begin(), method.options.end(),
                                         [](const OptionInfo& option) { return option.name == "n_clusterings"; });
        if (several) options.push_back({"n_clusterings", "2"});
        return run_method(method.name, data, options, context);
    }
};

TEST_P(Returned, FromOneViewIsWhatIsDeclared) {
    const Result result = run(Dataset(support::dense_view<double>(parts.X)));
    const Returns& returns = method.returns;
    EXPECT_EQ(result.model.has_array("centroids"), returns.centroids);
    EXPECT_EQ(!result.metrics.empty(), returns.metrics);
    EXPECT_EQ(!result.topics.empty(), returns.topics);
    EXPECT_EQ(!result.view_weights.empty(), returns.view_weights);
    EXPECT_EQ(has_scope(result, Scope::clustering), returns.clusterings);
    EXPECT_EQ(!result.clusterings.empty(), returns.subspaces);
    EXPECT_FALSE(has_scope(result, Scope::objects));
    if (returns.bound) {
        EXPECT_TRUE(std::is_sorted(result.objective.begin(), result.objective.end()));
    }
    for (const Partition& partition : result.partitions) {
        for (const double confidence : partition.confidence) {
            EXPECT_TRUE(confidence >= 0 && confidence <= 1);
            if (returns.confidence == ConfidenceKind::known) {
                EXPECT_TRUE(confidence == 0 || confidence == 1);
            }
            if (returns.confidence == ConfidenceKind::probability) {
                EXPECT_GE(confidence, 1.0 / 3 - 1e-12);
            }
        }
    }
}

TEST_P(Returned, InertiaIsTheSumOfSquaredDistancesToTheCentroids) {
    if (!method.returns.inertia) GTEST_SKIP() << "not declared";
    const Result result = run(Dataset(support::dense_view<double>(parts.X)));
    const NamedArray& centroids = result.model.array("centroids");
    double inertia = 0;
    for (std::size_t row = 0; row < parts.X.size(); ++row) {
        const auto label = static_cast<std::size_t>(result.partitions[0].labels[row]);
        for (std::size_t j = 0; j < parts.X[row].size(); ++j) {
            const double apart = parts.X[row][j] - centroids.values[label * parts.X[row].size() + j];
            inertia += apart * apart;
        }
    }
    EXPECT_NEAR(result.objective.back(), inertia, 1e-9 * inertia);  // sums in another order
}

TEST_P(Returned, ObjectsHaveLabelsWhereViewsAreMapped) {
    if (method.needs.max_views == 1) {
        EXPECT_FALSE(method.returns.objects);
        return;
    }
    const Dataset data({support::dense_view<double>(parts.X, "a"), support::dense_view<double>(parts.X, "b")});
    EXPECT_EQ(has_scope(run(data.with_row_mapping()), Scope::objects), method.returns.objects);
}

std::vector<std::string> method_names() {
    std::vector<std::string> names;
    for (const MethodInfo& method : methods()) {
        names.push_back(method.name);
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(Methods, Returned, testing::ValuesIn(method_names()), [](const auto& tested) {
    std::string name = tested.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace mvlink
