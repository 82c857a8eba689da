#include "io/run_support.hpp"
#include "io/stored_result.hpp"
#include "io/support.hpp"

#include <mvlink/generate_clusterings.hpp>
#include <mvlink/io.hpp>
#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace mvlink::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A run in which everything is there that a result can hold.
Run full_run() {
    Problem problem = problem_of(Dataset(table("a", 3).with_ids({"x", "y,\"z\"", "w"})));
    problem.truths.push_back({"labels", "", {0, 1, 1}, {}});
    problem.warnings.push_back({"names-ignored", "text", 3});
    Result result = small_result();
    result.stop_reason = StopReason::max_iter;
    result.constraints.must = {2, 1, 1, 1};
    result.constraints.cannot = {4, 0, 4, 0};
    result.constraints.violations = {{{{0, 0}, {0, 2}, Link::must, 0.1}, 4.5}};
    Suspect suspect;
    suspect.constraint = {{0, 1}, {0, 2}, Link::cannot, 1};
    suspect.violated_share = 0.75;
    result.suspects = {suspect};
    result.judgements = {0.125, 2.5, {suspect, {{{0, 0}, {0, 1}, Link::must, 1}, 0, 0.5, 0.25}}};
    result.metrics = {{-1, {0.5, 2}, {{1.5, {0.6, -0.8}}}}, {1, {1, 1}, {}}};
    result.topics = {{"a", 1, {{1, 0.25}}}};
    result.view_weights = {0.75};
    result.clusterings = {{"clustering1", {{1, 0.9}}, {{{{0, 0}, {0, 1}, Link::must, 1}, 0.8}}, 1.25}};
    result.tried = {{{2, 3}, -7.5}};
    result.thresholds = {{0.25, 0.75}, {0.5, 1}};
    result.disagreements = {{1, {{0, 1}}}};
    result.propagated.resize(2);
    result.propagated[0].constraint = {{0, 0}, {0, 1}, Link::must, 0.9, Origin::propagated};
    result.propagated[1].constraint = {{0, 0}, {0, 2}, Link::cannot, 1, Origin::propagated};
    result.propagated[1].is_certain = true;
    result.model.arrays.push_back({"trace", 2, 3, {3, 0.5, 0.25, 2.5, 0.125, 0}});
    result.model.arrays.push_back({"graphs", 1, 4, {7, 2, 1, 0}});
    result.warnings = {{"not-converged", "stopped", 2}};
    result.model.preparation = {{"a", 2, {{"standardize", {}}, {"pca=2", {}}}}};
    return scored_run(std::move(problem), std::move(result));
}

TEST(ReadResult, GivesBackWhatWasWritten) {
    const TempFolder folder;
    const auto run = full_run();
    Context context;
    write_run(folder.path(), run, context);
    const StoredResult read = read_result(folder.path());
    EXPECT_EQ(result_json(read), read_text(folder.path() / "result.json")) << "every field, to the bit";
    EXPECT_EQ(read.method, "pck-means");
    EXPECT_EQ(read.stop_reason, StopReason::max_iter);
    EXPECT_EQ(read.violations.at(0).constraint.a.key, (std::variant<Index, std::string>("x")));
    EXPECT_EQ(read.scores, run.scores);
    ASSERT_EQ(read.partitions.size(), 1U);
    EXPECT_EQ(read.partitions[0].labels, run.result.partitions[0].labels);
    EXPECT_THAT(read.partitions[0].ids, ElementsAre("x", "y,\"z\"", "w"));
    EXPECT_THAT(read.partitions[0].confidence, ElementsAre(0.25, 0.25, 0.25));
}

TEST(ReadResult, ReadsTheFileByItselfAndWithoutLabelsBesideIt) {
    const TempFolder folder;
    Context context;
    write_run(folder.path(), full_run(), context);
    EXPECT_EQ(read_result(folder.path() / "result.json").partitions.size(), 1U);
    EXPECT_EQ(read_result(folder.path()).files.size(), 3U) << "labels, model, report";
    std::filesystem::remove(folder.path() / "labels_a.csv");
    EXPECT_THAT(read_result(folder.path()).partitions, IsEmpty());
}

TEST(ReadResult, GivesBackWhatSeveralClusteringsAndViewsWrite) {
    SmvcSyntheticOptions options;
    options.rows = 60;
    options.cols = 6;
    Generated made = generate_smvc_synthetic(options, Random(1, "test/stored", 0));
    Context context;
    const Problem problem{.data = std::move(made.data), .truths = std::move(made.truths)};
    for (const std::string method : {"smvc", "mpck-means"}) {
        const TempFolder folder;
        const auto run = cluster(problem, {.method = method, .options = {{"n_clusters", "2"}}}, context);
        write_run(folder.path(), run, context);
        const StoredResult read = read_result(folder.path());
        EXPECT_EQ(result_json(read), read_text(folder.path() / "result.json")) << method;
        ASSERT_EQ(read.partitions.size(), run.result.partitions.size());
        for (std::size_t p = 0; p < read.partitions.size(); ++p) {
            EXPECT_EQ(read.partitions[p].name, run.result.partitions[p].name);
            EXPECT_EQ(read.partitions[p].labels, run.result.partitions[p].labels);
        }
    }
}

