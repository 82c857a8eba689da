#include "io/known_classes.hpp"

#include "io/text.hpp"

#include <mvlink/io.hpp>

#include <map>

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

std::vector<KnownClass> read_known_classes(const std::filesystem::path& file) {
    const Truth labels = read_labels(file);
    const auto unknown = [&](std::int32_t label) {
        if (labels.class_names.empty()) return label < 0;
        const std::string name = lower_case(labels.class_names[label]);
        return name == "-1" || name == "?" || name == "nan" || name == "na" || name == "unknown";
    };
    std::vector<KnownClass> known;
    for (std::size_t row = 0; row < labels.labels.size(); ++row) {
        if (unknown(labels.labels[row])) continue;
        InstanceRef instance{"", static_cast<Index>(row)};
        if (!labels.ids.empty()) {
            auto named = parse_instance("", labels.ids[row]);
            if (!named)
                refuse("{}: {}; expected row:<number>, from 0", file.filename().string(), shown(labels.ids[row]));
            instance = *std::move(named);
        }
        known.push_back({std::move(instance), labels.labels[row]});
    }
    return known;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
