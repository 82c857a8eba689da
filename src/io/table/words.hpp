#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace io::table {

/// Calls `take` with every word of a text in UTF-8, in lower case: letters, digits and marks of any script, at least
/// two of them and at most 40. In scripts that set no spaces (Han, Kana), every two neighbouring characters are a word.
void for_each_word(std::string_view text, const std::function<void(const std::string& word)>& take);

/// How many characters are of such scripts.
std::size_t characters_without_spaces(std::string_view text);

/// A common English word: the, and, of, ..
bool is_stop_word(std::string_view word);

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
