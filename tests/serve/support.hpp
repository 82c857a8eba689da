#pragma once

#include "serve/app.hpp"

#include <mvlink/generate.hpp>

#include <filesystem>
#include <memory>
#include <string>

namespace mvlink::serve::test {

constexpr unsigned short kPort = 4321;

/// A page on a small dataset of its own, with nothing listening.
class TestApp {
public:
    explicit TestApp(const std::string& name, bool two_views = false);
    ~TestApp();

    App& operator*() { return *app; }
    App* operator->() { return app.get(); }

    /// Closes everything and opens it again on the same journal.
    void restart();

    /// What the browser of a person who came in by the printed address would send.
    [[nodiscard]] Request get(const std::string& target) const;
    [[nodiscard]] Request post(const std::string& target, const nlohmann::json& body) const;
    nlohmann::json json(const std::string& target);
    nlohmann::json change(const std::string& target, nlohmann::json body);

    std::filesystem::path folder;
    Context context;
    std::unique_ptr<App> app;
    std::string cookie;  ///< name=value

private:
    void open();
    bool two_views_;
};

/// Replaces or removes (empty value) a header.
Request with_header(Request request, const std::string& name, const std::string& value);

/// A target that the route answers with 200 on the test dataset, and a body for POST.
std::string good_target(const Route& route);
nlohmann::json good_body(const Route& route, const nlohmann::json& state);

}  // namespace mvlink::serve::test
