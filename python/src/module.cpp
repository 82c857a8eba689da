#include "bindings.hpp"

#include <mvlink/registry.hpp>
#include <mvlink/version.hpp>

#include <string>

PYBIND11_MODULE(_core, module) {
    module.doc() = "The compiled part of mvlink. Private: use the mvlink package.";
    bind_errors(module);
    bind_views(module);
    bind_dataset(module);
    bind_model(module);
    bind_methods(module);
    bind_tools(module);
    module.def("version", [] { return std::string(mvlink::version()); });
    module.def("machine_level", [] { return std::string(mvlink::machine_level()); });
    module.def("methods_json", &mvlink::methods_json);
}
