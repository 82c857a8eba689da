// A fitted model whose arrays, options, views and sizes are spoiled, then used to predict and to start from.
#include "methods.hpp"

#include <limits>
#include <map>

namespace {

using namespace mvlink;

const Model& fitted(const MethodInfo& method) {
    static std::map<std::string, Model> models;
    const auto known = models.find(method.name);
    if (known != models.end()) return known->second;
    Model model;
    fuzz::answered([&] {
        fuzz::BriefContext brief;
        const std::vector<OptionText> options{{"n_clusters", "3"}};
        model = run_method(method.name, fuzz::small_data(fuzz::views_for(method)), options, brief.context).model;
    });
    return models.emplace(method.name, std::move(model)).first->second;
}

double odd_number(fuzz::Choices& choices) {
    constexpr double kOdd[] = {0,     -1,    1,      1e-320, 1e160, -1e160,
                               1e307, 1e308, -1e308, 0.5,    1e15,  std::numeric_limits<double>::infinity(),
                               NAN,   -0.0,  1e-9,   255};
    return choices.of(kOdd);
}

void spoil_array(fuzz::Choices& choices, NamedArray& array) {
    constexpr Index kSizes[] = {0, 1, 2, 3, 5, -1, 1 << 20, std::numeric_limits<Index>::max()};
    switch (choices.byte() % 5) {
        case 0:
            array.rows = choices.of(kSizes);
            break;
        case 1:
            array.cols = choices.of(kSizes);
            break;
        case 2:
            array.rows = static_cast<Index>(choices.below(6));
            array.cols = static_cast<Index>(choices.below(6));
            array.values.assign(static_cast<std::size_t>(array.rows * array.cols), odd_number(choices));
            break;
        case 3:
            if (!array.values.empty()) array.values[choices.below(array.values.size())] = odd_number(choices);
            break;
        default:
            array.name = choices.text();
    }
}

void spoil(fuzz::Choices& choices, Model& model) {
    const char* const texts[] = {"0", "-1", "1", "2", "2147483647", "9e18", "nan", "", "true", "auto"};
    switch (choices.byte() % 6) {
        case 0:
            if (!model.options.empty()) model.options[choices.below(model.options.size())].value = choices.of(texts);
            break;
        case 1:
            if (!model.cols.empty())
                model.cols[choices.below(model.cols.size())] = static_cast<Index>(choices.byte()) - 2;
            break;
        case 2:
            if (!model.integers.empty()) {
                auto& values = model.integers[choices.below(model.integers.size())].values;
                if (!values.empty())
                    values[choices.below(values.size())] = static_cast<Index>(odd_number(choices) == 0);
                if (choices.byte() % 2 == 0) values.resize(choices.below(9));
            }
            break;
        case 3:
            model.method = choices.of(methods()).name;
            break;
        default:
            if (!model.arrays.empty()) spoil_array(choices, model.arrays[choices.below(model.arrays.size())]);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Choices choices(data, size);
    const MethodInfo& method = choices.of(methods());
    Model model = fitted(method);
    for (int change = 0; change < 8 && !choices.empty(); ++change)
        spoil(choices, model);
    const Dataset rows = fuzz::small_data(fuzz::views_for(method), 6);
    fuzz::answered([&] {
        fuzz::BriefContext brief;
        predict(model, views_known_to(model, rows), brief.context);
    });
    fuzz::answered([&] {
        fuzz::BriefContext brief;
        Start start;
        start.model = &model;
        const std::vector<OptionText> options{{"n_clusters", "3"}};
        run_method(method.name, fuzz::small_data(fuzz::views_for(method)), options, brief.context, start);
    });
    return 0;
}
