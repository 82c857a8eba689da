#include "io/support.hpp"
#include "questions/support.hpp"

#include <mvlink/journal.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <sstream>

namespace mvlink::test {
namespace {

std::string content_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

std::string message_of(const auto& call) {
    try {
        call();
    } catch (const Error& error) {
        return std::string(error.message());
    }
    return "nothing was thrown";
}

/// A journal with three answers and one undo.
std::vector<SessionEvent> some_events() {
    std::vector<SessionEvent> events{judge(0, 1, Reply::same, "anna"), judge(0, 9, Reply::different),
                                     judge(2, 3, Reply::not_sure), act(EventType::undo),
                                     act(EventType::correct, 2, Reply::same)};
    for (std::size_t i = 0; i < events.size(); ++i)
        events[i].sequence = static_cast<Index>(i) + 1;
    return events;
}

TEST(Journal, AnswersAboutRowsThatDoNotExistAreNotWritten) {
    const TempFolder folder;
    const Groups groups = make_groups(2, 8, 5, 1);
    const fs::path file = folder.path() / "answers.jsonl";
    Journal journal(file, groups.problem.data);
    SessionEvent good = judge(0, 1, Reply::same), bad = judge(0, 999, Reply::same);
    good.sequence = bad.sequence = 1;
    EXPECT_THROW(journal.append(bad), Error);
    journal.append(good);
    EXPECT_EQ(read_journal(file, groups.problem.data).events.size(), 1);
}

TEST(Journal, EventsComeBackAsTheyWereWritten) {
    const TempFolder folder;
    const Groups groups = make_groups(2, 8, 5, 1);
    const fs::path file = folder.path() / "answers.jsonl";
    {
        Journal journal(file, groups.problem.data);
        for (const SessionEvent& event : some_events())
            journal.append(event);
    }
    const JournalContents read = read_journal(file, groups.problem.data);
    ASSERT_EQ(read.events.size(), 5);
    EXPECT_TRUE(read.torn.empty());
    EXPECT_EQ(read.events[0].person, "anna");
    EXPECT_EQ(read.events[1].verdict, Reply::different);
    EXPECT_EQ(read.events[1].b, (InstanceId{0, 9}));
    EXPECT_EQ(read.events[3].type, EventType::undo);
    EXPECT_EQ(read.events[4].target, 2);
    EXPECT_TRUE(read.events[1].same_in.empty());
    const std::string text = content_of(file);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 6) << "a header and one line per event";
}

TEST(Journal, CutAtAnyByteLosesAtMostTheLastLine) {
    const TempFolder folder;
    const Groups groups = make_groups(2, 8, 5, 1);
    const fs::path whole = folder.path() / "whole.jsonl";
    {
        Journal journal(whole, groups.problem.data);
        for (const SessionEvent& event : some_events())
            journal.append(event);
    }
    const std::string text = content_of(whole);
    for (std::size_t size = 1; size <= text.size(); ++size) {
        const std::string cut = text.substr(0, size);
        const std::size_t lines = static_cast<std::size_t>(std::count(cut.begin(), cut.end(), '\n'));
        if (lines == 0 && !cut.starts_with("{\"mvlink\":")) continue;  // not even the name of the format
        const JournalContents read = parse_journal(cut, "cut", groups.problem.data);
        EXPECT_EQ(read.events.size(), lines == 0 ? 0 : lines - 1) << size;
        EXPECT_EQ(read.torn.empty(), cut.ends_with('\n')) << size;
    }
    const fs::path torn = folder.write("torn.jsonl", text.substr(0, text.size() - 5));
    Journal journal(torn, groups.problem.data);
    EXPECT_EQ(journal.contents().events.size(), 4);
    SessionEvent next = judge(4, 5, Reply::same);
    next.sequence = 5;
    journal.append(next);
    EXPECT_EQ(read_journal(torn, groups.problem.data).events.size(), 5);
    EXPECT_FALSE(content_of(folder.path() / "torn.jsonl.torn").empty()) << "set aside, never deleted";
}

TEST(Journal, EveryFlippedByteIsNoticed) {
    const Groups groups = make_groups(2, 8, 5, 1);
    const TempFolder folder;
    const fs::path file = folder.path() / "answers.jsonl";
    {
        Journal journal(file, groups.problem.data);
        for (const SessionEvent& event : some_events())
            journal.append(event);
    }
    const std::string text = content_of(file);
    const std::size_t last = text.rfind('\n', text.size() - 2) + 1;
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string damaged = text;
        damaged[i] = static_cast<char>(damaged[i] ^ 1);
        if (i + 1 >= last) {  // the line end before the last line belongs to it: without it both are one torn line
            EXPECT_LT(parse_journal(damaged, "damaged", groups.problem.data).events.size(), 5) << i;
        } else {
            EXPECT_THROW(parse_journal(damaged, "damaged", groups.problem.data), Error) << i;
        }
    }
}

