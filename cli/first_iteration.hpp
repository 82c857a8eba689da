#pragma once

#include <mvlink/context.hpp>

#include <functional>
#include <string_view>

namespace mvlink::cli {

/// Something to say before the answer, but not before the first iteration has ended: what is refused until then has one
/// line, its error.
class OnFirstIteration {
public:
    /// Iterations of the phase `not_yet` do not count.
    explicit OnFirstIteration(std::function<void()> say, std::string_view not_yet = {});

    /// It outlives the context that is made of `settings`.
    void watch(Context::Settings& settings);
    /// Unless it was said before.
    void say_now();

private:
    std::function<void()> say_;
    std::string_view not_yet_;
};

}  // namespace mvlink::cli
