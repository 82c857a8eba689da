#include "io/run_support.hpp"
#include "io/support.hpp"
#include "io/writers.hpp"

#include <mvlink/io.hpp>
#include <mvlink/version.hpp>
#include <nlohmann/json.hpp>

#include <limits>

namespace mvlink::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;

TEST(ResultJson, HasTheFieldsOfTheSchema) {
    Problem problem = problem_of(Dataset(table("a", 3)));
    problem.truths.push_back({"labels", "", {0, 1, 1}, {}});
    problem.warnings.push_back({"nothing-mapped", "text", 0});
    Result result = small_result();
    result.constraints.must = {2, 1, 1, 1};
    result.constraints.violations = {{{{0, 0}, {0, 2}, Link::must, 1}, 4.5}};
    result.view_weights = {0.75};
    const json document = json::parse(result_json(scored_run(problem, result)));
    EXPECT_EQ(document["schema"], 1);
    EXPECT_EQ(document["method"], "pck-means");
    EXPECT_EQ(document["options"],
              json::parse(R"({"n_clusters": 2, "tol": 1e-6, "closure": true, "init": "k-means++"})"));
    EXPECT_EQ(document["seed"], 7);
    EXPECT_EQ(document["version"], std::string(version()));
    EXPECT_EQ(document["machine_level"], std::string(machine_level()));
    EXPECT_EQ(document["objective"], json::parse("[3, 2.5]"));
    EXPECT_EQ(document["iterations"], 2);
    EXPECT_EQ(document["stop_reason"], "converged");
    EXPECT_EQ(document["seconds"]["total"], 0.5);
    EXPECT_EQ(document["constraints"]["given"], 2);
    EXPECT_EQ(document["constraints"]["satisfied"], 1);
    EXPECT_EQ(document["constraints"]["violated"], 1);
    EXPECT_EQ(document["constraints"]["must"],
              json::parse(R"({"given": 2, "implied": 1, "satisfied": 1, "violated": 1})"));
    EXPECT_EQ(document["constraints"]["violations"][0],
              json::parse(
                  R"({"view_a": "a", "a": 0, "view_b": "a", "b": 2, "type": "must-link", "weight": 1, "cost": 4.5})"));
    EXPECT_EQ(document["views"],
              json::parse(R"([{"name": "a", "rows": 3, "cols": 2, "kind": "dense float64", "weight": 0.75}])"));
    EXPECT_EQ(document["measures"]["a"]["labels"]["acc"], 1);
    EXPECT_EQ(document["warnings"][0]["code"], "nothing-mapped");
}

TEST(ResultJson, ReplacesBrokenTextAndRefusesNumbersThatAreNotFinite) {
    const Problem problem = problem_of(Dataset(table("a", 3).with_ids({"\xFF", "y", "z"})));
    Result result = small_result();
    result.constraints.violations = {{{{0, 0}, {0, 2}, Link::must, 1}, 4.5}};
    EXPECT_TRUE(json::accept(result_json(scored_run(problem, result))));
    result.objective.push_back(std::numeric_limits<double>::quiet_NaN());
    expect_error([&] { static_cast<void>(result_json(scored_run(problem, result))); }, ErrorCode::numerical,
                 "the objective");
}

TEST(Score, FitsTruthsToPartitions) {
    Problem problem = problem_of(
        Dataset({table("a", 3).with_ids({"x", "y", "z"}), table("b", 2).with_ids({"z", "w"})}).with_id_mapping());
    problem.object_ids = {"x", "y", "z", "w"};
    problem.truths = {{"labels", "", {0, 0, 1, 1}, {}}, {"b", "b", {0, 1}, {}}, {"short", "", {0}, {}}};
    const auto scores = score(problem, {partition(Scope::view, "a", {0, 0, 1}), partition(Scope::view, "b", {0, 0}),
                                        partition(Scope::objects, "objects", {0, 0, 1, 1})});
    std::vector<std::string> fitted;
    for (const Score& s : scores)
        fitted.push_back(s.partition + "/" + s.truth);
    EXPECT_THAT(fitted, ElementsAre("a/labels", "b/labels", "b/b", "objects/labels"));
    EXPECT_EQ(scores[0].measures.acc, 1);
    EXPECT_EQ(scores[1].measures.acc, 1) << "both rows of b are of class 1";
    EXPECT_EQ(scores[3].measures.acc, 1);
}

