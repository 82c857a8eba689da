#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {

/// Seconds by phase. time("assign", step) runs the step and adds its time to that phase.
class PhaseTimer {
public:
    template <class Step>
    decltype(auto) time(std::string_view phase, Step&& step) {
        const Stopwatch running{*this, place_of(phase)};
        return step();
    }

    /// Phases in the order of their first call, "total" first.
    [[nodiscard]] std::vector<std::pair<std::string, double>> seconds() const {
        std::vector<std::pair<std::string, double>> list{{"total", since(start_)}};
        list.insert(list.end(), phases_.begin(), phases_.end());
        return list;
    }

private:
    using Clock = std::chrono::steady_clock;
    static double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

    /// Its end must not allocate: a step may end by an exception, and then nothing may fail.
    struct Stopwatch {
        PhaseTimer& timer;
        std::size_t place;
        Clock::time_point start = Clock::now();
        ~Stopwatch() { timer.phases_[place].second += since(start); }
    };

    std::size_t place_of(std::string_view phase) {
        std::size_t place = 0;
        while (place < phases_.size() && phases_[place].first != phase)
            ++place;
        if (place == phases_.size()) phases_.emplace_back(phase, 0.0);
        return place;
    }

    Clock::time_point start_ = Clock::now();
    std::vector<std::pair<std::string, double>> phases_;
};

}  // namespace v1
}  // namespace mvlink
