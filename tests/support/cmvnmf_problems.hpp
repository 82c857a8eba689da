#pragma once

#include "methods/factors/cmvnmf/steps.hpp"
#include "reference/cmvnmf.hpp"
#include "support/random_problems.hpp"

#include <memory>
#include <vector>

/// Random problems with several views for the library's steps and for the reference, with the same numbers.
namespace mvlink::support {

inline Matrix as_matrix(const Table& table) {
    Matrix matrix(static_cast<Index>(table.size()), static_cast<Index>(table.front().size()));
    for (Index i = 0; i < matrix.rows(); ++i) {
        for (Index j = 0; j < matrix.cols(); ++j) {
            matrix(i, j) = table[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
        }
    }
    return matrix;
}

/// Entries >= 0; a third of them zero where `holes`, but no row and no column without any.
inline Table positive_table(Index n, Index d, bool holes, Random& random) {
    Table table(static_cast<std::size_t>(n), std::vector<double>(static_cast<std::size_t>(d)));
    for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < d; ++j) {
            const bool hole = holes && random.uniform() < 0.33 && (i + j) % std::min(n, d) != 0;
            table[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
                hole ? 0 : static_cast<float>(0.05 + random.uniform());
        }
    }
    return table;
}

/// Constraints in views and between them, some repeated and contradictory, with weights.
inline std::vector<Constraint> constraints_everywhere(const std::vector<Table>& X, int count, bool inside,
                                                      Random& random) {
    std::vector<Constraint> constraints;
    const auto views = static_cast<Index>(X.size());
    for (int i = 0; i < count; ++i) {
        const auto a = static_cast<int>(random.below(views)), b = static_cast<int>(random.below(views));
        const InstanceId one{a, random.below(static_cast<Index>(X[static_cast<std::size_t>(a)].size()))};
        const InstanceId two{b, random.below(static_cast<Index>(X[static_cast<std::size_t>(b)].size()))};
        if (one == two || (a == b && !inside)) continue;
        constraints.push_back({one, two, random.uniform() < 0.5 ? Link::must : Link::cannot, random.uniform(0.2, 3)});
    }
    return constraints;
}

inline std::vector<View> as_views(const std::vector<Table>& X, bool sparse) {
    std::vector<View> views;
    for (const Table& table : X) {
        const std::string name(1, static_cast<char>('a' + static_cast<int>(views.size())));
        views.push_back(sparse ? sparse_view<double>(table, name) : dense_view<double>(table, name));
    }
    return views;
}

/// One problem twice: as the library's steps hold it, and as the reference does.
struct CmvnmfCase {
    CmvnmfCase(std::vector<Table> tables, const std::vector<Constraint>& constraints, Index k, bool sparse,
               Random& random)
        : X(std::move(tables)),
          data(Dataset(as_views(X, sparse)).with_constraints(std::span<const Constraint>(constraints))) {
        settings.k = k;
        settings.scale = FactorScale::none;
        settings.keep_empty_rows = true;
        const cmvnmf_steps::Ties ties(data, 1, false);
        problem = cmvnmf_steps::problem_of(ties, settings, context);
        reference.X = X;
        for (const Table& table : X) {
            reference.U.push_back(positive_table(static_cast<Index>(table.front().size()), k, false, random));
            reference.V.push_back(positive_table(static_cast<Index>(table.size()), k, false, random));
            state.U.push_back(as_matrix(reference.U.back()));
            state.V.push_back(as_matrix(reference.V.back()));
        }
        for (const Constraint& constraint : data.constraints()) {
            reference.pairs.push_back(
                {static_cast<std::size_t>(constraint.a.view), static_cast<std::size_t>(constraint.a.row),
                 static_cast<std::size_t>(constraint.b.view), static_cast<std::size_t>(constraint.b.row),
                 constraint.link == Link::must, constraint.weight});
        }
        cmvnmf_steps::measure(problem, state, context);
    }

    /// One round of the library's steps.
    void round(double beta, bool rescale) {
        for (int a = 0; a < data.n_views(); ++a) {
            const Vector lengths = cmvnmf_steps::update_basis(rescale, a, state, context);
            cmvnmf_steps::update_encoding(problem, settings, beta, a, lengths, state, context);
        }
    }

    std::vector<Table> X;
    Dataset data;
    Context context;
    cmvnmf_steps::Settings settings;
    cmvnmf_steps::Problem problem;
    cmvnmf_steps::State state;
    reference::cmvnmf::State reference;
};

/// Seeds decide on two or three views, their sizes, ties inside views, and the kind of view.
inline std::unique_ptr<CmvnmfCase> random_case(std::uint64_t seed) {
    Random random(seed);
    std::vector<Table> X;
    for (Index views = 2 + random.below(2); views > 0; --views) {
        X.push_back(positive_table(3 + random.below(25), 2 + random.below(8), seed % 2 == 1, random));
    }
    const Index k = 1 + random.below(4);
    const auto constraints = constraints_everywhere(X, static_cast<int>(random.below(60)), seed % 3 != 0, random);
    return std::make_unique<CmvnmfCase>(std::move(X), constraints, k, seed % 2 == 1, random);
}

}  // namespace mvlink::support