TEST(ResultJson, NamesWhatCountsAndWhatLooksWrong) {
    const Dataset data(table("a", 3).with_ids({"x", "y", "z"}).with_column_names({"height", "width"}));
    const Problem problem = problem_of(data);
    Result result = small_result();
    result.metrics = {{-1, {0.5, 2}, {{3, {0.6, -0.8}}}}, {1, {4, 0.25}, {}}};
    result.suspects = {{{{0, 0}, {0, 2}, Link::cannot, 2}, 7.5, 0.25, 0.75}};
    result.judgements = {0.125, 2.5, result.suspects};
    const json document = json::parse(result_json(scored_run(problem, result)));
    EXPECT_EQ(document["metrics"], json::parse(R"([
        {"cluster": null, "weights": [{"feature": "width", "weight": 2.0}, {"feature": "height", "weight": 0.5}],
         "directions": [{"weight": 3.0, "loadings": [{"feature": "width", "value": -0.8},
                                                     {"feature": "height", "value": 0.6}]}]},
        {"cluster": 1, "weights": [{"feature": "height", "weight": 4.0}, {"feature": "width", "weight": 0.25}],
         "directions": []}])"));
    EXPECT_EQ(document["suspects"],
              json::parse(R"([{"view_a": "a", "a": "x", "view_b": "a", "b": "z", "type": "cannot-link", "weight": 2.0,
                               "score": 7.5, "violated_share": 0.25, "probability": 0.75}])"));
    EXPECT_EQ(document["judgements"]["estimated_error_rate"], 0.125);
    EXPECT_EQ(document["judgements"]["weight"], 2.5);
    EXPECT_EQ(document["judgements"]["ranking"], document["suspects"]);
}

TEST(Score, MatchesClusteringsWithTruthsOneToOne) {
    Problem problem = problem_of(Dataset(table("a", 4)));
    problem.truths = {{"up", "", {0, 0, 1, 1}, {}, {0}}, {"side", "", {0, 1, 0, 1}, {}, {1}}};
    Result result;
    result.partitions = {partition(Scope::clustering, "clustering1", {1, 0, 1, 0}),
                         partition(Scope::clustering, "clustering2", {0, 0, 1, 1}),
                         partition(Scope::clustering, "clustering3", {0, 0, 0, 1})};
    const auto scores = score(problem, result.partitions);
    ASSERT_EQ(scores.size(), 2U) << "the third clustering has no truth left";
    EXPECT_EQ(scores[0].partition + "/" + scores[0].truth, "clustering1/side");
    EXPECT_EQ(scores[1].partition + "/" + scores[1].truth, "clustering2/up");
    EXPECT_EQ(scores[1].measures.acc, 1);

    result.partitions.pop_back();
    EXPECT_EQ(score_clusterings(problem, result).e4fc, 1.0);
    EXPECT_FALSE(score_clusterings(problem, result).e4sc) << "the columns of the clusterings are unknown";
    result.clusterings = {{"clustering1", {{1, 1}}, {}, 0}, {"clustering2", {{0, 1}}, {}, 0}};
    EXPECT_EQ(score_clusterings(problem, result).e4sc, 1.0);
    result.clusterings[0].dimensions = {{0, 1}};
    EXPECT_LT(*score_clusterings(problem, result).e4sc, 1.0);
    result.model.preparation = {{"a", 2, {{"pca=2", {}}}}};
    EXPECT_FALSE(score_clusterings(problem, result).e4sc) << "components are other columns";
    problem.truths.clear();
    EXPECT_FALSE(score_clusterings(problem, result).e4fc);
}

