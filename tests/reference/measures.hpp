#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

/// The measures as their definitions say, by plain loops over rows, pairs of rows and matchings. Slow on purpose.
/// Rows whose truth is negative are unknown and take no part.
namespace mvlink::reference {

using Labels = std::vector<std::int32_t>;

struct Pairs {
    double both = 0;        // together in the truth and in the labels
    double only_truth = 0;  // together in the truth alone
    double only_labels = 0;
    double neither = 0;
};

inline Pairs count_pairs(const Labels& truth, const Labels& labels) {
    Pairs pairs;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        for (std::size_t j = i + 1; j < truth.size(); ++j) {
            if (truth[i] < 0 || truth[j] < 0) continue;
            const bool in_truth = truth[i] == truth[j];
            const bool in_labels = labels[i] == labels[j];
            if (in_truth && in_labels) pairs.both += 1;
            if (in_truth && !in_labels) pairs.only_truth += 1;
            if (!in_truth && in_labels) pairs.only_labels += 1;
            if (!in_truth && !in_labels) pairs.neither += 1;
        }
    }
    return pairs;
}

inline double pair_precision(const Labels& truth, const Labels& labels) {
    const Pairs p = count_pairs(truth, labels);
    return p.both + p.only_labels == 0 ? 0 : p.both / (p.both + p.only_labels);
}

inline double pair_recall(const Labels& truth, const Labels& labels) {
    const Pairs p = count_pairs(truth, labels);
    return p.both + p.only_truth == 0 ? 0 : p.both / (p.both + p.only_truth);
}

inline double pair_f_measure(const Labels& truth, const Labels& labels) {
    const double precision = pair_precision(truth, labels);
    const double recall = pair_recall(truth, labels);
    return precision + recall == 0 ? 0 : 2 * precision * recall / (precision + recall);
}

/// (agreement - expected agreement) / (largest agreement - expected agreement); 1 where that is 0 / 0.
inline double adjusted_rand_index(const Labels& truth, const Labels& labels) {
    const Pairs p = count_pairs(truth, labels);
    const double in_truth = p.both + p.only_truth;
    const double in_labels = p.both + p.only_labels;
    const double all = p.both + p.only_truth + p.only_labels + p.neither;
    const double expected = all == 0 ? 0 : in_truth * in_labels / all;
    const double largest = (in_truth + in_labels) / 2;
    return std::abs(largest - expected) < 1e-12 ? 1 : (p.both - expected) / (largest - expected);
}

struct Information {
    double truth = 0;   // entropy of the classes
    double labels = 0;  // entropy of the clusters
    double mutual = 0;
};

/// Entropies as means over rows of -log(share of rows that look like this one).
inline Information information(const Labels& truth, const Labels& labels) {
    double n = 0;
    for (const auto t : truth)
        n += t >= 0 ? 1 : 0;
    Information sum;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        if (truth[i] < 0) continue;
        double same_truth = 0, same_labels = 0, same_both = 0;
        for (std::size_t j = 0; j < truth.size(); ++j) {
            if (truth[j] < 0) continue;
            same_truth += truth[i] == truth[j] ? 1 : 0;
            same_labels += labels[i] == labels[j] ? 1 : 0;
            same_both += truth[i] == truth[j] && labels[i] == labels[j] ? 1 : 0;
        }
        sum.truth -= std::log(same_truth / n) / n;
        sum.labels -= std::log(same_labels / n) / n;
        sum.mutual += std::log(n * same_both / (same_truth * same_labels)) / n;
    }
    return sum;
}

inline Labels distinct(const Labels& values) {
    Labels found;
    for (const auto value : values) {
        if (std::find(found.begin(), found.end(), value) == found.end()) found.push_back(value);
    }
    return found;
}

/// The rows whose truth is known.
inline void drop_unknown(Labels& truth, Labels& labels) {
    Labels kept_truth, kept_labels;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        if (truth[i] < 0) continue;
        kept_truth.push_back(truth[i]);
        kept_labels.push_back(labels[i]);
    }
    truth = kept_truth;
    labels = kept_labels;
}

/// The normalizer is applied to the two entropies; both zero: 1, one zero: 0.
template <class Normalizer>
double normalized_mutual_information(Labels truth, Labels labels, Normalizer normalizer) {
    drop_unknown(truth, labels);
    const bool one_class = distinct(truth).size() == 1;
    const bool one_cluster = distinct(labels).size() == 1;
    if (one_class || one_cluster) return one_class && one_cluster ? 1 : 0;
    const Information info = information(truth, labels);
    return info.mutual / normalizer(info.truth, info.labels);
}

/// Tries every one-to-one assignment of clusters to classes. At most 8 of either.
inline double accuracy(Labels truth, Labels labels) {
    drop_unknown(truth, labels);
    const Labels classes = distinct(truth);
    const Labels clusters = distinct(labels);
    std::vector<std::size_t> slot(std::max(classes.size(), clusters.size()));
    for (std::size_t s = 0; s < slot.size(); ++s)
        slot[s] = s;
    double best = 0;
    do {
        double right = 0;
        for (std::size_t i = 0; i < truth.size(); ++i) {
            for (std::size_t c = 0; c < clusters.size(); ++c) {
                if (labels[i] != clusters[c] || slot[c] >= classes.size()) continue;
                right += truth[i] == classes[slot[c]] ? 1 : 0;
            }
        }
        best = std::max(best, right);
    } while (std::next_permutation(slot.begin(), slot.end()));
    return best / static_cast<double>(truth.size());
}

/// Every cluster stands for its most frequent class.
inline double purity(Labels truth, Labels labels) {
    drop_unknown(truth, labels);
    double right = 0;
    for (const auto cluster : distinct(labels)) {
        double most = 0;
        for (const auto label : distinct(truth)) {
            double count = 0;
            for (std::size_t i = 0; i < truth.size(); ++i) {
                count += labels[i] == cluster && truth[i] == label ? 1 : 0;
            }
            most = std::max(most, count);
        }
        right += most;
    }
    return right / static_cast<double>(truth.size());
}

}  // namespace mvlink::reference
