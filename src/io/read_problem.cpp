#include "io/folder_listing.hpp"
#include "io/group_rule.hpp"
#include "io/gzip.hpp"
#include "io/in_file.hpp"
#include "io/known_classes.hpp"
#include "io/mapped_file.hpp"
#include "io/mapping.hpp"
#include "io/mat/read_mat.hpp"
#include "io/row_ids.hpp"
#include "io/table/read_table.hpp"
#include "io/text.hpp"
#include "io/truths.hpp"

#include <fmt/format.h>
#include <mvlink/io.hpp>

#include <algorithm>
#include <chrono>

namespace mvlink {
inline namespace v1 {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_usage(const std::string& message) {
    throw Error{ErrorCode::usage, message};
}

void require_consistent(const ReadRequest& request) {
    const int sources =
        (request.folder.empty() ? 0 : 1) + (request.views.empty() ? 0 : 1) + (request.table.empty() ? 0 : 1);
    if (sources == 0) refuse_usage("no data; expected a dataset folder, one table, or views as name=file");
    if (sources > 1) {
        refuse_usage(
            "several kinds of data; expected a dataset folder, one table, or views as name=file, and only one of "
            "them");
    }
    auto from_input =
        std::count_if(request.views.begin(), request.views.end(), [](const auto& view) { return view.second == "-"; });
    for (const auto& file : {request.constraints, request.mapping, request.partial_labels, request.at_most_one})
        from_input += file && *file == "-" ? 1 : 0;
    if (from_input + (request.table == "-" ? 1 : 0) > 1) {
        refuse_usage("standard input (-) is given twice; expected it once");
    }
    if (request.unmapped && request.mapping) refuse_usage("unmapped and mapping exclude each other");
}

/// The names that judgements use for rows; if all of them are numbers, these may count the rows.
void note_names(const std::vector<ConstraintSpec>& constraints, TableOptions& options) {
    bool all_numbers = true;
    for (const ConstraintSpec& spec : constraints) {
        for (const InstanceRef& ref : {spec.a, spec.b}) {
            const auto* name = std::get_if<std::string>(&ref.key);
            if (name == nullptr) continue;
            options.names.push_back(*name);
            all_numbers = all_numbers && io::parse_integer(*name).has_value();
        }
    }
    options.names_may_be_rows = all_numbers && !options.names.empty();
}

bool has_ids(const TableSource& table) {
    return std::any_of(table.columns.begin(), table.columns.end(),
                       [](const TableColumn& column) { return column.kind == ColumnKind::id; });
}

std::size_t bytes_held(const View& view) {
    return view.visit([](const auto& X) -> std::size_t {
        if constexpr (std::decay_t<decltype(X)>::kSparse) {
            return X.values.size_bytes() + X.columns.size_bytes() + X.offsets.size_bytes();
        } else {
            return static_cast<std::size_t>(X.rows * X.cols) * sizeof(*X.values);
        }
    });
}

class ProblemReader {
public:
    ProblemReader(const ReadRequest& request, Context& context) : request_(request), context_(context) {}

    Problem read() {
        read_judged_pairs();
        list();
        read_pairs();
        const std::vector<io::ViewFile> chosen = io::chosen_views(listing_.views, request_.select);
        const bool reads_all = chosen.size() < listing_.views.size() && other_views_matter(chosen.size());
        std::vector<View> views = table_ ? views_of_table(chosen) : read_views(reads_all ? listing_.views : chosen);
        const auto objects = has_folder() ? io::add_folder_ids(request_.folder, views) : std::nullopt;

        std::vector<Warning> warnings = std::move(warnings_);
        require_a_class_per_row(views);
        Dataset data = mapped(Dataset(std::move(views)), warnings);
        data = data.with_constraints(std::span<const ConstraintSpec>(constraints_among(data)));
        if (const auto rule = group_rule(data)) data = data.with_group_rule(*rule);
        if (reads_all && !table_) data = data.select(request_.select);
        Problem problem{std::move(data), {}, {}, {}, std::move(warnings), source()};
        if (table_) add_table(problem);
        if (has_folder()) io::add_truths(request_.folder, listing_, objects, problem);
        return problem;
    }

private:
    /// One MATLAB or HDF5 file: it may hold several views and the true classes.
    [[nodiscard]] bool is_one_mat() const {
        if (request_.views.size() != 1 || io::view_name_fault(request_.views[0].first)) return false;
        const fs::path ending = request_.views[0].second.extension();
        return ending == ".mat" || ending == ".h5" || ending == ".hdf5";
    }

    [[nodiscard]] bool has_folder() const { return !request_.folder.empty(); }

    void list() {
        if (has_folder()) {
            listing_ = io::list_folder(request_.folder);
            return;
        }
        if (!request_.table.empty()) {
            TableOptions options = request_.table_options;
            note_names(constraints_, options);
            if (options.folder.empty() && request_.table != "-") options.folder = request_.table.parent_path().string();
            table_ = io::table::read_table(io::open_unpacked(request_.table, context_.memory_limit()), options,
                                           request_.table_recipe, context_);
            warnings_.insert(warnings_.end(), table_->warnings.begin(), table_->warnings.end());
            if (options.names_may_be_rows && !has_ids(*table_->source)) {
                warnings_.push_back({"judgements-by-row", "the judgements name rows by number, counted from 0", 0});
            }
            for (const View& view : table_->views)
                listing_.views.push_back({view.name(), {}});
            return;
        }
        if (is_one_mat()) {
            io::mat::MatProblem found =
                io::mat::read_mat(request_.views[0].first, request_.views[0].second, context_.memory_limit());
            table_ = io::table::ReadTable{nullptr, std::move(found.views), std::move(found.truth)};
            for (const View& view : table_->views)
                listing_.views.push_back({view.name(), {}});
            return;
        }
        for (const auto& [name, file] : request_.views) {
            if (const auto fault = io::view_name_fault(name)) {
                refuse_usage(fmt::format("view name {}: {}", io::shown(name), *fault));
            }
            const auto known = io::names_of(listing_.views);
            if (std::find(known.begin(), known.end(), name) != known.end()) {
                refuse_usage(fmt::format("view \"{}\" is given twice; expected distinct names", name));
            }
            listing_.views.push_back({name, file});
        }
    }

    /// The file that was asked for, or the folder's if it has one.
    [[nodiscard]] std::optional<fs::path> given_or_in_folder(const std::optional<fs::path>& given,
                                                             const char* name) const {
        if (given) return given;
        if (has_folder() && fs::exists(request_.folder / name)) return request_.folder / name;
        return std::nullopt;
    }

    /// Before the table: the names in them tell which of its columns names the rows.
    void read_judged_pairs() {
        const auto constraints =
            request_.known_classes_only ? std::nullopt : given_or_in_folder(request_.constraints, "constraints.csv");
        if (constraints) constraints_ = judged(*constraints);
        if (request_.constraints && constraints_.empty()) {
            warnings_.push_back(
                {"no-judgements", fmt::format("{}: no judgement in it counts", constraints->filename().string()), 0});
        }
        if (!request_.partial_labels) return;
        const io::KnownClasses classes = io::read_known_classes(*request_.partial_labels);
        lines_of_known_ = classes.lines;
        const auto known = io::spanning_constraints(classes.known, request_.partial_labels->filename().string());
        constraints_.insert(constraints_.end(), known.begin(), known.end());
    }

    /// Known classes without ids would silently be those of the first rows.
    void require_a_class_per_row(const std::vector<View>& views) const {
        const auto suits = [&](const View& view) { return view.rows() == *lines_of_known_; };
        if (!lines_of_known_ || std::any_of(views.begin(), views.end(), suits)) return;
        io::refuse(
            "{}: {} labels; expected {}, one per row of view \"{}\" (? where the class is not known), or the columns "
            "id,label",
            request_.partial_labels->filename().string(), *lines_of_known_, views.front().rows(), views.front().name());
    }

    void read_pairs() {
        const auto mapping = request_.unmapped ? std::nullopt : given_or_in_folder(request_.mapping, "mapping.csv");
        if (mapping) mapping_ = io::parse_mapping(io::open_bytes(*mapping));
        if (table_) constraints_.insert(constraints_.end(), table_->known.begin(), table_->known.end());
        const std::vector<std::string> known = io::names_of(listing_.views);
        const auto require_known = [&](const InstanceRef& ref, const std::string& where) {
            if (ref.view.empty() || std::find(known.begin(), known.end(), ref.view) != known.end()) return;
            io::refuse("{}: view {} does not exist; {}", where, io::shown(ref.view), io::suggestion(ref.view, known));
        };
        const auto require_views = [&](const auto& specs) {
            for (const auto& spec : specs) {
                require_known(spec.a, spec.where);
                require_known(spec.b, spec.where);
            }
        };
        if (mapping_) require_views(*mapping_);
        require_views(constraints_);
    }

    std::vector<ConstraintSpec> judged(const fs::path& file) {
        JudgedConstraints found = constraints_of(read_judgements(file));
        if (found.disputed > 0) {
            warnings_.push_back(
                {"judgements-disputed",
                 fmt::format("{}: persons disagree on {} pair{}; the majority counts{}", file.filename().string(),
                             found.disputed, found.disputed == 1 ? "" : "s",
                             found.tied == 0 ? "" : fmt::format(", and {} without one left out", found.tied)),
                 static_cast<double>(found.disputed)});
        }
        return std::move(found.constraints);
    }

    /// The groups that the table or a file states.
    [[nodiscard]] std::optional<GroupRule> group_rule(const Dataset& data) const {
        if (request_.at_most_one) return io::read_group_rule(*request_.at_most_one, data);
        return table_ ? table_->group_rule : std::nullopt;
    }

    [[nodiscard]] std::vector<View> views_of_table(const std::vector<io::ViewFile>& chosen) const {
        std::vector<View> views;
        for (const io::ViewFile& file : chosen) {
            for (const View& view : table_->views) {
                if (view.name() == file.name) views.push_back(view);
            }
        }
        return views;
    }

    void add_table(Problem& problem) const {
        problem.table = table_->source;
        if (table_->source) problem.recipe = table_->source->recipe;
        if (table_->truth) problem.truths.push_back(*table_->truth);
    }

    /// A view that was not chosen can still join objects of others, and hold an object that a constraint names.
    [[nodiscard]] bool other_views_matter(std::size_t chosen) const {
        const auto is_of_objects = [](const ConstraintSpec& spec) { return spec.a.view.empty(); };
        return (mapping_ && chosen > 1) || std::any_of(constraints_.begin(), constraints_.end(), is_of_objects);
    }

    std::vector<View> read_views(const std::vector<io::ViewFile>& files) {
        std::vector<View> views;
        for (const auto& [name, file] : files) {
            auto [view, is_mapped] = read_view(name, file);
            const fs::path terms = request_.folder / fmt::format("terms_{}.txt", name);
            if (has_folder() && fs::exists(terms)) view = with_terms(view, terms);
            held_ += is_mapped ? 0 : bytes_held(view);
            views.push_back(std::move(view));
        }
        return views;
    }

    /// In memory, or mapped if it is larger than what may be used; and which of both.
    [[nodiscard]] std::pair<View, bool> read_view(const std::string& name, const fs::path& file) const {
        const std::size_t left = context_.memory_limit() - std::min(held_, context_.memory_limit());
        if (io::lower_case(file.extension().string()) == ".mat") return {io::read_mat_view(name, file, left), false};
        if (file.extension() == ".npy") {
            if (const auto mapped = io::mapped_if_large(file, left))
                return {io::parse_view(name, *mapped, request_.id_column), true};
        }
        return {io::parse_view(name, io::open_unpacked(file, left), request_.id_column), false};
    }

    static View with_terms(const View& view, const fs::path& file) {
        const io::Bytes bytes = io::open_bytes(file);
        return io::in_file(bytes.name, [&] { return view.with_column_names(io::parse_lines(bytes, "term")); });
    }

    [[nodiscard]] Dataset mapped(const Dataset& data, std::vector<Warning>& warnings) const {
        if (request_.unmapped || data.n_views() == 1) return data;
        if (table_ && !mapping_) return data.with_row_mapping();
        return mapping_ ? io::with_stated_mapping(data, *mapping_) : with_implied_mapping(data, warnings);
    }

    [[nodiscard]] std::vector<ConstraintSpec> constraints_among(const Dataset& data) const {
        std::vector<ConstraintSpec> kept;
        const auto is_there = [&](const InstanceRef& ref) { return ref.view.empty() || data.find_view(ref.view); };
        std::copy_if(constraints_.begin(), constraints_.end(), std::back_inserter(kept),
                     [&](const ConstraintSpec& spec) { return is_there(spec.a) && is_there(spec.b); });
        return kept;
    }

    [[nodiscard]] std::string source() const {
        if (has_folder()) return request_.folder.string();
        if (table_ && table_->source) return request_.table == "-" ? table_->source->name : request_.table.string();
        std::vector<std::string> files;
        for (const auto& [name, file] : request_.views)
            files.push_back(file.string());
        return fmt::format("{}", fmt::join(files, ", "));
    }

    const ReadRequest& request_;
    Context& context_;
    io::FolderListing listing_;
    std::size_t held_ = 0;  // bytes of the views that were read
    std::optional<std::vector<io::MappingSpec>> mapping_;
    std::vector<ConstraintSpec> constraints_;
    std::optional<Index> lines_of_known_;  // of known classes that name no rows
    std::optional<io::table::ReadTable> table_;
    std::vector<Warning> warnings_;
};

Dataset with_rows_as_objects(std::vector<View> views) {
    Dataset data(std::move(views));
    return data.n_views() == 1 ? data : data.with_row_mapping();
}

}  // namespace

Problem parse_table(std::string text, const std::string& name, const TableOptions& options, const std::string& recipe,
                    Context& context) {
    auto kept = std::make_shared<const std::string>(std::move(text));
    const io::Bytes bytes{{kept->data(), kept->size()}, name, kept};
    io::table::ReadTable table = io::table::read_table(bytes, options, recipe, context);
    Problem problem{with_rows_as_objects(std::move(table.views)), {}, {}, {}, std::move(table.warnings), name};
    problem.data = problem.data.with_constraints(std::span<const ConstraintSpec>(table.known));
    if (table.group_rule) problem.data = problem.data.with_group_rule(*std::move(table.group_rule));
    problem.table = table.source;
    problem.recipe = table.source->recipe;
    if (table.truth) problem.truths.push_back(*std::move(table.truth));
    return problem;
}

Problem read_problem(const ReadRequest& request, Context& context) {
    require_consistent(request);
    const auto start = std::chrono::steady_clock::now();
    Problem problem = ProblemReader(request, context).read();
    problem.read_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return problem;
}

}  // namespace v1
}  // namespace mvlink
