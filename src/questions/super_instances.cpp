#include "questions/start_partition.hpp"
#include "questions/strategy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

constexpr int kStarts = 3;

struct Cell {
    std::vector<std::int32_t> items;
    std::vector<double> mean;
    std::int32_t representative = 0;  // the item nearest to the mean
    bool tried = false;               // could not be cut
};
using Cells = std::vector<Cell>;
using Clusters = std::vector<Cells>;

/// K-Means of cells, remembered: a function of base, seed, items and number alone.
class Cutter {
public:
    explicit Cutter(const Base& base) : base_(base) {}

    Cell whole(int space) const { return cell_of(base_.cloud.spaces[space].items); }

    /// At most `count` cells, ordered by their first items; one where the points are equal.
    const Cells& cut(const Cell& cell, int count, Context& context) {
        const auto [found, is_new] = cuts_.try_emplace({count, cell.items});
        if (is_new) found->second = made(cell, count, context);
        return found->second;
    }

private:
    [[nodiscard]] Cell cell_of(std::vector<std::int32_t> items) const;
    [[nodiscard]] Cells made(const Cell& cell, int count, Context& context) const;

    const Base& base_;
    std::map<std::pair<int, std::vector<std::int32_t>>, Cells> cuts_;
};

Cell Cutter::cell_of(std::vector<std::int32_t> items) const {
    Cell cell;
    cell.items = std::move(items);
    cell.mean.assign(base_.cloud.point(cell.items.front()).size(), 0.0);
    for (const std::int32_t item : cell.items) {
        const auto point = base_.cloud.point(item);
        for (std::size_t col = 0; col < point.size(); ++col)
            cell.mean[col] += point[col] / static_cast<double>(cell.items.size());
    }
    double least = std::numeric_limits<double>::infinity();
    for (const std::int32_t item : cell.items) {
        const double distance = squared_distance(base_.cloud.point(item), cell.mean);
        if (distance < least) {
            least = distance;
            cell.representative = item;
        }
    }
    return cell;
}

Cells Cutter::made(const Cell& cell, int count, Context& context) const {
    const std::size_t cols = cell.mean.size();
    std::vector<double> values;
    for (const std::int32_t item : cell.items) {
        const auto point = base_.cloud.point(item);
        values.insert(values.end(), point.begin(), point.end());
    }
    const Index n = static_cast<Index>(cell.items.size());
    const DenseRows<double> points{values.data(), n, static_cast<Index>(cols), static_cast<Index>(cols), 1};
    Context inner = context.nested("cell", context.stream("questions/cell", cell.items.front()).bits());
    const auto labels = cluster_points(points, static_cast<int>(std::min<Index>(count, n)), kStarts, inner);
    std::map<std::int32_t, std::vector<std::int32_t>> parts;
    for (Index i = 0; i < n; ++i)
        parts[labels[i]].push_back(cell.items[i]);
    Cells cells;
    for (auto& [label, items] : parts)
        cells.push_back(cell_of(std::move(items)));
    std::sort(cells.begin(), cells.end(),
              [](const Cell& x, const Cell& y) { return x.items.front() < y.items.front(); });
    return cells;
}

/// COBRAS (Van Craenendonck, Dumancic, Van Wolputte, Blockeel 2018), from its beginning up to the first answer that is
/// missing.
class Cobras {
public:
    Cobras(State& state, Cutter& cutter, Context& context) : state_(state), cutter_(cutter), context_(context) {}