/// The result of the full run with one field changed.
void refused(const std::string& pointer, const nlohmann::json& value, const std::string& message) {
    nlohmann::json document = nlohmann::json::parse(result_json(full_run()));
    document[nlohmann::json::json_pointer(pointer)] = value;
    const std::string text = document.dump();
    expect_error([&] { io::parse_result(io::bytes_of(text, "result.json")); }, ErrorCode::input, message);
}

TEST(ReadResult, NamesTheFieldThatIsWrong) {
    refused("/schema", 2, "result.json: schema: 2; expected 1");
    refused("/method", 7, "result.json: method: 7; expected a text");
    refused("/seed", -1, "seed: -1; expected a whole number");
    refused("/stop_reason", "tired", "stop_reason: \"tired\"; expected converged, max_iter or cancelled");
    refused("/objective/1", "x", "objective[1]: \"x\"; expected a number");
    refused("/constraints/must", 3, "constraints.must: 3; expected an object");
    refused("/constraints/violations/0/type", "ml", "constraints.violations[0].type: \"ml\"");
    refused("/views/0/rows", 1.5, "views[0].rows: 1.5; expected a whole number");
    refused("/views", "a", "views: \"a\"; expected a list");
    refused("/measures/a/labels/acc", nullptr, "acc: null; expected a number");
    refused("/iterations", 1e10, "iterations: 10000000000.0; expected a whole number");
    expect_error([] { io::parse_result(io::bytes_of("{\"schema\": 1}", "result.json")); }, ErrorCode::input,
                 "result.json: no \"method\"");
    expect_error([] { io::parse_result(io::bytes_of("{", "result.json")); }, ErrorCode::input, "not valid JSON");
}

/// As an earlier version wrote it, without the list of its files.
void forget_files(const TempFolder& folder) {
    nlohmann::ordered_json document = nlohmann::ordered_json::parse(read_text(folder.path() / "result.json"));
    document.erase("files");
    folder.write("result.json", document.dump(2) + "\n");
}

TEST(ReadResult, RefusesLabelsThatAreNotOfThisRun) {
    const TempFolder folder;
    Context context;
    write_run(folder.path(), full_run(), context);
    forget_files(folder);
    const auto refusal = [&](const std::string& text, const std::string& message) {
        folder.write("labels_a.csv", text);
        expect_error([&] { read_result(folder.path()); }, ErrorCode::input, message);
    };
    refusal("id,label,confidence\nx,0,1\n", "1 labels; expected 3");
    refusal("id,label\nx,0\n", "expected the columns id,label,confidence");
    refusal("id,label,confidence\nx,-1,1\n", "label \"-1\"; expected a whole number");
    refusal("id,label,confidence\nx,0,nan\n", "confidence \"nan\"; expected a number from 0 to 1");
    refusal("id,label,confidence\nx,0\n", "line 2: 2 fields; expected 3");
    expect_error([&] { read_result(folder.path() / "missing"); }, ErrorCode::file, "missing");
}

TEST(ReadResult, RefusesFilesOfTwoRunsInOneFolder) {
    const TempFolder one, other;
    Context context;
    auto run = full_run();
    write_run(one.path(), run, context);
    run.result.partitions[0].labels = {1, 1, 0};
    run.result.model.arrays.front().values.front() += 1;
    write_run(other.path(), run, context);
    for (const std::string file : {"labels_a.csv", "model.npz"}) {
        const std::string own = read_text(one.path() / file);
        one.write(file, read_text(other.path() / file));
        const auto read = [&] { file == "model.npz" ? void(read_model(one.path())) : void(read_result(one.path())); };
        expect_error(read, ErrorCode::input, file + ": not the file that the run of result.json wrote");
        one.write(file, own);
        read();
    }
    one.write("labels_a.csv", read_text(other.path() / "labels_a.csv"));
    const Dataset data(table("a", 3).with_ids({"x", "y,\"z\"", "w"}));
    expect_error([&] { read_warm_start(one.path(), data, {.labels = true, .model = false}); }, ErrorCode::input,
                 "labels_a.csv");
    EXPECT_EQ(
        read_warm_start(one.path() / "labels_a.csv", data, {.labels = true, .model = false}).start.partitions.size(),
        1U)
        << "a file that is named itself may have been changed";
}

}  // namespace
}  // namespace mvlink::test
