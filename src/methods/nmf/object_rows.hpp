#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/nmf.hpp>
#include <mvlink/result.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace nmf_family {

/// Which row of a view holds which object, where every object has one row in every view.
struct ObjectRows {
    Index count = 0;
    std::vector<std::vector<Index>> row_of;     // [view][object]
    std::vector<std::vector<Index>> object_of;  // [view][row]
};

/// Throws Error{input} that names the first object which a view lacks or holds twice.
ObjectRows require_complete_mapping(const Dataset& data, std::string_view method);

/// The partition of the objects as one of each view, then the objects' own where there are several views.
void add_partitions_of_objects(const Dataset& data, const ObjectRows& rows, const Partition& objects,
                               std::vector<Partition>& partitions);

/// The labels of the objects that a start gives, from the objects or else the first view; empty where there is none.
std::vector<std::int32_t> start_labels_of_objects(const Start& start, const Dataset& data, const ObjectRows& rows,
                                                  int n_clusters, Context& context);

/// All views side by side, one row an object: dense where all are, else sparse. Rows are divided as `normalize` says.
View side_by_side(const Dataset& data, const ObjectRows& rows, NmfNormalize normalize, std::span<const double> scales,
                  Context& context);

}  // namespace nmf_family
}  // namespace v1
}  // namespace mvlink
