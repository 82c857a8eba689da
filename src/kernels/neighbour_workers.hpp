#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kernels {

/// Memory that tasks work in and hand on to later ones: as many as tasks run at the same time, made when needed.
template <class Worker>
class Workers {
public:
    /// Calls body(worker), a worker that no other task has; make() makes one if all are taken.
    template <class Make, class Body>
    void with(Make&& make, Body&& body) {
        std::unique_ptr<Worker> worker = take();
        if (!worker) worker = make();
        body(*worker);
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(worker));
    }

private:
    std::unique_ptr<Worker> take() {
        const std::lock_guard lock(mutex_);
        if (idle_.empty()) return nullptr;
        std::unique_ptr<Worker> worker = std::move(idle_.back());
        idle_.pop_back();
        return worker;
    }

    std::mutex mutex_;
    std::vector<std::unique_ptr<Worker>> idle_;
};

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
