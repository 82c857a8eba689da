#pragma once

#include "serve/desk.hpp"
#include "serve/gate.hpp"
#include "serve/map.hpp"
#include "serve/pair.hpp"
#include "serve/query.hpp"
#include "serve/request.hpp"

#include <filesystem>
#include <span>
#include <string_view>

namespace mvlink::serve {

/// Everything behind the socket. `handle` may be called by any thread, with any request.
class App {
public:
    struct Setup {
        Desk::Setup desk;
        std::filesystem::path folder = {};  ///< of the dataset, with images and texts; may be empty
    };
    App(Problem problem, Setup setup, unsigned short port, Context& context);

    Response handle(const Request& request);

    /// What the routes work with.
    Gate gate;
    Desk desk;
    Items items;
    Maps maps;
};

/// A path and what answers there. Nothing answers anywhere else, except the entrance of the gate.
struct Route {
    std::string_view method;
    std::string_view path;
    Response (*answer)(App& app, const Request& request, const Query& query);
};
/// Files of the page, what it reads, and what changes something.
std::span<const Route> page_routes();
std::span<const Route> reading_routes();
std::span<const Route> changing_routes();
std::vector<Route> all_routes();

/// How things stand, for the page: what every change and every look answers with.
nlohmann::json state_json(App& app);

/// 200 with JSON.
Response json_response(const nlohmann::json& json);

}  // namespace mvlink::serve
