#pragma once

#include <mvlink/questions.hpp>

#include "questions/base.hpp"
#include "questions/beliefs.hpp"
#include "questions/grouping.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace questions {

/// What a strategy sees after some answers.
struct State {
    const Base& base;
    Index n_answers;
    Beliefs beliefs;
    Grouping grouping;
    std::function<bool(Index, Index)> wanted = {};  ///< pairs that may be asked about now; empty: all
};

/// A question about two items.
struct Ask {
    Index a = 0, b = 0;
    QuestionKind kind = QuestionKind::strategy;
    std::string_view why = {};  // of static lifetime
    double p_same = 0.5;
    double gain = 0;
    int respect = 0;  ///< the clustering that wants to know, where there are several
};

/// Chooses questions. It remembers nothing of the answers; what it keeps follows from base, options and seed.
class Strategy {
public:
    virtual ~Strategy() = default;
    /// The most useful question whose answer does not follow from the beliefs, or one to ask again.
    virtual std::optional<Ask> next(State& state, Context& context) = 0;
    /// The labels where the strategy has a partition of its own, instead of that of the grouping.
    virtual std::optional<std::vector<std::int32_t>> labels(State&, Context&) { return std::nullopt; }
};

std::unique_ptr<Strategy> make_skeleton_strategy();
std::unique_ptr<Strategy> make_uncertain_strategy(const Base& base, const QuestionOptions& options, Context& context);
std::unique_ptr<Strategy> make_super_instances_strategy(const Base& base);
std::unique_ptr<Strategy> make_random_strategy();

/// By its name in strategies(); Error{usage} with the nearest name if there is none.
std::unique_ptr<Strategy> make_strategy(const QuestionOptions& options, const Base& base, Context& context);

/// Whether a pair may be asked as new: two items, nobody was asked yet, and the answer does not follow.
bool is_open(State& state, Index a, Index b);

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
