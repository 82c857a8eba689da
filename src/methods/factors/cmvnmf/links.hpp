#pragma once

#include <mvlink/dataset.hpp>

#include "kernels/sparse_products.hpp"

#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace cmvnmf_steps {

/// What ties two instances: a constraint, or the mapping where it is used.
struct Tie {
    InstanceId a, b;
    bool must = true;
    double weight = 1;
    bool soft = false;  ///< a guess: it costs, but joins nothing
};

/// The constraints of positive weight, and the mapped pairs of rows if they are to count (each 1). Never copied: there
/// may be many.
class Ties {
public:
    Ties(const Dataset& data, double constraint_weight, bool use_mapping);

    /// Calls body(tie) for each.
    template <class Body>
    void for_each(Body&& body) const {
        for (const Constraint& constraint : data_.constraints()) {
            const double weight = weight_ * constraint.weight;
            if (weight <= 0) continue;
            body(Tie{constraint.a, constraint.b, constraint.link == Link::must, weight, constraint.is_soft()});
        }
        if (!use_mapping_) return;
        for (const Mapping& mapping : data_.mappings()) {
            for (const auto& [a, b] : mapping.rows) {
                body(Tie{{mapping.view_a, a}, {mapping.view_b, b}, true, 1});
            }
        }
        for (const auto& [a, b] : unlisted_) {
            body(Tie{a, b, true, 1});
        }
    }

    [[nodiscard]] const Dataset& data() const noexcept { return data_; }

private:
    const Dataset& data_;
    double weight_;
    bool use_mapping_;
    std::vector<std::pair<InstanceId, InstanceId>> unlisted_;  // mapped pairs that no list holds
};

/// One other view b (or the view itself) as seen from view a: M^{ab} and C^{ab} of the paper, with weights.
struct Coupling {
    int view = 0;
    kernels::OwnedSparseRows<double> must;
    kernels::OwnedSparseRows<double> cannot;
};

/// All ties of one view.
struct ViewLinks {
    std::vector<Coupling> couplings;  ///< by view; the view itself among them where it has ties inside
    std::vector<double> degree;  ///< D of the paper: weight of the must-links of each row; cannot-links never enter
    bool inside = false;         ///< there are ties inside the view
};

/// Both directions of every tie, view by view.
std::vector<ViewLinks> links_of(const Ties& ties);

}  // namespace cmvnmf_steps
}  // namespace v1
}  // namespace mvlink