TEST(ResultJson, SaysWhatEachClusteringRestsOn) {
    const Dataset data(table("a", 3).with_ids({"x", "y", "z"}).with_column_names({"height", "width"}));
    const Problem problem = problem_of(data);
    Result result = small_result();
    result.partitions = {partition(Scope::clustering, "clustering1", {0, 1, 1})};
    result.clusterings = {{"clustering1", {{1, 0.75}}, {{{{0, 0}, {0, 2}, Link::cannot, 2}, 0.5}}, 1.25}};
    result.tried = {{{2, 3}, -7.5}};
    const json document = json::parse(result_json(scored_run(problem, result)));
    EXPECT_EQ(document["clusterings"], json::parse(R"([
        {"name": "clustering1", "dimensions": [{"name": "width", "column": 1, "probability": 0.75}],
         "constraints": [{"a": "x", "b": "z", "type": "cannot-link", "weight": 2.0, "probability": 0.5}],
         "explained": 1.25}])"));
    EXPECT_EQ(document["tried"], json::parse(R"([{"n_clusters": [2, 3], "objective": -7.5}])"));
    EXPECT_FALSE(document.contains("e4fc"));
}

TEST(ResultJson, HoldsWhatEveryIterationChangedAndTheGraphsOfTheViews) {
    Result result = small_result();
    result.model.arrays.push_back({"trace", 2, 3, {3, 0.5, 0.25, 2.5, 0.125, 0}});
    result.model.arrays.push_back({"graphs", 1, 4, {7, 2, 1, 0}});
    const json document = json::parse(result_json(scored_run(problem_of(Dataset(table("a", 3))), result)));
    EXPECT_EQ(document["changes"],
              json::parse(R"([{"embedding": 0.5, "weights": 0.25}, {"embedding": 0.125, "weights": 0.0}])"));
    EXPECT_EQ(document["views"][0]["graph"], json::parse(R"({"edges": 7, "parts": 2, "isolated": 1, "missing": 0})"));
}

TEST(ResultJson, HoldsTheCurveOfThresholdsAndAllDisagreements) {
    const Dataset data = Dataset({table("a", 3), table("b", 3)}).with_row_mapping();
    Result result = small_result();
    result.partitions = {partition(Scope::view, "a", {0, 1, 1}), partition(Scope::view, "b", {0, 0, 1})};
    result.thresholds = {{0.25, 0.75}};
    result.disagreements = {{1, {{0, 1}, {1, 1}}}};
    result.propagated.resize(1);
    result.propagated[0].constraint = {{1, 0}, {1, 1}, Link::must, 0.9, Origin::propagated};
    const json document = json::parse(result_json(scored_run(problem_of(data), result)));
    EXPECT_EQ(document["thresholds"], json::parse(R"([{"threshold": 0.25, "score": 0.75}])"));
    EXPECT_EQ(document["disagreements"], json::parse(R"([{"object": "1", "rows": [
        {"view": "a", "row": 1, "label": 1}, {"view": "b", "row": 1, "label": 0}]}])"));
    EXPECT_EQ(document["propagated"], json::parse(R"([{"view": "a", "must": 0, "cannot": 0},
        {"view": "b", "must": 1, "cannot": 0}])"));
}

TEST(ResultJson, ListsTheHundredFeaturesThatCountMostAndNumbersThoseWithoutNames) {
    const Problem problem = problem_of(Dataset(table("a", 3)));
    Result result = small_result();
    std::vector<double> weights(150, 1.0);
    weights[149] = 9;
    result.metrics = {{-1, weights, {}}};
    const json listed = json::parse(result_json(scored_run(problem, result)))["metrics"][0]["weights"];
    ASSERT_EQ(listed.size(), 100U);
    EXPECT_EQ(listed[0]["feature"], "column 149");
    EXPECT_EQ(listed[99]["feature"], "column 98");
}

TEST(ResultJson, NamesTheFeaturesThatMarkEachClusterInEachView) {
    const Problem problem = problem_of(Dataset({table("a", 3), table("b", 3).with_column_names({"ball", "vote"})}));
    Result result = small_result();
    result.topics = {{"a", 0, {{1, 0.5}}}, {"b", 2, {{1, 0.75}, {0, 0.25}}}};
    EXPECT_EQ(json::parse(result_json(scored_run(problem, result)))["topics"], json::parse(R"([
        {"view": "a", "cluster": 0, "features": [{"name": "column 1", "weight": 0.5}]},
        {"view": "b", "cluster": 2, "features": [{"name": "vote", "weight": 0.75}, {"name": "ball", "weight": 0.25}]}])"));
}

}  // namespace
}  // namespace mvlink::test
