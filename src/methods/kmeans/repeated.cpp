#include "methods/kmeans/repeated.hpp"

#include "methods/kmeans/metric/run.hpp"
#include "methods/kmeans/pck/run.hpp"

#include <memory>
#include <span>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace kmeans_family {
namespace {

/// `make` gives a run that has not begun.
template <class Make>
RepeatedRun repeated(const Dataset& data, Make make, Context& context) {
    const std::shared_ptr<ResumableRun> first = make(data.with_constraints(std::span<const Constraint>{}), context);
    first->find_unguided(context);
    return [first, make = std::move(make)](const Dataset& constrained, Context& inner) {
        const std::unique_ptr<ResumableRun> run = make(constrained, inner);
        run->share_unguided(*first);
        run->find_best(inner);
        return run->result(inner);
    };
}

}  // namespace

RepeatedRun repeated_pck_means(const Dataset& data, const PckMeansOptions& options, Context& context) {
    const auto make = [options](const Dataset& constrained, Context& inner) {
        return std::make_unique<PckRun>(constrained, options, Start{}, inner);
    };
    return repeated(data, make, context);
}

RepeatedRun repeated_mpck_means(const Dataset& data, const MpckMeansOptions& options, Context& context) {
    const auto make = [options](const Dataset& constrained, Context& inner) {
        return std::make_unique<MetricRun>(constrained, metric_method(options), Start{}, inner);
    };
    return repeated(data, make, context);
}

}  // namespace kmeans_family
}  // namespace v1
}  // namespace mvlink
