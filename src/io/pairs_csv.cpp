#include "io/csv_records.hpp"
#include "io/readers.hpp"
#include "io/text.hpp"

#include <array>

/// mapping.csv: pairs of instances, columns found by name.
namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

class PairsCsv {
public:
    PairsCsv(const Bytes& bytes, std::string_view expected) : records_(bytes, ',') {
        if (!records_.next(fields_)) refuse("{}: empty; expected the columns {}", bytes.name, expected);
        header_size_ = fields_.size();
        for (std::size_t i = 0; i < kNames.size(); ++i) {
            column_[i] = find_column(fields_, kNames[i], records_.where());
        }
        for (const std::string_view name : {"a", "b"})
            require_column(name, expected);
    }

    void require_column(std::string_view name, std::string_view expected) const {
        if (!has(name)) refuse("{}: no column \"{}\"; expected the columns {}", records_.where(), name, expected);
    }

    bool next() {
        if (!records_.next(fields_)) return false;
        if (fields_.size() != header_size_) {
            refuse("{}: {} fields; expected {} as in the first line", where(), fields_.size(), header_size_);
        }
        return true;
    }

    [[nodiscard]] bool has(std::string_view name) const { return column(name) != kNoColumn; }
    /// Empty if the column is absent.
    [[nodiscard]] std::string_view field(std::string_view name) const { return has(name) ? fields_[column(name)] : ""; }
    [[nodiscard]] std::string where() const { return records_.where(); }

    [[nodiscard]] InstanceRef instance(std::string_view view_column, std::string_view key_column) const {
        const std::string_view key = field(key_column);
        if (key.empty()) refuse("{}: column \"{}\" is empty; expected a row or an id", where(), key_column);
        auto instance = parse_instance(std::string(field(view_column)), key);
        if (!instance) refuse("{}: {}; expected row:<number>, from 0", where(), shown(key));
        return *std::move(instance);
    }

private:
    static constexpr std::array<std::string_view, 4> kNames{"view_a", "a", "view_b", "b"};

    [[nodiscard]] std::size_t column(std::string_view name) const {
        for (std::size_t i = 0; i < kNames.size(); ++i) {
            if (kNames[i] == name) return column_[i];
        }
        return kNoColumn;
    }

    CsvRecords records_;
    CsvFields fields_;
    std::size_t header_size_ = 0;
    std::array<std::size_t, kNames.size()> column_{};
};

}  // namespace

std::vector<MappingSpec> parse_mapping(const Bytes& bytes) {
    constexpr std::string_view kColumns = "view_a,a,view_b,b";
    PairsCsv pairs(bytes, kColumns);
    pairs.require_column("view_a", kColumns);
    pairs.require_column("view_b", kColumns);
    std::vector<MappingSpec> mapping;
    while (pairs.next()) {
        MappingSpec spec{pairs.instance("view_a", "a"), pairs.instance("view_b", "b"), pairs.where()};
        if (spec.a.view.empty() || spec.b.view.empty()) refuse("{}: no view; expected view_a and view_b", spec.where);
        if (spec.a.view == spec.b.view) {
            refuse("{}: view {} on both sides; expected two views", spec.where, shown(spec.a.view));
        }
        mapping.push_back(std::move(spec));
    }
    return mapping;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
