#pragma once

#include "reference/nmf.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

/// XRAY (Kumar, Sindhwani, Kambadur 2013) as plain loops: rows of X (anchors) such that all rows are nearly conic
/// combinations of them.
namespace mvlink::reference {

struct XrayFit {
    std::vector<std::size_t> anchors;
    Rows H;  // n x anchors
};

/// The residual X - H X_A.
inline Rows xray_residual(const Rows& X, const XrayFit& fit) {
    Rows R = X;
    for (std::size_t i = 0; i < X.size(); ++i) {
        for (std::size_t a = 0; a < fit.anchors.size(); ++a) {
            for (std::size_t j = 0; j < X[i].size(); ++j)
                R[i][j] -= fit.H[i][a] * X[fit.anchors[a]][j];
        }
    }
    return R;
}

inline double xray_dot(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t j = 0; j < a.size(); ++j)
        sum += a[j] * b[j];
    return sum;
}

/// The row that `select` ("max", "dist" or "greedy") adds; p is all ones. Ties: the lowest row.
inline std::size_t xray_select(const Rows& X, const Rows& R, const std::vector<std::size_t>& chosen,
                               const std::string& select) {
    const std::size_t n = X.size();
    const auto usable = [&](std::size_t j) {
        double sum = 0;
        for (const double value : X[j])
            sum += value;
        return sum > 0 && std::find(chosen.begin(), chosen.end(), j) == chosen.end();
    };
    std::vector<double> score(n, -1e300);
    if (select == "greedy") {
        for (std::size_t j = 0; j < n; ++j) {
            if (!usable(j)) continue;
            double sum = 0;
            for (std::size_t i = 0; i < n; ++i)
                sum += std::pow(std::max(0.0, xray_dot(X[j], R[i])), 2);
            score[j] = std::sqrt(sum) / std::sqrt(xray_dot(X[j], X[j]));
        }
    } else {
        std::vector<double> size(n, 0.0);
        for (std::size_t i = 0; i < n; ++i) {
            if (select == "max") size[i] = std::sqrt(xray_dot(R[i], R[i]));
            for (std::size_t j = 0; j < n && select == "dist"; ++j)
                size[i] += std::pow(std::max(0.0, xray_dot(R[i], X[j])), 2);
        }
        const auto i = static_cast<std::size_t>(std::max_element(size.begin(), size.end()) - size.begin());
        for (std::size_t j = 0; j < n; ++j) {
            double sum = 0;
            for (const double value : X[j])
                sum += value;
            if (usable(j)) score[j] = xray_dot(R[i], X[j]) / sum;
        }
    }
    return static_cast<std::size_t>(std::max_element(score.begin(), score.end()) - score.begin());
}

inline XrayFit xray(const Rows& X, int count, const std::string& select) {
    XrayFit fit;
    fit.H.resize(X.size());
    for (int step = 0; step < count; ++step) {
        fit.anchors.push_back(xray_select(X, xray_residual(X, fit), fit.anchors, select));
        Rows A;
        for (const std::size_t anchor : fit.anchors)
            A.push_back(X[anchor]);
        for (std::size_t i = 0; i < X.size(); ++i)
            fit.H[i] = nonnegative_fit(X[i], A);
    }
    return fit;
}

}  // namespace mvlink::reference
