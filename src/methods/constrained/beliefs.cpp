#include "methods/constrained/beliefs.hpp"

#include "runtime/index.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace constrained_spectral {
namespace {

Index root_of(std::vector<Index>& parent, Index i) {
    while (parent[at(i)] != i) {
        parent[at(i)] = parent[at(parent[at(i)])];
        i = parent[at(i)];
    }
    return i;
}

/// Objects that must-links join, by the first of them, and the least sure of these links.
struct Groups {
    std::vector<Index> root;
    std::map<Index, std::vector<Index>> members;
    std::map<Index, double> sureness;
};

Groups groups_of(const std::vector<Belief>& beliefs, Index n) {
    Groups groups;
    groups.root.resize(at(n));
    std::iota(groups.root.begin(), groups.root.end(), Index{0});
    for (const Belief& belief : beliefs) {
        if (belief.z <= 0) continue;
        const Index a = root_of(groups.root, belief.first), b = root_of(groups.root, belief.second);
        groups.root[at(std::max(a, b))] = std::min(a, b);
    }
    for (Index i = 0; i < n; ++i) {
        groups.root[at(i)] = root_of(groups.root, i);
        groups.members[groups.root[at(i)]].push_back(i);
        groups.sureness[groups.root[at(i)]] = 1;
    }
    for (const Belief& belief : beliefs) {
        double& least = groups.sureness[groups.root[at(belief.first)]];
        if (belief.z > 0) least = std::min(least, belief.z);
    }
    return groups;
}

}  // namespace

std::vector<Belief> beliefs_of(const std::vector<mvcsc_steps::ObjectPair>& pairs) {
    double most = 0;
    for (const auto& pair : pairs) {
        most = std::max(most, pair.weight);
    }
    std::map<std::pair<Index, Index>, double> sum;
    for (const auto& pair : pairs) {
        sum[{pair.first, pair.second}] += (pair.must ? 1 : -1) * (pair.weight / most);
    }
    std::vector<Belief> beliefs;
    for (const auto& [ends, z] : sum) {
        if (z != 0) beliefs.push_back({ends.first, ends.second, z});
    }
    return beliefs;
}

std::vector<Belief> closed(const std::vector<Belief>& beliefs, Index n) {
    const Groups groups = groups_of(beliefs, n);
    std::map<std::pair<Index, Index>, double> all;
    const auto imply = [&](Index a, Index b, double z) {
        double& found = all[std::minmax(a, b)];
        if (std::abs(z) > std::abs(found)) found = z;
    };
    for (const auto& [root, members] : groups.members) {
        for (std::size_t i = 0; i < members.size(); ++i) {
            for (std::size_t j = i + 1; j < members.size(); ++j) {
                imply(members[i], members[j], groups.sureness.at(root));
            }
        }
    }
    for (const Belief& belief : beliefs) {
        const Index a = groups.root[at(belief.first)], b = groups.root[at(belief.second)];
        if (belief.z >= 0 || a == b) continue;
        const double z = -std::min({-belief.z, groups.sureness.at(a), groups.sureness.at(b)});
        for (const Index i : groups.members.at(a)) {
            for (const Index j : groups.members.at(b)) {
                imply(i, j, z);
            }
        }
    }
    for (const Belief& belief : beliefs) {
        all[{belief.first, belief.second}] = belief.z;
    }
    std::vector<Belief> out;
    for (const auto& [ends, z] : all) {
        out.push_back({ends.first, ends.second, z});
    }
    return out;
}

Eigen::MatrixXd as_matrix(const std::vector<Belief>& beliefs, Index n) {
    Eigen::MatrixXd Z = Eigen::MatrixXd::Zero(n, n);
    for (const Belief& belief : beliefs) {
        Z(belief.first, belief.second) = Z(belief.second, belief.first) = belief.z;
    }
    return Z;
}

}  // namespace constrained_spectral
}  // namespace v1
}  // namespace mvlink
