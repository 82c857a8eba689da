#include <mvlink/measures.hpp>

#include "evaluate/contingency.hpp"
#include "evaluate/scores.hpp"

namespace mvlink {
inline namespace v1 {

using Labels = std::span<const std::int32_t>;

PairScores pair_scores(Labels truth, Labels labels) {
    return evaluate::pair_scores(evaluate::count_table(truth, labels));
}

PairScores pair_scores(Labels truth, Labels labels, std::span<const Index> rows) {
    return evaluate::pair_scores(evaluate::count_table(truth, labels, rows));
}

double normalized_mutual_information(Labels truth, Labels labels, NmiNormalizer normalizer) {
    return evaluate::normalized_mutual_information(evaluate::count_table(truth, labels), normalizer);
}

double accuracy(Labels truth, Labels labels) {
    return evaluate::accuracy(evaluate::count_table(truth, labels));
}

double adjusted_rand_index(Labels truth, Labels labels) {
    return evaluate::adjusted_rand_index(evaluate::count_table(truth, labels));
}

double purity(Labels truth, Labels labels) {
    return evaluate::purity(evaluate::count_table(truth, labels));
}

Measures measure(Labels truth, Labels labels) {
    const evaluate::Contingency table = evaluate::count_table(truth, labels);
    const PairScores pairs = evaluate::pair_scores(table);
    Measures measures;
    measures.f_measure = pairs.f_measure;
    measures.precision = pairs.precision;
    measures.recall = pairs.recall;
    measures.nmi = evaluate::normalized_mutual_information(table, NmiNormalizer::geometric);
    measures.acc = evaluate::accuracy(table);
    measures.ari = evaluate::adjusted_rand_index(table);
    measures.purity = evaluate::purity(table);
    return measures;
}

std::vector<std::pair<std::string, double>> named(const Measures& measures) {
    return {{"f_measure", measures.f_measure},
            {"precision", measures.precision},
            {"recall", measures.recall},
            {"nmi", measures.nmi},
            {"acc", measures.acc},
            {"ari", measures.ari},
            {"purity", measures.purity}};
}

}  // namespace v1
}  // namespace mvlink
