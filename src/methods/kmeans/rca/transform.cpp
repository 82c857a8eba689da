#include "methods/kmeans/rca/transform.hpp"

#include <mvlink/error.hpp>

#include "kernels/label_sums.hpp"
#include "kernels/linear_map.hpp"
#include "methods/kmeans/start/neighbourhoods.hpp"
#include "runtime/parallel.hpp"

#include <algorithm>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// A row of a neighbourhood.
struct Member {
    Index row = 0;
    Index neighbourhood = 0;
};

std::vector<Member> members_of(const Neighbourhoods& found, const constraints::Components& components) {
    std::vector<Member> members;
    for (std::size_t j = 0; j < found.components.size(); ++j) {
        for (const Index row : components.members(found.components[j])) {
            members.push_back({row, static_cast<Index>(j)});
        }
    }
    return members;
}

}  // namespace

Matrix neighbourhood_covariance(const Features& X, const constraints::Components& components, Context& context) {
    constexpr Index kBatch = 64;
    const Index d = column_count(X);
    const Neighbourhoods found = find_neighbourhoods(X, components);
    const std::vector<Member> members = members_of(found, components);
    const auto p = static_cast<Index>(members.size());
    const auto add = [&](Matrix& part, Index begin, Index end) {
        for (Index at = begin; at < end; at += kBatch) {
            const Index count = std::min(kBatch, end - at);
            Matrix differences(count, d);
            for (Index i = 0; i < count; ++i) {
                const Member& member = members[at + i];
                differences.row(i) =
                    kernels::row_of(X, member.row).transpose() - found.centroids.row(member.neighbourhood);
            }
            part.noalias() += differences.transpose() * differences;
        }
    };
    const auto merge = [](Matrix& total, const Matrix& part) { total += part; };
    const auto bytes = static_cast<std::size_t>(d * d) * sizeof(double);
    const Matrix sum = ordered_sum(context, p, Matrix(Matrix::Zero(d, d)), bytes, add, merge);
    return sum / static_cast<double>(p);
}

std::optional<Whitening> rca_whitening(const Features& X, const constraints::Components& components,
                                       double eigenvalue_floor, Context& context) {
    bool any = false;
    for (Index c = 0; c < components.count() && !any; ++c) {
        any = components.size(c) >= 2;
    }
    if (!any) return std::nullopt;
    const Matrix C = neighbourhood_covariance(X, components, context);
    const Vector deviation = kernels::column_moments(X, context).deviation.unaryExpr([](double value) {
        return value > 0 ? value : 1.0;  // a constant feature keeps its scale
    });
    if (!C.allFinite() || !deviation.allFinite()) {
        throw Error(ErrorCode::numerical, "rca-kmeans: the squared features overflow; scale them down");
    }
    const Vector scale = deviation.cwiseInverse();
    const auto roots = kernels::floored_roots(scale.asDiagonal() * C * scale.asDiagonal(), eigenvalue_floor);
    return Whitening{roots.inverse_root * scale.asDiagonal(), deviation.asDiagonal() * roots.root};
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
