#include <mvlink/error.hpp>
#include <mvlink/folds.hpp>

#include "constraints/judgement_folds.hpp"

#include <fmt/format.h>

namespace mvlink {
inline namespace v1 {

std::vector<FoldedConstraint> constraint_folds(const Dataset& data, int folds, Random random) {
    if (folds < 2) throw Error{ErrorCode::usage, fmt::format("folds: found {}; expected at least 2", folds)};
    const constraints::Judgements judgements(data.constraints(), data.objects());
    const constraints::JudgementFolds divided = constraints::judgement_folds(judgements, data.objects(), folds, random);
    if (divided.units < folds) {
        throw Error{
            ErrorCode::input,
            fmt::format("{} judgements are {} that do not follow from each other; expected at least {}, one per "
                        "fold",
                        judgements.count(), divided.units, folds)};
    }
    std::vector<FoldedConstraint> all;
    for (Index j = 0; j < judgements.count(); ++j) {
        for (const Constraint& copy : judgements.copies(j))
            all.push_back({copy, divided.fold[j]});
    }
    return all;
}

}  // namespace v1
}  // namespace mvlink
