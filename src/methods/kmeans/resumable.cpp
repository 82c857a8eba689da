#include "methods/kmeans/resumable.hpp"

#include <mvlink/error.hpp>

#include "methods/kmeans/metric/run.hpp"
#include "methods/kmeans/pck/run.hpp"
#include "methods/options/visitors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace mvlink {
inline namespace v1 {
namespace {

using kmeans_family::metric_method;
using kmeans_family::MetricRun;
using kmeans_family::PckRun;

using OptionTexts = std::span<const OptionText>;

template <class Run>
std::unique_ptr<ResumableRun> begun(std::unique_ptr<Run> run, const ResumableRun* alike, Context& context) {
    if (alike != nullptr) run->share_unguided(*alike);
    run->begin(0, context);
    return run;
}

std::unique_ptr<ResumableRun> started_pck(const Dataset& data, OptionTexts texts, const Start& start,
                                          const ResumableRun* alike, Context& context) {
    return begun(std::make_unique<PckRun>(data, options::parsed<PckMeansOptions>(texts), start, context), alike,
                 context);
}

template <class Options>
std::unique_ptr<ResumableRun> started_metric(const Dataset& data, OptionTexts texts, const Start& start,
                                             const ResumableRun* alike, Context& context) {
    return begun(std::make_unique<MetricRun>(data, metric_method(options::parsed<Options>(texts)), start, context),
                 alike, context);
}

struct ResumableMethod {
    std::string_view name;
    std::unique_ptr<ResumableRun> (*start)(const Dataset&, OptionTexts, const Start&, const ResumableRun*, Context&);
};

constexpr std::array kResumableMethods{ResumableMethod{"pck-means", started_pck},
                                       ResumableMethod{"mpck-means", started_metric<MpckMeansOptions>},
                                       ResumableMethod{"mk-means", started_metric<MkMeansOptions>}};
constexpr std::array kResumableNames{kResumableMethods[0].name, kResumableMethods[1].name, kResumableMethods[2].name};

}  // namespace

std::span<const std::string_view> resumable_methods() {
    return kResumableNames;
}

std::unique_ptr<ResumableRun> start_resumable(std::string_view method, const Dataset& data,
                                              std::span<const OptionText> options, const Start& start, Context& context,
                                              const ResumableRun* alike) {
    const auto* const found = std::find_if(kResumableMethods.begin(), kResumableMethods.end(),
                                           [&](const ResumableMethod& entry) { return entry.name == method; });
    if (found == kResumableMethods.end()) {
        throw Error(ErrorCode::usage, fmt::format("found method \"{}\"; expected one that can be advanced round by "
                                                  "round: {}",
                                                  method, fmt::join(kResumableNames, ", ")));
    }
    return found->start(data, options, start, alike, context);
}

}  // namespace v1
}  // namespace mvlink
