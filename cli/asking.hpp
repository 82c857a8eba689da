#pragma once

#include <mvlink/journal.hpp>

#include <string>

namespace mvlink::cli {

/// Asks in the terminal until the input ends, the person stops, or nothing is left to ask.
void ask_in_terminal(JournaledSession& session, const std::string& person);

/// How far the session has come, for a person.
std::string describe_progress(QuestionSession& session);

}  // namespace mvlink::cli
