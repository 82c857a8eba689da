#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

/// A Gaussian process over labels as plain loops: Gauss-Jordan instead of a Cholesky factorization, and leaving an
/// asked point out means solving again without it.
namespace reference {

using Rows = std::vector<std::vector<double>>;

/// Solves a x = b by elimination with pivots.
inline Rows solve(Rows a, Rows b) {
    const std::size_t n = a.size();
    for (std::size_t col = 0; col < n; ++col) {
        std::size_t pivot = col;
        for (std::size_t row = col; row < n; ++row)
            if (std::abs(a[row][col]) > std::abs(a[pivot][col])) pivot = row;
        std::swap(a[col], a[pivot]);
        std::swap(b[col], b[pivot]);
        for (std::size_t row = 0; row < n; ++row) {
            if (row == col) continue;
            const double factor = a[row][col] / a[col][col];
            for (std::size_t j = 0; j < n; ++j)
                a[row][j] -= factor * a[col][j];
            for (std::size_t j = 0; j < b[row].size(); ++j)
                b[row][j] -= factor * b[col][j];
        }
    }
    for (std::size_t row = 0; row < n; ++row)
        for (double& value : b[row])
            value /= a[row][row];
    return b;
}

/// What asked points say of a point: its mean, and a sum over the asked ones.
struct LabelProcess {
    double width = 1;
    double noise = 0.1;
    Rows distance;           ///< between all points
    Rows mean;               ///< of every point, by label, before anybody was asked
    std::vector<int> asked;  ///< points
    std::vector<int> label;  ///< of the asked points
    std::size_t n_labels = 1;

    [[nodiscard]] double in_common(int a, int b) const {
        return std::exp(-distance[a][b] * distance[a][b] / (2 * width * width));
    }

    /// Values of the labels of a point, without the asked point of that number (-1: with all).
    [[nodiscard]] std::vector<double> values(int point, int without) const {
        std::vector<int> who;
        for (std::size_t i = 0; i < asked.size(); ++i)
            if (static_cast<int>(i) != without) who.push_back(static_cast<int>(i));
        Rows covariance(who.size(), std::vector<double>(who.size()));
        Rows surprise(who.size(), std::vector<double>(n_labels, 0.0));
        for (std::size_t i = 0; i < who.size(); ++i) {
            for (std::size_t j = 0; j < who.size(); ++j)
                covariance[i][j] = in_common(asked[who[i]], asked[who[j]]) + (i == j ? noise : 0);
            for (std::size_t c = 0; c < n_labels; ++c)
                surprise[i][c] = (label[who[i]] == static_cast<int>(c) ? 1.0 : 0.0) - mean[asked[who[i]]][c];
        }
        const Rows weights = solve(covariance, surprise);
        std::vector<double> out = mean[point];
        for (std::size_t i = 0; i < who.size(); ++i)
            for (std::size_t c = 0; c < n_labels; ++c)
                out[c] += in_common(point, asked[who[i]]) * weights[i][c];
        return out;
    }

    /// Values as probabilities.
    static std::vector<double> shares(std::vector<double> values) {
        double total = 0;
        for (double& value : values) {
            value = value < 0.02 ? 0.02 : value;
            total += value;
        }
        for (double& value : values)
            value /= total;
        return values;
    }
};

}  // namespace reference
