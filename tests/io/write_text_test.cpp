#include "io/run_support.hpp"
#include "io/support.hpp"
#include "io/writers.hpp"

#include <sys/stat.h>
#include <mvlink/io.hpp>

namespace mvlink::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

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

TEST(ConstraintsCsv, WritesTheColumnsOfTheContract) {
    const Dataset data({table("a", 2).with_ids({"x,1", "row:0"}), table("b", 2)});
    const std::vector<Constraint> constraints{{{0, 0}, {1, 1}, Link::cannot, 0.5}, {{0, 0}, {0, 1}, Link::must, 1}};
    EXPECT_EQ(constraints_csv(data, constraints),
              "view_a,a,view_b,b,type,weight\na,\"x,1\",b,1,cannot-link,0.5\na,\"x,1\",a,row:1,must-link,1\n");
}

}  // namespace
}  // namespace mvlink::test
