#include "io/folder_change.hpp"

#include "io/appended_lines.hpp"
#include "io/bytes.hpp"
#include "io/run_support.hpp"
#include "io/support.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <mvlink/io.hpp>
#include <nlohmann/json.hpp>

#include <csignal>

namespace mvlink::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// What a process leaves that dies after the change was decided and before anything was moved.
void leave_decided_change(const TempFolder& folder) {
    nlohmann::json list = {{"format", "mvlink-commit"}, {"files", nlohmann::json::array()}, {"remove", {"old.csv"}}};
    for (const std::string name : {"a.csv", "b.csv"}) {
        const std::string content = "new " + name, from = "." + name + ".mvlink-99999999-0.tmp";
        folder.write(from, content);
        list["files"].push_back(
            {{"from", from}, {"name", name}, {"bytes", content.size()}, {"crc32", io::crc32_of(content)}});
    }
    folder.write(io::kCommitList, list.dump());
}

TempFolder& with_old_files(TempFolder& folder) {
    for (const char* name : {"a.csv", "b.csv", "old.csv", "mine.txt"})
        folder.write(name, std::string("old ") + name);
    return folder;
}

TEST(FolderChange, ReplacesItsFilesAndLeavesNothingBehind) {
    TempFolder folder;
    with_old_files(folder);
    io::FolderChange change(folder.path());
    change.put("a.csv", "new a.csv");
    change.put("c.csv", "new c.csv");
    change.remove("old.csv");
    EXPECT_EQ(read_text(folder.path() / "a.csv"), "old a.csv") << "before commit";
    change.commit();
    EXPECT_THAT(folder.names(), ElementsAre("a.csv", "b.csv", "c.csv", "mine.txt"));
    EXPECT_EQ(read_text(folder.path() / "a.csv"), "new a.csv");
    EXPECT_EQ(read_text(folder.path() / "b.csv"), "old b.csv");
}

TEST(FolderChange, WithoutCommitChangesNothing) {
    TempFolder folder;
    with_old_files(folder);
    {
        io::FolderChange change(folder.path());
        change.put("a.csv", "new a.csv");
        change.put("b.csv", "new b.csv");
    }
    EXPECT_THAT(folder.names(), ElementsAre("a.csv", "b.csv", "mine.txt", "old.csv"));
    EXPECT_EQ(read_text(folder.path() / "a.csv"), "old a.csv");
}

TEST(FolderChange, WhatADeadProcessHadDecidedIsFinishedByTheNextReader) {
    TempFolder folder;
    leave_decided_change(with_old_files(folder));
    EXPECT_EQ(io::open_bytes(folder.path() / "b.csv").text(), "new b.csv");
    EXPECT_THAT(folder.names(), ElementsAre("a.csv", "b.csv", "mine.txt"));
    EXPECT_EQ(read_text(folder.path() / "a.csv"), "new a.csv");
}

TEST(FolderChange, WhatADeadProcessHadDecidedIsFinishedByTheNextWriter) {
    TempFolder folder;
    leave_decided_change(with_old_files(folder));
    { const OutputFolder output(folder.path()); }
    EXPECT_THAT(folder.names(), ElementsAre("a.csv", "b.csv", "mine.txt"));
}

TEST(FolderChange, AReaderBesideALivingWriterReadsWhereTheListSays) {
    TempFolder folder;
    with_old_files(folder);
    const OutputFolder writer(folder.path());
    leave_decided_change(folder);
    EXPECT_EQ(io::open_bytes(folder.path() / "a.csv").text(), "new a.csv");
    EXPECT_EQ(read_text(folder.path() / "a.csv"), "old a.csv") << "the folder is the writer's";
}

TEST(FolderChange, AListThatLeadsOutOfTheFolderIsNotFollowed) {
    TempFolder folder;
    with_old_files(folder);
    const TempFolder other;
    other.write("precious", "mine");
    const std::string out = "../" + other.path().filename().string() + "/precious";
    const nlohmann::json list = {{"format", "mvlink-commit"}, {"files", nlohmann::json::array()}, {"remove", {out}}};
    folder.write(io::kCommitList, list.dump());
    io::finish_change(folder.path());
    EXPECT_EQ(read_text(other.path() / "precious"), "mine");
    EXPECT_THAT(folder.names(), ElementsAre("a.csv", "b.csv", "mine.txt", "old.csv"));
}

