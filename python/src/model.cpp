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

py::dict dict_of(const std::vector<NamedArray>& arrays) {
    py::dict dict;
    for (const NamedArray& array : arrays) {
        dict[py::str(array.name)] = array_of(array);
    }
    return dict;
}

py::dict arrays_of(const Model& model) {
    return dict_of(model.arrays);
}

std::vector<Index> input_cols_of(const Model& model) {
    std::vector<Index> cols;
    for (std::size_t view = 0; view < model.views.size(); ++view) {
        cols.push_back(model.input_cols(view));
    }
    return cols;
}

/// View and steps, as the argument prep gives them.
std::vector<std::pair<std::string, std::string>> preparation_of(const Model& model) {
    std::vector<std::pair<std::string, std::string>> list;
    for (const mvlink::ViewPreparation& preparation : model.preparation) {
        std::string text;
        for (const mvlink::PreparationStep& step : preparation.steps) {
            text += (text.empty() ? "" : ",") + step.step;
        }
        list.emplace_back(preparation.view, text);
    }
    return list;
}

py::list preparation_state(const Model& model) {
    py::list list;
    for (const mvlink::ViewPreparation& preparation : model.preparation) {
        py::list steps;
        for (const mvlink::PreparationStep& step : preparation.steps) {
            steps.append(py::make_tuple(step.step, dict_of(step.arrays)));
        }
        list.append(py::make_tuple(preparation.view, preparation.cols, steps));
    }
    return list;
}

/// By name.
py::dict tables_of(const Model& model) {
    py::dict dict;
    for (const mvlink::View& table : model.tables) {
        dict[py::str(table.name())] = py::cast(table);
    }
    return dict;
}

py::dict integers_of(const Model& model) {
    py::dict dict;
    for (const mvlink::NamedIntegers& integers : model.integers) {
        dict[py::str(integers.name)] = moved_array(std::vector<Index>(integers.values));
    }
    return dict;
}

py::tuple state_of(const Model& model) {
    return py::make_tuple(model.method, options_of(model), model.views, model.cols, arrays_of(model),
                          preparation_state(model), tables_of(model), integers_of(model), model.recipe,
                          model.column_names);
}

std::vector<NamedArray> arrays_from(const py::dict& dict) {
    std::vector<NamedArray> arrays;
    for (const auto& [name, value] : dict) {
        const auto array = value.cast<Packed<double>>();
        const auto values = span_of(array);
        arrays.push_back({name.cast<std::string>(), array.shape(0), array.shape(1), {values.begin(), values.end()}});
    }
    return arrays;
}

mvlink::ViewPreparation preparation_from(const py::tuple& state) {
    mvlink::ViewPreparation preparation{state[0].cast<std::string>(), state[1].cast<Index>(), {}};
    for (const py::handle& item : state[2].cast<py::list>()) {
        const auto step = item.cast<py::tuple>();
        preparation.steps.push_back({step[0].cast<std::string>(), arrays_from(step[1].cast<py::dict>())});
    }
    return preparation;
}

Model from_state(const py::tuple& state) {
    Model model;
    model.method = state[0].cast<std::string>();
    for (auto& [name, value] : state[1].cast<std::vector<std::pair<std::string, std::string>>>()) {
        model.options.push_back({name, value});
    }
    model.views = state[2].cast<std::vector<std::string>>();
    model.cols = state[3].cast<std::vector<Index>>();
    model.arrays = arrays_from(state[4].cast<py::dict>());
    if (state.size() < 6) return model;  // pickled before there was any
    for (const py::handle& prepared : state[5].cast<py::list>()) {
        model.preparation.push_back(preparation_from(prepared.cast<py::tuple>()));
    }
    if (state.size() < 8) return model;
    for (const auto& [name, table] : state[6].cast<py::dict>()) {
        model.tables.push_back(table.cast<const mvlink::View&>());
    }
    for (const auto& [name, values] : state[7].cast<py::dict>()) {
        const auto array = values.cast<Packed<Index>>();
        const auto span = span_of(array);
        model.integers.push_back({name.cast<std::string>(), {span.begin(), span.end()}});
    }
    if (state.size() > 8) model.recipe = state[8].cast<std::string>();
    if (state.size() > 9) model.column_names = state[9].cast<std::vector<std::vector<std::string>>>();
    return model;
}

}  // namespace

void bind_model(py::module_& module) {
    py::class_<Model>(module, "Model", "What predict needs: the content of model.npz.")
        .def_readonly("method", &Model::method)
        .def_readonly("views", &Model::views)
        .def_readonly("cols", &Model::cols)
        .def_readwrite("recipe", &Model::recipe)
        .def_property_readonly("options", &options_of)
        .def_property_readonly("input_cols", &input_cols_of)
        .def_property_readonly("preparation", &preparation_of)
        .def_property_readonly("arrays", &arrays_of)
        .def_property_readonly("tables", &tables_of)
        .def_property_readonly("integers", &integers_of)
        .def(py::pickle(&state_of, &from_state))
        // Protocols 0 and 1 would make the object in a way that leaves it without content, which nothing may touch.
        .def("__reduce_ex__",
             [](const py::object& self, int /*protocol*/) {
                 return py::make_tuple(py::module_::import("copyreg").attr("__newobj__"),
                                       py::make_tuple(py::type::of(self)), state_of(self.cast<const Model&>()));
             })
        .def(
            "write", [](const Model& model, const std::string& file) { mvlink::write_model(file, model); },
            py::arg("file"))
        .def_static(
            "read", [](const std::string& file) { return mvlink::read_model(file); }, py::arg("file"));
}
