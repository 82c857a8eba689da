#pragma once

#include <mvlink/export.hpp>
#include <mvlink/random.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace mvlink {
inline namespace v1 {

class ThreadPool;

/// How far a run has come, between two iterations.
struct Progress {
    int round = 0;
    int max_rounds = 0;
    double objective = 0;
};

enum class LogLevel { debug, info, warning };

/// What a run needs besides data and options: threads, randomness, progress, cancellation, log, memory limit.
///
/// No global state: two contexts can work side by side in one process. One context serves one run at a time.
class MVLINK_API Context {
public:
    struct Settings {
        std::uint64_t seed = 0;
        int threads = 0;               ///< 0: as many as the machine has
        std::size_t memory_limit = 0;  ///< bytes a run may allocate; 0: what the machine has
        std::function<void(const Progress&)> on_progress = {};
        std::function<void(LogLevel, std::string_view code, std::string_view text)> on_log = {};
    };

    Context();
    explicit Context(Settings settings);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    [[nodiscard]] std::uint64_t seed() const noexcept { return settings_.seed; }
    [[nodiscard]] int threads() const noexcept;
    [[nodiscard]] ThreadPool& pool() noexcept { return *pool_; }

    /// An independent generator per purpose ("kmeans/init", restart).
    [[nodiscard]] Random stream(std::string_view purpose, std::uint64_t index = 0) const noexcept {
        return {settings_.seed, purpose, index};
    }

    /// Reports progress and says whether to stop. Called by drivers between iterations.
    bool cancelled(const Progress& progress);
    /// Asks the run to stop after the current iteration. Safe in a signal handler and from any thread.
    void cancel() noexcept;

    void log(LogLevel level, std::string_view code, std::string_view text) const;

    /// Throws Error{internal} if a run may not allocate this much; call it before allocating.
    void require_memory(std::size_t bytes, std::string_view what) const;

private:
    Settings settings_;
    std::unique_ptr<ThreadPool> pool_;
    struct Flag;
    std::unique_ptr<Flag> cancel_;
};

}  // namespace v1
}  // namespace mvlink