TEST(Journal, OfOtherDataIsRefusedWithWhatDiffers) {
    const TempFolder folder;
    const Groups groups = make_groups(2, 8, 5, 1), other = make_groups(2, 9, 5, 1), changed = make_groups(2, 8, 5, 2);
    const fs::path file = folder.path() / "answers.jsonl";
    { Journal journal(file, groups.problem.data); }
    EXPECT_THAT(message_of([&] { Journal(file, other.problem.data); }),
                testing::AllOf(testing::HasSubstr("16 rows"), testing::HasSubstr("18 rows")));
    EXPECT_THAT(message_of([&] { Journal(file, changed.problem.data); }), testing::HasSubstr("checksum"));
    EXPECT_NO_THROW(Journal(file, groups.problem.data));
}

TEST(Journal, SecondWriterIsRefused) {
    const TempFolder folder;
    const Groups groups = make_groups(2, 8, 5, 1);
    const fs::path file = folder.path() / "answers.jsonl";
    const Journal first(file, groups.problem.data);
    EXPECT_THAT(message_of([&] { Journal(file, groups.problem.data); }), testing::HasSubstr("another program"));
    EXPECT_EQ(read_journal(file, groups.problem.data).events.size(), 0) << "reading needs no lock";
}

TEST(Journal, IsNotAnyFile) {
    const TempFolder folder;
    const Groups groups = make_groups(2, 8, 5, 1);
    for (const char* const text : {"hello\n", "{\"a\":1}\n", "id,label\n1,2\n", "\n\n"}) {
        const fs::path file = folder.write("other.txt", text);
        EXPECT_THAT(message_of([&] { Journal(file, groups.problem.data); }), testing::HasSubstr("not a journal"));
        EXPECT_EQ(content_of(file), text) << "left as it was";
    }
    EXPECT_THAT(message_of([&] { read_journal(folder.path() / "missing.jsonl", groups.problem.data); }),
                testing::HasSubstr("missing.jsonl"));
}

TEST(Journal, SessionGoesOnWhereItStopped) {
    const TempFolder folder;
    const Groups groups = make_groups(3, 12, 3, 4);
    const fs::path file = folder.path() / "answers.jsonl";
    Context context;
    Partition partition;
    Question question;
    {
        JournaledSession session(groups.problem, setup_for(3), file, context);
        for (int i = 0; i < 15; ++i) {
            const Question next = session.session().next(1).front();
            session.submit(answered(next, reply_of(groups, next)));
        }
        session.submit(act(EventType::undo));
        partition = session.session().partition();
        question = session.session().next(1).front();
    }
    JournaledSession again(groups.problem, setup_for(3), file, context);
    EXPECT_EQ(again.session().partition().labels, partition.labels);
    EXPECT_EQ(again.session().partition().confidence, partition.confidence);
    EXPECT_EQ(again.session().next(1).front().a, question.a);
    EXPECT_EQ(again.session().next(1).front().b, question.b);
    EXPECT_TRUE(again.session().can_redo());
}

