#include "methods/kmeans/cop/chunks.hpp"

#include <mvlink/error.hpp>

#include "kernels/nearest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// The shortest chain of must-links from one row to another that it is joined with.
std::vector<Index> must_link_path(const Dataset& data, Index from, Index to) {
    std::map<Index, std::vector<Index>> partners;
    for (const Constraint& constraint : data.constraints()) {
        if (constraint.link != Link::must || constraint.is_soft()) continue;
        partners[constraint.a.row].push_back(constraint.b.row);
        partners[constraint.b.row].push_back(constraint.a.row);
    }
    std::map<Index, Index> came_from{{from, from}};
    std::vector<Index> reached{from};
    for (std::size_t at = 0; at < reached.size() && came_from.count(to) == 0; ++at) {
        for (const Index partner : partners[reached[at]]) {
            if (came_from.emplace(partner, reached[at]).second) reached.push_back(partner);
        }
    }
    std::vector<Index> path{to};
    while (path.back() != from) {
        path.push_back(came_from.at(path.back()));
    }
    std::reverse(path.begin(), path.end());
    return path;
}

[[noreturn]] void refuse_contradiction(const Dataset& data, const constraints::Pair& pair) {
    constexpr std::size_t kEnds = 4;  // of a long chain, its ends are enough to find the wrong link
    const View& view = data.view(0);
    const std::vector<Index> path = must_link_path(data, pair.a, pair.b);
    std::string chain;
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (path.size() > 2 * kEnds && i == kEnds) {
            chain += " - ..";
            i = path.size() - kEnds;
        }
        chain += (i == 0 ? "" : " - ") + view.row_name(path[i]);
    }
    throw Error(ErrorCode::input,
                fmt::format("cop-kmeans: rows {} and {} of view \"{}\" are cannot-linked, but must-links join them "
                            "({}); expected constraints that can all be satisfied",
                            view.row_name(pair.a), view.row_name(pair.b), view.name(), chain));
}

}  // namespace

CopChunks::CopChunks(const ConstrainedView& problem) : problem_(problem) {
    const constraints::Components& components = problem.components;
    if (!components.conflicts().empty()) refuse_contradiction(problem.data, components.conflicts().front());
    std::vector<std::pair<Index, Index>> links;
    for (const constraints::Pair& pair : problem.pairs) {
        if (pair.link != Link::cannot || pair.soft) continue;
        links.emplace_back(components.of(pair.a), components.of(pair.b));
        links.emplace_back(links.back().second, links.back().first);
    }
    std::sort(links.begin(), links.end());
    offsets_.assign(static_cast<std::size_t>(count()) + 1, 0);
    for (std::size_t i = 0; i < links.size(); ++i) {
        if (i > 0 && links[i] == links[i - 1]) {
            ++cannot_linked_.back().given;
            continue;
        }
        cannot_linked_.push_back({links[i].second, 1});
        ++offsets_[links[i].first + 1];
    }
    for (std::size_t chunk = 1; chunk < offsets_.size(); ++chunk) {
        offsets_[chunk] += offsets_[chunk - 1];
    }
}

bool CopChunks::are_cannot_linked(Index a, Index b) const noexcept {
    const auto linked_to_a = cannot_linked(a);
    return std::binary_search(
        linked_to_a.begin(), linked_to_a.end(), CannotLinked{b, 0},
        [](const CannotLinked& one, const CannotLinked& other) { return one.chunk < other.chunk; });
}

std::string CopChunks::name(Index chunk) const {
    constexpr std::size_t kShown = 3;
    const auto members = rows(chunk);
    std::vector<std::string> names;
    for (const Index row : members.first(std::min(kShown, members.size()))) {
        names.push_back(problem_.view.row_name(row));
    }
    if (members.size() > kShown) return fmt::format("rows {}, .. ({} rows)", fmt::join(names, ", "), members.size());
    return fmt::format("row{} {}", members.size() == 1 ? "" : "s", fmt::join(names, ", "));
}

ChunkDistances chunk_distances(const CopChunks& chunks, const View& view, const Matrix& centroids, CopRule rule,
                               Context& context) {
    constexpr std::size_t kBatch = 8192;
    const Index k = centroids.rows();
    ChunkDistances found{Matrix::Zero(chunks.count(), k), Matrix(rule == CopRule::point ? chunks.count() : 0, k)};
    std::vector<Index> rows, chunk_of;
    Matrix distance;
    const auto add_batch = [&] {
        distance.resize(static_cast<Index>(rows.size()), k);
        kernels::distances(view.features(), rows, centroids, distance, context);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Index chunk = chunk_of[i];
            const bool is_first = rows[i] == chunks.rows(chunk).front();
            if (is_first && rule == CopRule::point) found.first.row(chunk) = distance.row(static_cast<Index>(i));
            found.sum.row(chunk) += distance.row(static_cast<Index>(i));
        }
        rows.clear();
        chunk_of.clear();
    };
    for (Index chunk = 0; chunk < chunks.count(); ++chunk) {
        for (const Index row : chunks.rows(chunk)) {
            rows.push_back(row);
            chunk_of.push_back(chunk);
            if (rows.size() == kBatch) add_batch();
        }
    }
    if (!rows.empty()) add_batch();
    return found;
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
