#include "conformance/problems.hpp"
#include "conformance/suite.hpp"
#include "conformance/valid.hpp"

#include <limits>

/// Models as a file may hold them: whatever stands in one, predict and a warm start give a result or an error.
namespace mvlink::conformance {
namespace {

/// Every way in which one array of a model can be wrong, as a file that somebody edited may be.
std::vector<std::pair<std::string, NamedArray>> spoiled(const NamedArray& array) {
    const auto sized = [&](Index rows, Index cols, double value) {
        return NamedArray{array.name, rows, cols, std::vector<double>(static_cast<std::size_t>(rows * cols), value)};
    };
    const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    NamedArray short_of_values = array;
    short_of_values.values.pop_back();
    return {{"no rows", sized(0, array.cols, 0)},
            {"no columns", sized(array.rows, 0, 0)},
            {"nothing", sized(0, 0, 0)},
            {"one row more", sized(array.rows + 1, array.cols, 0.5)},
            {"one column more", sized(array.rows, array.cols + 1, 0.5)},
            {"one value", sized(1, 1, 0.5)},
            {"fewer values than entries", short_of_values},
            {"zeros", sized(array.rows, array.cols, 0)},
            {"negative", sized(array.rows, array.cols, -1)},
            {"huge", sized(array.rows, array.cols, 1e300)},
            {"not a number", sized(array.rows, array.cols, nan)},
            {"infinite", sized(array.rows, array.cols, inf)}};
}

}  // namespace

TEST_P(Conformance, ModelsWithSpoiledArraysNeverCrash) {
    const Dataset data = problem(method);
    const Model good = run(data).model;
    for (std::size_t i = 0; i <= good.arrays.size(); ++i) {
        auto ways = i < good.arrays.size() ? spoiled(good.arrays[i]) : decltype(spoiled(good.arrays[0]))(1);
        for (auto& [what, array] : ways) {
            SCOPED_TRACE((i < good.arrays.size() ? good.arrays[i].name : "all gone") + ": " + what);
            Model model = good;
            if (i < good.arrays.size()) {
                model.arrays[i] = array;
            } else {
                model.arrays.clear();
            }
            expect_result_or_error(data, {}, {.partitions = {}, .model = &model, .centroids = {}});
            if (!method.predicts) continue;
            try {
                expect_valid(predicted(model, data), data);
            } catch (const Error& error) {
                EXPECT_EQ(error.code(), ErrorCode::input) << error.what();
                expect_readable(error);
            }
        }
    }
}

TEST_P(Conformance, ModelsWithoutOptionsViewsOrColumnsNeverCrash) {
    const Dataset data = problem(method);
    const Model good = run(data).model;
    const auto try_it = [&](const char* what, auto change) {
        SCOPED_TRACE(what);
        Model model = good;
        change(model);
        expect_result_or_error(data, {}, {.partitions = {}, .model = &model, .centroids = {}});
        try {
            expect_valid(predicted(model, data), data);
        } catch (const Error& error) {
            expect_readable(error);
        }
    };
    try_it("no options", [](Model& model) { model.options.clear(); });
    try_it("no views", [](Model& model) { model.views.clear(), model.cols.clear(); });
    try_it("no columns", [](Model& model) { model.cols.clear(); });
    try_it("other columns", [](Model& model) { model.cols.assign(model.cols.size(), 2); });
    try_it("another method", [](Model& model) { model.method = "nobody"; });
    for (const char* k : {"0", "-1", "1", "2147483647", "x", "", "3,3,3,3"}) {
        try_it(k, [k](Model& model) {
            for (OptionText& option : model.options) {
                if (option.name == "n_clusters") option.value = k;
            }
        });
    }
}

}  // namespace mvlink::conformance
