#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/random.hpp>

#include "reference/propagation.hpp"
#include "support/random_problems.hpp"

#include <string>
#include <vector>

/// Random problems with partially mapped views, for the library and for the reference.
namespace mvlink::support {

/// Views of the same classes: rows around the centre of their class, some of them mapped to rows of the same class in
/// other views (also several), constraints that are true to the classes.
struct MappedProblem {
    struct Sizes {
        int views = 2;
        Index rows = 24, cols = 2;
        int classes = 3, constraints = 10;  // constraints per view
        double mapped = 0.4;                // share of the rows
        double heaviest = 1;                // weights are drawn up to this; 1: all are 1
    };

    MappedProblem(const Sizes& sizes, Random random) {
        for (int v = 0; v < sizes.views; ++v) {
            const Table centres = random_table(sizes.classes, sizes.cols, random);
            const Index n = sizes.rows + random.below(5);
            Table X = random_table(n, sizes.cols, random);
            std::vector<int> own;
            for (Index i = 0; i < n; ++i) {
                own.push_back(static_cast<int>(i % sizes.classes));
                for (std::size_t j = 0; j < X[static_cast<std::size_t>(i)].size(); ++j)
                    X[static_cast<std::size_t>(i)][j] += 4 * centres[static_cast<std::size_t>(own.back())][j];
            }
            tables.push_back(X);
            classes.push_back(own);
        }
        add_constraints(sizes, random);
        add_relations(sizes, random);
    }

    [[nodiscard]] Dataset dataset(bool sparse = false) const {
        std::vector<View> views;
        for (std::size_t v = 0; v < tables.size(); ++v) {
            const std::string name(1, static_cast<char>('a' + static_cast<int>(v)));
            views.push_back(sparse ? sparse_view<double>(tables[v], name) : dense_view<double>(tables[v], name));
        }
        Dataset data(std::move(views));
        if (tables.size() > 1) data = data.with_mappings(mappings);
        return data.with_constraints(std::span<const Constraint>(constraints));
    }

    std::vector<Table> tables;
    std::vector<std::vector<int>> classes;
    std::vector<Constraint> constraints;
    std::vector<Mapping> mappings;
    std::vector<reference::propagation::Given> given;
    std::vector<reference::propagation::Relation> relations;

private:
    void add_constraints(const Sizes& sizes, Random& random) {
        for (int v = 0; v < sizes.views; ++v) {
            const auto& own = classes[static_cast<std::size_t>(v)];
            std::vector<std::pair<Index, Index>> drawn;
            while (static_cast<int>(drawn.size()) < sizes.constraints) {
                const Index a = random.below(static_cast<Index>(own.size()));
                const Index b = random.below(static_cast<Index>(own.size()));
                if (a >= b || std::find(drawn.begin(), drawn.end(), std::pair(a, b)) != drawn.end()) continue;
                drawn.emplace_back(a, b);
                const bool must = own[static_cast<std::size_t>(a)] == own[static_cast<std::size_t>(b)];
                const double weight = sizes.heaviest == 1 ? 1 : random.uniform(0.3, sizes.heaviest);
                constraints.push_back({{v, a}, {v, b}, must ? Link::must : Link::cannot, weight});
                const auto view = static_cast<std::size_t>(v);
                given.push_back({view, static_cast<std::size_t>(a), view, static_cast<std::size_t>(b), must, weight});
            }
        }
    }
    void add_relations(const Sizes& sizes, Random& random) {
        for (int v = 0; v < sizes.views; ++v) {
            for (int u = v + 1; u < sizes.views; ++u) {
                Mapping mapping{v, u, {}};
                const auto &here = classes[static_cast<std::size_t>(v)], &there = classes[static_cast<std::size_t>(u)];
                for (std::size_t a = 0; a < here.size(); ++a) {
                    const auto b = static_cast<std::size_t>(random.below(static_cast<Index>(there.size())));
                    if (random.uniform() > sizes.mapped || here[a] != there[b]) continue;
                    mapping.rows.emplace_back(static_cast<Index>(a), static_cast<Index>(b));
                    relations.push_back({static_cast<std::size_t>(v), a, static_cast<std::size_t>(u), b});
                }
                if (mapping.rows.empty()) {
                    mapping.rows.emplace_back(0, 0);
                    relations.push_back({static_cast<std::size_t>(v), 0, static_cast<std::size_t>(u), 0});
                }
                mappings.push_back(mapping);
            }
        }
    }
};

}  // namespace mvlink::support
