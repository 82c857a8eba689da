#include "serve/server.hpp"

#include "serve/gate.hpp"

#include <mvlink/error.hpp>

#include <atomic>
#include <csignal>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>

/// The only file that knows Boost: its templates take longer to compile than everything else in this folder together.
namespace mvlink::serve {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Tcp = asio::ip::tcp;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostBufferedBytes = kMostHeaderBytes + kMostBodyBytes;

/// What all connections share.
struct Shared {
    Shared(const Server::Handle& handle_, const Server::Options& options_) : handle(handle_), options(options_) {}
    const Server::Handle& handle;
    const Server::Options& options;
    std::atomic<int> connections{0};
    std::atomic<Clock::rep> last_request{Clock::now().time_since_epoch().count()};
};

Request plain_request(const http::request<http::string_body>& message) {
    Request request;
    request.method = std::string(message.method_string());
    request.target = std::string(message.target());
    for (const auto& field : message) {
        request.headers.emplace_back(std::string(field.name_string()), std::string(field.value()));
    }
    request.body = message.body();
    return request;
}

http::response<http::string_body> message_of(Response response, unsigned version, bool keep_alive) {
    http::response<http::string_body> message{static_cast<http::status>(response.status), version};
    for (const auto& [name, value] : security_headers()) {
        message.set(name, value);
    }
    for (const auto& [name, value] : response.headers) {
        message.set(name, value);
    }
    message.set(http::field::content_type, response.type);
    message.body() = std::move(response.body);
    message.keep_alive(keep_alive);
    message.prepare_payload();
    return message;
}

/// Whatever goes wrong in a route ends as a response.
Response answer(const Server::Handle& handle, const Request& request) noexcept {
    try {
        return handle(request);
    } catch (const std::exception& error) {
        return refusal(500, fmt::format("internal error: {}", error.what()));
    }
}

/// One connection: a request, its response, the next request.
class Connection : public std::enable_shared_from_this<Connection> {
public:
    Connection(Tcp::socket socket, Shared& shared) : stream_(std::move(socket)), shared_(shared) {
        ++shared_.connections;
    }
    ~Connection() { --shared_.connections; }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void read() {
        parser_.emplace();
        parser_->header_limit(static_cast<std::uint32_t>(kMostHeaderBytes));
        parser_->body_limit(kMostBodyBytes);
        stream_.expires_after(shared_.options.patience);
        http::async_read(stream_, buffer_, *parser_,
                         [self = shared_from_this()](beast::error_code error, std::size_t) { self->on_read(error); });
    }

private:
    void on_read(beast::error_code error) {
        if (error == http::error::body_limit) return write(refusal(413, "the request is too large"), false);
        if (error == http::error::header_limit) return write(refusal(431, "the headers are too large"), false);
        const bool malformed =
            error && error.category() == http::make_error_code(http::error::end_of_stream).category();
        if (malformed && error != http::error::end_of_stream && error != http::error::partial_message) {
            return write(refusal(400, "this is not a request that HTTP knows"), false);
        }
        if (error) return close();  // gone, or too slow
        shared_.last_request = Clock::now().time_since_epoch().count();
        const bool keep_alive = parser_->get().keep_alive();
        write(answer(shared_.handle, plain_request(parser_->get())), keep_alive);
    }

    void write(Response response, bool keep_alive) {
        const unsigned version = parser_->get().version() == 10 ? 10 : 11;
        message_.emplace(message_of(std::move(response), version, keep_alive));
        stream_.expires_after(shared_.options.patience);
        http::async_write(stream_, *message_, [self = shared_from_this()](beast::error_code error, std::size_t) {
            if (error || self->message_->need_eof()) return self->close();
            self->message_.reset();
            self->read();
        });
    }

    void close() {
        beast::error_code ignored;
        stream_.socket().shutdown(Tcp::socket::shutdown_send, ignored);
    }

