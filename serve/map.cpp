#include "serve/map.hpp"

#include "serve/view_facts.hpp"

#include <mvlink/error.hpp>
#include <mvlink/preparation.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace mvlink::serve {
namespace {

/// The first two columns; where there is one, the other direction is random, so that equal values can be told apart.
std::vector<double> first_two_columns(const View& view, Context& context) {
    std::vector<double> plane(static_cast<std::size_t>(view.rows()) * 2, 0.0);
    Random random = context.stream("serve/map");
    for (Index row = 0; row < view.rows(); ++row) {
        if (view.cols() < 2) plane[2 * row + 1] = random.uniform();
        each_entry(view, row, [&](Index column, double value) {
            if (column < 2) plane[2 * row + column] = value;
        });
    }
    return plane;
}

/// Each axis to [-1, 1] by the range of all but the outermost rows: one stray row would squeeze all others into a dot.
void fit_axis(std::vector<double>& plane, std::size_t axis) {
    std::vector<double> values;
    for (std::size_t i = axis; i < plane.size(); i += 2)
        values.push_back(plane[i]);
    const auto at = [&](double share) {
        const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
        std::nth_element(values.begin(), place, values.end());
        return *place;
    };
    const double low = at(0.002), high = at(0.998);
    const double middle = (low + high) / 2, half = high > low ? (high - low) / 2 : 1;
    for (std::size_t i = axis; i < plane.size(); i += 2) {
        plane[i] = std::clamp((plane[i] - middle) / half * 0.92, -1.0, 1.0);
    }
}

MapOfRows made(const Dataset& data, int index, const Context::Settings& settings) {
    Context context(settings);
    const View& view = data.view(index);
    std::vector<double> plane;
    std::string words = "its two columns";
    if (view.cols() <= 2) {
        plane = first_two_columns(view, context);
        if (view.cols() < 2) words = "its column, spread out at random in the other direction";
    } else {
        const Dataset alone{view};
        const std::string steps = view.is_sparse() ? "l2,pca=2" : "standardize,pca=2";
        try {
            const Prepared prepared = prepare({.requests = {parse_preparation(steps)}}, alone, context);
            plane = first_two_columns(prepared.data.view(0), context);
            words = "the first two principal components";
        } catch (const Error&) {
            plane = first_two_columns(view, context);  // features that have no components, such as constant ones
            words = "its first two columns";
        }
    }
    fit_axis(plane, 0);
    fit_axis(plane, 1);
    return {std::vector<float>(plane.begin(), plane.end()), std::move(words)};
}

}  // namespace

Maps::Maps(const Dataset& data, Context::Settings settings)
    : data_(data), settings_(std::move(settings)), maps_(data.n_views()) {}

std::shared_ptr<const MapOfRows> Maps::of_view(int view) {
    const std::lock_guard lock(mutex_);
    if (!maps_[view]) maps_[view] = std::make_shared<const MapOfRows>(made(data_, view, settings_));
    return maps_[view];
}

}  // namespace mvlink::serve
