#pragma once

#include <mvlink/evidence.hpp>

#include <pybind11/pybind11.h>

#include <vector>

/// What held-out judgements say: the keys of held_out in result.json, and None where nothing was measured.
pybind11::object held_out_dict(const mvlink::HeldOut& found);
/// What was tried: the keys of candidates in result.json.
pybind11::list candidate_list(const std::vector<mvlink::TriedCandidate>& candidates);
