#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

/// MVCSC (Chen, Qian, Chen, Zheng, Zhu 2019) as the paper's equations say, and the corrected form of the constraints,
/// by plain loops over dense matrices. Slow on purpose; shares nothing with the library.
namespace mvlink::reference::mvcsc {

using Row = std::vector<double>;
using Table = std::vector<Row>;

/// Objects i and j; weight 1 is a row of C as printed.
struct Pair {
    std::size_t i, j;
    bool must;
    double weight = 1;
};

struct Problem {
    std::vector<Table> L;  // [view]: n x n
    std::vector<Pair> pairs;
    std::size_t c = 2;
    double beta = 1;
    double gamma = 0.01;  // of the paper's L1 term, or of the corrected terms
    double rho = 1;
};

inline Table zeros(std::size_t rows, std::size_t cols) {
    return Table(rows, Row(cols, 0.0));
}

inline Table product(const Table& A, const Table& B) {
    Table C = zeros(A.size(), B[0].size());
    for (std::size_t i = 0; i < A.size(); ++i) {
        for (std::size_t k = 0; k < B.size(); ++k) {
            for (std::size_t j = 0; j < B[0].size(); ++j)
                C[i][j] += A[i][k] * B[k][j];
        }
    }
    return C;
}

inline Table transpose(const Table& A) {
    Table T = zeros(A[0].size(), A.size());
    for (std::size_t i = 0; i < A.size(); ++i) {
        for (std::size_t j = 0; j < A[0].size(); ++j)
            T[j][i] = A[i][j];
    }
    return T;
}

/// A + s B.
inline Table sum(const Table& A, double s, const Table& B) {
    Table C = A;
    for (std::size_t i = 0; i < A.size(); ++i) {
        for (std::size_t j = 0; j < A[0].size(); ++j)
            C[i][j] += s * B[i][j];
    }
    return C;
}

/// <A, B>.
inline double inner(const Table& A, const Table& B) {
    double total = 0;
    for (std::size_t i = 0; i < A.size(); ++i) {
        for (std::size_t j = 0; j < A[0].size(); ++j)
            total += A[i][j] * B[i][j];
    }
    return total;
}

inline Table identity(std::size_t n) {
    Table I = zeros(n, n);
    for (std::size_t i = 0; i < n; ++i)
        I[i][i] = 1;
    return I;
}

/// L = I - D^-1/2 W D^-1/2 (sec. 3.1); an isolated vertex has degree 1.
inline Table laplacian(const Table& W) {
    Row root(W.size(), 0.0);
    for (std::size_t i = 0; i < W.size(); ++i) {
        double degree = 0;
        for (const double w : W[i])
            degree += w;
        root[i] = degree > 0 ? std::sqrt(degree) : 1;
    }
    Table L = identity(W.size());
    for (std::size_t i = 0; i < W.size(); ++i) {
        for (std::size_t j = 0; j < W.size(); ++j)
            L[i][j] -= W[i][j] / (root[i] * root[j]);
    }
    return L;
}

/// X of A X = B, by Gaussian elimination with pivots.
inline Table solve(Table A, Table B) {
    const std::size_t n = A.size();
    for (std::size_t p = 0; p < n; ++p) {
        std::size_t best = p;
        for (std::size_t i = p + 1; i < n; ++i) {
            if (std::abs(A[i][p]) > std::abs(A[best][p])) best = i;
        }
        std::swap(A[p], A[best]);
        std::swap(B[p], B[best]);
        for (std::size_t i = 0; i < n; ++i) {
            if (i == p) continue;
            const double factor = A[i][p] / A[p][p];
            for (std::size_t j = p; j < n; ++j)
                A[i][j] -= factor * A[p][j];
            for (std::size_t j = 0; j < B[0].size(); ++j)
                B[i][j] -= factor * B[p][j];
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (double& value : B[i])
            value /= A[i][i];
    }
    return B;
}

/// Y(tau) = (I + tau/2 A)^-1 (I - tau/2 A) F with A = G F' - F G' (sec. 4.1), n x n and all.
inline Table cayley(const Table& F, const Table& G, double tau) {
    const Table A = sum(product(G, transpose(F)), -1, product(F, transpose(G)));
    const Table I = identity(F.size());
    return solve(sum(I, tau / 2, A), product(sum(I, -tau / 2, A), F));
}

/// D = G - F G'F.
inline Table tangent(const Table& F, const Table& G) {
    return sum(G, -1, product(F, product(transpose(G), F)));
}

/// The curvilinear search: Armijo with 1e-4 against the mean of Zhang and Hager (0.85), steps of Barzilai and Borwein
/// in turn, the first 0.01, refused ones times 0.1 at most five times. `f(F, G)` returns f and fills in G. Best F seen.
template <class Function>
Table search(const Function& f, Table F, int steps) {
    Table G = F;
    double value = f(F, G), mean = value, weight = 1, tau = 1e-2;
    Table best = F;
    double least = value;
    for (int step = 0; step < steps; ++step) {
        const Table D = tangent(F, G);
        const double square = inner(D, D);
        bool accepted = false;
        Table Y, H = G;
        double next = 0;
        for (int shrinks = 0; shrinks <= 5 && !accepted; ++shrinks) {
            Y = cayley(F, G, tau);
            next = f(Y, H);
            accepted = next <= mean - 1e-4 * tau * square;
            if (!accepted) tau *= 0.1;
        }
        if (!accepted) break;
        const Table S = sum(Y, -1, F), T = sum(tangent(Y, H), -1, D);
        const double cross = std::abs(inner(S, T));
        tau = step % 2 == 0 ? inner(S, S) / cross : cross / inner(T, T);
        tau = std::isnan(tau) ? 1e-2 : std::min(1e15, std::max(1e-15, tau));
        mean = (0.85 * weight * mean + next) / (0.85 * weight + 1);
        weight = 0.85 * weight + 1;
        F = Y;
        G = H;
        if (next < least) {
            least = next;
            best = F;
        }
    }
    return best;
}

/// v_k = Tr(F' L_k F) / 2.
inline Row roughness(const Problem& problem, const Table& F) {
    Row v;
    for (const Table& L : problem.L)
        v.push_back(inner(F, product(L, F)) / 2);
    return v;
}

/// Theorem 1, with the sign of the theorem (Algorithm 3 prints a plus).
inline Row weights(const Row& v, double beta) {
    std::vector<std::size_t> order(v.size());
    for (std::size_t k = 0; k < v.size(); ++k)
        order[k] = k;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return v[a] < v[b]; });
    double theta = 0, total = 0;
    std::size_t P = 0;
    for (std::size_t p = 1; p <= v.size(); ++p) {
        total += v[order[p - 1]];
        if ((total + beta) / static_cast<double>(p) > v[order[p - 1]]) {
            P = p;
            theta = (total + beta) / static_cast<double>(p);
        }
    }
    Row mu(v.size(), 0.0);
    for (std::size_t p = 0; p < P; ++p)
        mu[order[p]] = (theta - v[order[p]]) / beta;
    return mu;
}