    void run();
    [[nodiscard]] const std::optional<Ask>& wanted() const noexcept { return wanted_; }
    [[nodiscard]] std::vector<std::int32_t> labels() const;

private:
    /// Nothing where the answer is missing.
    std::optional<bool> same(Index a, Index b);
    std::optional<int> level(const Cell& cell);
    /// The first pair of clusters, nearest cells first, that is not known to differ.
    [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> nearest_clusters(const Clusters& clusters);
    bool merge(Clusters& clusters);
    bool split_largest(Clusters& clusters, bool& finished);

    State& state_;
    Cutter& cutter_;
    Context& context_;
    std::optional<Ask> wanted_;
    Clusters valid_;
};

std::optional<bool> Cobras::same(Index a, Index b) {
    Beliefs& beliefs = state_.beliefs;
    if (beliefs.closure.joined(a, b)) return true;
    if (beliefs.closure.apart(a, b)) return false;
    if (const PairEvidence* asked = beliefs.find(a, b)) return asked->says_same();  // "not sure" counts as different
    wanted_ = Ask{a, b, QuestionKind::strategy, "Each stands for a group of rows that may be one.", 0.5, 0};
    return std::nullopt;
}

/// Into how many cells a cell should be cut: halve it until the two halves are the same.
std::optional<int> Cobras::level(const Cell& cell) {
    int depth = 0;
    Cell part = cell;
    while (part.items.size() >= 2) {
        const Cells& halves = cutter_.cut(part, 2, context_);
        if (halves.size() < 2) break;
        const auto answer = same(halves[0].representative, halves[1].representative);
        if (!answer) return std::nullopt;
        if (*answer) break;
        ++depth;
        const bool first_is_smaller = halves[0].items.size() <= halves[1].items.size();
        const Cell& smaller = halves[first_is_smaller ? 0 : 1];
        const Cell& larger = halves[first_is_smaller ? 1 : 0];
        Cell next = smaller.items.size() >= 2 ? smaller : larger;
        part = std::move(next);
    }
    const double cells = std::pow(2.0, std::max(depth, 1));
    return static_cast<int>(std::min(static_cast<double>(cell.items.size()), cells));
}

std::optional<std::pair<std::size_t, std::size_t>> Cobras::nearest_clusters(const Clusters& clusters) {
    std::optional<std::pair<std::size_t, std::size_t>> nearest;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t x = 0; x < clusters.size(); ++x) {
        for (std::size_t y = x + 1; y < clusters.size(); ++y) {
            bool differ = false;
            double distance = std::numeric_limits<double>::infinity();
            for (const Cell& p : clusters[x]) {
                for (const Cell& q : clusters[y]) {
                    const PairEvidence* const asked = state_.beliefs.find(p.representative, q.representative);
                    differ = differ || state_.beliefs.closure.apart(p.representative, q.representative) ||
                             (asked && !asked->says_same());
                    const bool comparable = p.mean.size() == q.mean.size();
                    distance = std::min(distance, comparable ? squared_distance(p.mean, q.mean) : 1e300);
                }
            }
            if (differ || distance >= least) continue;
            least = distance;
            nearest = {x, y};
        }
    }
    return nearest;
}

bool Cobras::merge(Clusters& clusters) {
    while (const auto pair = nearest_clusters(clusters)) {
        const auto [x, y] = *pair;
        const auto answer = same(clusters[x].front().representative, clusters[y].front().representative);
        if (!answer) return false;
        if (!*answer) continue;  // known to differ now
        clusters[x].insert(clusters[x].end(), clusters[y].begin(), clusters[y].end());
        clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(y));
    }
    return true;
}

/// Takes the largest cell out of its cluster and cuts it. False where an answer is missing.
bool Cobras::split_largest(Clusters& clusters, bool& finished) {
    std::size_t from = 0, which = 0, most = 1;
    for (std::size_t c = 0; c < clusters.size(); ++c) {
        for (std::size_t i = 0; i < clusters[c].size(); ++i) {
            if (clusters[c][i].tried || clusters[c][i].items.size() <= most) continue;
            most = clusters[c][i].items.size();
            from = c;
            which = i;
        }
    }
    finished = most == 1;
    if (finished) return true;
    const auto count = level(clusters[from][which]);
    if (!count) return false;
    const Cells cells = cutter_.cut(clusters[from][which], *count, context_);
    if (cells.size() < 2) {
        clusters[from][which].tried = true;
        return true;
    }
    clusters[from].erase(clusters[from].begin() + static_cast<std::ptrdiff_t>(which));
    if (clusters[from].empty()) clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(from));
    for (const Cell& cell : cells)
        clusters.push_back({cell});
    return true;
}

void Cobras::run() {
    for (int space = 0; space < static_cast<int>(state_.base.cloud.spaces.size()); ++space)
        valid_.push_back({cutter_.whole(space)});
    Clusters clusters = valid_;
    for (bool finished = false; !finished;) {
        if (!split_largest(clusters, finished)) return;
        if (!merge(clusters)) return;
        valid_ = clusters;
    }
}

std::vector<std::int32_t> Cobras::labels() const {
    std::vector<std::int32_t> labels(state_.base.count(), 0);
    for (std::size_t cluster = 0; cluster < valid_.size(); ++cluster) {
        for (const Cell& cell : valid_[cluster]) {
            for (const std::int32_t item : cell.items)
                labels[item] = static_cast<std::int32_t>(cluster);
        }
    }
    return labels;
}

class SuperInstances final : public Strategy {
public:
    explicit SuperInstances(const Base& base) : cutter_(base) {}

    std::optional<Ask> next(State& state, Context& context) override {
        Cobras cobras(state, cutter_, context);
        cobras.run();
        return cobras.wanted();
    }
    std::optional<std::vector<std::int32_t>> labels(State& state, Context& context) override {
        Cobras cobras(state, cutter_, context);
        cobras.run();
        return cobras.labels();
    }

private:
    Cutter cutter_;
};

}  // namespace

std::unique_ptr<Strategy> make_super_instances_strategy(const Base& base) {
    return std::make_unique<SuperInstances>(base);
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
