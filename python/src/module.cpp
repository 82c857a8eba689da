#include "bindings.hpp"
#include "unlocked.hpp"

#include <mvlink/registry.hpp>
#include <mvlink/version.hpp>

#include <string>

namespace {

/// pybind11 before 2.12 reads NumPy 2 arrays with NumPy 1's layout, and crashes on the first one.
void require_numpy_that_fits() {
#if PYBIND11_VERSION_HEX < 0x020C0000
    const auto version = pybind11::module_::import("numpy").attr("__version__").cast<std::string>();
    if (version.rfind("1.", 0) == 0) return;
    throw pybind11::import_error("this build of mvlink is for NumPy 1, found " + version +
                                 "; build it with pybind11 2.12 or newer (pip install . does)");
#endif
}

}  // namespace

PYBIND11_MODULE(_core, module) {
    require_numpy_that_fits();
    module.doc() = "The compiled part of mvlink. Private: use the mvlink package.";
    bind_errors(module);
    bind_unlocked(module);
    bind_views(module);
    bind_mapped(module);
    bind_dataset(module);
    bind_model(module);
    bind_runs(module);
    bind_methods(module);
    bind_evidence(module);
    bind_results(module);
    bind_questions(module);
    bind_tables(module);
    bind_tools(module);
    module.def("version", [] { return std::string(mvlink::version()); });
    module.def("machine_level", [] { return std::string(mvlink::machine_level()); });
    module.def("methods_json", &mvlink::methods_json);
}
