#pragma once

#include <mvlink/smvc.hpp>

#include "methods/smvc/dependence.hpp"
#include "methods/smvc/state.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace smvc_method {

/// One list of labels per clustering.
using Labels = std::vector<std::vector<std::int32_t>>;

/// Where runs begin: dimensions in groups that depend on each other, K-Means in every group. Even starts measure in
/// standard deviations, odd ones in the units of the data; the bound decides between them.
class Starts {
public:
    Starts(const Table& table, const Links& links, SmvcStart kind, Context& context);

    /// Labels of start number `restart` of `of`, for clusterings of these sizes.
    [[nodiscard]] Labels labels(const Form& form, int restart, int of);

private:
    [[nodiscard]] SmvcStart kind_of(int restart, int of, Index clusterings) const;
    [[nodiscard]] std::vector<int> groups(SmvcStart kind, Index count, int restart);
    [[nodiscard]] std::vector<int> dependence_groups(SmvcStart kind, Index count, int restart);
    [[nodiscard]] std::vector<int> must_link_groups(Index count, int restart);
    [[nodiscard]] Labels kmeans_labels(const Form& form, const std::vector<int>& group, int restart);
    [[nodiscard]] Vector scale_of(int restart) const;
    [[nodiscard]] const Matrix& sample();
    [[nodiscard]] std::uint64_t seed(std::uint64_t purpose, int restart) const;

    const Table& table_;
    const Links& links_;
    SmvcStart kind_;
    Context& context_;
    std::vector<Index> grouped_;  // dimensions whose dependence is computed; the others join them
    Matrix sample_;
    std::optional<DimensionGroups> by_information_, by_correlation_;
};

}  // namespace smvc_method
}  // namespace v1
}  // namespace mvlink
