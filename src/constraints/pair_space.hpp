#pragma once

#include <mvlink/constraint.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace constraints {

/// The rows of known class of one view, class after class.
class RowsByClass {
public:
    RowsByClass(int view, std::span<const std::int32_t> labels);

    [[nodiscard]] int view() const noexcept { return view_; }
    [[nodiscard]] Index known() const noexcept { return static_cast<Index>(rows_.size()); }
    [[nodiscard]] std::size_t classes() const noexcept { return labels_.size(); }
    [[nodiscard]] std::int32_t label(std::size_t cls) const { return labels_[cls]; }
    [[nodiscard]] Index first(std::size_t cls) const { return first_[cls]; }
    [[nodiscard]] Index size(std::size_t cls) const { return first_[cls + 1] - first_[cls]; }
    [[nodiscard]] InstanceId instance(Index place) const { return {view_, rows_[place]}; }

private:
    int view_ = 0;
    std::vector<Index> rows_;
    std::vector<std::int32_t> labels_;  // of each class
    std::vector<Index> first_;          // of each class in rows_, and the end
};

struct InstancePair {
    InstanceId a;
    InstanceId b;
};

/// All pairs of rows of known class of one view, or of two, numbered but never listed: those of one class
/// (0 .. must() - 1), and those of two classes (0 .. cannot() - 1).
class PairBlock {
public:
    explicit PairBlock(std::shared_ptr<const RowsByClass> rows);
    PairBlock(std::shared_ptr<const RowsByClass> a, std::shared_ptr<const RowsByClass> b);

    [[nodiscard]] Index must() const { return must_before_.back(); }
    [[nodiscard]] Index cannot() const { return cannot_before_.back(); }
    [[nodiscard]] Index all() const { return must() + cannot(); }
    [[nodiscard]] InstancePair must_pair(Index number) const;
    [[nodiscard]] InstancePair cannot_pair(Index number) const;

private:
    [[nodiscard]] bool within() const noexcept { return a_ == b_; }
    /// Rows of b before class `cls` of a, if b were to have it, and how many it has.
    struct Span {
        Index first = 0;
        Index size = 0;
    };
    [[nodiscard]] Span same_class_in_b(std::size_t cls) const;

    std::shared_ptr<const RowsByClass> a_;
    std::shared_ptr<const RowsByClass> b_;
    std::vector<Index> must_before_;    // pairs of all classes of a before each class
    std::vector<Index> cannot_before_;  // of two classes, the (earlier) one of a before each class
};

/// Several blocks as one: their pairs are numbered block after block.
class PairSpace {
public:
    explicit PairSpace(std::vector<PairBlock> blocks);

    [[nodiscard]] Index must() const { return must_before_.back(); }
    [[nodiscard]] Index cannot() const { return cannot_before_.back(); }
    [[nodiscard]] InstancePair must_pair(Index number) const;
    [[nodiscard]] InstancePair cannot_pair(Index number) const;

private:
    std::vector<PairBlock> blocks_;
    std::vector<Index> must_before_, cannot_before_;
};

}  // namespace constraints
}  // namespace v1
}  // namespace mvlink
