#pragma once

#include <pybind11/pybind11.h>

/// One function per part of the module.
void bind_errors(pybind11::module_& module);
void bind_views(pybind11::module_& module);
void bind_dataset(pybind11::module_& module);
void bind_model(pybind11::module_& module);
void bind_methods(pybind11::module_& module);
void bind_results(pybind11::module_& module);
void bind_tools(pybind11::module_& module);
