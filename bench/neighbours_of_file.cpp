#include "kernels/neighbours.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <vector>

/// Nearest neighbours of rows in a file, for neighbours.py, which compares them with those of other libraries.
///     neighbours_of_file FILE N D K THREADS exact|approximate INDEX
/// FILE has N x D float32. Writes the lists to INDEX, N x K int32, and prints seconds, recall and a checksum of the
/// distances as JSON.
namespace mvlink {
namespace {

std::vector<float> read_rows(const char* file, std::size_t count) {
    std::vector<float> values(count);
    std::ifstream in(file, std::ios::binary);
    in.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(count * sizeof(float)));
    if (!in) throw std::runtime_error(std::string(file) + " is too short");
    return values;
}

std::uint64_t checksum(const std::vector<double>& distances) {
    std::uint64_t sum = 0, bits = 0;
    for (const double distance : distances) {
        std::memcpy(&bits, &distance, sizeof(bits));
        sum = sum * 1099511628211 + bits;
    }
    return sum;
}

void run(char** argv) {
    const Index n = std::atol(argv[2]), d = std::atol(argv[3]);
    const std::vector<float> values = read_rows(argv[1], static_cast<std::size_t>(n * d));
    const bool exact = std::strcmp(argv[6], "exact") == 0;
    const kernels::NeighbourRequest request{
        std::atoi(argv[4]), kernels::NeighbourMetric::euclidean,
        exact ? kernels::NeighbourSearch::exact : kernels::NeighbourSearch::approximate};
    Context context(Context::Settings{.threads = std::atoi(argv[5])});
    const auto start = std::chrono::steady_clock::now();
    const kernels::Neighbours found = nearest_neighbours(DenseRows<float>{values.data(), n, d, d, 1}, request, context);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    std::ofstream out(argv[7], std::ios::binary);
    out.write(reinterpret_cast<const char*>(found.index.data()),
              static_cast<std::streamsize>(found.index.size() * sizeof(std::int32_t)));
    std::printf("{\"seconds\": %.6f, \"recall\": %.6f, \"checksum\": \"%016llx\"}\n", took.count(), found.recall,
                static_cast<unsigned long long>(checksum(found.distance)));
}

}  // namespace
}  // namespace mvlink

int main(int argc, char** argv) {
    if (argc != 8) {
        std::fputs("usage: neighbours_of_file FILE N D K THREADS exact|approximate INDEX\n", stderr);
        return 2;
    }
    try {
        mvlink::run(argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "neighbours_of_file: %s\n", error.what());
        return 1;
    }
    return 0;
}
