#include "arrays.hpp"
#include "bindings.hpp"

#include <mvlink/io.hpp>
#include <mvlink/model.hpp>

#include <pybind11/stl.h>

#include <string>

namespace py = pybind11;
using mvlink::Index;
using mvlink::Model;
using mvlink::NamedArray;

namespace {

std::vector<std::pair<std::string, std::string>> options_of(const Model& model) {
    std::vector<std::pair<std::string, std::string>> options;
    for (const mvlink::OptionText& option : model.options) {
        options.emplace_back(option.name, option.value);
    }
    return options;
}

py::array array_of(const NamedArray& array) {
    return moved_array(std::vector<double>(array.values)).reshape({array.rows, array.cols});
}

py::dict arrays_of(const Model& model) {
    py::dict arrays;
    for (const NamedArray& array : model.arrays) {
        arrays[py::str(array.name)] = array_of(array);
    }
    return arrays;
}

py::tuple state_of(const Model& model) {
    return py::make_tuple(model.method, options_of(model), model.views, model.cols, arrays_of(model));
}

Model from_state(const py::tuple& state) {
    Model model;
    model.method = state[0].cast<std::string>();
    for (auto& [name, value] : state[1].cast<std::vector<std::pair<std::string, std::string>>>()) {
        model.options.push_back({name, value});
    }
    model.views = state[2].cast<std::vector<std::string>>();
    model.cols = state[3].cast<std::vector<Index>>();
    for (const auto& [name, value] : state[4].cast<py::dict>()) {
        const auto array = value.cast<Packed<double>>();
        const auto values = span_of(array);
        model.arrays.push_back(
            {name.cast<std::string>(), array.shape(0), array.shape(1), {values.begin(), values.end()}});
    }
    return model;
}

}  // namespace

void bind_model(py::module_& module) {
    py::class_<Model>(module, "Model", "What predict needs: the content of model.npz.")
        .def_readonly("method", &Model::method)
        .def_readonly("views", &Model::views)
        .def_readonly("cols", &Model::cols)
        .def_property_readonly("options", &options_of)
        .def_property_readonly("arrays", &arrays_of)
        .def(py::pickle(&state_of, &from_state))
        .def(
            "write", [](const Model& model, const std::string& file) { mvlink::write_model(file, model); },
            py::arg("file"))
        .def_static(
            "read", [](const std::string& file) { return mvlink::read_model(file); }, py::arg("file"));
}
