#include "io/writers.hpp"
#include "io/bytes.hpp"
#include "io/run_support.hpp"
#include "io/support.hpp"
#include "io/zip.hpp"
#include "io/zip_support.hpp"
#include "support/places.hpp"

#include <sys/stat.h>
#include <mvlink/io.hpp>
#include <mvlink/version.hpp>
#include <nlohmann/json.hpp>

#include <limits>

namespace mvlink::test {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(WriteText, ReplacesAFileWholeAndLeavesNothingBeside) {
    const TempFolder folder;
    const auto file = folder.write("x.txt", "old");
    ::chmod(file.c_str(), 0640);
    write_text(file, "new");
    EXPECT_EQ(read_text(file), "new");
    EXPECT_THAT(folder.names(), ElementsAre("x.txt"));
    struct stat status {};
    ::stat(file.c_str(), &status);
    EXPECT_EQ(status.st_mode & 0777, 0640U) << "rights stay";
}

TEST(WriteText, AFailureIsAnErrorOfTheFileAndKeepsWhatWasThere) {
    const TempFolder folder;
    const auto file = folder.write("x.txt", "old");
    expect_error([&] { write_text(file / "below", "new"); }, ErrorCode::file, "cannot be written");
    expect_error([&] { write_text(folder.path() / "absent" / "x.txt", "new"); }, ErrorCode::file, "absent/x.txt");
    expect_error([&] { write_text(folder.path(), "new"); }, ErrorCode::file, "cannot be written");
    expect_error([&] { write_text("/dev/full", "new"); }, ErrorCode::file, "/dev/full");
    EXPECT_EQ(read_text(file), "old");
    EXPECT_THAT(folder.names(), ElementsAre("x.txt"));
}

TEST(WriteText, FollowsALinkAndKeepsIt) {
    const TempFolder folder;
    const auto file = folder.write("x.txt", "old");
    fs::create_symlink("x.txt", folder.path() / "link.txt");
    write_text(folder.path() / "link.txt", "new");
    EXPECT_TRUE(fs::is_symlink(folder.path() / "link.txt"));
    EXPECT_EQ(read_text(file), "new");
}

TEST(WriteLabels, WritesIdsQuotedWhereNeededAndReadsThemAgain) {
    const TempFolder folder;
    const Dataset data(table("a", 3).with_ids({"x", "y,\"z\"", " w"}));
    write_labels(folder.path() / "new" / "out", data, {partition(Scope::view, "a", {0, 1, 1})});
    const auto file = folder.path() / "new" / "out" / "labels_a.csv";
    EXPECT_EQ(read_text(file), "id,label,confidence\nx,0,0.2500\n\"y,\"\"z\"\"\",1,0.2500\n\" w\",1,0.2500\n");
    EXPECT_THAT(read_labels(file).labels, ElementsAre(0, 1, 1));
}

TEST(WriteLabels, NamesObjectsByTheirIdsOrNumbers) {
    const TempFolder folder;
    const Dataset by_row = Dataset({table("a", 2), table("b", 2)}).with_row_mapping();
    write_labels(folder.path(), by_row, {partition(Scope::objects, "objects", {0, 1})});
    EXPECT_EQ(read_text(folder.path() / "labels_objects.csv"), "id,label,confidence\n0,0,0.2500\n1,1,0.2500\n");
    const Dataset by_id =
        Dataset({table("a", 2).with_ids({"x", "y"}), table("b", 2).with_ids({"y", "z"})}).with_id_mapping();
    write_labels(folder.path(), by_id, {partition(Scope::objects, "objects", {0, 1, 0})});
    EXPECT_THAT(read_text(folder.path() / "labels_objects.csv"), HasSubstr("\nx,0,0.2500\ny,1,0.2500\nz,0,0.2500\n"));
}

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

TEST(ModelFile, RoundTripsToTheBit) {
    const TempFolder folder;
    Result result = small_result();
    result.model.arrays = {
        {"centroids", 2, 2, {0.1, -0.0, 1e-300, 1e300}}, {"counts", 1, 3, {1, 2, 3}}, {"none", 0, 4, {}}};
    write_model(folder.path() / "model.npz", result.model);
    const Model model = read_model(folder.path() / "model.npz");
    EXPECT_EQ(model.method, "pck-means");
    EXPECT_THAT(model.views, ElementsAre("a"));
    EXPECT_THAT(model.cols, ElementsAre(2));
    ASSERT_EQ(model.options.size(), 4U);
    EXPECT_EQ(model.options[1].value, "1e-06");
    ASSERT_EQ(model.arrays.size(), 3U);
    EXPECT_EQ(raw(model.array("centroids", 2, 2).values), raw(result.model.arrays[0].values));
    EXPECT_EQ(model.array("none").cols, 4);
}

TEST(ModelFile, KeepsThePreparationToTheBit) {
    const TempFolder folder;
    Model model = small_result().model;
    model.preparation = {
        {"a",
         7,
         {{"standardize",
           {{"shift", 1, 7, std::vector<double>(7, 0.1)}, {"scale", 1, 7, std::vector<double>(7, 1e-300)}}},
          {"l2", {}},
          {"pca=2",
           {{"mean", 1, 7, std::vector<double>(7, -0.0)}, {"components", 2, 7, std::vector<double>(14, 3)}}}}}};
    write_model(folder.path() / "model.npz", model);
    const Model read = read_model(folder.path() / "model.npz");
    ASSERT_EQ(read.preparation.size(), 1U);
    EXPECT_EQ(read.preparation[0].view, "a");
    EXPECT_EQ(read.input_cols(0), 7);
    ASSERT_EQ(read.preparation[0].steps.size(), 3U);
    for (std::size_t step = 0; step < 3; ++step) {
        const PreparationStep& found = read.preparation[0].steps[step];
        const PreparationStep& expected = model.preparation[0].steps[step];
        EXPECT_EQ(found.step, expected.step);
        ASSERT_EQ(found.arrays.size(), expected.arrays.size());
        for (std::size_t a = 0; a < found.arrays.size(); ++a) {
            EXPECT_EQ(found.arrays[a].name, expected.arrays[a].name);
            EXPECT_EQ(raw(found.arrays[a].values), raw(expected.arrays[a].values));
        }
    }
}

TEST(ModelFile, KeepsTablesInTheirKindAndIntegersToTheBit) {
    const TempFolder folder;
    Model model = small_result().model;
    model.tables = {View::dense("rows_a", 2, 2, std::vector<double>{0.1, -0.0, 1e-300, 3}),
                    View::dense("rows_b", 1, 3, std::vector<float>{0.1F, 2, 3}),
                    View::sparse("rows_c", 3, 4, {0, 1, 1, 3}, {2, 0, 3}, std::vector<double>{0.1, 1e300, -2}),
                    View::sparse("rows_d", 2, 2, {0, 0, 1}, {1}, std::vector<float>{0.5F}),
                    View::sparse("rows_e", 2, 2, {0, 0, 0}, {}, std::vector<double>{})};
    model.integers = {{"objects_of_a", {0, 3, Index{1} << 40}}, {"nothing", {}}};
    write_model(folder.path() / "model.npz", model);
    const Model read = read_model(folder.path() / "model.npz");
    ASSERT_EQ(read.tables.size(), 5U);
    for (const View& expected : model.tables) {
        const View& table = read.table(expected.name(), expected.rows(), expected.cols());
        EXPECT_EQ(table.kind(), expected.kind());
        EXPECT_EQ(table.nonzeros(), expected.nonzeros());
        EXPECT_EQ(raw(values_of(table)), raw(values_of(expected)));
    }
    EXPECT_THAT(read.integer_array("objects_of_a", 3, Index{1} << 41), ElementsAre(0, 3, Index{1} << 40));
    EXPECT_TRUE(read.integer_array("nothing", 0, 1).empty());
    EXPECT_TRUE(read.has_table("rows_b") && !read.has_table("rows_z"));
    expect_error([&] { (void)read.table("rows_z"); }, ErrorCode::input, "array \"rows_z\" is missing");
    expect_error([&] { (void)read.table("rows_a", 3); }, ErrorCode::input, "is 2 x 2; expected 3 x any");
    expect_error([&] { (void)read.integer_array("objects_of_a", 3, 3); }, ErrorCode::input, "holds 3; expected 0 to 2");
}

TEST(ModelFile, RefusesTablesThatDoNotFitTheirHeader) {
    const TempFolder folder;
    Model model = small_result().model;
    model.tables = {View::sparse("rows", 3, 4, {0, 1, 1, 3}, {2, 0, 3}, std::vector<double>{0.1, 1e300, -2}),
                    View::dense("full", 1, 2, std::vector<double>{1, 2})};
    model.integers = {{"objects", {0, 3}}};
    std::vector<ZipPart> parts;
    io::ZipReader archive(io::open_bytes(folder.write("good.npz", io::encode_model(model))));
    for (const io::ZipEntry& entry : archive.entries()) {
        const io::Bytes content = archive.read(entry);
        parts.push_back({entry.name, {content.data.begin(), content.data.end()}});
    }
    const std::string header = parts.front().content;
    const auto refused = [&](const std::string& from, const std::string& to, const std::string& part) {
        SCOPED_TRACE(part);
        const std::size_t place = header.find(from, header.find("\"tables\""));
        ASSERT_NE(place, std::string::npos);
        parts.front().content = std::string(header).replace(place, from.size(), to);
        const auto file = folder.write("model.npz", zip(parts));
        expect_error([&] { read_model(file); }, ErrorCode::input, part);
    };
    refused("\"rows\": 3", "\"rows\": 2", "row offsets for 2 rows");
    refused("\"cols\": 4", "\"cols\": 3", "column 3");
    refused("sparse float64", "sparse float32", "expected a list of float32");
    refused("sparse float64", "dense float64", "array \"rows\" is missing");
    refused("dense float64", "dense float32", "expected 1 x 2, dense float32");
    refused("sparse float64", "sparse int", "expected dense or sparse");
    refused("\"count\": 2", "\"count\": 3", "has 2 integers; expected 3");
    refused("\"objects\"", "\"full\"", "listed twice");
    refused("\"rows\",", "\"a b\",", "letters, digits");
}

TEST(ModelFile, WrittenBeforeThereWasPreparationStillLoads) {
    const Model model = read_model(support::source_folder() / "tests/fixtures/model_before_preparation.npz");
    EXPECT_EQ(model.method, "kmeans");
    EXPECT_TRUE(model.preparation.empty());
    EXPECT_EQ(model.input_cols(0), 5);
    EXPECT_EQ(model.array("centroids", 2, 5).values.size(), 10U);
}

std::string header(const std::string& change_from = "", const std::string& change_to = "") {
    std::string text =
        R"({"format": "mvlink-model", "format_version": 1, "method": "kmeans", "options": {"n_clusters": "2"},
        "views": [{"name": "a", "cols": 2}], "preparation": [], "arrays": [{"name": "c", "rows": 1, "cols": 2}]})";
    const std::size_t place = text.find(change_from);
    return change_from.empty() ? text : text.replace(place, change_from.size(), change_to);
}

