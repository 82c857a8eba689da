#pragma once

#include <mvlink/result.hpp>

#include <pybind11/pybind11.h>

#include <cstddef>

/// given, implied, satisfied, violated.
pybind11::dict counts_dict(const mvlink::ConstraintCounts& counts);
/// rule, given, satisfied, violated, largest.
pybind11::dict groups_dict(const mvlink::GroupCounts& groups);

/// Bytes that a call may use, set by set_memory_limit; 0: what the process may use.
inline std::size_t memory_limit = 0;

/// One function per part of the module.
void bind_errors(pybind11::module_& module);
void bind_views(pybind11::module_& module);
void bind_mapped(pybind11::module_& module);
void bind_dataset(pybind11::module_& module);
void bind_model(pybind11::module_& module);
void bind_methods(pybind11::module_& module);
void bind_evidence(pybind11::module_& module);
void bind_results(pybind11::module_& module);
void bind_runs(pybind11::module_& module);
void bind_questions(pybind11::module_& module);
void bind_tables(pybind11::module_& module);
void bind_tools(pybind11::module_& module);