TEST(FolderChange, TemporariesOfDeadProcessesAreSweptAndOthersStay) {
    TempFolder folder;
    folder.write(".a.csv.mvlink-99999999-0.tmp", "left");
    folder.write(".a.csv.1234-0.tmp", "somebody's");
    io::Temporary living(folder.path() / "b.csv");
    io::sweep_temporaries(folder.path());
    EXPECT_THAT(folder.names(), ElementsAre(".a.csv.1234-0.tmp", living.beside().filename().string()));
}

TEST(FolderChange, NamesOfTemporariesAreTold) {
    EXPECT_TRUE(io::is_temporary_name(".result.json.mvlink-12-0.tmp"));
    for (const char* other : {"result.json", ".mvlink-12-0.tmp", ".a.mvlink-12.tmp", ".a.mvlink-x-0.tmp",
                              "a.mvlink-1-0.tmp", ".a.mvlink-1-.tmp", ".a.mvlink--1.tmp", ".a.mvlink-1-2-3.tmp"}) {
        EXPECT_FALSE(io::is_temporary_name(other)) << other;
    }
}

TEST(OutputFolder, IsHeldByOneAtATime) {
    const TempFolder folder;
    const OutputFolder first(folder.path());
    expect_error([&] { const OutputFolder second(folder.path()); }, ErrorCode::file,
                 "another process is writing to it");
}

TEST(OutputFolder, NeedsAName) {
    expect_error([] { const OutputFolder output(""); }, ErrorCode::file, "its name is empty");
}

TEST(OutputFolder, RemovesTheEmptyFoldersThatItMade) {
    const TempFolder folder;
    { const OutputFolder output(folder.path() / "x" / "y"); }
    EXPECT_THAT(folder.names(), IsEmpty());
    {
        const OutputFolder output(folder.path() / "x" / "y" / "");
        EXPECT_EQ(output.made().size(), 2U);
        write_text(folder.path() / "x" / "y" / "file", "text");
    }
    EXPECT_EQ(read_text(folder.path() / "x" / "y" / "file"), "text");
}

TEST(OutputFolder, ForeignFilesAreReplacedOnlyByForce) {
    const TempFolder folder;
    const auto run = scored_run(problem_of(Dataset(table("a", 3))), small_result());
    Context context;
    for (const std::string name : {"report.html", "result.json", "model.npz", "labels_a.csv"}) {
        folder.write(name, "<p>my own</p>");
        expect_error([&] { write_run(folder.path(), run, context); }, ErrorCode::file,
                     name + ": a file that mvlink did not write would be replaced; expected another folder; try force");
        EXPECT_EQ(read_text(folder.path() / name), "<p>my own</p>");
        EXPECT_EQ(folder.names().size(), 1U);
        fs::remove(folder.path() / name);
    }
    folder.write("report.html", "<p>my own</p>");
    OutputFolder forced(folder.path(), true);
    write_run(forced, run, context);
    EXPECT_THAT(read_text(folder.path() / "report.html"), HasSubstr("mvlink"));
}

TEST(OutputFolder, APipeInThePlaceOfAResultIsRefusedAndNotWaitedFor) {
    const TempFolder folder;
    ASSERT_EQ(::mkfifo((folder.path() / "result.json").c_str(), 0600), 0);
    const auto run = scored_run(problem_of(Dataset(table("a", 3))), small_result());
    Context context;
    OutputFolder forced(folder.path(), true);
    expect_error([&] { write_run(forced, run, context); }, ErrorCode::file, "result.json: not a regular file");
    expect_error([&] { read_result(folder.path()); }, ErrorCode::file, "expected a regular file");
    expect_error([&] { read_model(folder.path()); }, ErrorCode::file, "expected a regular file");
}

TEST(OutputFolder, LabelsOfNewRowsAreNotWrittenOverThoseOfARun) {
    const TempFolder folder;
    const auto run = scored_run(problem_of(Dataset(table("a", 3))), small_result());
    Context context;
    write_run(folder.path(), run, context);
    expect_error([&] { write_labels(folder.path(), run.problem.data, run.result.partitions); }, ErrorCode::file,
                 "holds the results of another run");
}

TEST(Descriptors, FilesNeverTakeThePlaceOfAStandardStream) {
    const int kept = ::dup(STDIN_FILENO);
    ::close(STDIN_FILENO);
    const TempFolder folder;
    const io::Descriptor file(io::open_file(folder.path() / "x", O_WRONLY | O_CREAT));
    EXPECT_GT(file.number(), STDERR_FILENO);
    ::dup2(kept, STDIN_FILENO);
    ::close(kept);
}

