#include "prepare/support.hpp"

#include <mvlink/kmeans.hpp>
#include <mvlink/registry.hpp>

namespace mvlink::test {
namespace {

using support::dense_view;
using support::sparse_view;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Specification, ReadsViewAndSteps) {
    EXPECT_THAT(parse_preparation("standardize,pca=10").steps, ElementsAre("standardize", "pca=10"));
    EXPECT_EQ(parse_preparation("standardize").view, "");
    EXPECT_EQ(parse_preparation("text:tfidf,l2").view, "text");
    EXPECT_THAT(parse_preparation("text:tfidf,l2").steps, ElementsAre("tfidf", "l2"));
    EXPECT_THAT(parse_preparation("none").steps, IsEmpty());
    EXPECT_THAT(parse_preparation("x:none").steps, IsEmpty());
}

TEST(Specification, RefusesWhatNoDataCouldMakeRight) {
    const auto refused = [](const char* text, const std::vector<std::string>& parts) {
        expect_error([&] { parse_preparation(text); }, ErrorCode::usage, parts);
    };
    refused("standardise", {"\"standardise\"", "did you mean standardize?",
                            "none, standardize, minmax, l2, tfidf, pca=D, spectral=D"});
    refused("", {"empty step"});
    refused("l2,", {"empty step"});
    refused(":l2", {"without a name"});
    refused("l2,minmax,l2", {"l2 is given twice"});
    refused("pca=2,pca=3", {"pca is given twice"});
    refused("none,l2", {"none cannot be combined"});
    refused("pca", {"number of dimensions is missing", "pca=10"});
    refused("pca=0", {"\"0\"", ">= 1"});
    refused("pca=-3", {"\"-3\"", ">= 1"});
    refused("pca=ten", {"\"ten\"", "whole number"});
    refused("pca=99999999999", {"whole number"});
    refused("l2=3", {"l2 does not take a number"});
    refused("spectral", {"number of dimensions is missing", "spectral=10"});
    refused("spectral=1,l2,spectral=2", {"spectral is given twice"});
}

/// Two views of three objects, with ids, names and a constraint.
Dataset two_views() {
    const View text = sparse_view<double>({{1, 0}, {0, 2}, {3, 3}}, "text").with_ids({"a", "b", "c"});
    const View image = dense_view<double>({{1, 10}, {2, 20}, {3, 30}}, "image").with_column_names({"red", "blue"});
    const std::vector<Constraint> constraints{{{0, 0}, {0, 2}, Link::must, 2}};
    return Dataset({text, image}).with_row_mapping().with_constraints(std::span<const Constraint>(constraints));
}

TEST(Prepare, KeepsMappingConstraintsIdsAndNames) {
    const Dataset data = two_views();
    const Prepared found = prepared(data, {"minmax"});
    EXPECT_TRUE(found.data.objects().rows_are_objects());
    ASSERT_EQ(found.data.constraints().size(), 1U);
    EXPECT_EQ(found.data.constraints()[0].weight, 2);
    EXPECT_EQ(found.data.view(0).find_row("b"), 1);
    EXPECT_THAT(found.data.view(1).column_names(), ElementsAre("red", "blue"));
}

TEST(Prepare, PreparesOneViewAndSharesTheOther) {
    const Dataset data = two_views();
    const Prepared found = prepared(data, {"image:standardize"});
    EXPECT_EQ(std::get<SparseRows<double>>(found.data.view(0).features()).values.data(),
              std::get<SparseRows<double>>(data.view(0).features()).values.data());
    ASSERT_EQ(found.preparation.size(), 1U);
    EXPECT_EQ(found.preparation[0].view, "image");
    EXPECT_EQ(steps_text(found.preparation[0]), "standardize");
}

TEST(Prepare, TheRequestOfAViewOverridesTheOneForAll) {
    const Prepared found = prepared(two_views(), {"l2", "text:tfidf,l2", "image:none"});
    ASSERT_EQ(found.preparation.size(), 1U);
    EXPECT_EQ(found.preparation[0].view, "text");
    EXPECT_EQ(steps_text(found.preparation[0]), "tfidf, l2");
}

TEST(Prepare, TheMethodsDefaultServesViewsThatNoRequestNames) {
    Context context;
    const Prepared found = prepare({{parse_preparation("text:none")}, "minmax"}, two_views(), context);
    ASSERT_EQ(found.preparation.size(), 1U);
    EXPECT_EQ(found.preparation[0].view, "image");
}

TEST(Prepare, RefusesAViewThatDoesNotExistAndOneGivenTwice) {
    expect_error([] { prepared(two_views(), {"sound:l2"}); }, ErrorCode::usage, {"\"sound\"", "text, image"});
    expect_error([] { prepared(two_views(), {"text:l2", "text:tfidf"}); }, ErrorCode::usage, {"\"text\"", "twice"});
    expect_error([] { prepared(two_views(), {"l2", "minmax"}); }, ErrorCode::usage, {"every view", "twice"});
}

struct Fitted {
    Dataset data;
    Result result;
};

Fitted fit_kmeans(const std::string& steps, std::uint64_t seed) {
    Random random(seed);
    Dataset data(dense_view<double>(support::random_clusters(200, 5, 3, random)));
    Context context({.seed = seed});
    const Prepared prepared = prepare({.requests = {parse_preparation(steps)}}, data, context);
    KMeansOptions options;
    options.n_clusters = 3;
    Result result = kmeans(prepared.data, options, context);
    add_preparation(prepared, result);
    return {data, std::move(result)};
}

TEST(Predict, GivesTrainingRowsTheirLabelsBackAfterAnyPreparation) {
    for (const char* steps : {"standardize", "minmax,l2", "standardize,pca=2", "l2,pca=3,standardize",
                              "minmax,spectral=3", "spectral=2,standardize"}) {
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            const Fitted fitted = fit_kmeans(steps, seed);
            Context context;
            const auto again = predict(fitted.result.model, fitted.data, context);
            EXPECT_EQ(again[0].labels, fitted.result.partitions[0].labels) << steps;
            EXPECT_EQ(again[0].confidence, fitted.result.partitions[0].confidence) << steps;
        }
    }
}

