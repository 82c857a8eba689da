#pragma once

#include <mvlink/context.hpp>
#include <mvlink/run.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace mvlink::serve {

/// What the method is to be run on: the answers as constraints, and the clusters that they gave.
struct RefitTask {
    Index version = 0;  ///< of the journal
    Problem problem;    ///< with the constraints
    std::vector<Partition> now;
};

/// The answer of the method, with the cluster numbers of the session.
struct Fit {
    Index version = 0;
    Run run;
    std::vector<int> number;  ///< by cluster of the run: its number on the page
    double seconds = 0;

    /// The labels of a view in the numbers of the page; empty if the run has none.
    [[nodiscard]] Partition of_view(const Dataset& data, int view) const;
};

/// Fits the method again behind the scenes whenever answers came in. Never holds up an answer: it works on a copy, and
/// a newer answer cancels it.
class Refitter {
public:
    struct Status {
        bool running = false;
        double seconds = 0;  ///< of the run under way
        std::string error;   ///< why the last one failed
    };

    /// `task` is called by the worker and takes the lock of the session for as long as copying takes.
    Refitter(RunRequest request, Context::Settings settings, std::function<RefitTask()> task);
    ~Refitter();
    Refitter(const Refitter&) = delete;
    Refitter& operator=(const Refitter&) = delete;

    /// The answers changed.
    void want();
    [[nodiscard]] Status status() const;
    /// The last fit that was completed; null at first.
    [[nodiscard]] std::shared_ptr<const Fit> latest() const;

private:
    void work();
    void fit_once();
    void finish(std::shared_ptr<const Fit> fit, std::string error, bool cancelled);

    RunRequest request_;
    Context::Settings settings_;
    std::function<RefitTask()> task_;

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    bool wanted_ = false;
    bool stopping_ = false;
    int cancelled_in_a_row_ = 0;
    bool running_ = false;
    std::atomic<bool> abandon_{false};  // the run under way is out of date
    std::chrono::steady_clock::time_point began_;
    std::string error_;
    std::shared_ptr<const Fit> latest_;
    std::thread worker_;  // last: it uses all of the above
};

}  // namespace mvlink::serve
