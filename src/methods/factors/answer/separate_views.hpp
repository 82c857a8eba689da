#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/nmf.hpp>
#include <mvlink/result.hpp>

#include "methods/factors/nmf/factorize.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace factors {

/// What the methods that cluster every view by itself have in common.
struct SeparateViews {
    std::string method;
    std::vector<OptionText> options;
    int n_clusters = 0;
    NmfAssign assign = NmfAssign::automatic;
    NmfNormalize normalize = NmfNormalize::none;
};

/// X ~ V U' of one view. Start labels may be empty; further arrays may be added to the model.
using FactorizeView = std::function<Factors(const View& view, const kernels::ScaledRows& X,
                                            std::span<const std::int32_t> start_labels, Model& model)>;

/// Factorises every view by itself and labels its rows; where rows are mapped, cluster numbers are matched.
Result cluster_separately(const SeparateViews& plan, const Dataset& data, const Start& start,
                          const FactorizeView& factorize_view, Context& context);

}  // namespace factors
}  // namespace v1
}  // namespace mvlink
