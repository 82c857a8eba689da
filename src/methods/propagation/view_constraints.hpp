#pragma once

#include <mvlink/dataset.hpp>

#include "methods/propagation/joint_closure.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {

/// A set of rows whose pairs with another one, or with each other, are constraints.
struct Site {
    std::vector<Index> rows;  // increasing
    double most = 0;          // the largest weight of a constraint that it takes part in
};

/// All constraints between the rows of two sites, or inside one: what is propagated.
struct Source {
    Index a = 0, b = 0;  // sites; the same: every pair inside it
    Link link = Link::must;
    double implied = 1;     // what a pair weighs that is not given
    double most = 0;        // the largest weight
    bool weighted = false;  // some pair is given and weighs something else
};

/// The constraints of one view after the joint closure, C_V of Algorithm 2: for the base method, whose closure expands
/// them again, and as sources of propagation.
class ViewConstraints {
public:
    ViewConstraints(const Dataset& data, const JointClosure& closure, int view);

    /// Given and implied; both instances are in view 0.
    [[nodiscard]] const std::vector<Constraint>& certain() const { return certain_; }
    [[nodiscard]] const std::vector<Site>& sites() const { return sites_; }
    [[nodiscard]] const std::vector<Source>& sources() const { return sources_; }
    /// Of a pair of a source: as given, or implied.
    [[nodiscard]] double weight(const Source& source, Index a, Index b) const;

    /// Given between these rows, or, without the closure, between rows that are mapped to them.
    [[nodiscard]] bool is_given(Index a, Index b, Link link) const { return given_.contains(key(a, b, link)); }

private:
    using Key = std::tuple<Index, Index, Link>;
    static Key key(Index a, Index b, Link link) { return {std::min(a, b), std::max(a, b), link}; }

    void add_given(const Dataset& data, int view);
    void add_closure(const JointClosure& closure, int view);
    void add_mapped(const Dataset& data, const JointClosure& closure, int view);
    void add_source(Index a, Index b, Link link, double weight);
    void measure(const JointClosure& closure, int view);
    Index site_of_group(const JointClosure& closure, Index group, int view);
    Index site_of_row(Index row);

    std::vector<Constraint> certain_;
    std::vector<Site> sites_;
    std::vector<Source> sources_;
    std::map<Key, double> given_;
    std::map<Index, Index> site_of_group_, site_of_row_;
};

}  // namespace propagation_steps
}  // namespace v1
}  // namespace mvlink
