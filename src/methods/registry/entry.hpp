#pragma once

#include <mvlink/registry.hpp>

#include "methods/common/repeated_run.hpp"
#include "methods/options/visitors.hpp"

#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace registry {

/// How a method is run, beside what is listed of it.
struct Entry {
    MethodInfo info;
    std::function<Result(const Dataset&, std::span<const OptionText>, Context&, const Start&)> run;
    std::function<void(std::span<const OptionText>)> check;
    std::function<std::vector<Partition>(const Model&, const Dataset&, Context&)> predict;
    /// Null: runs under different constraints have nothing to share.
    std::function<RepeatedRun(const Dataset&, std::span<const OptionText>, Context&)> repeated = {};
};

template <class Options>
using MethodFunction = Result (*)(const Dataset&, const Options&, Context&, const Start&);

template <class Options>
using RepeatedFunction = RepeatedRun (*)(const Dataset&, const Options&, Context&);

template <class Options>
Entry entry(MethodInfo info, MethodFunction<Options> run,
            std::vector<Partition> (*predict)(const Model&, const Dataset&, Context&),
            RepeatedFunction<Options> repeated = nullptr) {
    info.options = options::infos<Options>();
    info.predicts = predict != nullptr;
    Entry made{std::move(info),
               [run](const Dataset& data, std::span<const OptionText> given, Context& context, const Start& start) {
                   return run(data, options::parsed<Options>(given), context, start);
               },
               [](std::span<const OptionText> given) { options::parsed<Options>(given); }, predict};
    if (repeated != nullptr) {
        made.repeated = [repeated](const Dataset& data, std::span<const OptionText> given, Context& context) {
            return repeated(data, options::parsed<Options>(given), context);
        };
    }
    return made;
}

/// K-Means and its relatives, with constraints and without.
std::vector<Entry> kmeans_entries();
/// Constraint propagation between views.
std::vector<Entry> propagation_entries();
/// Methods that factorise.
std::vector<Entry> factor_entries();
/// Methods on graphs of neighbours.
std::vector<Entry> spectral_entries();
/// Those that work on all pairs of objects, for comparison.
std::vector<Entry> constrained_entries();
/// SMVC and the methods that it is compared with.
std::vector<Entry> clustering_entries();

/// Every method there is, in the order in which a person would read about them.
const std::vector<Entry>& entries();
/// Throws Error{usage} with the nearest name if there is none.
const Entry& find(std::string_view name);

}  // namespace registry
}  // namespace v1
}  // namespace mvlink
