#include "serve/support.hpp"

#include "serve/secret.hpp"

#include <gtest/gtest.h>

#include <set>

/// Every route with every wrong request, by enumeration: a new route is covered without a line here.
namespace mvlink::serve::test {
namespace {

struct Wrong {
    std::string name;
    int status;
    std::function<void(Request&)> spoil;
};

std::function<void(Request&)> header(const std::string& name, const std::string& value) {
    return [=](Request& request) { request = with_header(std::move(request), name, value); };
}

/// Requests that no route may answer.
std::vector<Wrong> wrong_for_all() {
    std::vector<Wrong> wrong;
    for (const std::string host : {"", "localhost", "127.0.0.1", "127.0.0.1:4322", "evil.example:4321",
                                   "127.0.0.1:4321.evil.example", "[::1]", "LOCALHOST:4321", "127.1:4321",
                                   "0.0.0.0:4321", "localhost:4321 ", "user@127.0.0.1:4321", "localhost:04321"}) {
        wrong.push_back({"Host " + host, 403, header("Host", host)});
    }
    wrong.push_back(
        {"two Hosts", 403, [](Request& request) { request.headers.emplace_back("Host", "127.0.0.1:4321"); }});
    for (const std::string cookie :
         {"", "mvlink_4321=", "mvlink_4321=0", "other=1", "mvlink_4322=0123", "mvlink_4321"}) {
        wrong.push_back({"Cookie " + cookie, 403, header("Cookie", cookie)});
    }
    wrong.push_back({"a guessed cookie", 403, header("Cookie", "mvlink_4321=" + std::string(64, '0'))});
    wrong.push_back({"the right cookie cut short", 403, [](Request& request) {
                         for (auto& [name, value] : request.headers) {
                             if (name == "Cookie") value.pop_back();
                         }
                     }});
    for (const std::string site : {"cross-site", "same-site", "anything"}) {
        wrong.push_back({"Sec-Fetch-Site " + site, 403, header("Sec-Fetch-Site", site)});
    }
    wrong.push_back({"Transfer-Encoding", 400, header("Transfer-Encoding", "chunked")});
    wrong.push_back({"Content-Encoding", 400, header("Content-Encoding", "gzip")});
    wrong.push_back({"a space in the target", 400, [](Request& request) { request.target += " x"; }});
    wrong.push_back({"a control character in the target", 400, [](Request& request) { request.target += "\r\nX: y"; }});
    wrong.push_back({"an address as target", 400, [](Request& r) { r.target = "http://127.0.0.1:4321" + r.target; }});
    wrong.push_back({"a long target", 414, [](Request& r) { r.target += "?x=" + std::string(kMostTargetBytes, 'x'); }});
    wrong.push_back({"a large body", 413, [](Request& r) { r.body = std::string(kMostBodyBytes + 1, ' '); }});
    return wrong;
}

/// Requests that a route which changes something may not answer.
std::vector<Wrong> wrong_for_changes() {
    std::vector<Wrong> wrong;
    for (const std::string origin :
         {"", "null", "http://evil.example", "http://127.0.0.1:4322", "https://127.0.0.1:4321", "http://localhost:4321",
          "http://127.0.0.1", "http://127.0.0.1:4321/"}) {
        wrong.push_back({"Origin " + origin, 403, header("Origin", origin)});
    }
    wrong.push_back(
        {"two Origins", 403, [](Request& r) { r.headers.emplace_back("Origin", "http://127.0.0.1:4321"); }});
    for (const std::string type : {"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
                                   "application/json; charset=latin1", "application/jsonp"}) {
        wrong.push_back({"Content-Type " + type, 415, header("Content-Type", type)});
    }
    for (const std::string body : {"", "null", "[]", "1", "\"x\"", "{", "{\"version\":", "\xff\xfe", "{\"a\":1}x"}) {
        wrong.push_back({"body " + body, 400, [=](Request& request) { request.body = body; }});
    }
    wrong.push_back({"a deep body", 400,
                     [](Request& r) { r.body = "{\"a\":" + std::string(5000, '[') + std::string(5000, ']') + "}"; }});
    return wrong;
}

Request good_request(TestApp& app, const Route& route, const nlohmann::json& state) {
    return route.method == "POST" ? app.post(good_target(route), good_body(route, state)) : app.get(good_target(route));
}

class GateTest : public ::testing::Test {
protected:
    TestApp app{"gate"};
};

TEST_F(GateTest, EveryRouteRefusesEveryWrongRequestAndChangesNothing) {
    const nlohmann::json state = app.json("/api/state");
    std::size_t sent = 0;
    for (const Route& route : all_routes()) {
        std::vector<Wrong> wrong = wrong_for_all();
        if (route.method == "POST") {
            for (Wrong& more : wrong_for_changes())
                wrong.push_back(std::move(more));
        }
        for (const Wrong& each : wrong) {
            Request request = good_request(app, route, state);
            each.spoil(request);
            const Response response = app->handle(request);
            EXPECT_EQ(response.status, each.status) << route.path << " with " << each.name << ": " << response.body;
            ++sent;
        }
        for (const std::string method :
             {"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "CONNECT", "get", ""}) {
            if (method == route.method) continue;
            Request request = app.post(good_target(route), good_body(route, state));
            request.method = method;
            EXPECT_EQ(app->handle(request).status, 405) << route.path << " with method " << method;
            ++sent;
        }
    }
    EXPECT_EQ(app.json("/api/state")["version"], state["version"]);
    RecordProperty("wrong_requests", static_cast<int>(sent));
    RecordProperty("routes", static_cast<int>(all_routes().size()));
    std::printf("%zu routes, %zu wrong requests\n", all_routes().size(), sent);
}

TEST_F(GateTest, EveryRouteAnswersTheRightRequest) {
    app.change("/api/answer", good_body({"POST", "/api/answer", nullptr}, app.json("/api/state")));
    for (const Route& route : all_routes()) {
        if (route.path == "/api/redo" || route.path == "/api/report.html") continue;  // have tests of their own
        const Response response = app->handle(good_request(app, route, app.json("/api/state")));
        EXPECT_EQ(response.status, 200) << route.path << ": " << response.body.substr(0, 200);
    }
}

TEST_F(GateTest, AllNamesOfThisMachineMayBeUsed) {
    for (const std::string host : {"127.0.0.1:4321", "localhost:4321", "[::1]:4321"}) {
        Request request = with_header(app.post("/api/address", nlohmann::json::object()), "Host", host);
        request = with_header(std::move(request), "Origin", "http://" + host);
        EXPECT_EQ(app->handle(request).status, 200) << host;
    }
}

TEST_F(GateTest, TokenWorksOnce) {
    const std::string address = app->gate.new_address();
    const Request enter{"GET", address.substr(address.find("/enter")), {{"Host", "localhost:4321"}}, ""};
    const Response first = app->handle(enter);
    EXPECT_EQ(first.status, 200);
    ASSERT_EQ(first.headers.size(), 1U);
    EXPECT_EQ(first.headers[0].first, "Set-Cookie");
    EXPECT_NE(first.headers[0].second.find("; HttpOnly; SameSite=Strict; Path=/"), std::string::npos);
    EXPECT_EQ(app->handle(enter).status, 403);
    EXPECT_EQ(app->handle(with_header(enter, "Cookie", app.cookie)).status, 200) << "the same browser again";
}

TEST_F(GateTest, WrongTokensOpenNothing) {
    app->gate.new_address();
    for (const std::string target : {"/enter", "/enter?", "/enter?token=", "/enter?token=0", "/enter?Token=x"}) {
        const Response response = app->handle({"GET", target, {{"Host", "127.0.0.1:4321"}}, ""});
        EXPECT_EQ(response.status, 403) << target;
        EXPECT_TRUE(response.headers.empty()) << target;
    }
    const std::string address = app->gate.new_address();
    const std::string target = address.substr(address.find("/enter"));
    EXPECT_EQ(app->handle({"GET", target, {{"Host", "evil.example:4321"}}, ""}).status, 403);
    EXPECT_EQ(app->handle({"POST", target, {{"Host", "127.0.0.1:4321"}}, ""}).status, 405);
    EXPECT_EQ(app->handle({"GET", target, {{"Host", "127.0.0.1:4321"}}, ""}).status, 200) << "the token was not spent";
}

TEST_F(GateTest, PathsThatAreNoRoutesAreNotFiles) {
    for (const std::string path :
         {"/../answers.jsonl", "/answers.jsonl", "/page/app.js", "//app.js", "/api/", "/api", "/APP.JS", "/app.js/",
          "/%61pp.js", "/images/r0.png", "/etc/passwd", "/.", "/enterx"}) {
        EXPECT_EQ(app->handle(app.get(path)).status, 404) << path;
        EXPECT_EQ(app->handle(with_header(app.get(path), "Cookie", "")).status, 403) << path << " without a cookie";
    }
}

TEST_F(GateTest, EveryResponseForbidsWhatAPageDoesNotNeed) {
    std::set<std::string> names;
    for (const auto& [name, value] : security_headers()) {
        names.insert(name);
        EXPECT_EQ(value.find("unsafe"), std::string::npos) << name;
        EXPECT_EQ(name.find("Access-Control"), std::string::npos);
    }
    for (const std::string name : {"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy",
                                   "Cache-Control", "Cross-Origin-Resource-Policy", "Cross-Origin-Opener-Policy"}) {
        EXPECT_TRUE(names.contains(name)) << name;
    }
}

TEST_F(GateTest, ThePageLoadsNothingFromElsewhereAndRunsNothingInline) {
    for (const Route& route : page_routes()) {
        const std::string body = app->handle(app.get(std::string(route.path))).body;
        ASSERT_FALSE(body.empty()) << route.path;
        for (const std::string word : {"https://", "eval(", "innerHTML", "outerHTML", "insertAdjacentHTML",
                                       "document.write", " style=\"", "onclick=\"", "onload="}) {
            EXPECT_EQ(body.find(word), std::string::npos) << route.path << " holds " << word;
        }
    }
}

TEST(Secret, ComparesWholeSecrets) {
    const std::string secret = new_secret();
    EXPECT_EQ(secret.size(), 64U);
    EXPECT_NE(secret, new_secret());
    EXPECT_TRUE(same_secret(secret, secret));
    EXPECT_FALSE(same_secret(secret.substr(1), secret));
    EXPECT_FALSE(same_secret("", ""));
}

}  // namespace
}  // namespace mvlink::serve::test
