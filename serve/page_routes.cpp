#include "serve/app.hpp"
#include "serve/page.hpp"

#include <array>

namespace mvlink::serve {
namespace {

constexpr std::string_view kScript = "text/javascript; charset=utf-8";

Response index(App&, const Request&, const Query&) {
    return {200, "text/html; charset=utf-8", std::string(page_file("index.html"))};
}
Response style(App&, const Request&, const Query&) {
    return {200, "text/css; charset=utf-8", std::string(page_file("app.css"))};
}
Response icon(App&, const Request&, const Query&) {
    return {200, "image/svg+xml", std::string(page_file("icon.svg"))};
}

/// A script lies at its name.
Response script_at_path(App&, const Request& request, const Query&) {
    return {200, std::string(kScript), std::string(page_file(Query::path_of(request.target).substr(1)))};
}

constexpr std::array kPageRoutes{
    Route{"GET", "/", index},
    Route{"GET", "/app.css", style},
    Route{"GET", "/icon.svg", icon},
    Route{"GET", "/favicon.ico", icon},  // browsers ask for it where a page names no icon
    Route{"GET", "/app.js", script_at_path},
    Route{"GET", "/net.js", script_at_path},
    Route{"GET", "/question.js", script_at_path},
    Route{"GET", "/answers.js", script_at_path},
    Route{"GET", "/clusters.js", script_at_path},
    Route{"GET", "/map.js", script_at_path},
};

}  // namespace

std::span<const Route> page_routes() {
    return kPageRoutes;
}

}  // namespace mvlink::serve
