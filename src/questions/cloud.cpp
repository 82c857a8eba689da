#include "questions/cloud.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace questions {
namespace {

constexpr Index kMostColumns = 100;  // beyond, distances cost more than they tell
constexpr Index kProjected = 50;

bool is_named(const View& view, std::span<const PreparationRequest> requests) {
    return std::any_of(requests.begin(), requests.end(), [&](const PreparationRequest& request) {
        return request.view.empty() || request.view == view.name();
    });
}

bool has_negative_entry(const View& view) {
    return view.visit([]<class Rows>(const Rows& X) {
        if constexpr (Rows::kSparse) {
            return std::any_of(X.values.begin(), X.values.end(), [](auto value) { return value < 0; });
        } else {
            return false;
        }
    });
}

std::vector<std::string> default_steps(const View& view) {
    if (!view.is_sparse()) return {"standardize"};
    if (has_negative_entry(view)) return {"l2"};
    return {"tfidf", "l2"};
}

Dataset prepared_views(const Dataset& data, std::span<const PreparationRequest> requests, Context& context) {
    PreparationPlan plan;
    plan.requests.assign(requests.begin(), requests.end());
    for (const View& view : data.views()) {
        if (!is_named(view, requests)) plan.requests.push_back({view.name(), default_steps(view)});
    }
    return prepare(plan, data, context).data;
}

Dataset projected_views(const Dataset& data, Context& context) {
    PreparationPlan plan;
    for (const View& view : data.views()) {
        const Index most = std::min({kProjected, view.rows() - 1, view.cols()});
        if ((view.is_sparse() || view.cols() > kMostColumns) && most >= 1 && most < view.cols()) {
            plan.requests.push_back({view.name(), {fmt::format("pca={}", most)}});
        }
    }
    return plan.requests.empty() ? data : prepare(plan, data, context).data;
}

/// Writes the rows of a view into columns first .. of the points; items that the view lacks stay at 0.
void copy_rows(const View& view, int number, const Items& items, Space& space, Index first) {
    view.visit([&]<class Rows>(const Rows& X) {
        for (std::size_t place = 0; place < space.items.size(); ++place) {
            const Index row = items.row(number, space.items[place]);
            if (row < 0) continue;
            double* const out = space.values.data() + static_cast<Index>(place) * space.cols + first;
            if constexpr (Rows::kSparse) {
                for (Index e = X.offsets[row]; e < X.offsets[row + 1]; ++e)
                    out[X.columns[e]] = static_cast<double>(X.values[e]);
            } else {
                for (Index col = 0; col < X.cols; ++col)
                    out[col] = static_cast<double>(X.at(row, col));
            }
        }
    });
}

/// Centres a view's columns over the items that it holds, and scales them to a total variance of 1.
void balance(int number, const Items& items, Space& space, Index first, Index cols) {
    double total = 0;
    Index present = 0;
    const auto for_present = [&](auto&& body) {
        for (std::size_t place = 0; place < space.items.size(); ++place) {
            if (items.row(number, space.items[place]) >= 0)
                body(space.values.data() + static_cast<Index>(place) * space.cols + first);
        }
    };
    std::vector<double> mean(cols, 0.0);
    for_present([&](const double* x) {
        ++present;
        for (Index col = 0; col < cols; ++col)
            mean[col] += x[col];
    });
    for (double& value : mean)
        value /= static_cast<double>(std::max<Index>(present, 1));
    for_present([&](double* x) {
        for (Index col = 0; col < cols; ++col) {
            x[col] -= mean[col];
            total += x[col] * x[col];
        }
    });
    const double scale = total > 0 ? std::sqrt(static_cast<double>(present) / total) : 1;
    for_present([&](double* x) {
        for (Index col = 0; col < cols; ++col)
            x[col] *= scale;
    });
}

void fill_space(const Dataset& data, const Items& items, int number, Space& space) {
    std::vector<int> views;
    for (int view = 0; view < data.n_views(); ++view) {
        if (items.space_of_view(view) != number) continue;
        views.push_back(view);
        space.cols += data.view(view).cols();
    }
    space.values.assign(space.items.size() * static_cast<std::size_t>(space.cols), 0.0);
    Index first = 0;
    for (const int view : views) {
        copy_rows(data.view(view), view, items, space, first);
        if (views.size() > 1) balance(view, items, space, first, data.view(view).cols());
        space.views.emplace_back(first, data.view(view).cols());
        first += data.view(view).cols();
    }
}

}  // namespace

Cloud make_cloud(const Dataset& data, const Items& items, std::span<const PreparationRequest> requests,
                 Context& context) {
    const Dataset prepared = projected_views(prepared_views(data, requests, context), context);
    Cloud cloud;
    cloud.spaces.resize(items.n_spaces());
    for (Index item = 0; item < items.count(); ++item) {
        const int space = items.space(item);
        cloud.space.push_back(space);
        cloud.place.push_back(static_cast<std::int32_t>(cloud.spaces[space].items.size()));
        cloud.spaces[space].items.push_back(static_cast<std::int32_t>(item));
    }
    for (int space = 0; space < items.n_spaces(); ++space)
        fill_space(prepared, items, space, cloud.spaces[space]);
    return cloud;
}

double squared_distance(std::span<const double> x, std::span<const double> y) noexcept {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double difference = x[i] - y[i];
        sum += difference * difference;
    }
    return sum;
}

double Cloud::distance(Index a, Index b) const noexcept {
    if (space[a] != space[b]) return std::numeric_limits<double>::infinity();
    return std::sqrt(squared_distance(point(a), point(b)));
}

}  // namespace questions
}  // namespace v1
}  // namespace mvlink
