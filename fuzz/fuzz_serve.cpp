#include "serve/app.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include <unistd.h>

/// A request as text: method, target, headers and body, in lines. `COOKIE`, `ORIGIN`, `TYPE` and `HOST` stand for what
/// a browser that came in by the printed address would send, so that the search gets behind the gate.
namespace {

namespace serve = mvlink::serve;

constexpr unsigned short kPort = 4321;

mvlink::Problem small_problem() {
    std::vector<double> values;
    for (int row = 0; row < 12; ++row)
        values.insert(values.end(), {10.0 * (row % 3), 0.1 * row});
    return {.data = mvlink::Dataset(mvlink::View::dense("x", 12, 2, std::move(values)))};
}

/// Made anew after some changes, so that the journal stays short.
class FuzzedApp {
public:
    FuzzedApp() : file_(std::filesystem::temp_directory_path() / ("mvlink_fuzz_serve_" + std::to_string(::getpid()))) {
        std::filesystem::remove(file_);
        serve::App::Setup setup;
        setup.desk.journal = file_;
        setup.desk.session.start.options = {{"n_clusters", "3"}};
        setup.desk.session.start.method = "kmeans";
        setup.desk.refits.threads = 1;
        app_ = std::make_unique<serve::App>(small_problem(), setup, kPort, context_);
        const std::string address = app_->gate.address();
        const auto entered = app_->handle({"GET", address.substr(address.find("/enter")), {{"Host", host()}}, ""});
        cookie_ = entered.headers.front().second;
        cookie_.resize(cookie_.find(';'));
    }
    ~FuzzedApp() {
        app_.reset();
        std::filesystem::remove(file_);
    }
    FuzzedApp(const FuzzedApp&) = delete;
    FuzzedApp& operator=(const FuzzedApp&) = delete;

    static std::string host() { return "127.0.0.1:" + std::to_string(kPort); }
    [[nodiscard]] const std::string& cookie() const { return cookie_; }
    serve::App& app() { return *app_; }

    /// Until the fit in the background is done: what a request answers must not depend on time, and none may be under
    /// way when the process ends and takes down what the library holds.
    void rest() const {
        while (app_->desk.refits().status().running)
            std::this_thread::sleep_for(std::chrono::microseconds(100));
    }

private:
    std::filesystem::path file_;
    mvlink::Context context_{{.threads = 1}};
    std::unique_ptr<serve::App> app_;
    std::string cookie_;
};

std::string_view next_line(std::string_view& rest) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return line;
}

serve::Request request_of(std::string_view text, const FuzzedApp& fuzzed) {
    serve::Request request;
    request.method = next_line(text);
    request.target = next_line(text);
    for (std::string_view line = next_line(text); !line.empty(); line = next_line(text)) {
        if (line == "HOST") request.headers.emplace_back("Host", FuzzedApp::host());
        if (line == "COOKIE") request.headers.emplace_back("Cookie", fuzzed.cookie());
        if (line == "ORIGIN") request.headers.emplace_back("Origin", "http://" + FuzzedApp::host());
        if (line == "TYPE") request.headers.emplace_back("Content-Type", "application/json");
        const std::size_t colon = line.find(':');
        if (colon != std::string_view::npos) {
            request.headers.emplace_back(line.substr(0, colon), line.substr(colon + 1));
        }
    }
    request.body = text;
    return request;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static std::unique_ptr<FuzzedApp> fuzzed;
    static int changes = 0;
    if (!fuzzed || changes > 200) {
        fuzzed.reset();
        fuzzed = std::make_unique<FuzzedApp>();
        changes = 0;
    }
    const serve::Request request = request_of({reinterpret_cast<const char*>(data), size}, *fuzzed);
    const serve::Response response = fuzzed->app().handle(request);
    fuzzed->rest();
    if (request.method == "POST" && response.status == 200) ++changes;
    // What gets past the gate without the cookie, and what is our own mistake, are findings.
    const bool came_in = !serve::header_values(request, "Cookie").empty();
    const bool entrance = serve::Gate::is_entrance(request);
    if (response.status >= 500 && response.status != 507) std::abort();
    if (response.status == 200 && !came_in && !entrance) std::abort();
    return 0;
}
