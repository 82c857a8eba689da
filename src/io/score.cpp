#include <mvlink/io.hpp>

#include "io/fitted_truth.hpp"

namespace mvlink {
inline namespace v1 {

std::vector<Score> score(const Problem& problem, const std::vector<Partition>& partitions) {
    std::vector<Score> scores;
    for (const Partition& partition : partitions) {
        for (const Truth& truth : problem.truths) {
            const std::vector<std::int32_t> labels = io::fitted_truth(truth, partition, problem);
            if (!labels.empty()) scores.push_back({partition.name, truth.name, measure(labels, partition.labels)});
        }
    }
    return scores;
}

}  // namespace v1
}  // namespace mvlink
