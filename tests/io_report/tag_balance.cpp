#include "tag_balance.hpp"

#include <cctype>
#include <set>
#include <vector>

namespace mvlink::samples {
namespace {

/// The end of a tag that begins here, quotes honoured.
std::size_t tag_end(std::string_view page, std::size_t at) {
    char quote = 0;
    for (; at < page.size(); ++at) {
        if (quote != 0) {
            if (page[at] == quote) quote = 0;
        } else if (page[at] == '"' || page[at] == '\'') {
            quote = page[at];
        } else if (page[at] == '>') {
            return at;
        }
    }
    return std::string_view::npos;
}

std::string name_of(std::string_view tag) {
    std::string name;
    for (const char c : tag) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) break;
        name += c;
    }
    return name;
}

}  // namespace

std::string unbalanced_tag(std::string_view page) {
    static const std::set<std::string> kVoid{"meta", "input", "br", "link", "img"};
    std::vector<std::string> open;
    std::size_t at = page.find('<');
    for (; at != std::string_view::npos; at = page.find('<', at)) {
        const std::size_t end = tag_end(page, at);
        if (end == std::string_view::npos) return "a tag without end";
        const std::string_view tag = page.substr(at + 1, end - at - 1);
        at = end + 1;
        if (tag.starts_with('!')) continue;
        if (tag.starts_with('/')) {
            const std::string name = name_of(tag.substr(1));
            if (open.empty() || open.back() != name)
                return "</" + name + "> after <" + (open.empty() ? "" : open.back()) + ">";
            open.pop_back();
            continue;
        }
        const std::string name = name_of(tag);
        if (name.empty()) return "a bare <";
        if (tag.ends_with('/') || kVoid.contains(name)) continue;
        open.push_back(name);
        if (name == "script" || name == "style") at = page.find("</" + name, at);
    }
    return open.empty() ? "" : "<" + open.back() + "> is never closed";
}

}  // namespace mvlink::samples
