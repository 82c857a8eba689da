#include "experiments/plan.hpp"
#include "tiny_paper.hpp"

#include <mvlink/error.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <fstream>

#include <sys/resource.h>

namespace mvlink::experiments {
namespace {

using support::content;
using support::run_tiny;
using support::TemporaryFolder;
using testing::HasSubstr;

TEST(Engine, FiguresDoNotDependOnTheNumberOfJobs) {
    const TemporaryFolder one("one"), two("two"), seven("seven");
    const std::string expected = run_tiny(one.path(), 1).tables;
    EXPECT_EQ(run_tiny(two.path(), 2).tables, expected);
    EXPECT_EQ(run_tiny(seven.path(), 7).tables, expected);
    for (const char* file : {"table.md", "table.tex", "curves.svg", "flips.svg"}) {
        EXPECT_EQ(content(one.path() / file), content(seven.path() / file)) << file;
    }
}

TEST(Engine, RunsThatExperimentsShareAreRunOnce) {
    const TemporaryFolder folder("shared");
    const ReproduceOutcome outcome = run_tiny(folder.path());
    // PCK-Means at three places and K-Means, which hears no constraints, at one: 4 x 3 repetitions x 4 folds; 2 x 2
    // flips.
    EXPECT_EQ(outcome.runs, 4 * 3 * 4 + 2 * 2);
    const std::string runs = content(folder.path() / "runs.csv");
    EXPECT_EQ(std::count(runs.begin(), runs.end(), '\n'), 1 + outcome.runs);
}

/// Keeps the first lines and `torn` bytes of the next.
void cut_runs(const std::filesystem::path& folder, int lines, std::size_t torn) {
    const std::string runs = content(folder / "runs.csv");
    std::size_t end = 0;
    for (int line = 0; line < lines; ++line)
        end = runs.find('\n', end) + 1;
    std::ofstream(folder / "runs.csv", std::ios::binary) << runs.substr(0, end + torn);
}

TEST(Engine, ResumingAfterATornLineGivesTheSameBytes) {
    const TemporaryFolder folder("torn");
    run_tiny(folder.path(), 2);
    const std::string table = content(folder.path() / "table.md"), figure = content(folder.path() / "curves.svg");
    for (const std::size_t torn : {std::size_t{0}, std::size_t{1}, std::size_t{30}, std::size_t{100}}) {
        cut_runs(folder.path(), 1 + 20, torn);
        const ReproduceOutcome outcome = run_tiny(folder.path(), 2, true);
        EXPECT_EQ(outcome.reused, 20) << torn;
        EXPECT_EQ(content(folder.path() / "table.md"), table) << torn;
        EXPECT_EQ(content(folder.path() / "curves.svg"), figure) << torn;
    }
    EXPECT_EQ(run_tiny(folder.path(), 1, true).reused, 52);
}

TEST(Engine, WithoutResumeTheRunsStartAnew) {
    const TemporaryFolder folder("anew");
    run_tiny(folder.path());
    EXPECT_EQ(run_tiny(folder.path()).reused, 0);
    const std::string runs = content(folder.path() / "runs.csv");
    EXPECT_EQ(std::count(runs.begin(), runs.end(), '\n'), 1 + 52);
}

TEST(Engine, QuickRunsAreAPartOfTheFullOnes) {
    const TemporaryFolder folder("quick");
    Context context(Context::Settings{.seed = 3, .threads = 1});
    const ReproduceOutcome quick =
        reproduce_from({support::tiny_paper()},
                       {.paper = "tiny2026", .experiment = "curves", .quick = true, .folder = folder.path()}, context);
    EXPECT_EQ(quick.runs, 3 * 2 * 4);
    EXPECT_EQ(run_tiny(folder.path(), 1, true, "curves").reused, quick.runs);
}

TEST(Engine, RunsOfAnotherSeedAreNotReused) {
    const TemporaryFolder folder("seed");
    run_tiny(folder.path());
    Context other(Context::Settings{.seed = 4, .threads = 1});
    const ReproduceOutcome outcome =
        reproduce_from({support::tiny_paper()}, {.paper = "tiny2026", .resume = true, .folder = folder.path()}, other);
    EXPECT_EQ(outcome.reused, 0);
}

TEST(Engine, ACancelledRunCanBeResumed) {
    const TemporaryFolder whole("whole"), stopped("stopped");
    const std::string expected = run_tiny(whole.path()).tables;
    Context* running = nullptr;
    Context context(Context::Settings{.seed = 3, .threads = 2, .on_progress = [&](const Progress& progress) {
                                          if (progress.round == 10) running->cancel();
                                      }});
    running = &context;
    const ReproduceOutcome outcome =
        reproduce_from({support::tiny_paper()}, {.paper = "tiny2026", .folder = stopped.path()}, context);
    EXPECT_TRUE(outcome.cancelled);
    EXPECT_GE(outcome.done, 10);
    EXPECT_LT(outcome.done, outcome.runs);
    EXPECT_FALSE(std::filesystem::exists(stopped.path() / "table.md"));
    const ReproduceOutcome resumed = run_tiny(stopped.path(), 2, true);
    EXPECT_EQ(resumed.reused, outcome.done);
    EXPECT_EQ(resumed.tables, expected);
}

TEST(Engine, DamagedLinesOfAnEarlierRunAreCutOffAndRunAgain) {
    const TemporaryFolder folder("malformed");
    const std::string expected = run_tiny(folder.path()).tables;
    std::string runs = content(folder.path() / "runs.csv");
    runs.erase(runs.find('\n', runs.size() / 2), 1);  // two lines joined, as a full disk may leave them
    std::ofstream(folder.path() / "runs.csv", std::ios::binary) << runs << "a,b\n";
    const ReproduceOutcome outcome = run_tiny(folder.path(), 1, true);
    EXPECT_EQ(outcome.reused, 50);
    EXPECT_EQ(outcome.damaged, 2);
    EXPECT_EQ(outcome.tables, expected);
}

TEST(Engine, ALogWithOtherColumnsIsRefused) {
    const TemporaryFolder folder("columns");
    std::filesystem::create_directory(folder.path());
    std::ofstream(folder.path() / "runs.csv") << "other,columns\n";
    EXPECT_THROW(run_tiny(folder.path(), 1, true), Error);
    EXPECT_THROW(run_tiny(folder.path(), 1, false), Error) << "not a log of ours";
    EXPECT_EQ(content(folder.path() / "runs.csv"), "other,columns\n");
}

TEST(Engine, RunningAgainSetsTheEarlierRunsAside) {
    const TemporaryFolder folder("aside");
    run_tiny(folder.path());
    const std::string first = content(folder.path() / "runs.csv");
    const ReproduceOutcome outcome = run_tiny(folder.path());
    EXPECT_EQ(outcome.set_aside, folder.path() / "runs.csv.1");
    EXPECT_EQ(content(outcome.set_aside), first);
    EXPECT_EQ(outcome.reused, 0);
}

TEST(Engine, PagesOfSomebodyElseAreNotReplaced) {
    const TemporaryFolder folder("foreign");
    std::filesystem::create_directory(folder.path());
    std::ofstream(folder.path() / "README.md") << "mine\n";
    EXPECT_THROW(run_tiny(folder.path()), Error);
    EXPECT_EQ(content(folder.path() / "README.md"), "mine\n");
}

TEST(Engine, AFailedWriteOfTheLogStopsAtOnce) {
    const TemporaryFolder folder("full");
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit limit{1000, before.rlim_max};
    auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &limit);
    EXPECT_THROW(run_tiny(folder.path(), 2), Error);
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    const std::string left = content(folder.path() / "runs.csv");
    const auto lines = std::count(left.begin(), left.end(), '\n');
    EXPECT_GT(lines, 1);
    EXPECT_TRUE(left.ends_with('\n')) << "no part of a line";
    const ReproduceOutcome resumed = run_tiny(folder.path(), 2, true);
    EXPECT_EQ(resumed.reused, lines - 1);
    EXPECT_EQ(resumed.damaged, 0);
}

TEST(Engine, TheTableOfATinyExperimentStaysAsItIs) {
    const TemporaryFolder folder("golden");
    EXPECT_EQ(run_tiny(folder.path(), 1, false, "flips").tables, R"(# tiny2026: tables

## flips: wrong constraints, all rows

touching: pairwise F-measure by share of wrong constraints, mean ± half the 95 % interval of 2 repetitions

| method | 0 | 0.5 |
|---|---|---|
| PCK-Means | 0.516 ± 0.106 | 0.513 ± 0.047 |

)");
}

TEST(Engine, EveryDeclaredFileIsWritten) {
    const TemporaryFolder folder("files");
    const ReproduceOutcome outcome = run_tiny(folder.path());
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        files.push_back(entry.path().filename().string());
    EXPECT_THAT(files, testing::UnorderedElementsAre("runs.csv", "table.md", "table.tex", "README.md", "index.html",
                                                     "curves.svg", "again.svg", "flips.svg"));
    EXPECT_EQ(outcome.claims.size(), 1u);
    const std::string page = content(folder.path() / "index.html"), readme = content(folder.path() / "README.md");
    for (const std::string& text : {page, readme}) {
        EXPECT_THAT(text, HasSubstr("Constraints help."));
        EXPECT_THAT(text, HasSubstr("1 of 1 reference numbers are reached"));
        EXPECT_THAT(text, HasSubstr("seed 3"));
    }
    EXPECT_THAT(page, HasSubstr("<svg"));
    EXPECT_THAT(readme, HasSubstr("(curves.svg)"));
}

}  // namespace
}  // namespace mvlink::experiments