TEST(ModelFile, RefusesWhatItDidNotWrite) {
    const TempFolder folder;
    const std::string good = npy("<f8", false, "(1, 2)", raw<double>({1, 2}));
    const auto refused = [&](const std::vector<ZipPart>& parts, const std::string& part) {
        SCOPED_TRACE(part);
        const auto file = folder.write("model.npz", zip(parts));
        expect_error([&] { read_model(file); }, ErrorCode::input, part);
    };
    read_model(folder.write("model.npz", zip({{"header.json", header()}, {"c.npy", good}})));
    refused({{"c.npy", good}}, "no header.json");
    refused({{"header.json", "{"}}, "not valid JSON");
    refused({{"header.json", "[]"}}, "not a model");
    refused({{"header.json", "{}"}}, "no \"format\"");
    for (const auto& [from, to, part] : std::vector<std::array<std::string, 3>>{
             {"mvlink-model", "other", "expected format mvlink-model"},
             {"\"format_version\": 1", "\"format_version\": 0", "format version 0; expected 1 to 2"},
             {"\"format_version\": 1", "\"format_version\": 3", "format version 3; expected 1 to 2"},
             {"\"format_version\": 1", "\"format_version\": 2", "no \"tables\""},
             {"\"format_version\": 1", "\"format_version\": \"1\"", "is not a size"},
             {"\"kmeans\"", "\"\"", "\"method\" is not a string"},
             {"\"method\"", "\"m\"", "no \"method\""},
             {"{\"n_clusters\": \"2\"}", "[]", "\"options\" is not an object"},
             {"\"2\"}", "2}", "option \"n_clusters\" is not a string"},
             {"[{\"name\": \"a\", \"cols\": 2}]", "[]", "no view"},
             {"\"name\": \"a\"", "\"name\": \"a b\"", "letters, digits"},
             {"\"cols\": 2}]", "\"cols\": 0}]", "a view without columns"},
             {"\"cols\": 2}]", "\"cols\": -1}]", "is not a size"},
             {"\"cols\": 2}]", "\"cols\": 1e300}]", "is not a size"},
             {"\"preparation\": []", "\"preparation\": {}", "\"preparation\" is not a list"},
             {"\"preparation\": []", "\"preparation\": [1]", "no \"view\""},
             {"\"preparation\": []", R"("preparation": [{"view": "b", "cols": 3, "steps": []}])",
              "not a view of the model"},
             {"\"preparation\": []", R"("preparation": [{"view": "a", "cols": 0, "steps": []}])", "without columns"},
             {"\"preparation\": []", R"("preparation": [{"view": "a", "cols": 3}])", "no \"steps\""},
             {"\"preparation\": []",
              R"("preparation": [{"view": "a", "cols": 3, "steps": []}, {"view": "a", "cols": 3, "steps": []}])",
              "prepared twice"},
             {"\"preparation\": []", R"("preparation": [{"view": "a", "cols": 3, "steps": [{"step": 1}]}])",
              "\"step\" is not a string"},
             {"\"preparation\": []",
              R"("preparation": [{"view": "a", "cols": 3, "steps": [{"step": "tfidf", "arrays": [)"
              R"({"name": "idf", "rows": 1, "cols": 3}]}]}])",
              "array \"idf\" is missing"},
             {"\"rows\": 1", "\"rows\": 2", "shape (1, 2); expected (2, 2)"},
             {"\"name\": \"c\"", "\"name\": \"d\"", "array \"d\" is missing"},
             {"[{\"name\": \"c\", \"rows\": 1, \"cols\": 2}]",
              "[{\"name\": \"c\", \"rows\": 1, \"cols\": 2}, {\"name\": \"c\", \"rows\": 1, \"cols\": 2}]",
              "listed twice"},
         }) {
        refused({{"header.json", header(from, to)}, {"c.npy", good}}, part);
    }
    refused({{"header.json", header()}, {"c.npy", npy("<f4", false, "(1, 2)", raw<float>({1, 2}))}},
            "expected float64 in C order");
    refused({{"header.json", header()}, {"c.npy", npy("<f8", false, "(1, 2)", raw<double>({1, 1.0 / 0.0}))}},
            "not a finite number");
}

