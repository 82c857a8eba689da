#include <mvlink/context.hpp>
#include <mvlink/error.hpp>

#include "runtime/thread_pool.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace {

/// This process alone: what it holds is already the sum, the least and the largest.
class SingleProcess final : public Communicator {
public:
    [[nodiscard]] int rank() const noexcept override { return 0; }
    [[nodiscard]] int size() const noexcept override { return 1; }
    void all_reduce(std::span<std::int64_t>, Reduce) override {}
};

int thread_number(int asked) {
    return asked > 0 ? asked : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::string joined_phases(std::string_view outer, std::string_view inner) {
    if (outer.empty() || inner.empty()) return std::string(outer.empty() ? inner : outer);
    return fmt::format("{}/{}", outer, inner);
}

}  // namespace

Abandoned::~Abandoned() = default;

const char* Abandoned::what() const noexcept {
    return "the call was told to end at once";
}

Context::Context() : Context(Settings{}) {}

Context::Context(Settings settings) : settings_(std::move(settings)) {
    if (settings_.threads < 0) {
        throw Error(ErrorCode::usage,
                    fmt::format("threads: {} is not a number of threads; expected 0 (all) or a positive number",
                                settings_.threads));
    }
    if (settings_.memory_limit == 0) settings_.memory_limit = available_memory();
    if (!settings_.communicator) settings_.communicator = std::make_shared<SingleProcess>();
    own_pool_ = std::make_unique<ThreadPool>(thread_number(settings_.threads), settings_.abandons);
    pool_ = own_pool_.get();
}

Context::Context(Context& outer, Settings settings)
    : settings_(std::move(settings)), pool_(outer.pool_), outer_(&outer) {}

Context::~Context() = default;

Context Context::nested(std::string_view phase, std::uint64_t seed) {
    const auto pass_on = [this, name = std::string(phase)](Progress progress) {
        const std::string path = joined_phases(name, progress.phase);
        progress.phase = path;
        report(progress);
    };
    return Context(*this, {seed, settings_.threads, settings_.memory_limit, pass_on, {}, settings_.communicator});
}

Context Context::concurrent(std::uint64_t seed) {
    return Context(*this, {seed, settings_.threads, settings_.memory_limit, {}, {}, std::make_shared<SingleProcess>()});
}

int Context::threads() const noexcept {
    return pool_->size();
}

/// Of nested starts a person wants to see the outermost: the inner ones are its work.
void Context::report(Progress progress) const {
    if (!settings_.on_progress) return;
    if (starts_ > 1) {
        progress.start = start_;
        progress.starts = starts_;
    }
    const std::string path = joined_phases(phase_, progress.phase);
    progress.phase = path;
    settings_.on_progress(progress);
}

bool Context::cancelled(const Progress& progress) {
    report(progress);
    std::int64_t stop = cancel_requested() ? 1 : 0;
    settings_.communicator->all_reduce(std::span(&stop, 1), Communicator::Reduce::max);
    return stop != 0;
}

bool Context::cancel_requested() const noexcept {
    for (const Context* run = this; run != nullptr; run = run->outer_) {
        if (run->cancel_.load(std::memory_order_relaxed)) return true;
    }
    return false;
}

void Context::require_memory(std::size_t bytes, std::string_view what) const {
    if (bytes <= settings_.memory_limit) return;
    throw Error(ErrorCode::internal,
                fmt::format("{} would need {:.3g} GB, more than the limit of {:.3g} GB", what,
                            static_cast<double>(bytes) * 1e-9, static_cast<double>(settings_.memory_limit) * 1e-9));
}

StartScope::StartScope(Context& context, int start, int starts)
    : context_(context), start_(context.start_), starts_(context.starts_) {
    if (starts_ > 1) return;  // one inside another: the outer one is reported
    context.start_ = start;
    context.starts_ = starts;
}

StartScope::~StartScope() {
    context_.start_ = start_;
    context_.starts_ = starts_;
}

PhaseScope::PhaseScope(Context& context, std::string_view phase) : context_(context), phase_(context.phase_) {
    context.phase_ = joined_phases(phase_, phase);
}

PhaseScope::~PhaseScope() {
    context_.phase_.swap(phase_);
}

}  // namespace v1
}  // namespace mvlink
