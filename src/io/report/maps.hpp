#pragma once

#include "io/report/scene.hpp"
#include "kernels/projection.hpp"

#include <map>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io::report {

/// The plane in which some rows are seen.
struct Seen {
    std::vector<double> coordinates;  ///< two per row
    Axis x, y;
    std::string words;  ///< which map it is and what it shows: a sentence
};

/// Which map of the rows a page shows, and its coordinates. Each table is projected once, although several partitions
/// may show it.
class Maps {
public:
    Maps(const Run& run, ReportMap wanted, Context& context) : run_(run), wanted_(wanted), context_(context) {}

    /// Some rows of a view.
    Seen rows_of(int view, const Partition& partition, const std::vector<Index>& rows);
    /// The same in some columns of the view only.
    Seen rows_in(int view, const std::vector<Clustering::Dimension>& dimensions, const std::vector<Index>& rows);
    /// Some objects in the method's own space.
    Seen objects_of(const Embedding& embedding, const std::vector<Index>& objects);

    /// Where the method itself places the objects, if that is to be shown.
    [[nodiscard]] const Embedding* object_embedding() const;

private:
    [[nodiscard]] bool may_show(ReportMap map) const { return wanted_ == map || wanted_ == ReportMap::automatic; }
    [[nodiscard]] const Embedding* embedding_of(Scope scope, const std::string& name) const;
    Seen by_features(int view, const Partition& partition, const std::vector<Index>& rows);
    Seen by_graph(int view, const Partition& partition, const std::vector<Index>& rows);
    Seen by_embedding(const Embedding& embedding, const std::vector<Index>& places);

    const Run& run_;
    ReportMap wanted_;
    Context& context_;
    struct PlacedRows {
        std::vector<Index> rows;
        kernels::Projection projection;
    };
    std::map<const void*, PlacedRows> placed_;                // by the view
    std::map<const void*, kernels::Projection> projections_;  // by the embedding
};

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
