#include "serve/refit.hpp"

#include <mvlink/error.hpp>
#include <mvlink/registry.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace mvlink::serve {
namespace {

using Clock = std::chrono::steady_clock;

// Somebody who answers faster than the method fits would otherwise never see a fit.
constexpr int kMostCancelledInARow = 3;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The numbers that clusters with rows have, in order; the labels of all views become places in that list.
std::vector<int> drop_empty_clusters(std::vector<Partition>& partitions) {
    std::vector<int> numbers;
    for (const Partition& partition : partitions) {
        numbers.insert(numbers.end(), partition.labels.begin(), partition.labels.end());
        std::sort(numbers.begin(), numbers.end());
        numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    }
    numbers.erase(numbers.begin(), std::lower_bound(numbers.begin(), numbers.end(), 0));
    for (Partition& partition : partitions) {
        partition.n_clusters = static_cast<int>(numbers.size());
        for (std::int32_t& label : partition.labels) {
            if (label < 0) continue;
            label =
                static_cast<std::int32_t>(std::lower_bound(numbers.begin(), numbers.end(), label) - numbers.begin());
        }
    }
    return numbers;
}

void set_clusters(std::vector<OptionText>& options, std::size_t count) {
    std::erase_if(options, [](const OptionText& option) { return option.name == "n_clusters"; });
    options.push_back({"n_clusters", fmt::format("{}", count)});
}

/// The session's clusters as a start, so that the method keeps their numbers; of several clusterings none.
std::shared_ptr<const Fit> fitted(RefitTask task, RunRequest request, Context& context) {
    const auto began = Clock::now();
    std::vector<int> numbers = drop_empty_clusters(task.now);
    if (!task.now.empty()) set_clusters(request.options, numbers.size());
    const Choice choice = resolve_method(request.method, task.problem.data);
    if (!task.now.empty() && find_method(choice.method).starts.labels) request.start.partitions = std::move(task.now);
    Run run = cluster(std::move(task.problem), request, context);
    run.command = "mvlink serve";
    return std::make_shared<const Fit>(Fit{task.version, std::move(run), std::move(numbers), seconds_since(began)});
}

}  // namespace

Partition Fit::of_view(const Dataset& data, int view) const {
    for (const Partition& partition : run.result.partitions) {
        if (partition.scope != Scope::view || partition.name != data.view(view).name()) continue;
        Partition shown = partition;
        for (std::int32_t& label : shown.labels) {
            label = label >= 0 && label < static_cast<std::int32_t>(number.size()) ? number[label] : label;
        }
        shown.n_clusters = number.empty() ? 0 : number.back() + 1;
        return shown;
    }
    return {};
}

Refitter::Refitter(RunRequest request, Context::Settings settings, std::function<RefitTask()> task)
    : request_(std::move(request)),
      settings_(std::move(settings)),
      task_(std::move(task)),
      worker_([this] { work(); }) {}

Refitter::~Refitter() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        abandon_ = true;
    }
    changed_.notify_all();
    worker_.join();
}

void Refitter::want() {
    {
        const std::lock_guard lock(mutex_);
        wanted_ = true;
        if (running_ && cancelled_in_a_row_ < kMostCancelledInARow) abandon_ = true;
    }
    changed_.notify_all();
}

Refitter::Status Refitter::status() const {
    const std::lock_guard lock(mutex_);
    return {running_ || wanted_, running_ ? seconds_since(began_) : 0, error_};
}

std::shared_ptr<const Fit> Refitter::latest() const {
    const std::lock_guard lock(mutex_);
    return latest_;
}

void Refitter::work() {
    while (true) {
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return wanted_ || stopping_; });
            if (stopping_) return;
        }
        fit_once();
    }
}

void Refitter::fit_once() {
    {
        const std::lock_guard lock(mutex_);
        wanted_ = false;
        running_ = true;
        abandon_ = stopping_;
        began_ = Clock::now();
    }
    Context::Settings settings = settings_;
    settings.abandons = [this] { return abandon_.load(); };
    std::shared_ptr<const Fit> fit;
    std::string error;
    bool cancelled = false;
    try {
        Context context(std::move(settings));
        fit = fitted(task_(), request_, context);
    } catch (const Abandoned&) {
        cancelled = true;
    } catch (const std::exception& failure) {
        error = failure.what();
    }
    finish(std::move(fit), std::move(error), cancelled);
}

void Refitter::finish(std::shared_ptr<const Fit> fit, std::string error, bool cancelled) {
    const std::lock_guard lock(mutex_);
    running_ = false;
    cancelled_in_a_row_ = cancelled ? cancelled_in_a_row_ + 1 : 0;
    if (cancelled) return;  // newer answers wait
    error_ = std::move(error);
    if (fit) latest_ = std::move(fit);
}

}  // namespace mvlink::serve
