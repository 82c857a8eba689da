#pragma once

#include <mvlink/context.hpp>
#include <mvlink/dataset.hpp>
#include <mvlink/result.hpp>

#include "kernels/matrix.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// From rows to objects and back, for methods that cluster objects.
namespace mvlink {
inline namespace v1 {

/// The rows of every view by object, for any mapping: a view may lack an object, or hold several rows of it.
class ObjectRows {
public:
    explicit ObjectRows(const Dataset& data);

    [[nodiscard]] Index count() const { return count_; }
    /// The object of each row of a view.
    [[nodiscard]] std::span<const Index> object_of(int view) const;
    /// The rows of an object in a view, ascending; none if the view lacks it.
    [[nodiscard]] std::span<const Index> rows_of(int view, Index object) const;
    /// How many objects the view holds.
    [[nodiscard]] Index present(int view) const;

private:
    struct InView {
        std::vector<Index> object_of;
        std::vector<Index> offsets;  // of the objects in `rows`, one more than there are objects
        std::vector<Index> rows;     // by object
    };
    Index count_ = 0;
    std::vector<InView> views_;
};

/// An object by the name of its first row.
std::string object_name(const Dataset& data, const ObjectRows& objects, Index object);

/// The mean of the rows of each object; a row of zeros for an object without rows. `object_of` has one entry per row.
Matrix mean_by_object(const Matrix& of_rows, std::span<const Index> object_of, Index n_objects);
/// Every row gets what its object has.
Matrix by_row(const Matrix& of_objects, std::span<const Index> object_of);

/// The partition of the objects as one of each view, then the objects' own if there are several views.
void add_partitions_of_objects(const Dataset& data, const ObjectRows& rows, const Partition& objects,
                               std::vector<Partition>& partitions);

/// The labels of the objects that a start gives: those of the first row in the first view that holds the object. Empty
/// if there is no start. Throws Error{input} if labels are missing or do not fit.
std::vector<std::int32_t> start_labels_of_objects(const Start& start, const Dataset& data, const ObjectRows& rows,
                                                  int n_clusters, Context& context);

}  // namespace v1
}  // namespace mvlink
