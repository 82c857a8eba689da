#pragma once

#include <mvlink/propagation.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {

/// The options with what `auto` stands for in restart and propagated_weight.
PropagationOptions resolved(PropagationOptions options);

/// The options of the base method as text: those that were given, those that differ here from its own defaults, and
/// n_clusters. Options that the base lacks and bad values: Error{usage}.
std::vector<OptionText> base_options(const PropagationOptions& options);

/// What was given for an option of the base, or "auto".
std::string base_option(const PropagationOptions& options, std::string_view name);

bool learns_metrics(PropagationBase base);

}  // namespace propagation_steps

/// The options of the method and, under "base.", those of all base methods, each of which may be `auto`: left to the
/// base.
std::vector<OptionInfo> propagation_infos();
/// Every option with its current value.
std::vector<OptionText> propagation_texts(const PropagationOptions& options);
/// The defaults with these changes. Unknown names and bad values: Error{usage}.
PropagationOptions parsed_propagation(std::span<const OptionText> given);

}  // namespace v1
}  // namespace mvlink
