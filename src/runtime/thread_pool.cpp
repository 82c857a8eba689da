#include "runtime/thread_pool.hpp"

#include <mvlink/context.hpp>

#include <system_error>

namespace mvlink {
inline namespace v1 {
namespace {

thread_local bool inside_task = false;

/// A person feels no delay below a tenth of a second; asking can wait for a lock of the caller's.
constexpr std::chrono::milliseconds kBetweenQuestions{50};

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
    if (!inside_task) owner_ = std::this_thread::get_id();
    if (is_abandoned()) throw Abandoned();
    if (count > 1 && size() > 1 && !inside_task) start();
    if (count <= 1 || size() <= 1 || inside_task) {
        run_inline(count, task);
        return;
    }
    std::unique_lock lock(mutex_);
    task_ = &task;
    count_ = count;
    next_ = ended_ = 0;
    failure_ = nullptr;
    ++batch_;
    wake_.notify_all();
    take_tasks(lock);
    wait_for_others(lock);
    task_ = nullptr;
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

/// All tasks run even if one throws, as they would on other threads: the same exception surfaces for any pool size.
void ThreadPool::run_inline(Index count, const std::function<void(Index)>& task) {
    std::exception_ptr failure;
    for (Index i = 0; i < count; ++i) {
        if (is_abandoned()) throw Abandoned();
        try {
            task(i);
        } catch (...) {
            if (!failure) failure = std::current_exception();
        }
    }
    if (failure) std::rethrow_exception(failure);
}

/// Fewer threads than asked for give the same result, later.
void ThreadPool::start() {
    try {
        while (static_cast<int>(threads_.size()) < size() - 1) {
            threads_.emplace_back([this] { work(); });
        }
    } catch (const std::system_error&) {
        size_ = static_cast<int>(threads_.size()) + 1;
    }
}

/// The thread that runs a batch asks; the others see its answer.
bool ThreadPool::is_abandoned() {
    if (abandoned_.load(std::memory_order_relaxed)) return true;
    if (!abandons_ || std::this_thread::get_id() != owner_) return false;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_asked_ < kBetweenQuestions) return false;
    const bool answer = abandons_();
    last_asked_ = std::chrono::steady_clock::now();
    if (answer) abandoned_.store(true, std::memory_order_relaxed);
    return answer;
}

void ThreadPool::wait_for_others(std::unique_lock<std::mutex>& lock) {
    const auto all_ended = [this] { return ended_ == count_; };
    if (!abandons_) return done_.wait(lock, all_ended);
    std::exception_ptr failure;
    while (!failure && !done_.wait_for(lock, kBetweenQuestions, all_ended)) {
        lock.unlock();
        try {
            static_cast<void>(is_abandoned());
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
    }
    done_.wait(lock, all_ended);  // the others use what the caller owns, whatever the answer was
    if (failure) failure_ = failure;
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
            if (is_abandoned()) throw Abandoned();
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
