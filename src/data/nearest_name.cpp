#include <mvlink/error.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace {

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last, last(b.size() + 1), row(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        before_last = last;
        last = row;
    }
    return last.back();
}

}  // namespace

std::string nearest_name(std::string_view word, std::span<const std::string> candidates) {
    std::string nearest;
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& candidate : candidates) {
        const bool continues = word.size() >= 2 && candidate.starts_with(word);
        const std::size_t distance = continues ? 1 : edit_distance(word, candidate);
        const bool has_something_in_common = distance < std::max(word.size(), candidate.size());
        if (distance < least && has_something_in_common) {
            least = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

}  // namespace v1
}  // namespace mvlink
