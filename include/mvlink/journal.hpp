#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/export.hpp>
#include <mvlink/questions.hpp>

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The answers of a session in an append-only text file, one JSON object per line with a checksum. A line is on disk
/// before the call that wrote it returns.
namespace mvlink {
inline namespace v1 {

/// The name of the journal beside the data.
constexpr auto kJournalFile = "answers.jsonl";

/// What a dataset is to a journal: one line per view with its name, rows, columns and a checksum of values and ids.
MVLINK_API std::vector<std::string> dataset_fingerprint(const Dataset& data);

/// A journal as it was found.
struct JournalContents {
    std::vector<std::string> fingerprint;  ///< of the dataset it was begun with; empty: a new journal
    std::vector<SessionEvent> events;
    std::string torn;  ///< an incomplete or damaged last line, which counts for nothing; else empty
};

/// Reads a journal without locking it. Error{file} if it cannot be read. Error{input} naming the line: not a journal, a
/// line other than the last that is damaged, rows that the dataset does not have, a journal of another dataset (with
/// what differs).
MVLINK_API JournalContents read_journal(const std::filesystem::path& file, const Dataset& data);
/// The same of text, `name` opening the error messages.
MVLINK_API JournalContents parse_journal(std::string_view text, const std::string& name, const Dataset& data);

/// questions.csv (view_a,a,view_b,b,why): ids where the view has ids.
MVLINK_API std::string questions_csv(const Dataset& data, std::span<const Question> questions);
/// The rows of an answers.csv that have an answer (same, different, not-sure; yes, no and the like are read too), with
/// the person where there is such a column. Error{input} names the line.
MVLINK_API std::vector<SessionEvent> read_answers(const std::filesystem::path& file, const Dataset& data);
MVLINK_API std::vector<SessionEvent> parse_answers(std::string_view text, const std::string& name, const Dataset& data);

/// The one writer of a journal.
class MVLINK_API Journal {
public:
    /// Opens or begins the file and locks it. A torn last line is moved to `<file>.torn`, which grows. Errors as
    /// read_journal, and Error{file} with the holder's process number if another program has it open.
    Journal(std::filesystem::path file, const Dataset& data);
    ~Journal();
    Journal(Journal&&) noexcept;
    Journal& operator=(Journal&&) noexcept;

    [[nodiscard]] const std::filesystem::path& file() const noexcept;
    /// As it was when it was opened.
    [[nodiscard]] const JournalContents& contents() const noexcept;
    /// Writes the line and waits until it is on disk. If that fails: Error{file}, the line is taken back, and every
    /// later call is refused too.
    void append(const SessionEvent& event);

private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

/// A session whose events are in the journal before they count. For one thread at a time.
class MVLINK_API JournaledSession {
public:
    /// Opens the journal first: a journal that is refused costs no work.
    JournaledSession(Problem problem, SessionSetup setup, const std::filesystem::path& journal, Context& context);

    /// The event with its sequence number and time, on disk and taken. Error{input} if it cannot follow, Error{file} if
    /// it could not be written; the session is then as before.
    SessionEvent submit(SessionEvent event);

    [[nodiscard]] QuestionSession& session() noexcept { return session_; }
    [[nodiscard]] const Journal& journal() const noexcept { return journal_; }

private:
    Journal journal_;
    QuestionSession session_;
};

}  // namespace v1
}  // namespace mvlink
