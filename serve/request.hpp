#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What comes in and what goes out, without a socket in sight: tests and the fuzzer make requests by hand.
namespace mvlink::serve {

using Header = std::pair<std::string, std::string>;

struct Request {
    std::string method;  ///< "GET"
    std::string target;  ///< "/api/state?fit=3", as it was sent
    std::vector<Header> headers;
    std::string body;
};

struct Response {
    int status = 200;
    std::string type = "text/plain; charset=utf-8";
    std::string body;
    std::vector<Header> headers = {};  ///< besides those that every response gets
};

/// Limits of what is read at all; the server cuts off what passes them.
constexpr std::size_t kMostHeaderBytes = 8 * 1024;
constexpr std::size_t kMostBodyBytes = 64 * 1024;
constexpr std::size_t kMostTargetBytes = 2 * 1024;

/// Every value of a header, names compared without case.
std::vector<std::string_view> header_values(const Request& request, std::string_view name);
/// Its value if it was sent exactly once, else empty.
std::string_view single_header(const Request& request, std::string_view name);

}  // namespace mvlink::serve
