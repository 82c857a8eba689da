#include "serve/gate.hpp"

#include "serve/query.hpp"
#include "serve/secret.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mvlink::serve {
namespace {

constexpr std::string_view kEntrance = "/enter";
constexpr std::string_view kTokenQuery = "/enter?token=";

/// What a browser says about where a request comes from; older ones say nothing.
bool comes_from_elsewhere(const Request& request) {
    const auto values = header_values(request, "Sec-Fetch-Site");
    return std::any_of(values.begin(), values.end(),
                       [](std::string_view value) { return value != "same-origin" && value != "none"; });
}

bool is_plain(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 127; });
}

std::string_view without_spaces(std::string_view text) {
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

bool is_json(std::string_view type) {
    const std::size_t end = type.find(';');
    const std::string_view parameter = end == std::string_view::npos ? "" : without_spaces(type.substr(end + 1));
    return without_spaces(type.substr(0, end)) == "application/json" &&
           (parameter.empty() || parameter == "charset=utf-8" || parameter == "charset=UTF-8");
}

}  // namespace

Response refusal(int status, std::string_view why) {
    return {status, "application/json", dumped({{"error", why}})};
}

std::vector<Header> security_headers() {
    return {{"Content-Security-Policy",
             "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
             "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
            {"X-Content-Type-Options", "nosniff"},
            {"X-Frame-Options", "DENY"},
            {"Referrer-Policy", "no-referrer"},
            {"Cross-Origin-Resource-Policy", "same-origin"},
            {"Cross-Origin-Opener-Policy", "same-origin"},
            {"Permissions-Policy", "camera=(), microphone=(), geolocation=()"},
            {"Cache-Control", "no-store"}};
}

Gate::Gate(unsigned short port)
    : port_(port), cookie_name_(fmt::format("mvlink_{}", port)), cookie_(new_secret()), token_(new_secret()) {}

std::string Gate::address() const {
    const std::lock_guard lock(mutex_);
    return fmt::format("http://127.0.0.1:{}{}{}", port_, kTokenQuery, token_);
}

std::string Gate::new_address() {
    std::string fresh = new_secret();
    {
        const std::lock_guard lock(mutex_);
        token_ = std::move(fresh);
    }
    return address();
}

bool Gate::is_our_host(std::string_view host) const {
    // Exact, since a name of somebody else may lead to this machine (DNS rebinding); his pages would then share our
    // origin.
    return host == fmt::format("127.0.0.1:{}", port_) || host == fmt::format("localhost:{}", port_) ||
           host == fmt::format("[::1]:{}", port_);
}

std::optional<Response> Gate::refuse_form(const Request& request) const {
    if (!is_our_host(single_header(request, "Host"))) {
        return refusal(403, "this server answers to 127.0.0.1 and localhost only");
    }
    if (request.target.empty() || request.target.front() != '/' || !is_plain(request.target)) {
        return refusal(400, "the target of the request is not a plain path");
    }
    if (request.target.size() > kMostTargetBytes) return refusal(414, "the address is too long");
    if (request.body.size() > kMostBodyBytes) return refusal(413, "the request is too large");
    for (const std::string_view name : {"Transfer-Encoding", "Content-Encoding"}) {
        if (!header_values(request, name).empty()) return refusal(400, fmt::format("{} is not accepted", name));
    }
    return std::nullopt;
}

bool Gate::has_cookie(const Request& request) const {
    bool found = false;
    for (std::string_view rest : header_values(request, "Cookie")) {
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(';'), rest.size());
            const std::string_view pair = without_spaces(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
            const std::size_t equals = pair.find('=');
            if (equals == std::string_view::npos || pair.substr(0, equals) != cookie_name_) continue;
            found = same_secret(pair.substr(equals + 1), cookie_) || found;
        }
    }
    return found;
}

std::optional<Response> Gate::refuse_change(const Request& request) const {
    if (single_header(request, "Origin") != fmt::format("http://{}", single_header(request, "Host"))) {
        return refusal(403, "changes are accepted from this page only");
    }
    if (!is_json(single_header(request, "Content-Type"))) {
        return refusal(415, "changes are sent as application/json");
    }
    return std::nullopt;
}

std::optional<Response> Gate::refuse(const Request& request, bool changes_state) const {
    if (auto wrong = refuse_form(request)) return wrong;
    if (is_entrance(request)) return std::nullopt;
    if (!has_cookie(request)) {
        return refusal(403, "open the address that mvlink serve printed when it started; this one carries no key");
    }
    if (comes_from_elsewhere(request)) return refusal(403, "another page asked for this");
    if (changes_state) return refuse_change(request);
    return std::nullopt;
}

bool Gate::is_entrance(const Request& request) {
    return request.target == kEntrance || std::string_view(request.target).substr(0, kEntrance.size() + 1) == "/enter?";
}

Response Gate::enter(const Request& request) {
    if (request.method != "GET") return {405, "text/plain; charset=utf-8", "", {{"Allow", "GET"}}};
    const std::string_view target = request.target;
    const std::string_view guess =
        target.substr(0, kTokenQuery.size()) == kTokenQuery ? target.substr(kTokenQuery.size()) : std::string_view{};
    // A page of our own that moves on, not a redirect: after a click on a link in another page a browser would send no
    // strict cookie with the redirected request.
    const Response page{200, "text/html; charset=utf-8",
                        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>mvlink</title>"
                        "<meta http-equiv=\"refresh\" content=\"0; url=/\"></head><body><p><a href=\"/\">Open "
                        "mvlink</a></p></body></html>"};
    if (has_cookie(request)) return page;  // the address opened again in the same browser
    {
        const std::lock_guard lock(mutex_);
        if (!same_secret(guess, token_)) {
            return refusal(403,
                           "this address was used before or is not complete; the page that is open can make a "
                           "new one (Save, Open in another browser), or start mvlink serve again");
        }
        token_.clear();  // works once: an empty secret equals nothing
    }
    Response entered = page;
    entered.headers.emplace_back("Set-Cookie",
                                 fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/", cookie_name_, cookie_));
    return entered;
}

}  // namespace mvlink::serve