/// The point of the simplex nearest to y: max(y - t, 0) with the t found by bisection.
inline Row simplex_projection(const Row& y) {
    double low = y[0] - 1, high = y[0];
    for (const double value : y) {
        low = std::min(low, value - 1);
        high = std::max(high, value);
    }
    for (int i = 0; i < 200; ++i) {
        const double middle = (low + high) / 2;
        double total = 0;
        for (const double value : y)
            total += std::max(value - middle, 0.0);
        (total > 1 ? low : high) = middle;
    }
    Row out;
    for (const double value : y)
        out.push_back(std::max(value - (low + high) / 2, 0.0));
    return out;
}

/// Rows of C (sec. 3.2): (-1, +1) of a must-link, (+1, +1) of a cannot-link, times the weight.
inline Table constraint_matrix(const Problem& problem, std::size_t n) {
    Table C = zeros(problem.pairs.size(), n);
    for (std::size_t m = 0; m < problem.pairs.size(); ++m) {
        const Pair& pair = problem.pairs[m];
        C[m][pair.i] = pair.must ? -pair.weight : pair.weight;
        C[m][pair.j] = pair.weight;
    }
    return C;
}

inline double l1(const Table& A) {
    double total = 0;
    for (const Row& row : A) {
        for (const double value : row)
            total += std::abs(value);
    }
    return total;
}

