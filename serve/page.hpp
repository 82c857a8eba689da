#pragma once

#include <string_view>

namespace mvlink::serve {

/// A file of the page, as it stands in serve/page.
struct PageFile {
    std::string_view name;
    std::string_view content;
};

/// The file of that name; every name that page_routes lists exists.
std::string_view page_file(std::string_view name);

}  // namespace mvlink::serve
