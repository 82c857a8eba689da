#include "io/run_support.hpp"
#include "io/support.hpp"

#include <mvlink/io.hpp>

namespace mvlink::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(WriteRun, LeavesTheFilesOfTheContract) {
    const TempFolder folder;
    const Problem problem = problem_of(Dataset(table("a", 3)));
    const Result result = small_result();
    Context context;
    write_run(folder.path(), scored_run(problem, result), context);
    EXPECT_THAT(folder.names(), ElementsAre("labels_a.csv", "model.npz", "report.html", "result.json"));
}

TEST(WriteRun, ReplacesAnEarlierRunAndLeavesOtherFilesAlone) {
    const TempFolder folder;
    const Problem first = problem_of(Dataset({table("a", 3), table("b", 3)}).with_row_mapping());
    Result result = small_result();
    result.partitions.push_back(partition(Scope::view, "b", {0, 1, 1}));
    result.partitions.push_back(partition(Scope::objects, "objects", {0, 1, 1}));
    Context context;
    write_run(folder.path(), scored_run(first, result), context);
    folder.write("notes.txt", "mine");
    folder.write("labels_mine.csv", "id,label,confidence\n0,1,1\n");
    const Problem second = problem_of(Dataset(table("a", 3)));
    write_run(folder.path(), scored_run(second, small_result()), context);
    EXPECT_THAT(folder.names(),
                ElementsAre("labels_a.csv", "labels_mine.csv", "model.npz", "notes.txt", "report.html", "result.json"));
}

TEST(WriteRun, AFailureLeavesTheEarlierRunUntouched) {
    const TempFolder folder;
    const Problem problem = problem_of(Dataset(table("a", 3)));
    Result result = small_result();
    Context context;
    write_run(folder.path(), scored_run(problem, result), context);
    const std::string before = read_text(folder.path() / "labels_a.csv");
    fs::remove(folder.path() / "report.html");
    fs::create_directory(folder.path() / "report.html");
    result.partitions[0].labels = {1, 0, 0};
    expect_error([&] { write_run(folder.path(), scored_run(problem, result), context); }, ErrorCode::file,
                 "report.html");
    EXPECT_EQ(read_text(folder.path() / "labels_a.csv"), before);
    EXPECT_THAT(folder.names(), Not(Contains(HasSubstr(".tmp"))));
    expect_error([&] { write_run(folder.path() / "labels_a.csv", scored_run(problem, result), context); },
                 ErrorCode::file, "it is a file, not a folder");
}

}  // namespace
}  // namespace mvlink::test
