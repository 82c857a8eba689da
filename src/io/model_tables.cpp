#include "io/model_tables.hpp"

#include "io/in_file.hpp"
#include "io/npy.hpp"
#include "io/readers.hpp"
#include "io/text.hpp"

#include <utility>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

Bytes model_entry(ZipReader& archive, const std::string& name, const std::string& file) {
    const ZipEntry* entry = archive.find(name + ".npy");
    if (entry == nullptr) refuse("{}: array {} is missing", file, shown(name));
    return archive.read(*entry);
}

/// A list of numbers of one kind and width.
template <class T>
std::vector<T> read_list(ZipReader& archive, const std::string& name, char kind, int item_size,
                         const std::string& file) {
    const Bytes content = model_entry(archive, name, file);
    const NpyArray stored = parse_npy(content);
    if (stored.kind != kind || stored.item_size != item_size || stored.shape.size() != 1) {
        refuse("{}: expected a list of {}{}", content.name, kind == 'f' ? "float" : "int", 8 * item_size);
    }
    return npy_values<T>(stored);
}

std::vector<std::int32_t> narrow_columns(const std::vector<Index>& wide) {
    return {wide.begin(), wide.end()};  // stored in 32 bits
}

template <class T>
View read_sparse(ZipReader& archive, const TableEntry& entry, const std::string& file) {
    auto offsets = read_list<Index>(archive, entry.name + ".indptr", 'i', 8, file);
    auto columns = narrow_columns(read_list<Index>(archive, entry.name + ".indices", 'i', 4, file));
    auto values = read_list<T>(archive, entry.name + ".data", 'f', sizeof(T), file);
    if (offsets.empty()) refuse("{}: table {} has no row offsets", file, shown(entry.name));
    return in_file(file, [&] {
        return View::sparse(entry.name, entry.rows, entry.cols, std::move(offsets), std::move(columns),
                            std::move(values));
    });
}

}  // namespace

void add_table(ZipWriter& archive, const View& table) {
    table.visit([&](const auto& X) {
        using T = typename std::decay_t<decltype(X)>::Scalar;
        if constexpr (std::decay_t<decltype(X)>::kSparse) {
            archive.add(table.name() + ".indptr.npy", encode_npy_list<Index>(X.offsets));
            archive.add(table.name() + ".indices.npy", encode_npy_list<std::int32_t>(X.columns));
            archive.add(table.name() + ".data.npy", encode_npy_list<T>(X.values));
        } else {
            archive.add(table.name() + ".npy", encode_npy(X));
        }
    });
}

View read_table(ZipReader& archive, const TableEntry& entry, const std::string& file) {
    if (const auto fault = view_name_fault(entry.name)) refuse("{}: table {}; {}", file, shown(entry.name), *fault);
    if (entry.kind == "sparse float64") return read_sparse<double>(archive, entry, file);
    if (entry.kind == "sparse float32") return read_sparse<float>(archive, entry, file);
    if (entry.kind != "dense float64" && entry.kind != "dense float32") {
        refuse("{}: table {} of kind {}; expected dense or sparse, float64 or float32", file, shown(entry.name),
               shown(entry.kind));
    }
    const View table = parse_npy_view(entry.name, model_entry(archive, entry.name, file));
    if (table.kind() != entry.kind || table.rows() != entry.rows || table.cols() != entry.cols) {
        refuse("{}: table {} is {} x {}, {}; expected {} x {}, {}", file, shown(entry.name), table.rows(), table.cols(),
               table.kind(), entry.rows, entry.cols, entry.kind);
    }
    return table;
}

void add_integers(ZipWriter& archive, const NamedIntegers& integers) {
    archive.add(integers.name + ".npy", encode_npy_list<Index>(integers.values));
}

NamedIntegers read_integers(ZipReader& archive, const std::string& name, Index count, const std::string& file) {
    NamedIntegers integers{name, read_list<Index>(archive, name, 'i', 8, file)};
    if (static_cast<Index>(integers.values.size()) != count) {
        refuse("{}: array {} has {} integers; expected {}", file, shown(name), integers.values.size(), count);
    }
    return integers;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
