#include "io/compressed_rows.hpp"
#include "io/in_file.hpp"
#include "io/npy.hpp"
#include "io/readers.hpp"
#include "io/text.hpp"
#include "io/zip.hpp"

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

/// A sparse matrix as scipy.sparse.save_npz writes it.
class SparseArchive {
public:
    SparseArchive(ZipReader& archive, const Bytes& file) : archive_(archive), file_(file) {}

    View read(const std::string& view) {
        const std::string format = read_format();
        read_shape();
        const NpyArray data = array("data");
        // Offsets twice; positions wide and narrow, and once more each where the order changes.
        constexpr std::size_t kPerRow = 16, kPerEntry = 48;
        require_room(kept_.back(),
                     static_cast<std::size_t>(rows_) * kPerRow + static_cast<std::size_t>(data.count()) * kPerEntry);
        const bool is_float = data.kind == 'f' && data.item_size == 4;
        return in_file(file_.name, [&] {
            return is_float ? build<float>(view, format, npy_values<float>(data))
                            : build<double>(view, format, npy_values<double>(data));
        });
    }

private:
    Bytes content(std::string_view key) {
        const ZipEntry* entry = archive_.find(std::string(key) + ".npy");
        if (entry == nullptr) refuse("{}: no array \"{}\"; expected it in a sparse matrix", file_.name, key);
        return archive_.read(*entry);
    }

    /// Keeps what it read from, since an array only points into it.
    NpyArray array(std::string_view key) {
        const Bytes& bytes = kept_.emplace_back(content(key));
        NpyArray found = parse_npy(bytes);
        if (!found.is_number() || found.shape.size() != 1) {
            refuse("{}: shape {}; expected a list of numbers", bytes.name, shape_text(found));
        }
        return found;
    }

    std::vector<Index> integers(std::string_view key) {
        const NpyArray found = array(key);
        if (!found.is_integer()) refuse("{}: array \"{}\" does not hold integers", file_.name, key);
        return npy_values<Index>(found);
    }

    std::string read_format() {
        const Bytes bytes = content("format");
        const NpyArray found = parse_npy(bytes);
        std::string format;
        const std::size_t step = found.kind == 'U' ? 4 : 1;
        for (std::size_t i = 0; !found.is_number() && i < found.data.size(); i += step) {
            const char letter = found.data[found.kind == 'U' && found.swapped ? i + 3 : i];
            if (letter != 0) format += letter;
        }
        if (format != "csr" && format != "csc" && format != "coo") {
            refuse("{}: sparse format {}; expected csr, csc or coo", file_.name, shown(format));
        }
        return format;
    }

    void read_shape() {
        const std::vector<Index> shape = integers("shape");
        if (shape.size() != 2) refuse("{}: {} dimensions; expected 2 dimensions", file_.name, shape.size());
        rows_ = shape[0];
        cols_ = shape[1];
        require_sparse_shape(rows_, cols_, file_.data.size(), file_.name);
    }

    /// Columns or rows as int32 or Index, all in 0 .. limit - 1.
    std::vector<Index> indices(std::string_view key, Index limit, std::size_t count) {
        std::vector<Index> found = integers(key);
        if (found.size() != count) {
            refuse("{}: {} entries in \"{}\"; expected {} as in \"data\"", file_.name, found.size(), key, count);
        }
        for (const Index index : found) {
            if (index < 0 || index >= limit) {
                refuse("{}: index {} in \"{}\"; expected 0 to {}", file_.name, index, key, limit - 1);
            }
        }
        return found;
    }

    std::vector<Index> offsets(Index lists, std::size_t count) {
        std::vector<Index> found = integers("indptr");
        const bool fits = static_cast<Index>(found.size()) == lists + 1 && found.front() == 0 &&
                          found.back() == static_cast<Index>(count) && std::is_sorted(found.begin(), found.end());
        if (!fits) {
            refuse("{}: \"indptr\" is invalid; expected {} increasing offsets from 0 to {}", file_.name, lists + 1,
                   count);
        }
        return found;
    }

    template <class T>
    View build(const std::string& view, const std::string& format, std::vector<T> values) {
        OwnedSparseRows<T> table =
            format == "csr" ? from_rows(std::move(values)) : from_triplets(format, std::move(values));
        sort_and_merge(table);
        return View::sparse(view, rows_, cols_, std::move(table.offsets), std::move(table.columns),
                            std::move(table.values));
    }

    static std::vector<std::int32_t> narrow(const std::vector<Index>& wide) { return {wide.begin(), wide.end()}; }

    template <class T>
    OwnedSparseRows<T> from_rows(std::vector<T> values) {
        std::vector<Index> starts = offsets(rows_, values.size());
        return {rows_, cols_, std::move(starts), narrow(indices("indices", cols_, values.size())), std::move(values)};
    }

    template <class T>
    OwnedSparseRows<T> from_triplets(const std::string& format, std::vector<T> values) {
        Triplets<T> entries;
        const std::size_t count = values.size();
        if (format == "coo") {
            entries.rows = indices("row", rows_, count);
            entries.columns = narrow(indices("col", cols_, count));
        } else {
            const std::vector<Index> starts = offsets(cols_, count);
            entries.rows = indices("indices", rows_, count);
            entries.columns.resize(count);
            for (std::size_t col = 0; col + 1 < starts.size(); ++col) {
                std::fill(entries.columns.begin() + starts[col], entries.columns.begin() + starts[col + 1],
                          static_cast<std::int32_t>(col));
            }
        }
        entries.values = std::move(values);
        return group_by_row(entries, rows_, cols_);
    }

    ZipReader& archive_;
    const Bytes& file_;
    std::vector<Bytes> kept_;
    Index rows_ = 0;
    Index cols_ = 0;
};

}  // namespace

View parse_npz_view(const std::string& view, const Bytes& bytes) {
    ZipReader archive(bytes);
    if (archive.find("format.npy") != nullptr) return SparseArchive(archive, bytes).read(view);
    if (archive.entries().size() != 1) {
        refuse("{}: {} arrays; expected one table, or a sparse matrix as scipy.sparse.save_npz writes it", bytes.name,
               archive.entries().size());
    }
    return parse_npy_view(view, archive.read(archive.entries().front()));
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
