#include "labels_text.hpp"

#include "text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mvlink::cli {
namespace {

/// The objects where they are the rows, else everything but objects.
std::vector<const Partition*> partitions_to_print(const Dataset& data, const std::vector<Partition>& partitions) {
    std::vector<const Partition*> kept;
    for (const Partition& partition : partitions) {
        if (partition.scope == Scope::objects && data.objects().rows_are_objects()) return {&partition};
        if (partition.scope != Scope::objects || partitions.size() == 1) kept.push_back(&partition);
    }
    return kept;
}

}  // namespace

std::string label_lines(const Dataset& data, const std::vector<Partition>& partitions) {
    const std::vector<const Partition*> kept = partitions_to_print(data, partitions);
    const bool several = kept.size() > 1;
    const bool clusterings = !kept.empty() && kept.front()->scope == Scope::clustering;
    std::string out = several ? (clusterings ? "clustering," : "view,") : "";
    out += "id,label,confidence\n";
    for (const Partition* partition : kept) {
        const auto view = data.find_view(partition->name);
        for (std::size_t row = 0; row < partition->labels.size(); ++row) {
            const bool has_rows = partition->scope != Scope::objects || data.objects().rows_are_objects();
            const auto number = static_cast<Index>(row);
            const std::string id = has_rows ? data.view(view.value_or(0)).row_name(number) : fmt::to_string(number);
            out += fmt::format("{}{},{},{:.4f}\n", several ? partition->name + "," : "", csv_quoted(id),
                               partition->labels[row], partition->confidence[row]);
        }
    }
    return out;
}

}  // namespace mvlink::cli
