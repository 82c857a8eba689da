#pragma once

#include <mvlink/matrix.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// A set of threads that takes the numbered tasks of one batch after another. The calling thread works too, so a
/// pool of one starts no thread at all; the others start with the first batch of more than one task. If the system
/// denies a thread, the pool goes on with those that it has.
class ThreadPool {
public:
    /// `abandons` is asked several times a second while tasks run, by the thread that called run().
    explicit ThreadPool(int threads, std::function<bool()> abandons = {})
        : size_(threads), abandons_(std::move(abandons)) {}
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    [[nodiscard]] int size() const noexcept { return size_.load(std::memory_order_relaxed); }

    /// Runs task(0) .. task(count - 1), each once, and returns when all have ended. If some throw, the exception of the
    /// lowest number is rethrown here. Called from inside a task, it runs in that task's thread. Once `abandons` says
    /// yes, no further task is begun, and Abandoned is thrown now and from then on.
    void run(Index count, const std::function<void(Index)>& task);

private:
    void start();
    void work();
    void take_tasks(std::unique_lock<std::mutex>& lock);
    void run_inline(Index count, const std::function<void(Index)>& task);
    [[nodiscard]] bool is_abandoned();
    void wait_for_others(std::unique_lock<std::mutex>& lock);

    std::atomic<int> size_;
    std::function<bool()> abandons_;
    std::atomic<bool> abandoned_{false};
    std::thread::id owner_ = std::this_thread::get_id();
    std::chrono::steady_clock::time_point last_asked_ = std::chrono::steady_clock::now();
    std::vector<std::thread> threads_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::condition_variable done_;
    bool stopping_ = false;
    std::uint64_t batch_ = 0;

    // The present batch, guarded by mutex_. Tasks are chunks of thousands of rows, so a lock per task costs nothing.
    const std::function<void(Index)>* task_ = nullptr;
    Index count_ = 0;
    Index next_ = 0;
    Index ended_ = 0;
    Index failed_ = 0;
    std::exception_ptr failure_;
};

}  // namespace v1
}  // namespace mvlink