inline double shrink(double x, double y) {
    return (x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0) * std::max(std::abs(x) - y, 0.0);
}

inline Table weighted_laplacian(const Problem& problem, const Row& mu) {
    Table L = zeros(problem.L[0].size(), problem.L[0].size());
    for (std::size_t k = 0; k < mu.size(); ++k)
        L = sum(L, mu[k], problem.L[k]);
    return L;
}

inline double square_sum(const Row& mu) {
    double total = 0;
    for (const double value : mu)
        total += value * value;
    return total;
}

/// F, Z, lambda and mu of Algorithm 1, and the loss (1) with Z = C F after every iteration.
struct State {
    Table F, Z, lambda;
    Row mu;
    Row loss;
};

inline double loss(const Problem& problem, const Table& F, const Row& mu) {
    double total = problem.beta / 2 * square_sum(mu);
    const Row v = roughness(problem, F);
    for (std::size_t k = 0; k < mu.size(); ++k)
        total += mu[k] * v[k];
    if (!problem.pairs.empty()) {
        total += problem.gamma * l1(product(constraint_matrix(problem, F.size()), F));
    }
    return total;
}

/// H = I - 2 u u' that takes e_1 to 1/sqrt(n): the columns 2 .. n of H are a basis of what is orthogonal to 1.
inline Table reflection(std::size_t n) {
    Row u(n, -1 / std::sqrt(static_cast<double>(n)));
    u[0] += 1;
    double square = 0;
    for (const double value : u)
        square += value * value;
    Table H = identity(n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j)
            H[i][j] -= 2 * u[i] * u[j] / square;
    }
    return H;
}

/// The columns 2 .. n of the reflection.
inline Table orthogonal_to_ones(std::size_t n) {
    Table B = reflection(n);
    for (Row& row : B)
        row.erase(row.begin());
    return B;
}

/// One iteration of Algorithm 2: F, Z by Eq. (3), lambda by Eq. (4). `two_class`: f'1 = 0 (sec. 3.2), on the n - 1
/// coordinates that the reflection leaves.
inline void admm(const Problem& problem, bool two_class, int search_steps, State& state) {
    const Table L = weighted_laplacian(problem, state.mu);
    const bool constrained = !problem.pairs.empty();
    const Table C = constraint_matrix(problem, L.size());
    const auto lagrangian = [&](const Table& F, Table& G) {
        G = product(L, F);
        double value = inner(F, G) / 2;
        if (constrained) {
            const Table R = sum(product(C, F), -1, state.Z);
            value += inner(state.lambda, R) + problem.rho / 2 * inner(R, R);
            G = sum(G, 1, product(transpose(C), sum(state.lambda, problem.rho, R)));
        }
        return value;
    };
    if (two_class) {
        const Table B = orthogonal_to_ones(L.size());
        const auto reduced = [&](const Table& g, Table& gradient) {
            Table G;
            const double value = lagrangian(product(B, g), G);
            gradient = product(transpose(B), G);
            return value;
        };
        state.F = product(B, search(reduced, product(transpose(B), state.F), search_steps));
    } else {
        state.F = search(lagrangian, state.F, search_steps);
    }
    if (!constrained) return;
    const Table CF = product(C, state.F);
    for (std::size_t m = 0; m < CF.size(); ++m) {
        for (std::size_t j = 0; j < CF[0].size(); ++j) {
            state.Z[m][j] = shrink(state.lambda[m][j] + problem.rho * CF[m][j], problem.gamma) / problem.rho;
            state.lambda[m][j] += problem.rho * (CF[m][j] - state.Z[m][j]);
        }
    }
}

