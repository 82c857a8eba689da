#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

/// The trivial answer of must-links alone, as plain loops.
namespace mvlink::reference {

/// The k largest components of the must-link graph (ties: smallest member) are clusters 0 .. k - 1; everyone else joins
/// cluster 0.
inline std::vector<int> ml_components(int n, int k, const std::vector<std::pair<int, int>>& must) {
    std::vector<int> component(n);
    for (int i = 0; i < n; ++i)
        component[i] = i;
    for (const auto& [a, b] : must) {
        const int from = std::max(component[a], component[b]), to = std::min(component[a], component[b]);
        for (int& of : component)
            of = of == from ? to : of;
    }
    std::vector<int> cluster(n, -1);  // by smallest member
    for (int h = 0; h < k; ++h) {
        int best = -1;
        std::ptrdiff_t largest = 0;
        for (int c = 0; c < n; ++c) {
            const auto size = std::count(component.begin(), component.end(), c);
            if (cluster[c] >= 0 || size <= largest) continue;
            largest = size;
            best = c;
        }
        if (best >= 0) cluster[best] = h;
    }
    std::vector<int> labels(n);
    for (int i = 0; i < n; ++i)
        labels[i] = std::max(0, cluster[component[i]]);
    return labels;
}

}  // namespace mvlink::reference
