#include <mvlink/compare.hpp>
#include <mvlink/io.hpp>
#include <nlohmann/json.hpp>

#include <array>

namespace mvlink {
inline namespace v1 {
namespace {

using Json = nlohmann::ordered_json;

/// What is compared of a result.json, under the names that it has there.
constexpr std::array kComparedFields{"method",     "options",     "preparation", "seed",     "views",
                                     "iterations", "stop_reason", "held_out",    "measures", "e4sc",
                                     "e4fc",       "warnings",    "seconds",     "version",  "machine_level"};

Json partitions_json(const StoredResult& result) {
    Json list = Json::array();
    for (const StoredPartition& partition : result.partitions)
        list.push_back(
            {{"name", partition.name}, {"rows", partition.labels.size()}, {"sizes", cluster_sizes(partition)}});
    return list;
}

Json compared_json(const ComparedResult& compared) {
    const Json whole = Json::parse(result_json(compared.result));
    Json entry = {{"name", compared.name}};
    for (const char* field : kComparedFields) {
        if (whole.contains(field)) entry[field] = whole[field];
    }
    if (!compared.result.objective.empty()) entry["objective"] = compared.result.objective.back();
    entry["constraints"] = whole["constraints"];
    entry["constraints"].erase("violations");
    entry["partitions"] = partitions_json(compared.result);
    return entry;
}

Json option_names_json(const std::vector<OptionDifference>& options) {
    Json names = Json::array();
    for (const OptionDifference& option : options)
        names.push_back(option.name);
    return names;
}

}  // namespace

std::string comparison_json(const Comparison& comparison) {
    const auto pair_json = [&](std::size_t a, std::size_t b) {
        return Json{{"a", comparison.results[a].name}, {"b", comparison.results[b].name}};
    };
    Json document = {{"schema", kResultSchema},
                     {"results", Json::array()},
                     {"differing_options", option_names_json(comparison.options)},
                     {"same_objective", comparison.same_objective},
                     {"agreements", Json::array()},
                     {"not_compared", Json::array()}};
    for (const ComparedResult& compared : comparison.results)
        document["results"].push_back(compared_json(compared));
    for (const LabelAgreement& agreement : comparison.agreements) {
        Json entry = pair_json(agreement.a, agreement.b);
        entry.update({{"partition_a", agreement.partition_a},
                      {"partition_b", agreement.partition_b},
                      {"rows", agreement.rows},
                      {"ari", agreement.ari},
                      {"nmi", agreement.nmi}});
        document["agreements"].push_back(std::move(entry));
    }
    for (const LabelsApart& apart : comparison.apart) {
        Json entry = pair_json(apart.a, apart.b);
        entry["reason"] = apart.reason;
        document["not_compared"].push_back(std::move(entry));
    }
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace v1
}  // namespace mvlink