    beast::tcp_stream stream_;
    Shared& shared_;
    beast::flat_buffer buffer_{kMostBufferedBytes};
    std::optional<http::request_parser<http::string_body>> parser_;
    std::optional<http::response<http::string_body>> message_;
};

Tcp::acceptor listen_on(asio::io_context& io, const asio::ip::address& address, unsigned short port) {
    Tcp::acceptor acceptor(io);
    const Tcp::endpoint endpoint(address, port);
    acceptor.open(endpoint.protocol());
    acceptor.set_option(asio::socket_base::reuse_address(true));
    if (address.is_v6()) acceptor.set_option(asio::ip::v6_only(true));
    acceptor.bind(endpoint);
    acceptor.listen();
    return acceptor;
}

void accept_next(Tcp::acceptor& acceptor, asio::io_context& io, Shared& shared) {
    acceptor.async_accept(asio::make_strand(io), [&](beast::error_code error, Tcp::socket socket) {
        if (error == asio::error::operation_aborted) return;
        if (!error && shared.connections < shared.options.connections) {
            std::make_shared<Connection>(std::move(socket), shared)->read();
        }
        accept_next(acceptor, io, shared);
    });
}

void stop_when_idle(asio::steady_timer& timer, asio::io_context& io, Shared& shared) {
    const Clock::time_point last{Clock::duration(shared.last_request.load())};
    timer.expires_at(last + shared.options.idle_stop);
    timer.async_wait([&](beast::error_code error) {
        if (error) return;
        const Clock::time_point now_last{Clock::duration(shared.last_request.load())};
        if (Clock::now() >= now_last + shared.options.idle_stop) return io.stop();
        stop_when_idle(timer, io, shared);
    });
}

}  // namespace

struct Server::Sockets {
    std::optional<Shared> shared;  // before io: connections that are still open when io goes say goodbye to it
    asio::io_context io;
    std::vector<Tcp::acceptor> acceptors;
    unsigned short port = 0;
};

Server::Server(unsigned short port) : sockets_(std::make_unique<Sockets>()) {
    try {
        sockets_->acceptors.push_back(listen_on(sockets_->io, asio::ip::address_v4::loopback(), port));
    } catch (const boost::system::system_error& error) {
        const std::string what = error.code() == asio::error::address_in_use  ? "another program uses it"
                                 : error.code() == asio::error::access_denied ? "it needs the rights of root"
                                                                              : error.code().message();
        throw Error(ErrorCode::file,
                    fmt::format("port {} of 127.0.0.1: {}; expected a free port, or 0 for any", port, what));
    }
    sockets_->port = sockets_->acceptors.front().local_endpoint().port();
    try {
        sockets_->acceptors.push_back(listen_on(sockets_->io, asio::ip::address_v6::loopback(), sockets_->port));
    } catch (const boost::system::system_error&) {
        // A machine without IPv6, or the port taken there: the printed address names 127.0.0.1.
    }
}

Server::~Server() = default;

unsigned short Server::port() const {
    return sockets_->port;
}

void Server::run(const Handle& handle, const Options& options) {
    asio::io_context& io = sockets_->io;
    Shared& shared = sockets_->shared.emplace(handle, options);
    asio::signal_set signals(io, SIGINT, SIGTERM);
    signals.async_wait([&](beast::error_code error, int) {
        if (!error) io.stop();
    });
    asio::steady_timer idle(io);
    if (options.idle_stop.count() > 0) stop_when_idle(idle, io, shared);
    for (Tcp::acceptor& acceptor : sockets_->acceptors) {
        accept_next(acceptor, io, shared);
    }
    if (options.on_ready) options.on_ready();
    std::vector<std::thread> threads;
    for (int i = 1; i < options.threads; ++i) {
        threads.emplace_back([&io] { io.run(); });
    }
    io.run();
    for (std::thread& thread : threads) {
        thread.join();
    }
}

void Server::stop() {
    sockets_->io.stop();
}

}  // namespace mvlink::serve
