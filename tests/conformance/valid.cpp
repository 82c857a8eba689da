#include "conformance/valid.hpp"

#include <mvlink/constraints.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <string>

namespace mvlink::conformance {
namespace {

bool all_finite(const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

Index rows_of(const Partition& partition, const Dataset& data) {
    if (partition.scope == Scope::objects) return data.objects().count();
    if (partition.scope == Scope::clustering) return data.view(0).rows();
    const auto view = data.find_view(partition.name);
    return view ? data.view(*view).rows() : -1;
}

void expect_partition(const Partition& partition, const Dataset& data) {
    SCOPED_TRACE("partition " + partition.name);
    EXPECT_EQ(static_cast<Index>(partition.labels.size()), rows_of(partition, data));
    EXPECT_EQ(partition.confidence.size(), partition.labels.size());
    EXPECT_GE(partition.n_clusters, 1);
    EXPECT_TRUE(std::all_of(partition.labels.begin(), partition.labels.end(), [&](std::int32_t label) {
        return label >= 0 && label < partition.n_clusters;
    })) << "a label out of range";
    EXPECT_TRUE(std::all_of(partition.confidence.begin(), partition.confidence.end(), [](double confidence) {
        return confidence >= 0 && confidence <= 1;
    })) << "a confidence outside [0, 1]";
}

void expect_partitions(const Result& result, const Dataset& data, const MethodInfo& method) {
    conformance::expect_valid(result.partitions, data);
    std::map<std::string, int> seen;
    for (const Partition& partition : result.partitions) {
        EXPECT_EQ(++seen[partition.name], 1) << partition.name << " twice";
        EXPECT_EQ(partition.scope == Scope::clustering, method.returns.clusterings);
        EXPECT_EQ(partition.scope == Scope::objects, partition.name == "objects");
    }
    if (method.returns.clusterings) return;
    for (const View& view : data.views()) {
        EXPECT_EQ(seen[view.name()], 1) << "labels of view " << view.name();
    }
}

void expect_course(const Result& result) {
    EXPECT_FALSE(result.objective.empty());
    EXPECT_TRUE(all_finite(result.objective));
    EXPECT_EQ(static_cast<std::size_t>(result.iterations), result.objective.size());
    const auto total = std::find_if(result.seconds.begin(), result.seconds.end(),
                                    [](const auto& phase) { return phase.first == "total"; });
    EXPECT_NE(total, result.seconds.end()) << "no total time";
    for (const auto& [phase, seconds] : result.seconds) {
        EXPECT_TRUE(std::isfinite(seconds) && seconds >= 0) << phase;
    }
}

void expect_header(const Result& result, const MethodInfo& method) {
    EXPECT_EQ(result.method, method.name);
    ASSERT_EQ(result.options.size(), method.options.size()) << "every option with the value used";
    for (std::size_t i = 0; i < result.options.size(); ++i) {
        EXPECT_EQ(result.options[i].name, method.options[i].name);
    }
    EXPECT_NO_THROW(check_options(method.name, result.options)) << "options do not read back";
}

void expect_counts(const ConstraintCounts& counts, const char* kind) {
    EXPECT_EQ(counts.satisfied + counts.violated, counts.given) << kind;
    EXPECT_GE(std::min({counts.satisfied, counts.violated, counts.implied}), 0) << kind;
}

void expect_report(const Result& result, const Dataset& data) {
    const ConstraintReport& report = result.constraints;
    expect_counts(report.must, "must-links");
    expect_counts(report.cannot, "cannot-links");
    EXPECT_EQ(report.must.given + report.cannot.given, count_judgements(data));
    EXPECT_EQ(static_cast<Index>(report.violations.size()), report.must.violated + report.cannot.violated);
    for (const Violation& violation : report.violations) {
        EXPECT_TRUE(std::isfinite(violation.cost));
    }
    EXPECT_TRUE(std::is_sorted(report.violations.begin(), report.violations.end(),
                               [](const Violation& a, const Violation& b) { return a.cost > b.cost; }))
        << "most expensive first";
}

void expect_model(const Model& model, const Dataset& data, const MethodInfo& method) {
    EXPECT_EQ(model.method, method.name);
    ASSERT_EQ(model.views.size(), static_cast<std::size_t>(data.n_views()));
    ASSERT_EQ(model.cols.size(), model.views.size());
    for (int v = 0; v < data.n_views(); ++v) {
        EXPECT_EQ(model.views[static_cast<std::size_t>(v)], data.view(v).name());
        EXPECT_EQ(model.cols[static_cast<std::size_t>(v)], data.view(v).cols());
    }
    for (const NamedArray& array : model.arrays) {
        EXPECT_EQ(static_cast<Index>(array.values.size()), array.rows * array.cols) << array.name;
        EXPECT_TRUE(all_finite(array.values)) << array.name;
    }
}

void expect_extras(const Result& result, const Dataset& data) {
    for (const Topic& topic : result.topics) {
        const auto view = data.find_view(topic.view);
        ASSERT_TRUE(view.has_value()) << topic.view;
        for (const Topic::Feature& feature : topic.features) {
            EXPECT_TRUE(feature.column >= 0 && feature.column < data.view(*view).cols());
            EXPECT_TRUE(std::isfinite(feature.weight));
        }
    }
    for (const LearntMetric& metric : result.metrics) {
        EXPECT_EQ(static_cast<Index>(metric.weights.size()), data.view(0).cols());
        EXPECT_TRUE(all_finite(metric.weights));
    }
    EXPECT_TRUE(result.view_weights.empty() || static_cast<int>(result.view_weights.size()) == data.n_views());
    EXPECT_TRUE(all_finite(result.view_weights));
    for (const Warning& warning : result.warnings) {
        EXPECT_FALSE(warning.code.empty());
        EXPECT_EQ(warning.code.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"), std::string::npos)
            << warning.code;
        EXPECT_FALSE(warning.message.empty());
        EXPECT_EQ(warning.message.find('\n'), std::string::npos) << warning.message;
    }
}

bool same_doubles(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

}  // namespace

void expect_valid(const std::vector<Partition>& partitions, const Dataset& data) {
    EXPECT_FALSE(partitions.empty());
    for (const Partition& partition : partitions) {
        expect_partition(partition, data);
    }
}

void expect_valid(const Result& result, const Dataset& data, const MethodInfo& method) {
    expect_header(result, method);
    expect_partitions(result, data, method);
    expect_course(result);
    expect_report(result, data);
    expect_model(result.model, data, method);
    expect_extras(result, data);
}

void expect_readable(const Error& error) {
    const std::string text = error.what();
    EXPECT_GE(text.size(), 10U) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    const bool of_memory = text.find("would need") != std::string::npos;
    EXPECT_TRUE(error.code() != ErrorCode::internal || of_memory) << text;
}

testing::AssertionResult same_bits(const std::vector<Partition>& a, const std::vector<Partition>& b) {
    if (a.size() != b.size()) return testing::AssertionFailure() << "another number of partitions";
    for (std::size_t p = 0; p < a.size(); ++p) {
        if (a[p].name != b[p].name) return testing::AssertionFailure() << a[p].name << " is " << b[p].name;
        if (a[p].labels != b[p].labels) {
            return testing::AssertionFailure()
                   << "labels of " << a[p].name << ": " << share_equal(a[p].labels, b[p].labels) << " are equal";
        }
        if (!same_doubles(a[p].confidence, b[p].confidence)) {
            return testing::AssertionFailure() << "confidence of " << a[p].name;
        }
    }
    return testing::AssertionSuccess();
}

testing::AssertionResult same_bits(const Model& a, const Model& b) {
    if (a.arrays.size() != b.arrays.size()) return testing::AssertionFailure() << "another number of arrays";
    for (std::size_t i = 0; i < a.arrays.size(); ++i) {
        const NamedArray &left = a.arrays[i], &right = b.arrays[i];
        if (left.name != right.name || left.rows != right.rows || left.cols != right.cols ||
            !same_doubles(left.values, right.values)) {
            return testing::AssertionFailure() << "array " << left.name << " of the model";
        }
    }
    return testing::AssertionSuccess();
}

testing::AssertionResult same_bits(const Result& a, const Result& b) {
    if (a.iterations != b.iterations || a.stop_reason != b.stop_reason) {
        return testing::AssertionFailure() << "iterations: " << a.iterations << " and " << b.iterations;
    }
    if (!same_doubles(a.objective, b.objective)) {
        return testing::AssertionFailure() << "objective: " << testing::PrintToString(a.objective) << " and "
                                           << testing::PrintToString(b.objective);
    }
    if (auto partitions = same_bits(a.partitions, b.partitions); !partitions) return partitions;
    return same_bits(a.model, b.model);
}

bool same_groups(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b) {
    std::map<std::int32_t, std::int32_t> there, back;
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (there.emplace(a[i], b[i]).first->second != b[i]) return false;
        if (back.emplace(b[i], a[i]).first->second != a[i]) return false;
    }
    return true;
}

double share_equal(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b) {
    if (a.size() != b.size() || a.empty()) return 0;
    double equal = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        equal += a[i] == b[i] ? 1 : 0;
    }
    return equal / static_cast<double>(a.size());
}

}  // namespace mvlink::conformance
