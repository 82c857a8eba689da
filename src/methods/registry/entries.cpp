#include "methods/registry/entry.hpp"

#include <mvlink/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace mvlink {
inline namespace v1 {
namespace registry {

const std::vector<Entry>& entries() {
    // Never destroyed: a thread of the caller may still run a method while the process ends.
    static const std::vector<Entry>& all = *new std::vector<Entry>([] {
        std::vector<Entry> list;
        for (std::vector<Entry> family : {kmeans_entries(), propagation_entries(), factor_entries(), spectral_entries(),
                                          constrained_entries(), clustering_entries()}) {
            std::move(family.begin(), family.end(), std::back_inserter(list));
        }
        return list;
    }());
    return all;
}

const Entry& find(std::string_view name) {
    std::vector<std::string> names;
    for (const Entry& entry : entries()) {
        if (entry.info.name == name) return entry;
        names.push_back(entry.info.name);
    }
    const std::string nearest = nearest_name(name, names);
    throw Error(ErrorCode::usage, fmt::format("method \"{}\" {}{}; expected one of {}", name, "does not exist",
                                              nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest),
                                              fmt::join(names, ", ")));
}

}  // namespace registry
}  // namespace v1
}  // namespace mvlink