TEST(Predict, RefusesRowsWithAnotherNumberOfColumnsThanBeforeThePreparation) {
    const Fitted fitted = fit_kmeans("standardize,pca=2", 1);
    EXPECT_EQ(fitted.result.model.input_cols(0), 5);
    Context context;
    const Dataset two_columns(dense_view<double>({{1, 2}, {3, 4}}));
    expect_error([&] { predict(fitted.result.model, two_columns, context); }, ErrorCode::input,
                 {"2 columns", "fitted on 5"});
}

TEST(Predict, RefusesColumnsThatTheModelKnowsAtAnotherPlace) {
    Context context;
    const View view = View::dense("a", 2, 3, std::vector<double>{0, 1, 2, 3, 4, 5});
    Model model;
    model.views = {"a"};
    model.cols = {3};
    model.column_names = {{"x", "y", "z"}};
    const auto prepared = [&](const std::vector<std::string>& names) {
        return apply_preparation(model, Dataset{{names.empty() ? view : view.with_column_names(names)}}, context);
    };
    prepared({});
    prepared({"x", "y", "z"});
    prepared({"x", "other", "z"});  // renamed
    expect_error(
        [&] {
            prepared({"z", "y", "x"});
        },
        ErrorCode::input,
        {"view \"a\": column 0 is \"z\", which was column 2 of the rows that the model was fitted on"});
    expect_error([&] { prepared({"y", "z", "new"}); }, ErrorCode::input, {"column 0 is \"y\", which was column 1"});
    model.column_names.clear();
    prepared({"z", "y", "x"});
}

TEST(Predict, RefusesAModelWhosePreparationIsBroken) {
    Fitted fitted = fit_kmeans("standardize", 1);
    Context context;
    Model unknown = fitted.result.model;
    unknown.preparation[0].steps[0].step = "whiten";
    expect_error([&] { predict(unknown, fitted.data, context); }, ErrorCode::input, {"whiten", "this version"});
    Model missing = fitted.result.model;
    missing.preparation[0].steps[0].arrays.pop_back();
    expect_error([&] { predict(missing, fitted.data, context); }, ErrorCode::input, {"standardize", "scale"});
    Model zero = fitted.result.model;
    zero.preparation[0].steps[0].arrays[1].values[2] = 0;
    expect_error([&] { predict(zero, fitted.data, context); }, ErrorCode::input, {"column 2", "finite"});
}

TEST(WarmStart, FromAModelUsesWhatTheModelLearnt) {
    const Fitted fitted = fit_kmeans("standardize", 2);
    const std::vector<std::string> only{"x"};
    Context context;
    // Half of the rows alone would have other means: the model's are used, so its centroids still fit.
    Random random(2);
    Table half = support::random_clusters(200, 5, 3, random);
    half.resize(100);
    const Dataset data(dense_view<double>(half));
    const Prepared again = prepare({.model = &fitted.result.model}, data, context);
    const Prepared whole = apply_preparation(fitted.result.model, fitted.data, context);
    Table expected = table_of(whole.data.view(0));
    expected.resize(100);
    EXPECT_EQ(table_of(again.data.view(0)), expected);
    EXPECT_EQ(steps_text(again.preparation.at(0)), "standardize");
}

TEST(WarmStart, RefusesOtherStepsThanTheModels) {
    const Fitted fitted = fit_kmeans("standardize", 2);
    Context context;
    const auto with = [&](const char* steps) {
        return prepare({{parse_preparation(steps)}, "none", &fitted.result.model}, fitted.data, context);
    };
    EXPECT_NO_THROW(with("standardize"));
    expect_error([&] { with("l2"); }, ErrorCode::usage, {"l2", "standardize", "start from labels"});
    expect_error([&] { with("none"); }, ErrorCode::usage, {"none", "standardize"});
}

TEST(Registry, StatesADefaultPreparationThatCanBeRead) {
    for (const MethodInfo& method : methods()) {
        EXPECT_NO_THROW(parse_preparation(method.preparation)) << method.name;
    }
    EXPECT_EQ(find_method("kmeans").preparation, "none");
}

}  // namespace
}  // namespace mvlink::test
