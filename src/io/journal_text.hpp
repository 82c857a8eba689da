#pragma once

#include <mvlink/journal.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

/// The first line of a journal, without its end.
std::string journal_header(const std::vector<std::string>& fingerprint);
/// The line of an event, without its end.
std::string journal_line(const SessionEvent& event, const Dataset& data);

/// A journal and how many of its bytes are whole lines.
struct JournalText {
    JournalContents contents;
    std::size_t whole = 0;
};
JournalText read_journal_text(std::string_view text, const std::string& name, const Dataset& data);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
