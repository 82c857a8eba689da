#pragma once

#include <string>
#include <string_view>

namespace mvlink::samples {

/// What is wrong with the nesting of a page's tags, or nothing. Knows void elements, self-closing ones, quoted
/// attributes and that scripts and styles end at their own end tag only.
std::string unbalanced_tag(std::string_view page);

}  // namespace mvlink::samples
