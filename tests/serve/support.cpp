#include "serve/support.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include <unistd.h>

namespace mvlink::serve::test {
namespace {

/// Three groups of 12 rows, far apart, with names that a page must not read as markup.
View small_view(const std::string& name, int seed) {
    Random random(static_cast<std::uint64_t>(seed));
    std::vector<double> values;
    std::vector<std::string> ids;
    for (int row = 0; row < 36; ++row) {
        for (int column = 0; column < 3; ++column) {
            values.push_back(10.0 * (row % 3 == column) + random.normal());
        }
        ids.push_back(row == 7 ? "<b>7</b> & \"x\"" : "r" + std::to_string(row));
    }
    return View::dense(name, 36, 3, std::move(values))
        .with_ids(std::move(ids))
        .with_column_names({"one", "<i>two</i>", "three"});
}

}  // namespace

TestApp::TestApp(const std::string& name, bool two_views)
    : folder(std::filesystem::temp_directory_path() / ("mvlink_serve_" + name + "_" + std::to_string(::getpid()))),
      two_views_(two_views) {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder / "images");
    std::filesystem::create_directories(folder / "texts");
    std::ofstream(folder / "images" / "r0.png", std::ios::binary) << std::string("\x89PNG\r\n\x1a\n0123", 12);
    std::ofstream(folder / "images" / "r1.png", std::ios::binary) << "<svg onload='alert(1)'/>";
    std::ofstream(folder / "texts" / "r0.txt") << "a text with <script>alert(1)</script>";
    open();
}

TestApp::~TestApp() {
    app.reset();
    std::filesystem::remove_all(folder);
}

void TestApp::open() {
    std::vector<View> views{small_view("x", 1)};
    if (two_views_) views.push_back(small_view("y", 2));
    Dataset data(std::move(views));
    if (two_views_) data = data.with_id_mapping();
    App::Setup setup;
    setup.folder = folder;
    setup.desk.journal = folder / kJournalFile;
    setup.desk.session.start.options = {{"n_clusters", "3"}};
    setup.desk.person = "anna";
    setup.desk.refits.threads = 1;
    app = std::make_unique<App>(Problem{.data = data, .source = folder.string()}, setup, kPort, context);
    const std::string address = app->gate.address();
    const Response entered =
        app->handle({"GET", address.substr(address.find("/enter")), {{"Host", "127.0.0.1:4321"}}, ""});
    cookie.clear();
    for (const auto& [name, value] : entered.headers) {
        if (name == "Set-Cookie") cookie = value.substr(0, value.find(';'));
    }
}

void TestApp::restart() {
    app.reset();
    open();
}

Request TestApp::get(const std::string& target) const {
    return {"GET", target, {{"Host", "127.0.0.1:4321"}, {"Cookie", cookie}, {"Sec-Fetch-Site", "same-origin"}}, ""};
}

Request TestApp::post(const std::string& target, const nlohmann::json& body) const {
    Request request = get(target);
    request.method = "POST";
    request.headers.emplace_back("Origin", "http://127.0.0.1:4321");
    request.headers.emplace_back("Content-Type", "application/json");
    request.body = body.dump();
    return request;
}

nlohmann::json TestApp::json(const std::string& target) {
    const Response response = app->handle(get(target));
    EXPECT_EQ(response.status, 200) << target << ": " << response.body;
    return nlohmann::json::parse(response.body);
}

nlohmann::json TestApp::change(const std::string& target, nlohmann::json body) {
    if (!body.contains("version")) body["version"] = json("/api/state")["version"];
    const Response response = app->handle(post(target, body));
    EXPECT_EQ(response.status, 200) << target << ": " << response.body;
    return nlohmann::json::parse(response.body);
}

Request with_header(Request request, const std::string& name, const std::string& value) {
    std::erase_if(request.headers, [&](const Header& header) { return header.first == name; });
    if (!value.empty()) request.headers.emplace_back(name, value);
    return request;
}

std::string good_target(const Route& route) {
    const std::string path(route.path);
    if (path == "/api/pair") return path + "?va=0&a=0&vb=0&b=7";
    if (path == "/api/image" || path == "/api/row") return path + "?view=0&row=0";
    if (path == "/api/map" || path == "/api/labels" || path == "/api/clusters") return path + "?view=0";
    if (path == "/api/halves") return path + "?view=0&cluster=0";
    return path;
}

nlohmann::json good_body(const Route& route, const nlohmann::json& state) {
    nlohmann::json body = {{"version", state["version"]}};
    if (route.path == "/api/answer") {
        body["answer"] = "same";
        body["a"] = {{"view", 0}, {"row", 0}};
        body["b"] = {{"view", 0}, {"row", 3}};
    }
    if (route.path == "/api/change") {
        body["sequence"] = 1;
        body["answer"] = "different";
    }
    if (route.path == "/api/group") {
        body["view"] = 0;
        body["relation"] = "two";
        body["groups"] = {{1, 4, 7}, {2, 5}};
    }
    return body;
}

}  // namespace mvlink::serve::test