/// Algorithm 1 from F (n x c; one centred column for two classes), lambda = 0, equal weights.
inline State algorithm1(const Problem& problem, const Table& F, bool two_class, int T1, int T2, int search_steps) {
    State state{F,
                zeros(problem.pairs.size(), F[0].size()),
                zeros(problem.pairs.size(), F[0].size()),
                Row(problem.L.size(), 1.0 / static_cast<double>(problem.L.size())),
                {}};
    for (int t = 0; t < T1; ++t) {
        for (int s = 0; s < T2; ++s)
            admm(problem, two_class, search_steps, state);
        state.mu = weights(roughness(problem, state.F), problem.beta);
        state.loss.push_back(loss(problem, state.F, state.mu));
    }
    return state;
}

/// As many constraints of one weight as these amount to.
inline double number_of_constraints(const Problem& problem) {
    double sum = 0, squares = 0;
    for (const Pair& pair : problem.pairs) {
        sum += pair.weight;
        squares += pair.weight * pair.weight;
    }
    return sum * sum / squares;
}

/// The corrected terms: gamma n / (2 c M) sum_ML w |F_i - F_j|^2 + gamma n^2 / (2 c^2 M) sum_CL w <F_i, F_j>^2.
inline double corrected_terms(const Problem& problem, const Table& F) {
    const auto n = static_cast<double>(F.size()), c = static_cast<double>(problem.c);
    const double M = number_of_constraints(problem);
    double total = 0;
    for (const Pair& pair : problem.pairs) {
        double distance = 0, dot = 0;
        for (std::size_t j = 0; j < F[0].size(); ++j) {
            const double a = F[pair.i][j], b = F[pair.j][j];
            distance += (a - b) * (a - b);
            dot += a * b;
        }
        total += pair.weight * (pair.must ? n / (2 * c * M) * distance : n * n / (2 * c * c * M) * dot * dot);
    }
    return problem.gamma * total;
}

/// The corrected objective with fixed weights, without the term of beta.
inline double corrected(const Problem& problem, const Table& F, const Row& mu) {
    const Row v = roughness(problem, F);
    double total = corrected_terms(problem, F);
    for (std::size_t k = 0; k < mu.size(); ++k)
        total += mu[k] * v[k];
    return total;
}

/// Its gradient, pair by pair.
inline Table corrected_gradient(const Problem& problem, const Table& F, const Row& mu) {
    const auto n = static_cast<double>(F.size()), c = static_cast<double>(problem.c);
    const double M = number_of_constraints(problem);
    Table G = product(weighted_laplacian(problem, mu), F);
    for (const Pair& pair : problem.pairs) {
        double dot = 0;
        for (std::size_t j = 0; j < F[0].size(); ++j)
            dot += F[pair.i][j] * F[pair.j][j];
        for (std::size_t j = 0; j < F[0].size(); ++j) {
            const double a = F[pair.i][j], b = F[pair.j][j];
            if (pair.must) {
                G[pair.i][j] += problem.gamma * pair.weight * n / (c * M) * (a - b);
                G[pair.j][j] += problem.gamma * pair.weight * n / (c * M) * (b - a);
            } else {
                G[pair.i][j] += problem.gamma * pair.weight * n * n / (c * c * M) * dot * b;
                G[pair.j][j] += problem.gamma * pair.weight * n * n / (c * c * M) * dot * a;
            }
        }
    }
    return G;
}

/// The alternation of the corrected form from F, with equal weights at the start.
inline State alternate(const Problem& problem, const Table& F, int T1, int search_steps) {
    State state{F, {}, {}, Row(problem.L.size(), 1.0 / static_cast<double>(problem.L.size())), {}};
    for (int t = 0; t < T1; ++t) {
        const auto f = [&](const Table& Y, Table& G) {
            G = corrected_gradient(problem, Y, state.mu);
            return corrected(problem, Y, state.mu);
        };
        state.F = search(f, state.F, search_steps);
        state.mu = weights(roughness(problem, state.F), problem.beta);
        state.loss.push_back(corrected(problem, state.F, state.mu) + problem.beta / 2 * square_sum(state.mu));
    }
    return state;
}

}  // namespace mvlink::reference::mvcsc
