#include "run/exam.hpp"

#include "run/sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mvlink {
inline namespace v1 {
namespace pipeline {
namespace {

// Below these the interval of a share spans nearly everything.
constexpr Index kLeastJudgements = 10;
constexpr std::size_t kLeastUnitsOfKind = 3;

constexpr std::int32_t kNoLabel = -1;

/// The label of every instance that an answer tells, by view or through the objects.
class Answer {
public:
    Answer(const Dataset& data, const Result& result) : data_(data), of_view_(data.n_views()) {
        for (const Partition& partition : result.partitions) {
            if (partition.scope == Scope::view) {
                if (const auto view = data.find_view(partition.name)) of_view_[*view] = partition.labels;
            }
        }
        find_object_labels();
    }

    [[nodiscard]] std::int32_t label(InstanceId instance) const {
        const auto& labels = of_view_[instance.view];
        return labels.empty() ? of_object_[data_.objects().of(instance)] : labels[instance.row];
    }

    [[nodiscard]] const std::vector<std::int32_t>& of_objects() const { return of_object_; }

    [[nodiscard]] bool keeps(const Constraint& constraint) const {
        const std::int32_t a = label(constraint.a), b = label(constraint.b);
        if (a == kNoLabel || b == kNoLabel) return false;
        return (a == b) == (constraint.link == Link::must);
    }

private:
    /// From the first view that labels a row of the object.
    void find_object_labels() {
        of_object_.assign(data_.objects().count(), kNoLabel);
        for (int view = 0; view < data_.n_views(); ++view) {
            for (std::size_t row = 0; row < of_view_[view].size(); ++row) {
                std::int32_t& known = of_object_[data_.objects().of({view, static_cast<Index>(row)})];
                if (known == kNoLabel) known = of_view_[view][row];
            }
        }
    }

    const Dataset& data_;
    std::vector<std::vector<std::int32_t>> of_view_;
    std::vector<std::int32_t> of_object_;
};

}  // namespace

Exam::Exam(const Dataset& data, int folds, const Context& context)
    : data_(sample_of(data, context.stream("validate/sample"), sampled_rows_)),
      judgements_(data_.constraints(), data_.objects()),
      folds_(constraints::judgement_folds(judgements_, data_.objects(), folds, context.stream("validate/folds"))) {
    for (Index j = 0; j < judgements_.count(); ++j)
        questions_.must.push_back(judgements_.copies(j).front().link == Link::must ? 1 : 0);
    questions_.unit = folds_.unit;
    refuse_if_too_few();
}

void Exam::refuse_if_too_few() {
    std::set<Index> must, cannot;
    for (std::size_t j = 0; j < questions_.must.size(); ++j)
        (questions_.must[j] != 0 ? must : cannot).insert(questions_.unit[j]);
    const auto given = [](std::size_t count, std::string_view kind) {
        return fmt::format("{} independent {}{}", count, kind, count == 1 ? "" : "s");
    };
    if (judgements_.count() == 0) {
        refusal_ = "no judgements were given";
    } else if (judgements_.count() < kLeastJudgements) {
        refusal_ =
            fmt::format("{} judgement{} {} too few to hold some out; expected at least {}", judgements_.count(),
                        judgements_.count() == 1 ? "" : "s", judgements_.count() == 1 ? "is" : "are", kLeastJudgements);
    } else if (must.size() < kLeastUnitsOfKind || cannot.size() < kLeastUnitsOfKind || folds_.folds < 2) {
        refusal_ = fmt::format("{} and {} are too few to hold some out; expected at least {} of each",
                               given(must.size(), "must-link"), given(cannot.size(), "cannot-link"), kLeastUnitsOfKind);
    }
}

Dataset Exam::without_fold(int fold) const {
    std::vector<Constraint> others;
    for (Index j = 0; j < judgements_.count(); ++j) {
        const auto copies = judgements_.copies(j);
        if (folds_.fold[j] != fold) others.insert(others.end(), copies.begin(), copies.end());
    }
    return data_.with_constraints(std::span<const Constraint>(others));
}

Dataset Exam::without_judgements() const {
    return data_.with_constraints(std::span<const Constraint>());
}

void Exam::mark(const Result& answer, int fold, std::vector<Kept>& kept) const {
    const Answer labels(data_, answer);
    kept.resize(judgements_.count(), Kept::not_asked);
    for (Index j = 0; j < judgements_.count(); ++j) {
        if (fold >= 0 && folds_.fold[j] != fold) continue;
        const auto copies = judgements_.copies(j);
        const bool all =
            std::all_of(copies.begin(), copies.end(), [&](const Constraint& copy) { return labels.keeps(copy); });
        kept[j] = all ? Kept::yes : Kept::no;
    }
}

std::vector<std::int32_t> Exam::labels_of(const Result& answer) const {
    return Answer(data_, answer).of_objects();
}

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
