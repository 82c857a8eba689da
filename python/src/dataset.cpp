#include "arrays.hpp"
#include "bindings.hpp"
#include "unlocked.hpp"

#include <mvlink/constraints.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/error.hpp>
#include <mvlink/problem.hpp>

#include <pybind11/stl.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <variant>

namespace py = pybind11;
using mvlink::Constraint;
using mvlink::ConstraintSpec;
using mvlink::Dataset;
using mvlink::Index;
using mvlink::InstanceRef;
using mvlink::Link;
using mvlink::Mapping;
using mvlink::View;

namespace {

using Key = std::variant<Index, std::string>;
/// view_a, a, view_b, b, is a must-link, weight, where.
using SpecTuple = std::tuple<std::string, Key, std::string, Key, bool, double, std::string>;

Link link_of(bool must) {
    return must ? Link::must : Link::cannot;
}

std::vector<Mapping> mappings_of(const std::vector<std::tuple<int, int, Packed<Index>>>& given) {
    std::vector<Mapping> mappings;
    for (const auto& [a, b, pairs] : given) {
        Mapping mapping{a, b, {}};
        const auto rows = pairs.unchecked<2>();
        for (py::ssize_t i = 0; i < rows.shape(0); ++i) {
            mapping.rows.emplace_back(rows(i, 0), rows(i, 1));
        }
        mappings.push_back(std::move(mapping));
    }
    return mappings;
}

/// Rows of `places` are view_a, a, view_b, b.
std::vector<Constraint> constraints_of(const Packed<Index>& places, const Packed<bool>& must,
                                       const Packed<double>& weights) {
    const auto place = places.unchecked<2>();
    std::vector<Constraint> constraints;
    constraints.reserve(place.shape(0));
    for (py::ssize_t i = 0; i < place.shape(0); ++i) {
        constraints.push_back({{static_cast<int>(place(i, 0)), place(i, 1)},
                               {static_cast<int>(place(i, 2)), place(i, 3)},
                               link_of(must.at(i)),
                               weights.at(i)});
    }
    return constraints;
}

Dataset with_constraints(const Dataset& data, const Packed<Index>& places, const Packed<bool>& must,
                         const Packed<double>& weights, const std::vector<SpecTuple>& named) {
    std::vector<Constraint> all = constraints_of(places, must, weights);
    if (!named.empty()) {
        std::vector<ConstraintSpec> specs;
        for (const auto& [view_a, a, view_b, b, is_must, weight, where] : named) {
            specs.push_back({InstanceRef{view_a, a}, InstanceRef{view_b, b}, link_of(is_must), weight, where});
        }
        const Dataset resolved = data.with_constraints(std::span<const ConstraintSpec>(specs));
        all.insert(all.end(), resolved.constraints().begin(), resolved.constraints().end());
    }
    return data.with_constraints(std::span<const Constraint>(all));
}

py::tuple constraint_arrays(const Dataset& data) {
    const auto constraints = data.constraints();
    std::vector<Index> places;
    std::vector<double> weights;
    py::array_t<bool> must(static_cast<py::ssize_t>(constraints.size()));
    for (std::size_t i = 0; i < constraints.size(); ++i) {
        const Constraint& c = constraints[i];
        places.insert(places.end(), {Index{c.a.view}, c.a.row, Index{c.b.view}, c.b.row});
        weights.push_back(c.weight);
        must.mutable_at(static_cast<py::ssize_t>(i)) = c.link == Link::must;
    }
    return py::make_tuple(moved_array(std::move(places)).reshape({-1, 4}), must, moved_array(std::move(weights)));
}

py::list mapping_list(const Dataset& data) {
    py::list list;
    for (const Mapping& mapping : data.mappings()) {
        std::vector<Index> rows;
        for (const auto& [a, b] : mapping.rows) {
            rows.insert(rows.end(), {a, b});
        }
        list.append(py::make_tuple(mapping.view_a, mapping.view_b, moved_array(std::move(rows)).reshape({-1, 2})));
    }
    return list;
}

/// The dataset, and what was noticed: (code, message).
py::tuple implied_mapping(const Dataset& data) {
    std::vector<mvlink::Warning> warnings;
    Dataset mapped = mvlink::with_implied_mapping(data, warnings);
    py::list noticed;
    for (const mvlink::Warning& warning : warnings) {
        noticed.append(py::make_tuple(warning.code, warning.message));
    }
    return py::make_tuple(std::move(mapped), noticed);
}

/// What a file of constraints means by this text: a row ("row:17") or an id; None where it is neither.
py::object instance_key(const std::string& text) {
    const auto instance = mvlink::parse_instance("", text);
    return instance ? py::cast(instance->key) : py::none();
}

py::array objects_of(const Dataset& data, int view) {
    std::vector<Index> objects(data.view(view).rows());
    for (std::size_t row = 0; row < objects.size(); ++row) {
        objects[row] = data.objects().of({view, static_cast<Index>(row)});
    }
    return moved_array(std::move(objects));
}

py::tuple conflict_tuple(const Constraint& c) {
    return py::make_tuple(c.a.view, c.a.row, c.b.view, c.b.row, c.weight);
}

py::dict summary_dict(const Dataset& data) {
    const mvlink::ConstraintSummary found = [&] {
        const Unlocked unlocked;
        return mvlink::summarize_constraints(data);
    }();
    py::list conflicts;
    for (const Constraint& constraint : found.conflicts) {
        conflicts.append(conflict_tuple(constraint));
    }
    py::dict summary;
    summary["must"] = found.must;
    summary["cannot"] = found.cannot;
    summary["implied_must"] = found.implied_must;
    summary["implied_cannot"] = found.implied_cannot;
    summary["instances"] = found.instances;
    summary["components"] = found.components;
    summary["largest_component"] = found.largest_component;
    summary["contradictions"] = data.contradictions();
    summary["conflicts"] = conflicts;
    return summary;
}

}  // namespace

