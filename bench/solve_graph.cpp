#include "kernels/laplacian.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

/// Eigenvectors of a graph in files, for eigenvectors.py: solve_graph FOLDER COUNT TOL THREADS TURNS
/// Reads offsets.bin (int64), columns.bin (int32) and weights.bin (double); prints the least seconds, the residual, the
/// products, the eigenvalues and the peak of memory as JSON. The time includes everything from the weights to the
/// vectors.
namespace {

using namespace mvlink;

template <class T>
std::vector<T> read(const std::string& path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    std::vector<T> values(static_cast<std::size_t>(file.tellg()) / sizeof(T));
    file.seekg(0);
    file.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(T)));
    return values;
}

kernels::Graph read_graph(const std::string& folder) {
    kernels::Graph graph;
    graph.offsets = read<Index>(folder + "/offsets.bin");
    graph.columns = read<std::int32_t>(folder + "/columns.bin");
    graph.values = read<double>(folder + "/weights.bin");
    graph.rows = graph.cols = static_cast<Index>(graph.offsets.size()) - 1;
    return graph;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 6) return 2;
    const kernels::EigenRequest request{.count = std::atoi(argv[2]), .tol = std::atof(argv[3])};
    Context context(Context::Settings{.threads = std::atoi(argv[4])});
    double least = std::numeric_limits<double>::infinity();
    kernels::EigenPairs pairs;
    for (int turn = 0; turn < std::atoi(argv[5]); ++turn) {
        kernels::Graph graph = read_graph(argv[1]);
        const auto begin = std::chrono::steady_clock::now();
        pairs = kernels::largest_eigenpairs(kernels::normalized(std::move(graph)), request, context);
        least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("{\"megabytes\": %.1f, ", static_cast<double>(usage.ru_maxrss) / 1024);
    std::printf("\"seconds\": %.6f, \"residual\": %.3e, \"products\": %d, \"converged\": %s, \"values\": [", least,
                pairs.residual, pairs.iterations, pairs.converged ? "true" : "false");
    for (Index c = 0; c < pairs.values.size(); ++c) {
        std::printf("%s%.15g", c == 0 ? "" : ", ", pairs.values[c]);
    }
    std::printf("]}\n");
}
