#include "io/folder_listing.hpp"
#include "io/in_file.hpp"
#include "io/mapping.hpp"
#include "io/row_ids.hpp"
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
    if (request.folder.empty() == request.views.empty()) {
        refuse_usage("no data; expected a dataset folder, or views as name=file, and not both");
    }
    if (request.unmapped && request.mapping) refuse_usage("unmapped and mapping exclude each other");
}

class ProblemReader {
public:
    ProblemReader(const ReadRequest& request, Context& context) : request_(request), context_(context) {}

    Problem read() {
        list();
        read_pairs();
        const std::vector<io::ViewFile> chosen = io::chosen_views(listing_.views, request_.select);
        const bool reads_all = chosen.size() < listing_.views.size() && other_views_matter(chosen.size());
        std::vector<View> views = read_views(reads_all ? listing_.views : chosen);
        const auto objects = has_folder() ? io::add_folder_ids(request_.folder, views) : std::nullopt;

        std::vector<Warning> warnings;
        Dataset data = mapped(Dataset(std::move(views)), warnings);
        data = data.with_constraints(std::span<const ConstraintSpec>(constraints_among(data)));
        if (reads_all) data = data.select(request_.select);
        Problem problem{std::move(data), {}, {}, {}, std::move(warnings), source()};
        if (has_folder()) io::add_truths(request_.folder, listing_, objects, problem);
        return problem;
    }

private:
    [[nodiscard]] bool has_folder() const { return !request_.folder.empty(); }

    void list() {
        if (has_folder()) {
            listing_ = io::list_folder(request_.folder);
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

    void read_pairs() {
        const auto mapping = request_.unmapped ? std::nullopt : given_or_in_folder(request_.mapping, "mapping.csv");
        if (mapping) mapping_ = io::parse_mapping(io::open_bytes(*mapping));
        const auto constraints = given_or_in_folder(request_.constraints, "constraints.csv");
        if (constraints) constraints_ = read_constraints(*constraints);
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

    /// A view that was not chosen can still join objects of others, and hold an object that a constraint names.
    [[nodiscard]] bool other_views_matter(std::size_t chosen) const {
        const auto is_of_objects = [](const ConstraintSpec& spec) { return spec.a.view.empty(); };
        return (mapping_ && chosen > 1) || std::any_of(constraints_.begin(), constraints_.end(), is_of_objects);
    }

    std::vector<View> read_views(const std::vector<io::ViewFile>& files) {
        std::vector<View> views;
        for (const auto& [name, file] : files) {
            const io::Bytes bytes = io::open_bytes(file, context_.memory_limit());
            View view = io::parse_view(name, bytes, request_.id_column);
            const fs::path terms = request_.folder / fmt::format("terms_{}.txt", name);
            if (has_folder() && fs::exists(terms)) view = with_terms(view, terms);
            views.push_back(std::move(view));
        }
        return views;
    }

    static View with_terms(const View& view, const fs::path& file) {
        const io::Bytes bytes = io::open_bytes(file);
        return io::in_file(bytes.name, [&] { return view.with_column_names(io::parse_lines(bytes, "term")); });
    }

    [[nodiscard]] Dataset mapped(const Dataset& data, std::vector<Warning>& warnings) const {
        if (request_.unmapped || data.n_views() == 1) return data;
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
        std::vector<std::string> files;
        for (const auto& [name, file] : request_.views)
            files.push_back(file.string());
        return fmt::format("{}", fmt::join(files, ", "));
    }

    const ReadRequest& request_;
    Context& context_;
    io::FolderListing listing_;
    std::optional<std::vector<io::MappingSpec>> mapping_;
    std::vector<ConstraintSpec> constraints_;
};

}  // namespace

Problem read_problem(const ReadRequest& request, Context& context) {
    require_consistent(request);
    const auto start = std::chrono::steady_clock::now();
    Problem problem = ProblemReader(request, context).read();
    problem.read_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return problem;
}

}  // namespace v1
}  // namespace mvlink