class RoundTrip : public testing::Test {
protected:
    Problem written(const Dataset& data, const std::vector<Truth>& truths = {}) {
        write_dataset(folder_.path(), data, truths);
        ReadRequest request;
        request.folder = folder_.path();
        return read_problem(request, context_);
    }
    TempFolder folder_;
    Context context_;
};

TEST_F(RoundTrip, KeepsTheWordsAndColumnsOfSeveralTruths) {
    const Problem problem = written(Dataset(table("a", 3)), {{"arms", "", {1, 0, 1}, {"up", "down"}, {1}},
                                                             {"legs", "", {0, 0, 1}, {"x", "x"}, {}}});
    ASSERT_EQ(problem.truths.size(), 2U);
    EXPECT_THAT(problem.truths[0].class_names, ElementsAre("down", "up")) << "numbered as they appear";
    EXPECT_THAT(problem.truths[0].labels, ElementsAre(0, 1, 0));
    EXPECT_THAT(problem.truths[0].columns, ElementsAre(1));
    EXPECT_THAT(problem.truths[1].labels, ElementsAre(0, 0, 1)) << "one word for two classes would join them";
    EXPECT_TRUE(problem.truths[1].columns.empty());
}

TEST_F(RoundTrip, KeepsViewsIdsNamesConstraintsAndLabels) {
    const View dense = table("dense", 3).with_ids({"x", "row:1", "z,z"}).with_column_names({"p", "q"});
    const View narrow = View::dense("narrow", 3, 1, std::vector<float>{0.1F, 2, 3}).with_ids({"z,z", "x", "w"});
    const View sparse =
        View::sparse("sparse", 3, 4, {0, 1, 1, 2}, {3, 0}, std::vector<double>{0.1, -1e-9}).with_ids({"1", "2", "3"});
    const std::vector<Constraint> constraints{{{0, 0}, {0, 1}, Link::must, 0.1}, {{0, 2}, {1, 2}, Link::cannot, 2}};
    const Dataset data = Dataset({dense, narrow, sparse}).with_id_mapping().with_constraints(constraints);
    const Problem problem =
        written(data, {{"labels", "", {0, 1, -1}, {"cat", "dog"}}, {"sparse", "sparse", {5, 6, 7}, {}}});
    for (int v = 0; v < 3; ++v) {
        EXPECT_EQ(values_of(problem.data.view(v)), values_of(data.view(v)));
        EXPECT_EQ(problem.data.view(v).kind(), data.view(v).kind());
        EXPECT_TRUE(std::equal(problem.data.view(v).ids().begin(), problem.data.view(v).ids().end(),
                               data.view(v).ids().begin()));
    }
    EXPECT_THAT(problem.data.view(0).column_names(), ElementsAre("p", "q"));
    EXPECT_TRUE(std::equal(problem.data.constraints().begin(), problem.data.constraints().end(),
                           data.constraints().begin(), data.constraints().end()));
    EXPECT_THAT(problem.truths.at(0).labels, ElementsAre(0, 1, -1));
    EXPECT_THAT(problem.truths.at(0).class_names, ElementsAre("cat", "dog"));
    EXPECT_THAT(problem.truths.at(1).labels, ElementsAre(5, 6, 7));
    EXPECT_EQ(problem.data.objects().count(), data.objects().count());
    EXPECT_THAT(folder_.names(), Not(Contains("mapping.csv"))) << "ids say it all";
}