void bind_dataset(py::module_& module) {
    // Not by a constructor: pybind11 registers what a constructor made where it catches nothing, so that a failed
    // allocation would end the process.
    py::class_<Dataset>(module, "Dataset", "Views, how their rows map to each other, and constraints.")
        .def_static(
            "of", [](std::vector<View> views) { return Dataset(std::move(views)); }, py::arg("views"))
        .def("with_row_mapping", &Dataset::with_row_mapping)
        .def("with_id_mapping", &Dataset::with_id_mapping)
        .def("with_implied_mapping", &implied_mapping)
        .def(
            "with_mappings",
            [](const Dataset& data, const std::vector<std::tuple<int, int, Packed<Index>>>& given) {
                return data.with_mappings(mappings_of(given));
            },
            py::arg("mappings"))
        .def("with_constraints", &with_constraints, py::arg("places"), py::arg("must"), py::arg("weights"),
             py::arg("named"))
        .def(
            "with_group_rule",
            [](const Dataset& data, std::string name, const std::vector<std::string>& values) {
                return data.with_group_rule(mvlink::group_rule_of(std::move(name), values));
            },
            py::arg("name"), py::arg("values"))
        .def(
            "select", [](const Dataset& data, const std::vector<std::string>& names) { return data.select(names); },
            py::arg("names"))
        .def_property_readonly("n_views", &Dataset::n_views)
        .def_property_readonly(
            "views", [](const Dataset& data) { return std::vector<View>(data.views().begin(), data.views().end()); })
        .def_property_readonly("mappings", &mapping_list)
        .def_property_readonly("constraints", &constraint_arrays)
        .def_property_readonly("n_objects", [](const Dataset& data) { return data.objects().count(); })
        .def_property_readonly("rows_are_objects",
                               [](const Dataset& data) { return data.objects().rows_are_objects(); })
        .def_property_readonly("unmapped", &Dataset::unmapped)
        .def("objects_of", &objects_of, py::arg("view"))
        .def("summary", &summary_dict);
    module.def("instance_key", &instance_key, py::arg("text"));
}
