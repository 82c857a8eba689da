#include "support/real_data.hpp"
#include "io/support.hpp"

#include <mvlink/io.hpp>
#include <nlohmann/json.hpp>

namespace mvlink::test {
namespace {

TEST(RealData, EveryFolderReadsWithTheShapesThatItStates) {
    MVLINK_NEEDS_REAL_DATA();
    Context context;
    int folders = 0;
    for (const auto& entry : fs::directory_iterator(support::real_data())) {
        if (!fs::exists(entry.path() / "dataset.json")) continue;
        SCOPED_TRACE(entry.path().filename().string());
        const auto stated = nlohmann::json::parse(read_text(entry.path() / "dataset.json"));
        ReadRequest request;
        request.folder = entry.path();
        const Problem problem = read_problem(request, context);
        ASSERT_EQ(static_cast<std::size_t>(problem.data.n_views()), stated["views"].size());
        for (int v = 0; v < problem.data.n_views(); ++v) {
            const auto& view = stated["views"][static_cast<std::size_t>(v)];
            EXPECT_EQ(problem.data.view(v).name(), view["name"]);
            EXPECT_EQ(problem.data.view(v).rows(), view["rows"]);
            EXPECT_EQ(problem.data.view(v).cols(), view["cols"]);
            EXPECT_EQ(problem.data.view(v).is_sparse(), view["kind"] == "sparse");
            EXPECT_EQ(problem.data.view(v).nonzeros(), view.value("nnz", problem.data.view(v).nonzeros()));
        }
        EXPECT_EQ(problem.truths.size(), stated["labels"].size());
        EXPECT_EQ(problem.data.objects().count(), stated["instances"]);
        EXPECT_TRUE(problem.warnings.empty());
        ++folders;
    }
    EXPECT_GE(folders, 20);
}

TEST(RealData, ThreeSourcesIsPartlyMappedWithLabelsOfItsStories) {
    MVLINK_NEEDS_REAL_DATA();
    Context context;
    ReadRequest request;
    request.folder = support::real_data() / "3sources";
    const Problem problem = read_problem(request, context);
    const Objects& objects = problem.data.objects();
    ASSERT_EQ(problem.object_ids.size(), 416U);
    ASSERT_EQ(problem.truths.size(), 4U);
    const Truth& stories = problem.truths[3];
    EXPECT_EQ(stories.name, "labels");
    for (int v = 0; v < 3; ++v) {
        const Truth& articles = problem.truths[static_cast<std::size_t>(v)];
        EXPECT_EQ(articles.view, problem.data.view(v).name());
        for (Index row = 0; row < problem.data.view(v).rows(); ++row) {
            ASSERT_EQ(articles.labels[static_cast<std::size_t>(row)],
                      stories.labels[static_cast<std::size_t>(objects.of({v, row}))]);
        }
    }
}

}  // namespace
}  // namespace mvlink::test
