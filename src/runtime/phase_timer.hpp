#pragma once

#include <chrono>
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
        const Lap lap{*this, phase};
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

    struct Lap {
        PhaseTimer& timer;
        std::string_view phase;
        Clock::time_point start = Clock::now();
        ~Lap() { timer.add(phase, since(start)); }
    };

    void add(std::string_view phase, double seconds) {
        for (auto& [name, sum] : phases_) {
            if (name == phase) {
                sum += seconds;
                return;
            }
        }
        phases_.emplace_back(phase, seconds);
    }

    Clock::time_point start_ = Clock::now();
    std::vector<std::pair<std::string, double>> phases_;
};

}  // namespace v1
}  // namespace mvlink
