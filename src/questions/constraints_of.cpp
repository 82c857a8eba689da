#include "questions/constraints_of.hpp"

#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace questions {

std::vector<Constraint> constraints_of(const Beliefs& beliefs, const Items& items, const Dataset& data) {
    const Origin origin = data.n_views() > 1 ? Origin::on_objects : Origin::given;
    std::vector<Constraint> constraints;
    for (const PairEvidence& pair : beliefs.pairs) {
        if (pair.answers.empty() || !pair.holds()) continue;
        const Link link = pair.says_same() ? Link::must : Link::cannot;
        const double weight = std::tanh(std::abs(pair.said) / 2);
        const std::size_t before = constraints.size();
        for (int view = 0; view < data.n_views(); ++view) {
            const Index a = items.row(view, pair.a);
            const Index b = items.row(view, pair.b);
            if (a >= 0 && b >= 0) constraints.push_back({{view, a}, {view, b}, link, weight, origin});
        }
        if (constraints.size() > before) continue;
        const auto [a, b] = items.shown(pair.a, pair.b);
        constraints.push_back({a, b, link, weight, Origin::given});
    }
    return constraints;
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
