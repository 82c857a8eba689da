#pragma once

#include <mvlink/constraint.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

/// A row or object whose class is known.
struct KnownClass {
    InstanceRef instance;
    std::int32_t label = 0;
};

/// The fewest pairs that imply all that known classes say: each with the first of its class, and the first of all
/// classes apart.
std::vector<ConstraintSpec> spanning_constraints(const std::vector<KnownClass>& known, const std::string& where);

struct KnownClasses {
    std::vector<KnownClass> known;
    std::optional<Index> lines;  ///< of a file without ids: one per row
};

/// The classes of a file of labels: id,label of the rows that are known, or one line per row with -1 or ? where it is
/// not.
KnownClasses read_known_classes(const std::filesystem::path& file);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
