#include "io/folder_change.hpp"
#include "io/support.hpp"
#include "io/temporary.hpp"

#include <mvlink/io.hpp>

#include <cstdlib>
#include <exception>
#include <optional>

namespace mvlink::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(UnfinishedFiles, AreRemovedWhereverTheyWereMovedToInMemory) {
    const TempFolder folder;
    std::vector<io::Temporary> files;
    for (const char* name : {"a", "b", "c", "d", "e"})  // the vector grows, and moves them
        files.emplace_back(folder.path() / name);
    EXPECT_THAT(folder.names(), SizeIs(5));
    remove_unfinished_files();
    EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(UnfinishedFiles, AreNoLongerSoInTheirPlaceOrKeptOrGone) {
    const TempFolder folder;
    io::Temporary placed(folder.path() / "placed"), kept(folder.path() / "kept");
    std::optional<io::Temporary> gone(folder.path() / "gone");
    const fs::path name_of_gone = gone->beside();
    placed.move_to_place();
    kept.keep();
    gone.reset();
    folder.write(name_of_gone.filename(), "of somebody else by now");
    remove_unfinished_files();
    EXPECT_THAT(folder.names(), ElementsAre(name_of_gone.filename(), kept.beside().filename(), "placed"));
}

TEST(UnfinishedFiles, AreRemovedAgainIfTheyAreNoLongerKept) {
    const TempFolder folder;
    io::Temporary file(folder.path() / "a");
    file.keep();
    file.keep_no_longer();
    remove_unfinished_files();
    EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(UnfinishedFiles, StagedOnesOfAFolderGoAndWhatWasThereStays) {
    const TempFolder folder;
    folder.write("a.csv", "old");
    io::FolderChange change(folder.path());
    change.put("a.csv", "new");
    change.put("b.csv", "new");
    remove_unfinished_files();
    EXPECT_THAT(folder.names(), ElementsAre("a.csv"));
    EXPECT_EQ(read_text(folder.path() / "a.csv"), "old");
}

TEST(UnfinishedFilesDeath, AreRemovedByAHandlerOfTerminate) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    const TempFolder folder;
    const auto escape = [] { throw Error(ErrorCode::internal, "escapes"); };
    const auto end_with_exception = [&]() noexcept {
        std::set_terminate([] {
            remove_unfinished_files();
            std::_Exit(6);
        });
        const io::Temporary file(folder.path() / "a");
        escape();
    };
    EXPECT_EXIT(end_with_exception(), testing::ExitedWithCode(6), "");
    EXPECT_THAT(folder.names(), IsEmpty());
}

}  // namespace
}  // namespace mvlink::test
