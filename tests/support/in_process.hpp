#pragma once

#include <mvlink/communicator.hpp>

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

/// Threads of one process that take the part of several processes.
namespace mvlink::support {

/// Where they meet: the last to come combines the values, and all leave with them.
class MeetingPoint {
public:
    explicit MeetingPoint(int size) : size_(size) {}

    [[nodiscard]] int size() const { return size_; }

    void combine(std::span<std::int64_t> values, Communicator::Reduce how) {
        std::unique_lock lock(mutex_);
        if (arrived_ == 0) {
            sum_.assign(values.begin(), values.end());
        } else {
            for (std::size_t i = 0; i < values.size(); ++i) {
                sum_[i] = how == Communicator::Reduce::sum   ? sum_[i] + values[i]
                          : how == Communicator::Reduce::min ? std::min(sum_[i], values[i])
                                                             : std::max(sum_[i], values[i]);
            }
        }
        const int meeting = meeting_;
        if (++arrived_ == size_) {
            answer_ = sum_;
            arrived_ = 0;
            ++meeting_;
            all_here_.notify_all();
        } else {
            all_here_.wait(lock, [&] { return meeting_ != meeting; });
        }
        std::copy(answer_.begin(), answer_.end(), values.begin());
    }

private:
    int size_;
    int arrived_ = 0;
    int meeting_ = 0;
    std::vector<std::int64_t> sum_, answer_;
    std::mutex mutex_;
    std::condition_variable all_here_;
};

class InProcess final : public Communicator {
public:
    InProcess(std::shared_ptr<MeetingPoint> place, int rank) : place_(std::move(place)), rank_(rank) {}
    [[nodiscard]] int rank() const noexcept override { return rank_; }
    [[nodiscard]] int size() const noexcept override { return place_->size(); }
    void all_reduce(std::span<std::int64_t> values, Reduce how) override { place_->combine(values, how); }

private:
    std::shared_ptr<MeetingPoint> place_;
    int rank_;
};

/// Calls body(communicator) in as many threads.
inline void run_processes(int size, const std::function<void(std::shared_ptr<Communicator>)>& body) {
    const auto place = std::make_shared<MeetingPoint>(size);
    std::vector<std::thread> threads;
    for (int rank = 0; rank < size; ++rank) {
        threads.emplace_back([&, rank] { body(std::make_shared<InProcess>(place, rank)); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

}  // namespace mvlink::support
