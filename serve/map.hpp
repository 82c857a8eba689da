#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>

#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace mvlink::serve {

/// The rows of a view as points of a plane, and what its axes are.
struct MapOfRows {
    std::vector<float> coordinates;  ///< two per row, in [-1, 1]
    std::string words;
};

/// The maps of all views, each made when it is first asked for.
class Maps {
public:
    Maps(const Dataset& data, Context::Settings settings);
    [[nodiscard]] std::shared_ptr<const MapOfRows> of_view(int view);

private:
    const Dataset& data_;
    Context::Settings settings_;
    std::mutex mutex_;
    std::vector<std::shared_ptr<const MapOfRows>> maps_;
};

}  // namespace mvlink::serve
