#include "serve/app.hpp"

#include <mvlink/error.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace mvlink::serve {
namespace {

const std::vector<Route>& routes() {
    static const std::vector<Route> all = all_routes();
    return all;
}

std::vector<const Route*> routes_at(std::string_view path) {
    std::vector<const Route*> found;
    for (const Route& route : routes()) {
        if (route.path == path) found.push_back(&route);
    }
    return found;
}

Response answer(App& app, const Route& route, const Request& request) {
    try {
        return route.answer(app, request, Query(request.target));
    } catch (const BadRequest& bad) {
        return refusal(bad.status, bad.why);
    } catch (const Error& error) {
        return refusal(error.code() == ErrorCode::internal ? 500 : 400, error.message());
    } catch (const std::exception& error) {
        return refusal(500, fmt::format("internal error: {}", error.what()));
    }
}

/// Only text that we wrote ourselves, without anything that a page would read as a tag.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
    }
    return out;
}

/// A person who opens a wrong address reads a sentence instead of JSON.
Response readable(Response response, std::string_view path) {
    if (response.status < 400 || path.substr(0, 5) == "/api/" || response.type != "application/json") return response;
    const std::string why = nlohmann::json::parse(response.body).value("error", "");
    response.type = "text/html; charset=utf-8";
    response.body = fmt::format(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width\"><title>mvlink</title></head><body><h1>mvlink</h1><p>{}</p></body></html>",
        escaped(why));
    return response;
}

}  // namespace

App::App(Problem problem, Setup setup, unsigned short port, Context& context)
    : gate(port),
      desk(std::move(problem), setup.desk, context),
      items(desk.problem(), setup.folder),
      maps(desk.data(), setup.desk.refits) {}

Response App::handle(const Request& request) {
    const std::string_view path = Query::path_of(request.target);
    const auto found = routes_at(path);
    const bool changes = request.method != "GET";
    if (auto refused = gate.refuse(request, changes)) return readable(std::move(*refused), path);
    if (Gate::is_entrance(request)) return readable(gate.enter(request), path);
    if (found.empty()) return readable(refusal(404, "there is nothing here"), path);
    for (const Route* route : found) {
        if (route->method == request.method) return readable(answer(*this, *route, request), path);
    }
    Response wrong = refusal(405, fmt::format("{} answers to {} only", path, found.front()->method));
    wrong.headers.emplace_back("Allow", std::string(found.front()->method));
    return wrong;
}

std::vector<Route> all_routes() {
    std::vector<Route> all;
    for (const auto routes_of : {page_routes(), reading_routes(), changing_routes()}) {
        all.insert(all.end(), routes_of.begin(), routes_of.end());
    }
    return all;
}

Response json_response(const nlohmann::json& json) {
    return {200, "application/json", dumped(json)};
}

}  // namespace mvlink::serve
