#include "constraints/pair_space.hpp"

#include <algorithm>
#include <cmath>

namespace mvlink {
inline namespace v1 {
namespace constraints {
namespace {

/// The last position whose running sum does not exceed the number.
std::size_t place_of(const std::vector<Index>& before, Index number) {
    return static_cast<std::size_t>(std::upper_bound(before.begin(), before.end(), number) - before.begin()) - 1;
}

}  // namespace

RowsByClass::RowsByClass(int view, std::span<const std::int32_t> labels) : view_(view) {
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (labels[i] >= 0) rows_.push_back(static_cast<Index>(i));
    }
    std::stable_sort(rows_.begin(), rows_.end(), [&](Index a, Index b) { return labels[a] < labels[b]; });
    for (Index i = 0; i < known(); ++i) {
        const std::int32_t label = labels[rows_[i]];
        if (!labels_.empty() && labels_.back() == label) continue;
        labels_.push_back(label);
        first_.push_back(i);
    }
    first_.push_back(known());
}

PairBlock::PairBlock(std::shared_ptr<const RowsByClass> rows)
    : a_(rows), b_(std::move(rows)), must_before_{0}, cannot_before_{0} {
    for (std::size_t cls = 0; cls < a_->classes(); ++cls) {
        const Index size = a_->size(cls);
        must_before_.push_back(must_before_.back() + size * (size - 1) / 2);
        cannot_before_.push_back(cannot_before_.back() + size * (a_->known() - a_->first(cls) - size));
    }
}

PairBlock::PairBlock(std::shared_ptr<const RowsByClass> a, std::shared_ptr<const RowsByClass> b)
    : a_(std::move(a)), b_(std::move(b)), must_before_{0}, cannot_before_{0} {
    for (std::size_t cls = 0; cls < a_->classes(); ++cls) {
        const Index same = same_class_in_b(cls).size;
        must_before_.push_back(must_before_.back() + a_->size(cls) * same);
        cannot_before_.push_back(cannot_before_.back() + a_->size(cls) * (b_->known() - same));
    }
}

PairBlock::Span PairBlock::same_class_in_b(std::size_t cls) const {
    std::size_t low = 0;
    for (std::size_t high = b_->classes(); low < high;) {
        const std::size_t middle = (low + high) / 2;
        if (b_->label(middle) < a_->label(cls)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const bool there = low < b_->classes() && b_->label(low) == a_->label(cls);
    return {b_->first(low), there ? b_->size(low) : 0};
}

InstancePair PairBlock::must_pair(Index number) const {
    const std::size_t cls = place_of(must_before_, number);
    const Index inside = number - must_before_[cls];
    if (!within()) {
        const Span same = same_class_in_b(cls);
        return {a_->instance(a_->first(cls) + inside / same.size), b_->instance(same.first + inside % same.size)};
    }
    // Pair (i, j), i < j, has the number j (j - 1) / 2 + i; the root is corrected for rounding.
    auto j = static_cast<Index>((1 + std::sqrt(1 + 8 * static_cast<double>(inside))) / 2);
    while (j * (j - 1) / 2 > inside)
        --j;
    while (j * (j + 1) / 2 <= inside)
        ++j;
    return {a_->instance(a_->first(cls) + inside - j * (j - 1) / 2), a_->instance(a_->first(cls) + j)};
}

InstancePair PairBlock::cannot_pair(Index number) const {
    const std::size_t cls = place_of(cannot_before_, number);
    const Index inside = number - cannot_before_[cls];
    if (within()) {
        const Index after = a_->first(cls) + a_->size(cls);
        const Index later = a_->known() - after;
        const InstanceId a = a_->instance(a_->first(cls) + inside / later);
        const InstanceId b = a_->instance(after + inside % later);
        return {std::min(a, b), std::max(a, b)};
    }
    const Span same = same_class_in_b(cls);
    const Index others = b_->known() - same.size;
    const Index place = inside % others;
    return {a_->instance(a_->first(cls) + inside / others),
            b_->instance(place < same.first ? place : place + same.size)};
}

PairSpace::PairSpace(std::vector<PairBlock> blocks) : blocks_(std::move(blocks)), must_before_{0}, cannot_before_{0} {
    for (const PairBlock& block : blocks_) {
        must_before_.push_back(must_before_.back() + block.must());
        cannot_before_.push_back(cannot_before_.back() + block.cannot());
    }
}

InstancePair PairSpace::must_pair(Index number) const {
    const std::size_t block = place_of(must_before_, number);
    return blocks_[block].must_pair(number - must_before_[block]);
}

InstancePair PairSpace::cannot_pair(Index number) const {
    const std::size_t block = place_of(cannot_before_, number);
    return blocks_[block].cannot_pair(number - cannot_before_[block]);
}

}  // namespace constraints
}  // namespace v1
}  // namespace mvlink