TEST_F(RoundTrip, KeepsEveryKindOfMapping) {
    const Dataset bare({table("a", 3), table("b", 3)});
    const auto expect_same_objects = [&](const Dataset& data) {
        const Dataset read = written(data).data;
        EXPECT_EQ(read.unmapped(), data.unmapped());
        for (int v = 0; v < 2; ++v) {
            for (Index row = 0; row < 3; ++row)
                EXPECT_EQ(read.objects().of({v, row}), data.objects().of({v, row}));
        }
    };
    expect_same_objects(bare.with_row_mapping());
    EXPECT_FALSE(fs::exists(folder_.path() / "mapping.csv"));
    expect_same_objects(bare);
    EXPECT_TRUE(fs::exists(folder_.path() / "mapping.csv"));
    expect_same_objects(bare.with_mappings({{0, 1, {{0, 2}, {1, 2}}}}));
    expect_same_objects(bare.with_row_mapping());
    EXPECT_FALSE(fs::exists(folder_.path() / "mapping.csv")) << "a stale file would be read";
}

TEST_F(RoundTrip, KeepsATruthOfTheObjects) {
    const Dataset data =
        Dataset({table("a", 2).with_ids({"x", "y"}), table("b", 2).with_ids({"y", "z"})}).with_id_mapping();
    const Problem problem = written(data, {{"labels", "", {4, 5, 6}, {}}});
    EXPECT_THAT(problem.truths.at(0).labels, ElementsAre(4, 5, 6));
    EXPECT_THAT(problem.object_ids, ElementsAre("x", "y", "z"));
}

