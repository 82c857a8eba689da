#pragma once

#include <mvlink/kmeans.hpp>
#include <mvlink/mpck_means.hpp>

#include "methods/common/repeated_run.hpp"

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {

/// Runs on the only view of the data. What they need to know about it without any constraints is found here, once.
RepeatedRun repeated_pck_means(const Dataset& data, const PckMeansOptions& options, Context& context);
RepeatedRun repeated_mpck_means(const Dataset& data, const MpckMeansOptions& options, Context& context);

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
