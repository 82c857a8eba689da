#include "runtime/thread_pool.hpp"

#include <utility>

namespace mvlink {
inline namespace v1 {
namespace {

thread_local bool inside_task = false;

}  // namespace

ThreadPool::~ThreadPool() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) {
        thread.join();
    }
}

void ThreadPool::run(Index count, const std::function<void(Index)>& task) {
    if (count <= 1 || size_ <= 1 || inside_task) {
        run_inline(count, task);
        return;
    }
    start();
    std::unique_lock lock(mutex_);
    task_ = &task;
    count_ = count;
    next_ = ended_ = 0;
    failure_ = nullptr;
    ++batch_;
    wake_.notify_all();
    take_tasks(lock);
    done_.wait(lock, [this] { return ended_ == count_; });
    task_ = nullptr;
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

/// All tasks run even if one throws, as they would on other threads: the same exception surfaces for any pool size.
void ThreadPool::run_inline(Index count, const std::function<void(Index)>& task) {
    std::exception_ptr failure;
    for (Index i = 0; i < count; ++i) {
        try {
            task(i);
        } catch (...) {
            if (!failure) failure = std::current_exception();
        }
    }
    if (failure) std::rethrow_exception(failure);
}

void ThreadPool::start() {
    while (static_cast<int>(threads_.size()) < size_ - 1) {
        threads_.emplace_back([this] { work(); });
    }
}

void ThreadPool::work() {
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex_);
    while (true) {
        wake_.wait(lock, [&] { return stopping_ || (batch_ != seen && task_ != nullptr); });
        if (stopping_) return;
        seen = batch_;
        take_tasks(lock);
    }
}

/// Takes tasks of the current batch until none is left. Holds the lock except while a task runs.
void ThreadPool::take_tasks(std::unique_lock<std::mutex>& lock) {
    const auto* const task = task_;
    while (task_ == task && next_ < count_) {
        const Index mine = next_++;
        lock.unlock();
        std::exception_ptr failure;
        inside_task = true;
        try {
            (*task)(mine);
        } catch (...) {
            failure = std::current_exception();
        }
        inside_task = false;
        lock.lock();
        if (failure && (!failure_ || mine < failed_)) {
            failure_ = failure;
            failed_ = mine;
        }
        if (++ended_ == count_) done_.notify_all();
    }
}

}  // namespace v1
}  // namespace mvlink