TEST_F(RoundTrip, AJudgementOnObjectsIsWrittenOnce) {
    const std::vector<ConstraintSpec> specs{{{"", "x"}, {"", "y"}, Link::must, 2, ""},
                                            {{"a", "x"}, {"b", "z"}, Link::cannot, 1, ""}};
    const Dataset data = Dataset({table("a", 3).with_ids({"x", "y", "z"}), table("b", 3).with_ids({"z", "y", "x"})})
                             .with_id_mapping()
                             .with_constraints(std::span<const ConstraintSpec>(specs));
    EXPECT_EQ(constraints_csv(data, data.constraints()),
              "view_a,a,view_b,b,type,weight\n,x,,y,must-link,2\na,x,b,z,cannot-link,1\n");
    const Dataset read = written(data).data;
    EXPECT_TRUE(std::ranges::equal(read.constraints(), data.constraints())) << "origins and copies too";
    const Dataset rows = Dataset({table("a", 3), table("b", 3)}).with_row_mapping();
    const std::vector<Constraint> unnamed{{{0, 1}, {0, 2}, Link::must, 1, Origin::on_objects}};
    EXPECT_THAT(constraints_csv(rows, unnamed), testing::EndsWith("\n,1,,2,must-link,1\n"));
    const Dataset nameless = Dataset({table("a", 3), table("b", 3)}).with_mappings({{0, 1, {{1, 0}}}});
    EXPECT_THAT(constraints_csv(nameless, unnamed), testing::EndsWith("\na,1,a,2,must-link,1\n"));
}

TEST_F(RoundTrip, RefusesToMixWithADatasetOfSomeoneElse) {
    folder_.write("constraints.csv", "a,b,type\n0,1,ml\n");
    expect_error([&] { write_dataset(folder_.path(), Dataset(table("a", 3)), {}); }, ErrorCode::file, "another folder");
}

TEST(ConstraintsCsv, WritesTheColumnsOfTheContract) {
    const Dataset data({table("a", 2).with_ids({"x,1", "row:0"}), table("b", 2)});
    const std::vector<Constraint> constraints{{{0, 0}, {1, 1}, Link::cannot, 0.5}, {{0, 0}, {0, 1}, Link::must, 1}};
    EXPECT_EQ(constraints_csv(data, constraints),
              "view_a,a,view_b,b,type,weight\na,\"x,1\",b,1,cannot-link,0.5\na,\"x,1\",a,row:1,must-link,1\n");
}

}  // namespace
}  // namespace mvlink::test
