#pragma once

#include <mvlink/export.hpp>

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace mvlink {
inline namespace v1 {

/// An option with its value as text.
struct OptionText {
    std::string name;
    std::string value;
};

/// How a front end spells an option: "--set max_iter=200", "max_iter=200".
using SpellOption = std::function<std::string(const OptionText&)>;

/// "name=value": the spelling of the library, which knows no front end.
MVLINK_API std::string spell_plainly(const OptionText& option);

/// A message followed by what to try: "..; try prep=tfidf,l2 or max_iter=200". Advice is data, so that every front end
/// can spell it the way its user would write it.
MVLINK_API std::string with_advice(std::string_view message, std::span<const OptionText> advice,
                                   const SpellOption& spell = spell_plainly);

}  // namespace v1
}  // namespace mvlink
