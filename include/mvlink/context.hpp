#pragma once

#include <mvlink/communicator.hpp>
#include <mvlink/export.hpp>
#include <mvlink/random.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace mvlink {
inline namespace v1 {

class ThreadPool;

/// What a call throws that was told to end at once: there is no result. Not an Error, since nobody made a mistake.
class MVLINK_API Abandoned : public std::exception {
public:
    ~Abandoned() override;
    [[nodiscard]] const char* what() const noexcept override;
};

/// The memory that this process may use: what the machine has, or less if its control group (a container) or a limit of
/// the process (ulimit -v, -d) says so.
MVLINK_API std::size_t available_memory() noexcept;

/// How far a run has come, between two iterations. A driver fills in the first three; the context knows the others.
struct Progress {
    int round = 0;
    int max_rounds = 0;
    double objective = 0;
    int start = 0;             ///< which of several starts, from 0
    int starts = 1;            ///< how many there are at most
    std::string_view phase{};  ///< "init", "init/sample"; empty in the method's own iterations; valid during the call
};

/// What a run needs besides data and options: threads, randomness, progress, cancellation, memory limit, and the other
/// processes that work on the same problem.
///
/// No global state: two contexts can work side by side in one process. One context serves one run at a time.
class MVLINK_API Context {
public:
    struct Settings {
        std::uint64_t seed = 0;
        int threads = 0;               ///< 0: as many as the machine has
        std::size_t memory_limit = 0;  ///< bytes a run may allocate; 0: available_memory()
        /// Called by one thread at a time, not always the same. What it throws ends the run; while candidates are
        /// compared, an Error ends the candidate's.
        std::function<void(const Progress&)> on_progress = {};
        /// Asked several times a second by the thread that called the method, inside long iterations too. If it says
        /// yes, the call ends at once by throwing Abandoned, without a result.
        std::function<bool()> abandons = {};
        std::shared_ptr<Communicator> communicator = {};  ///< none: this process works alone
    };

    Context();
    explicit Context(Settings settings);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    /// For a run inside this run, which must not outlive it: the same threads, memory limit and processes. Stopping
    /// this run stops that one too. Its progress is reported as part of this run's, in the phase of that name.
    [[nodiscard]] Context nested(std::string_view phase, std::uint64_t seed);
    /// For one of several runs that tasks of this context's pool do at the same time, each by this process alone. As
    /// `nested`, but nobody hears of its progress.
    [[nodiscard]] Context concurrent(std::uint64_t seed);

    [[nodiscard]] std::uint64_t seed() const noexcept { return settings_.seed; }
    [[nodiscard]] int threads() const noexcept;
    [[nodiscard]] std::size_t memory_limit() const noexcept { return settings_.memory_limit; }
    [[nodiscard]] ThreadPool& pool() noexcept { return *pool_; }
    [[nodiscard]] Communicator& communicator() noexcept { return *settings_.communicator; }

    /// An independent generator per purpose ("kmeans/init", restart).
    [[nodiscard]] Random stream(std::string_view purpose, std::uint64_t index = 0) const noexcept {
        return {settings_.seed, purpose, index};
    }

    /// Reports progress and says whether to stop. Called by drivers between iterations, by every process.
    bool cancelled(const Progress& progress);
    /// Asks the run, and every later one of this context, to stop after the current iteration. Safe in a signal handler
    /// and from any thread.
    void cancel() noexcept { cancel_.store(true, std::memory_order_relaxed); }
    /// Whether this process was asked to stop, this run or the one around it.
    [[nodiscard]] bool cancel_requested() const noexcept;

    /// Throws Error{internal} if a run may not allocate this much; call it before allocating.
    void require_memory(std::size_t bytes, std::string_view what) const;

private:
    friend class StartScope;
    friend class PhaseScope;

    Context(Context& outer, Settings settings);
    void report(Progress progress) const;

    Settings settings_;
    std::unique_ptr<ThreadPool> own_pool_;
    ThreadPool* pool_ = nullptr;
    Context* outer_ = nullptr;  // null: nobody runs around this one
    int start_ = 0, starts_ = 1;
    std::string phase_;
    std::atomic<bool> cancel_{false};
    static_assert(std::atomic<bool>::is_always_lock_free, "cancel() must be safe in a signal handler");
};

/// Progress reported while this lives is of start number `start` of `starts`.
class MVLINK_API StartScope {
public:
    StartScope(Context& context, int start, int starts);
    ~StartScope();
    StartScope(const StartScope&) = delete;
    StartScope& operator=(const StartScope&) = delete;

private:
    Context& context_;
    int start_, starts_;
};

/// Progress reported while this lives is of that phase of the run.
class MVLINK_API PhaseScope {
public:
    PhaseScope(Context& context, std::string_view phase);
    ~PhaseScope();
    PhaseScope(const PhaseScope&) = delete;
    PhaseScope& operator=(const PhaseScope&) = delete;

private:
    Context& context_;
    std::string phase_;
};

}  // namespace v1
}  // namespace mvlink
