#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include "constraints/judgement_folds.hpp"
#include "run/agreement.hpp"

#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace pipeline {

/// What can be asked of runs that do not see all judgements: the judgements of a dataset, divided into folds that tell
/// nothing of each other. Of a large dataset the judged objects and a random sample of the others are kept.
class Exam {
public:
    Exam(const Dataset& data, int folds, const Context& context);

    /// Why nothing can be asked: too few judgements, or of one kind only. Empty: it can.
    [[nodiscard]] const std::string& refusal() const noexcept { return refusal_; }
    /// All rows, or the sample, with every judgement.
    [[nodiscard]] const Dataset& data() const noexcept { return data_; }
    [[nodiscard]] const Questions& questions() const noexcept { return questions_; }
    [[nodiscard]] Index judgements() const noexcept { return judgements_.count(); }
    [[nodiscard]] int folds() const noexcept { return folds_.folds; }
    /// Rows of all views in the sample; 0: there was no need for one.
    [[nodiscard]] Index sampled_rows() const noexcept { return sampled_rows_; }

    /// The judgements of the other folds. What follows from judgements is left out: nobody knows from which.
    [[nodiscard]] Dataset without_fold(int fold) const;
    [[nodiscard]] Dataset without_judgements() const;
    /// Marks the judgements of a fold (-1: of all) that an answer keeps. A view that it does not label has the labels
    /// of its objects in the others.
    void mark(const Result& answer, int fold, std::vector<Kept>& kept) const;
    /// The label that an answer gives every object, in the first view that it labels; -1: none.
    [[nodiscard]] std::vector<std::int32_t> labels_of(const Result& answer) const;

private:
    void refuse_if_too_few();

    Index sampled_rows_ = 0;
    Dataset data_;
    constraints::Judgements judgements_;
    constraints::JudgementFolds folds_;
    Questions questions_;
    std::string refusal_;
};

}  // namespace pipeline
}  // namespace v1
}  // namespace mvlink
