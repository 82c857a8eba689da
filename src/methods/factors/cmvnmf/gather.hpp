#pragma once

#include "kernels/matrix.hpp"
#include "kernels/sparse_row.hpp"
#include "methods/factors/cmvnmf/links.hpp"

#include <algorithm>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace cmvnmf_steps {

/// The sums over the ties of one row, one after the other.
class Gather {
public:
    /// `previous`: V of the view itself as its ties inside see it.
    Gather(const ViewLinks& links, int a, const std::vector<Matrix>& V, const Matrix& previous)
        : links_(links), a_(a), V_(V), previous_(previous), k_(V[a].cols()), sums_(static_cast<std::size_t>(3 * k_)) {}

    /// Reads the ties of a row. Views before `a` are already updated in this iteration: their ties are final.
    void read(Index row) {
        std::fill(sums_.begin(), sums_.end(), 0.0);
        bool earlier = true;
        for (const Coupling& coupling : links_.couplings) {
            if (earlier && coupling.view >= a_) {
                keep_final();
                earlier = false;
            }
            const Matrix& other = coupling.view == a_ ? previous_ : V_[coupling.view];
            add(coupling.must, row, other, must());
            add(coupling.cannot, row, other, cannot());
        }
        if (earlier) keep_final();
    }

    [[nodiscard]] double* must() { return sums_.data(); }              ///< sum_b M^{ab} V_b
    [[nodiscard]] double* cannot() { return sums_.data() + k_; }       ///< sum_b C^{ab} V_b
    [[nodiscard]] double* settled() { return sums_.data() + 2 * k_; }  ///< cannot - must, of earlier views

    /// The row's part of Delta: D |v|^2 + 2 <v, cannot - must> over ties with earlier views.
    double disagreement(Index row, const double* v) {
        const double degree = links_.degree[row];
        double sum = 0;
        for (Index h = 0; h < k_; ++h) {
            sum += v[h] * (degree * v[h] + 2 * settled()[h]);
        }
        return sum;
    }

private:
    void keep_final() {
        for (Index h = 0; h < k_; ++h) {
            settled()[h] = cannot()[h] - must()[h];
        }
    }

    void add(const kernels::OwnedSparseRows<double>& ties, Index row, const Matrix& V, double* sum) const {
        if (ties.offsets[row] == ties.offsets[row + 1]) return;
        kernels::SparseRowTimes::add_unpadded(ties.view(), row, V.data(), k_, sum);
    }

    const ViewLinks& links_;
    int a_;
    const std::vector<Matrix>& V_;
    const Matrix& previous_;
    Index k_;
    std::vector<double> sums_;
};

}  // namespace cmvnmf_steps
}  // namespace v1
}  // namespace mvlink
