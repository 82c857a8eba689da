#include "methods/registry/entry.hpp"

#include <mvlink/constrained_spectral.hpp>

#include "methods/spectral/extension.hpp"

namespace mvlink {
inline namespace v1 {
namespace registry {

std::vector<Entry> constrained_entries() {
    const Needs needs{.max_views = 0, .mapping = MappingNeed::required, .constraints = ConstraintUse::on_objects};
    const Returns returns{.objects = true, .embedding = true, .space = OwnSpace::embedding};
    return {
        entry<CspOptions>(
            {.name = "csp",
             .python_class = "CSP",
             .title = "CSP: the cheapest cuts of a graph that satisfy the constraints well enough",
             .description =
                 "Spectral clustering whose cuts have to agree with the constraints to a given degree. Of several "
                 "views "
                 "it takes the mixture of their graphs. For comparison with mvcsc, up to 3000 objects. Needs "
                 "must-links; works best if a few objects have many constraints among them.",
             .paper = "chen2019",
             .needs = needs,
             .returns = returns,
             .options = {}},
            csp, predict_by_extension),
        entry<SelfTaughtOptions>(
            {.name = "self-taught",
             .python_class = "SelfTaughtSpectral",
             .title = "Self-taught spectral clustering: completes the constraints, taught by the cut",
             .description =
                 "Fills a table of all pairs of objects from the constraints, as one of low rank that agrees with the "
                 "cut of the graph, and clusters that table. Of several views it takes the mean of their graphs, or "
                 "the best single one (fusion=best). For comparison with mvcsc, up to 1000 objects; slow.",
             .paper = "chen2019",
             .needs = needs,
             .returns = {.view_weights = true, .objects = true, .embedding = true, .space = OwnSpace::embedding},
             .options = {}},
            self_taught, predict_by_extension),
        entry<MmcpOptions>(
            {.name = "mmcp",
             .python_class = "MMCP",
             .title = "MMCP, E2CP: constraints spread over the graphs and refine their weights",
             .description =
                 "Spreads constraints over the graphs of all views to all pairs of objects, raises and lowers the "
                 "weights of the graph accordingly, and clusters it spectrally. With one view this is E2CP. For "
                 "comparison with mvcsc, up to 5000 objects.",
             .paper = "chen2019",
             .needs = needs,
             .returns = returns,
             .options = {}},
            mmcp, predict_by_extension),
        entry<MvmcOptions>(
            {.name = "mvmc",
             .python_class = "MVMC",
             .title = "MVMC: similarities of low rank in each view, completed from the constraints",
             .description =
                 "Looks for similarities of the objects within the leading singular vectors of each view that agree "
                 "with the constraints and with each other, and clusters their mean spectrally. A reconstruction, for "
                 "comparison with mvcsc, up to 5000 objects. Needs many constraints.",
             .paper = "chen2019",
             .needs = needs,
             .returns = returns,
             .options = {}},
            mvmc, predict_by_extension),
    };
}

}  // namespace registry
}  // namespace v1
}  // namespace mvlink
