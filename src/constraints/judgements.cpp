#include "constraints/judgements.hpp"

#include <mvlink/constraints.hpp>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace constraints {
namespace {

/// Which judgement each constraint belongs to, -1: to none; and how many judgements there are.
std::pair<std::vector<Index>, Index> numbered_judgements(std::span<const Constraint> constraints,
                                                         const Objects& objects) {
    std::vector<Index> number_of;
    number_of.reserve(constraints.size());
    std::map<std::tuple<Index, Index, Link>, Index> on_objects;
    Index count = 0;
    for (const Constraint& constraint : constraints) {
        Index number = constraint.is_judgement() ? count : -1;
        if (constraint.origin == Origin::on_objects) {
            const auto [first, second] = std::minmax({objects.of(constraint.a), objects.of(constraint.b)});
            number = on_objects.try_emplace({first, second, constraint.link}, count).first->second;
        }
        count += number == count ? 1 : 0;
        number_of.push_back(number);
    }
    return {std::move(number_of), count};
}

}  // namespace

Judgements::Judgements(std::span<const Constraint> constraints, const Objects& objects) {
    const auto [number_of, count] = numbered_judgements(constraints, objects);
    offsets_.assign(count + 1, 0);
    for (const Index number : number_of) {
        if (number >= 0) ++offsets_[number + 1];
    }
    for (std::size_t i = 1; i < offsets_.size(); ++i) {
        offsets_[i] += offsets_[i - 1];
    }
    copies_.resize(offsets_.back());
    std::vector<Index> next(offsets_.begin(), offsets_.end() - 1);
    for (std::size_t i = 0; i < constraints.size(); ++i) {
        if (number_of[i] < 0) continue;
        copies_[next[number_of[i]]++] = constraints[i];
    }
}

bool Judgements::all_on_objects() const noexcept {
    return !copies_.empty() && std::all_of(copies_.begin(), copies_.end(), [](const Constraint& constraint) {
        return constraint.origin == Origin::on_objects;
    });
}

}  // namespace constraints

Index count_judgements(const Dataset& data) {
    return constraints::Judgements(data.constraints(), data.objects()).count();
}

}  // namespace v1
}  // namespace mvlink
