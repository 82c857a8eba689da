#include "first_iteration.hpp"

#include <utility>

namespace mvlink::cli {

OnFirstIteration::OnFirstIteration(std::function<void()> say, std::string_view not_yet)
    : say_(std::move(say)), not_yet_(not_yet) {}

void OnFirstIteration::watch(Context::Settings& settings) {
    settings.on_progress = [this, others = std::move(settings.on_progress)](const Progress& progress) {
        if (not_yet_.empty() || !progress.phase.starts_with(not_yet_)) say_now();
        others(progress);
    };
}

void OnFirstIteration::say_now() {
    if (const auto say = std::exchange(say_, nullptr)) say();
}

}  // namespace mvlink::cli
