#pragma once

#include "serve/request.hpp"

#include <chrono>
#include <functional>
#include <memory>

namespace mvlink::serve {

/// The sockets: listens on this machine only, reads requests within limits, writes what `handle` answers.
class Server {
public:
    /// Listens on 127.0.0.1, and on ::1 where the machine has it. Port 0: any free one. Error{file} if it is taken.
    explicit Server(unsigned short port);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    [[nodiscard]] unsigned short port() const;

    struct Options {
        int threads = 4;
        int connections = 64;                 ///< more are closed at once
        std::chrono::seconds patience{30};    ///< for one request to arrive, or its response to be taken
        std::function<void()> on_ready = {};  ///< called once requests are answered and signals are heard
        std::chrono::minutes idle_stop{0};    ///< stop after this long without a request; 0: never
    };
    using Handle = std::function<Response(const Request&)>;
    /// Answers until SIGINT, SIGTERM, `stop` or idleness. `handle` is called by several threads at once.
    void run(const Handle& handle, const Options& options);
    /// From any thread, also within `handle`.
    void stop();

private:
    struct Sockets;
    std::unique_ptr<Sockets> sockets_;
};

}  // namespace mvlink::serve
