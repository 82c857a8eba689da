#include "methods/registry/entry.hpp"

#include <mvlink/propagation.hpp>

#include "methods/propagation/base.hpp"
#include "methods/propagation/model.hpp"

namespace mvlink {
inline namespace v1 {
namespace registry {

std::vector<Entry> propagation_entries() {
    MethodInfo info{
        .name = "propagation",
        .python_class = "ConstraintPropagation",
        .title = "Constraint propagation: views with an incomplete mapping teach each other constraints",
        .description =
            "Clusters every view with a constrained K-Means (base), carries its constraints over to pairs of similar "
            "rows, and passes those between mapped rows on to the other views, round by round. Suits views of which "
            "only some rows are mapped, with constraints inside the views and clusters that are compact and separate. "
            "With one view, the propagated constraints help that view. transfer=direct, membership and none are the "
            "paper's comparison methods. Works best with few columns: prepare wide views with pca.",
        .paper = "eaton2014",
        .needs = {.max_views = 0, .mapping = MappingNeed::required, .constraints = ConstraintUse::between_views},
        .returns = {.objects = true, .suspects = true},
        .options = propagation_infos()};
    return {{std::move(info),
             [](const Dataset& data, std::span<const OptionText> given, Context& context, const Start& start) {
                 return propagation(data, parsed_propagation(given), context, start);
             },
             [](std::span<const OptionText> given) { parsed_propagation(given); }, predict_by_base}};
}

}  // namespace registry
}  // namespace v1
}  // namespace mvlink
