#include <mvlink/io.hpp>

#include "conformance/problems.hpp"
#include "conformance/suite.hpp"
#include "conformance/valid.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace mvlink::conformance {
namespace {

/// A folder that goes when the check ends.
struct Folder {
    Folder() : path(std::filesystem::temp_directory_path() / ("mvlink_conformance_" + std::to_string(getpid()))) {
        std::filesystem::create_directories(path);
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    std::filesystem::path path;
};

Run scored(const Dataset& data, Result result) {
    Problem problem{data};
    std::vector<std::int32_t> group;
    for (Index row = 0; row < data.view(0).rows(); ++row)
        group.push_back(static_cast<std::int32_t>(row % 3));
    problem.truths.push_back({"labels", "", group, {}});
    return scored_run(std::move(problem), std::move(result));
}

}  // namespace

TEST_P(Conformance, AModelThatIsSavedAndLoadedPredictsTheSameBits) {
    const Folder folder;
    const Dataset data = problem(method);
    const Result result = run(data);
    write_model(folder.path / kModelFile, result.model);
    const Model loaded = read_model(folder.path);
    EXPECT_TRUE(same_bits(result.model, loaded));
    EXPECT_EQ(loaded.method, method.name);
    EXPECT_EQ(loaded.views, result.model.views);
    EXPECT_EQ(loaded.cols, result.model.cols);
    if (!method.predicts) return;
    const Dataset fresh = assembled(method, material(method, 40, 9, 3).views);
    EXPECT_TRUE(same_bits(predicted(result.model, fresh), predicted(loaded, fresh)));
}

TEST_P(Conformance, AResultThatIsWrittenReadsBackTheSame) {
    const Folder folder;
    const Dataset data = problem(method);
    const auto run_of_it = scored(data, run(data));
    const StoredResult stored = stored_result(run_of_it);
    write_text(folder.path / "result.json", result_json(stored));
    EXPECT_EQ(result_json(read_result(folder.path / "result.json")), result_json(stored));
    EXPECT_EQ(stored.method, method.name);
    EXPECT_FALSE(stored.scores.empty());
}

TEST_P(Conformance, AllFilesOfARunAreWritten) {
    const Folder folder;
    const Dataset data = problem(method);
    Context context(alone());
    const auto run_of_it = scored(data, run(data));
    write_run(folder.path, run_of_it, context);
    const StoredResult read = read_result(folder.path);
    ASSERT_EQ(read.partitions.size(), run_of_it.result.partitions.size());
    for (const StoredPartition& stored : read.partitions) {
        const auto& own = run_of_it.result.partitions;
        const auto found = std::find_if(own.begin(), own.end(), [&](const auto& p) { return p.name == stored.name; });
        ASSERT_NE(found, own.end());
        EXPECT_EQ(found->labels, stored.labels);
    }
    for (const char* file : {"result.json", "model.npz", "report.html"})
        EXPECT_TRUE(std::filesystem::exists(folder.path / file)) << file;
}

}  // namespace mvlink::conformance
