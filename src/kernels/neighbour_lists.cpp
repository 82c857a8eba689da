#include "kernels/neighbour_lists.hpp"

#include "runtime/index.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace kernels {
namespace {

using Limits = std::numeric_limits<float>;
constexpr float kUnknown = 1e36F;  // any squared distance is smaller, except of rows that fill up a panel

Index capacity_for(int k) {
    return 2 * static_cast<Index>(k) + 24;
}

}  // namespace

void PlaceLists::write(Index row, Index self, Index rows, std::vector<std::pair<double, std::int32_t>>& found,
                       const std::function<double(Index)>& measure) {
    for (Index other = 0; static_cast<int>(found.size()) < k && other < rows; ++other) {
        const auto is_other = [&](const auto& entry) { return entry.second == other; };
        if (other == self || std::any_of(found.begin(), found.end(), is_other)) continue;
        found.emplace_back(measure(other), static_cast<std::int32_t>(other));
    }
    std::sort(found.begin(), found.end());
    for (std::size_t i = 0; i < at(k); ++i) {
        squared_distance[at(row) * at(k) + i] = found[i].first;
        place[at(row) * at(k) + i] = found[i].second;
    }
}

/// A sum of m products and two more terms is off by m + 2 roundings of half a unit of the sum of their sizes, at most
/// (|a| + |b|)^2; the entries, the squares and the bounds themselves by a few more; what underflows by the least
/// number.
ScoreError::ScoreError(Index terms)
    : share_(1.1F * static_cast<float>(terms + 16) * Limits::epsilon() / 2),
      least_(static_cast<float>(terms + 16) * Limits::min()) {}

CandidateLists::CandidateLists(const SearchRows& from, const PanelRows& rows, const SearchRows& to,
                               const PanelRows& others, int k, double scale)
    : rows_(rows),
      others_(others),
      k_(k),
      capacity_(capacity_for(k)),
      scale_(scale),
      error_(std::min(from.most_entries(), to.most_entries())),
      candidates_(at(rows.size() * capacity_)),
      counts_(at(rows.size()), 0),
      worst_(at(rows.panels() * kPanel), 0) {
    std::fill_n(worst_.begin(), rows.size(), kUnknown);
}

double CandidateLists::bytes(Index rows, int k) {
    return static_cast<double>(rows) * (static_cast<double>(capacity_for(k)) * sizeof(Candidate) + 8);
}

void CandidateLists::offer(Index row, Index other, float squared_distance, ListWork& work) {
    std::int32_t& count = counts_[at(row)];
    list(row)[count++] = {squared_distance, static_cast<std::int32_t>(other)};
    if (count == capacity_) compact(row, work);
}

void CandidateLists::compact(Index row, ListWork& work) {
    drop_far(row, work);
    if (counts_[at(row)] <= (k_ + capacity_) / 2) return;
    measure(row, work);
    std::int32_t& count = counts_[at(row)];
    count = k_;
    for (Index i = 0; i < count; ++i) {
        const auto& [distance, place] = work.measured[at(i)];
        list(row)[i] = {static_cast<float>(distance * scale_ * scale_), place};
    }
    const float last = list(row)[count - 1].distance;
    worst_[at(row)] = std::min(worst_[at(row)], last * (1 + Limits::epsilon()) + Limits::min());
}

/// At least k of the candidates are no farther than the k-th lowest of their upper bounds.
void CandidateLists::drop_far(Index row, ListWork& work) {
    std::int32_t& count = counts_[at(row)];
    if (count <= k_) return;
    Candidate* all = list(row);
    const float own = rows_.lengths[row];
    const auto error_of = [&](const Candidate& c) { return error_(own, others_.lengths[c.place]); };
    work.uppers.resize(at(count));
    std::transform(all, all + count, work.uppers.begin(), [&](const Candidate& c) { return c.distance + error_of(c); });
    std::nth_element(work.uppers.begin(), work.uppers.begin() + k_ - 1, work.uppers.end());
    float& worst = worst_[at(row)];
    worst = std::min(worst, work.uppers[at(k_ - 1)]);
    const auto far = [&](const Candidate& c) { return c.distance - error_of(c) > worst; };
    count = static_cast<std::int32_t>(std::remove_if(all, all + count, far) - all);
}

/// All candidates in order.
void CandidateLists::measure(Index row, ListWork& work) {
    work.measured.clear();
    work.distances.start(rows_.ids[at(row)]);
    for (const Candidate *c = list(row), *end = c + counts_[at(row)]; c != end; ++c) {
        work.measured.emplace_back(work.distances(others_.ids[at(c->place)]), c->place);
    }
    std::sort(work.measured.begin(), work.measured.end());
}

void CandidateLists::finish(Index row, ListWork& work) {
    drop_far(row, work);
    measure(row, work);
    work.measured.resize(std::min(work.measured.size(), at(k_)));
}

}  // namespace kernels
}  // namespace v1
}  // namespace mvlink
