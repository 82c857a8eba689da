#include <mvlink/random.hpp>

#include <bit>
#include <cmath>
#include <numeric>

namespace mvlink {
inline namespace v1 {
namespace {

/// SplitMix64: one step of a counter through a mixing function; recommended for seeding xoshiro.
std::uint64_t split_mix(std::uint64_t& counter) noexcept {
    std::uint64_t z = (counter += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

/// FNV-1a: turns the name of a purpose into a number that is the same everywhere.
std::uint64_t hash_name(std::string_view name) noexcept {
    std::uint64_t hash = 0xCBF29CE484222325ULL;
    for (const char c : name) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
    }
    return hash;
}

std::uint64_t mix(std::uint64_t seed, std::string_view purpose, std::uint64_t index) noexcept {
    std::uint64_t counter = seed;
    counter = split_mix(counter) ^ hash_name(purpose);
    counter = split_mix(counter) ^ index;
    return split_mix(counter);
}

}  // namespace

Random::Random(std::uint64_t seed) noexcept {
    for (std::uint64_t& word : state_) {
        word = split_mix(seed);
    }
}

Random::Random(std::uint64_t seed, std::string_view purpose, std::uint64_t index) noexcept
    : Random(mix(seed, purpose, index)) {}

std::uint64_t Random::bits() noexcept {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
}

double Random::uniform() noexcept {
    return static_cast<double>(bits() >> 11) * 0x1.0p-53;
}

Index Random::below(Index n) noexcept {
    const auto bound = static_cast<std::uint64_t>(n);
    // Rejects the incomplete last block of the 64-bit range, so that every value is equally likely.
    const std::uint64_t incomplete = (0 - bound) % bound;
    std::uint64_t draw = bits();
    while (draw < incomplete) {
        draw = bits();
    }
    return static_cast<Index>(draw % bound);
}

double Random::normal() noexcept {
    if (has_spare_) {
        has_spare_ = false;
        return spare_normal_;
    }
    double u = 0, v = 0, s = 0;
    do {
        u = uniform(-1, 1);
        v = uniform(-1, 1);
        s = u * u + v * v;
    } while (s >= 1 || s == 0);
    const double scale = std::sqrt(-2 * std::log(s) / s);
    spare_normal_ = v * scale;
    has_spare_ = true;
    return u * scale;
}

std::vector<Index> Random::permutation(Index n) {
    std::vector<Index> order(n);
    std::iota(order.begin(), order.end(), Index{0});
    shuffle(std::span<Index>(order));
    return order;
}

}  // namespace v1
}  // namespace mvlink
