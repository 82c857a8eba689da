#include "io/hdf5/file.hpp"
#include "io/mat/mat5.hpp"
#include "io/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace mvlink {
inline namespace v1 {
namespace io::mat {
namespace {

constexpr int kDeepest = 4;  // of groups in groups
constexpr std::size_t kMostVariables = 10'000;

/// What an HDF5 file holds as variables. MATLAB 7.3 stores matrices column by column, so that their dimensions are
/// reversed; others store them row by row.
class Hdf5Variables {
public:
    explicit Hdf5Variables(const Bytes& bytes) : file_(bytes), is_matlab_(bytes.text().starts_with("MATLAB 7.3")) {
        add_members(file_.object(file_.root()), "", 0);
    }

    std::vector<Variable> found;
    [[nodiscard]] const Room& room() const { return file_.room(); }

private:
    void add_members(const hdf5::Object& group, const std::string& prefix, int depth) {
        for (const auto& [name, address] : file_.members(group)) {
            if (name.starts_with("#")) continue;  // MATLAB keeps what cells refer to there
            if (found.size() >= kMostVariables)
                refuse("{}: more than {} variables", file_.bytes().name, kMostVariables);
            const hdf5::Object object = file_.object(address);
            const std::string full = valid_utf8(prefix + name);
            const bool is_plain_group = object.is_group && object.numbers.count("MATLAB_sparse") == 0;
            if (is_plain_group && !is_matlab_ && depth < kDeepest) {
                add_members(object, prefix + name + "/", depth + 1);
            } else {
                found.push_back(variable(object, full, 0));
            }
        }
    }

    Variable variable(const hdf5::Object& object, const std::string& name, int depth) {
        file_.room().take(sizeof(Variable) + name.size());
        Variable made{name, Variable::Kind::other, "", {}};
        const auto matlab_class = object.texts.find("MATLAB_class");
        made.type = matlab_class != object.texts.end() ? valid_utf8(matlab_class->second.substr(0, 40))
                    : object.is_group                  ? "group"
                                                       : type_name(object.type);
        if (object.is_group) {
            made.dims = {1, 1};
            if (object.numbers.count("MATLAB_sparse") > 0) read_sparse(object, made);
            return made;
        }
        if (!object.is_dataset()) return made;
        made.dims = matlab_dims(object.dims);
        if (object.numbers.count("MATLAB_empty") > 0 && object.numbers.at("MATLAB_empty") != 0) {
            made.kind = Variable::Kind::dense;
            made.dims = {0, 0};
        } else if (made.type == "cell" && depth == 0) {
            read_cells(object, made);
        } else if (is_number(object.type) && made.type != "char") {
            made.kind = Variable::Kind::dense;
            made.values = file_.numbers(object, name);
            made.by_rows = !is_matlab_;
        }
        return made;
    }

    static bool is_number(const hdf5::ElementType& type) {
        return type.kind == hdf5::ElementType::Kind::integer || type.kind == hdf5::ElementType::Kind::real;
    }
    static std::string type_name(const hdf5::ElementType& type) {
        return is_number(type) ? "numbers" : type.kind == hdf5::ElementType::Kind::text ? "text" : "other";
    }

    /// Two at least, as MATLAB has them.
    [[nodiscard]] std::vector<Index> matlab_dims(std::vector<Index> dims) const {
        if (is_matlab_) std::reverse(dims.begin(), dims.end());
        while (dims.size() < 2)
            dims.push_back(1);
        return dims;
    }

    void read_cells(const hdf5::Object& object, Variable& made) {
        made.kind = Variable::Kind::cell;
        Index number = 0;
        for (const std::uint64_t address : file_.references(object, made.name))
            made.cells.push_back(variable(file_.object(address), fmt::format("{}{{{}}}", made.name, ++number), 1));
    }

    StoredNumbers numbers_of(const hdf5::Object& group, const char* member, const Variable& made) {
        for (const auto& [name, address] : file_.members(group)) {
            if (name == member) return file_.numbers(file_.object(address), made.name + "/" + member);
        }
        return {};  // MATLAB leaves out what is empty
    }

    StoredNumbers whole_numbers(const hdf5::Object& group, const char* member, const Variable& made, Index most) {
        StoredNumbers numbers = numbers_of(group, member, made);
        require_whole_numbers(numbers, most, file_.bytes().name + " " + made.name, member);
        return numbers;
    }

    void read_sparse(const hdf5::Object& group, Variable& made) {
        constexpr Index kMost = std::numeric_limits<std::int32_t>::max();
        const std::uint64_t rows = group.numbers.at("MATLAB_sparse");
        if (rows > static_cast<std::uint64_t>(kMost))
            refuse("{} {}: {} rows of a sparse matrix", file_.bytes().name, made.name, rows);
        made.kind = Variable::Kind::sparse;
        made.values = numbers_of(group, "data", made);
        made.rows = whole_numbers(group, "ir", made, static_cast<Index>(rows) - 1);
        const auto entries = static_cast<Index>(made.values.count());
        made.starts = whole_numbers(group, "jc", made, entries);
        const std::size_t columns = made.starts.count();
        const bool fits = static_cast<Index>(made.rows.count()) == entries && are_starts(made.starts) &&
                          made.starts[columns - 1] == static_cast<double>(entries);
        if (!fits) refuse("{} {}: a damaged sparse matrix", file_.bytes().name, made.name);
        made.dims = {static_cast<Index>(rows), static_cast<Index>(columns) - 1};
    }

    hdf5::File file_;
    bool is_matlab_;
};

}  // namespace

std::vector<Variable> parse_hdf5(const Bytes& bytes, Room& room) {
    Hdf5Variables variables(bytes);
    room = variables.room();
    return std::move(variables.found);
}

}  // namespace io::mat
}  // namespace v1
}  // namespace mvlink