using Earlier = io::AppendedLines::Earlier;

TEST(AppendedLines, ATornLineInTheMiddleIsCutAndTheOthersAreKept) {
    const TempFolder folder;
    const fs::path file = folder.path() / "runs.csv";
    {
        io::AppendedLines lines(file, "key,value", Earlier::keep);
        for (const char* line : {"a,1", "b,2", "c,3"})
            lines.append(line);
    }
    std::string text = read_text(file);
    ASSERT_EQ(text.substr(0, 16), "key,value,check\n");
    text.replace(text.find("b,2"), 8, "");  // its start is lost: the rest joins nothing that is whole
    folder.write("runs.csv", text + "d,4");
    io::AppendedLines again(file, "key,value", Earlier::keep);
    EXPECT_EQ(again.kept(), "key,value\na,1\nc,3\n");
    EXPECT_EQ(again.damaged(), 2);
    again.append("b,2");
    const io::Bytes now = io::open_bytes(file);
    EXPECT_EQ(std::count(now.data.begin(), now.data.end(), '\n'), 4);
}

TEST(AppendedLines, ALogOfAnEarlierVersionIsKeptWithoutChecks) {
    const TempFolder folder;
    const fs::path file = folder.write("runs.csv", "key,value\na,1\nb,2b,3,4\nc,3\n");
    {
        io::AppendedLines lines(file, "key,value", Earlier::keep);
        EXPECT_EQ(lines.kept(), "key,value\na,1\nc,3\n");
        EXPECT_EQ(lines.damaged(), 1) << "two lines that a full disk had joined";
        lines.append("b,2");
    }
    EXPECT_EQ(read_text(file), "key,value\na,1\nc,3\nb,2\n");
}

TEST(AppendedLines, AnEarlierLogIsSetAsideAndNeverTruncated) {
    const TempFolder folder;
    const fs::path file = folder.path() / "runs.csv";
    for (int call = 0; call < 3; ++call) {
        io::AppendedLines lines(file, "key,value", Earlier::set_aside);
        EXPECT_EQ(lines.set_aside(), call == 0 ? fs::path() : fs::path(file.string() + "." + std::to_string(call)));
        lines.append("call," + std::to_string(call));
    }
    EXPECT_THAT(folder.names(), ElementsAre("runs.csv", "runs.csv.1", "runs.csv.2"));
    EXPECT_THAT(read_text(folder.path() / "runs.csv.1"), HasSubstr("call,0"));
    EXPECT_THAT(read_text(file), HasSubstr("call,2"));
}

TEST(AppendedLines, AFileOfSomebodyElseIsNotReplaced) {
    const TempFolder folder;
    const fs::path file = folder.write("runs.csv", "my,runs\n1,2\n");
    expect_error([&] { io::AppendedLines(file, "key,value", Earlier::set_aside); }, ErrorCode::file,
                 "mvlink did not write");
    EXPECT_EQ(read_text(file), "my,runs\n1,2\n");
}

/// The signal would end the program; ignored, the write fails.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }

private:
    rlimit before_{};
    void (*handler_)(int);
};

TEST(AppendedLines, ALineThatDoesNotFitIsCutOffAgain) {
    const TempFolder folder;
    const fs::path file = folder.path() / "runs.csv";
    io::AppendedLines lines(file, "key,value", Earlier::keep);
    lines.append("a,1");
    const std::string before = read_text(file);
    {
        const FileSizeLimit limit(before.size() + 5);
        expect_error([&] { lines.append("b," + std::string(100, '2')); }, ErrorCode::file, "cannot be written");
    }
    EXPECT_EQ(read_text(file), before);
    lines.append("b,2");
    EXPECT_THAT(read_text(file), HasSubstr("\nb,2,"));
}

TEST(WriteText, AFullDiskLeavesTheEarlierFileAndNoTemporary) {
    const TempFolder folder;
    folder.write("x", "old");
    {
        const FileSizeLimit limit(10);
        expect_error([&] { write_text(folder.path() / "x", std::string(100, 'x')); }, ErrorCode::file,
                     "cannot be written: File too large");
    }
    EXPECT_EQ(read_text(folder.path() / "x"), "old");
    EXPECT_THAT(folder.names(), ElementsAre("x"));
}

}  // namespace
}  // namespace mvlink::test
