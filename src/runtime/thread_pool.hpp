#pragma once

#include <mvlink/matrix.hpp>

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// A fixed set of threads that takes the numbered tasks of one batch after another. The calling thread works too, so a
/// pool of one starts no thread at all; the others start with the first batch of more than one task.
class ThreadPool {
public:
    explicit ThreadPool(int threads) : size_(threads) {}
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    [[nodiscard]] int size() const noexcept { return size_; }

    /// Runs task(0) .. task(count - 1), each once, and returns when all have ended. If some throw, the exception of the
    /// lowest number is rethrown here. Called from inside a task, it runs in that task's thread.
    void run(Index count, const std::function<void(Index)>& task);

private:
    void start();
    void work();
    void take_tasks(std::unique_lock<std::mutex>& lock);
    void run_inline(Index count, const std::function<void(Index)>& task);

    int size_;
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
