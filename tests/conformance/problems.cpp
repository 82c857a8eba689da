#include "conformance/problems.hpp"

#include <algorithm>

namespace mvlink::conformance {
namespace {

constexpr std::int32_t kGroups = 3;

int number_of_views(const Needs& needs) {
    constexpr int kSeveral = 2;
    return std::max(needs.min_views, needs.max_views == 0 ? kSeveral : std::min(kSeveral, needs.max_views));
}

/// Columns j of group j % 3 are high. For methods that find several clusterings, the second half of the columns follows
/// another grouping, independent of the first.
Table grouped_table(const MethodInfo& method, const std::vector<std::int32_t>& group, Index cols, Random& random) {
    const double shift = method.needs.nonnegative ? 0 : -0.25;
    Table X(group.size(), std::vector<double>(static_cast<std::size_t>(cols)));
    for (std::size_t i = 0; i < X.size(); ++i) {
        for (Index j = 0; j < cols; ++j) {
            const bool second = method.returns.clusterings && j >= (cols + 1) / 2;
            const auto own = second ? static_cast<std::int32_t>(i) / kGroups % kGroups : group[i];
            const double value = j % kGroups == own ? random.uniform(0.8, 1.2) : random.uniform(0, 0.1);
            const bool hole = random.uniform() < 0.3 && j % kGroups != own;
            X[i][static_cast<std::size_t>(j)] = hole ? 0 : static_cast<float>(value + shift);
        }
    }
    return X;
}

View made(const Table& X, const std::string& name, Kind kind) {
    switch (kind) {
        case Kind::dense64:
            return support::dense_view<double>(X, name);
        case Kind::dense32:
            return support::dense_view<float>(X, name);
        case Kind::columns64:
            return support::fortran_view<double>(X, name);
        case Kind::sparse64:
            return support::sparse_view<double>(X, name);
        case Kind::sparse32:
            return support::sparse_view<float>(X, name);
    }
    throw std::logic_error("no such kind");
}

}  // namespace

Material material(const MethodInfo& method, Index rows, Index cols, std::uint64_t seed) {
    Random random(seed);
    Material made;
    for (Index row = 0; row < rows; ++row) {
        made.group.push_back(static_cast<std::int32_t>(row % kGroups));
    }
    for (int v = 0; v < number_of_views(method.needs); ++v) {
        made.views.push_back(grouped_table(method, made.group, cols + v, random));
    }
    return made;
}

Material of_table(const MethodInfo& method, const Table& table) {
    Material made;
    made.views.assign(static_cast<std::size_t>(number_of_views(method.needs)), table);
    for (std::size_t row = 0; row < table.size(); ++row) {
        made.group.push_back(static_cast<std::int32_t>(row % kGroups));
    }
    return made;
}

Dataset assembled(const MethodInfo& method, const std::vector<Table>& views, Kind kind) {
    std::vector<View> list;
    for (const Table& X : views) {
        list.push_back(made(X, std::string(1, static_cast<char>('a' + static_cast<int>(list.size()))), kind));
    }
    const Dataset data(std::move(list));
    return method.needs.mapping == MappingNeed::none || data.n_views() == 1 ? data : data.with_row_mapping();
}

std::vector<Constraint> judgements(const MethodInfo& method, const Material& material, int count) {
    Random random(11);
    const auto n = static_cast<Index>(material.group.size());
    const bool everywhere = method.needs.constraints == ConstraintUse::between_views;
    const auto views = static_cast<Index>(everywhere ? material.views.size() : 1);
    std::vector<Constraint> list;
    while (static_cast<int>(list.size()) < count) {
        const InstanceId a{static_cast<int>(random.below(views)), random.below(n)};
        const InstanceId b{static_cast<int>(random.below(views)), random.below(n)};
        if (a.row == b.row) continue;
        const bool together =
            material.group[static_cast<std::size_t>(a.row)] == material.group[static_cast<std::size_t>(b.row)];
        const bool wanted = list.size() % 2 == 0;  // as many must-links as cannot-links
        if (together == wanted) list.push_back({a, b, together ? Link::must : Link::cannot, random.uniform(0.5, 2)});
    }
    return list;
}

Dataset constrained(const Dataset& data, const std::vector<Constraint>& constraints) {
    return data.with_constraints(std::span<const Constraint>(constraints));
}

Dataset problem(const MethodInfo& method, const Material& material, Kind kind) {
    return constrained(assembled(method, material.views, kind), judgements(method, material));
}

Dataset problem(const MethodInfo& method, Kind kind, Index rows) {
    return problem(method, material(method, rows), kind);
}

}  // namespace mvlink::conformance