/// A child answers and reports every answer after it is acknowledged; it is killed at a moment of its own.
void kill_a_session(const Groups& groups, const fs::path& file, int microseconds) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        ::close(ends[0]);
        Journal journal(file, groups.problem.data);
        Index sequence = static_cast<Index>(journal.contents().events.size());
        while (true) {
            SessionEvent event = judge(sequence % 7, 8 + sequence % 5, Reply::different);
            event.sequence = ++sequence;
            journal.append(event);
            if (::write(ends[1], &sequence, sizeof sequence) != sizeof sequence) ::_exit(1);
        }
    }
    ::close(ends[1]);
    ::usleep(static_cast<useconds_t>(microseconds));
    ::kill(child, SIGKILL);
    Index acknowledged = 0, number = 0;
    while (::read(ends[0], &number, sizeof number) == sizeof number)
        acknowledged = number;
    ::close(ends[0]);
    ::waitpid(child, nullptr, 0);
    const Index found =
        fs::exists(file) ? static_cast<Index>(read_journal(file, groups.problem.data).events.size()) : 0;
    EXPECT_GE(found, acknowledged) << "killed after " << microseconds << " us";
}

TEST(Journal, KillLosesNothingThatWasAcknowledged) {
    const char* const moments = std::getenv("MVLINK_KILLS");  // 200 takes half a minute
    const int count = moments != nullptr ? std::atoi(moments) : 10;
    const Groups groups = make_groups(2, 10, 5, 1);
    const TempFolder folder;
    Random random(1);
    for (int i = 0; i < count; ++i)
        kill_a_session(groups, folder.path() / fmt::format("{}.jsonl", i / 4),
                       200 + static_cast<int>(random.below(60000)));
}

TEST(AnswersCsv, SynonymsAreReadAndBlanksSkipped) {
    const Groups groups = make_groups(2, 8, 5, 1);
    const auto events = parse_answers(
        "view_a,a,view_b,b,why,answer,person\n"
        "x,0,x,1,,same,anna\nx,0,x,9,,NO,\nx,2,x,3,,?,\nx,4,x,5,,,\n,row:6,,7,,yes,\n",
        "answers.csv", groups.problem.data);
    ASSERT_EQ(events.size(), 4);
    EXPECT_EQ(events[0].person, "anna");
    EXPECT_EQ(events[1].verdict, Reply::different);
    EXPECT_EQ(events[2].verdict, Reply::not_sure);
    EXPECT_EQ(events[3].a, (InstanceId{0, 6}));
    EXPECT_EQ(events[3].verdict, Reply::same);
}

TEST(AnswersCsv, BadLinesAreNamed) {
    const Groups groups = make_groups(2, 8, 5, 1);
    const auto refused = [&](const std::string& text) {
        return message_of([&] { parse_answers(text, "answers.csv", groups.problem.data); });
    };
    EXPECT_THAT(refused("a,b\n0,1\n"), testing::HasSubstr("no column \"answer\""));
    EXPECT_THAT(refused("a,b,answer\n0,1,blue\n"), testing::HasSubstr("answers.csv line 2: answer"));
    EXPECT_THAT(refused("a,b,answer\n0,99,same\n"), testing::HasSubstr("row 99"));
    EXPECT_THAT(refused("a,b,answer\n3,3,same\n"), testing::HasSubstr("compared with itself"));
    EXPECT_THAT(refused(""), testing::HasSubstr("empty"));
}

TEST(QuestionsCsv, NamesBothRows) {
    const Groups groups = make_groups(2, 8, 5, 1);
    const std::vector<Question> questions{{{0, 3}, {0, 9}, QuestionKind::strategy, "Why, exactly?", 0.5, 0}};
    EXPECT_EQ(questions_csv(groups.problem.data, questions), "view_a,a,view_b,b,why\nx,3,x,9,\"Why, exactly?\"\n");
}

}  // namespace
}  // namespace mvlink::test
