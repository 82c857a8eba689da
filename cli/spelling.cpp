#include "spelling.hpp"

#include "text.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace mvlink::cli {

std::string spelt_as_flag(const OptionText& option) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kFlags{
        {{"n_clusters", "-k"},
         {"prep", "--prep"},
         {"views", "--views"},
         {"mapping", "--mapping"},
         {"warm_start", "--warm-start"},
         {"data", "--data"},
         {"id", "--id"},
         {"force", "--force"}}};
    const auto flag =
        std::find_if(kFlags.begin(), kFlags.end(), [&](const auto& known) { return known.first == option.name; });
    if (flag == kFlags.end()) return "--set " + spell_plainly(option);
    if (option.value == "true") return std::string(flag->second);  // a flag that takes no value
    return std::string(flag->second) + " " + shell_quoted(option.value);
}

std::string text_of(const Error& error) {
    return with_advice(error.message(), error.advice(), spelt_as_flag);
}

std::string text_of(const Warning& warning) {
    return with_advice(warning.message, warning.advice, spelt_as_flag);
}

}  // namespace mvlink::cli
