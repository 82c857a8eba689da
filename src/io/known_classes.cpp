#include "io/known_classes.hpp"

#include "io/text.hpp"

#include <mvlink/io.hpp>

#include <map>
#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace io {

std::vector<ConstraintSpec> spanning_constraints(const std::vector<KnownClass>& known, const std::string& where) {
    std::map<std::int32_t, const InstanceRef*> first_of;
    std::vector<ConstraintSpec> constraints;
    for (const KnownClass& one : known) {
        const auto [first, is_new] = first_of.emplace(one.label, &one.instance);
        if (!is_new) constraints.push_back({*first->second, one.instance, Link::must, 1, where});
    }
    for (auto a = first_of.begin(); a != first_of.end(); ++a) {
        for (auto b = std::next(a); b != first_of.end(); ++b)
            constraints.push_back({*a->second, *b->second, Link::cannot, 1, where});
    }
    return constraints;
}

KnownClasses read_known_classes(const std::filesystem::path& file) {
    const Truth labels = read_labels(file);
    const std::string name_of_file = file.filename().string();
    const auto unknown = [&](std::int32_t label) {
        if (labels.class_names.empty()) return label < 0;
        const std::string name = lower_case(labels.class_names[label]);
        return name == "-1" || name == "?" || name == "nan" || name == "na" || name == "unknown";
    };
    KnownClasses found;
    if (labels.ids.empty()) found.lines = static_cast<Index>(labels.labels.size());
    std::map<std::string_view, std::int32_t> class_of;
    for (std::size_t row = 0; row < labels.labels.size(); ++row) {
        if (unknown(labels.labels[row])) continue;
        InstanceRef instance{"", static_cast<Index>(row)};
        if (!labels.ids.empty()) {
            const auto [given, is_new] = class_of.emplace(labels.ids[row], labels.labels[row]);
            if (!is_new && given->second == labels.labels[row]) continue;
            if (!is_new) refuse("{}: {} has two classes; expected one per row", name_of_file, shown(labels.ids[row]));
            auto named = parse_instance("", labels.ids[row]);
            if (!named) refuse("{}: {}; expected row:<number>, from 0", name_of_file, shown(labels.ids[row]));
            instance = *std::move(named);
        }
        found.known.push_back({std::move(instance), labels.labels[row]});
    }
    return found;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
