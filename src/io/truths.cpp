#include "io/truths.hpp"

#include "io/text.hpp"
#include "io/writers.hpp"

#include <algorithm>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

/// Every view of the dataset has this many rows.
bool fits_rows(const Dataset& data, std::size_t count) {
    const auto fits = [&](const View& view) { return view.rows() == static_cast<Index>(count); };
    return std::all_of(data.views().begin(), data.views().end(), fits);
}

class TruthReader {
public:
    TruthReader(const FolderListing& listing, const std::optional<ObjectList>& objects, Problem& problem)
        : listing_(listing), objects_(objects), problem_(problem) {
        if (objects_) name_objects();
    }

    void read(const LabelsFile& labels) {
        const std::filesystem::path& file = labels.file;
        Truth truth = read_labels(file);
        const auto is_named = [&](const ViewFile& view) { return view.name == truth.name; };
        const bool is_of_view = std::any_of(listing_.views.begin(), listing_.views.end(), is_named);
        if (is_of_view && !problem_.data.find_view(truth.name)) return;  // of a view that was not chosen
        if (is_of_view) {
            truth.view = truth.name;
            require(file, truth, problem_.data.view(*problem_.data.find_view(truth.name)).rows(), "row of the view");
        } else if (objects_) {
            require(file, truth, static_cast<Index>(objects_->ids.size()), "line of " + objects_->file);
            truth.labels = by_object(truth.labels);
        } else if (!fits_rows(problem_.data, truth.labels.size())) {
            require(file, truth, problem_.data.view(0).rows(),
                    fmt::format("row of view \"{}\"", problem_.data.view(0).name()));
            refuse("{}: {} labels, but the views have different numbers of rows; expected labels_<view>.txt",
                   file.filename().string(), truth.labels.size());
        }
        truth.columns = labels.columns;
        require_columns(truth);
        require_new(file, truth);
        warn_if_unknown(file, truth);
        problem_.truths.push_back(std::move(truth));
    }

private:
    static void require(const std::filesystem::path& file, const Truth& truth, Index expected, const std::string& of) {
        if (static_cast<Index>(truth.labels.size()) == expected) return;
        refuse("{}: {} labels; expected {}, one per {}", file.filename().string(), truth.labels.size(), expected, of);
    }

    /// labels_labels.txt would be called as labels.txt is.
    void require_new(const std::filesystem::path& file, const Truth& truth) const {
        const auto is_it = [&](const Truth& other) { return other.name == truth.name; };
        if (std::none_of(problem_.truths.begin(), problem_.truths.end(), is_it)) return;
        refuse("{}: a second truth \"{}\"; expected another name after labels_", file.filename().string(), truth.name);
    }

    void warn_if_unknown(const std::filesystem::path& file, const Truth& truth) {
        const auto is_known = [](std::int32_t label) { return label >= 0; };
        if (std::any_of(truth.labels.begin(), truth.labels.end(), is_known)) return;
        problem_.warnings.push_back(
            {"classes-unknown", fmt::format("{}: no class is known, so nothing is scored", file.filename().string()),
             static_cast<double>(truth.labels.size())});
    }

    /// Columns are of the only view, or of the view whose truth it is.
    void require_columns(const Truth& truth) const {
        if (truth.columns.empty()) return;
        const View& view = problem_.data.view(truth.view.empty() ? 0 : *problem_.data.find_view(truth.view));
        const auto is_outside = [&](Index column) { return column < 0 || column >= view.cols(); };
        const auto outside = std::find_if(truth.columns.begin(), truth.columns.end(), is_outside);
        if (outside == truth.columns.end()) return;
        refuse("dataset.json: column {} of truth \"{}\"; expected one of the {} columns of view \"{}\"", *outside,
               truth.name, view.cols(), view.name());
    }

    void name_objects() {
        places_ = places_in_list(*objects_, problem_.data);
        problem_.object_ids = object_names(problem_.data);
        Index unlisted = 0;
        for (std::size_t object = 0; object < places_.size(); ++object) {
            const Index place = places_[object];
            unlisted += place < 0 ? 1 : 0;
            if (place >= 0) problem_.object_ids[object] = objects_->ids[place];
        }
        if (unlisted > 0) {
            problem_.warnings.push_back(
                {"unlisted-objects",
                 fmt::format("{} objects are not in {}: their class is unknown", unlisted, objects_->file),
                 static_cast<double>(unlisted)});
        }
    }

    [[nodiscard]] std::vector<std::int32_t> by_object(const std::vector<std::int32_t>& listed) const {
        std::vector<std::int32_t> labels;
        for (const Index place : places_)
            labels.push_back(place < 0 ? -1 : listed[place]);
        return labels;
    }

    const FolderListing& listing_;
    const std::optional<ObjectList>& objects_;
    Problem& problem_;
    std::vector<Index> places_;
};

/// classes.txt names the classes of labels.txt and of labels_<view>.txt.
void add_class_names(const std::filesystem::path& file, Problem& problem) {
    const std::vector<std::string> names = parse_lines(open_bytes(file), "class");
    for (Truth& truth : problem.truths) {
        if (!truth.class_names.empty() || (truth.view.empty() && truth.name != "labels")) continue;
        const auto largest = *std::max_element(truth.labels.begin(), truth.labels.end());
        if (largest < static_cast<std::int32_t>(names.size())) {
            truth.class_names = names;
        } else {
            problem.warnings.push_back({"classes-ignored",
                                        fmt::format("classes.txt has {} names, but truth \"{}\" has class {}",
                                                    names.size(), truth.name, largest),
                                        static_cast<double>(names.size())});
        }
    }
}

void add_row_names(const std::filesystem::path& file, Problem& problem) {
    std::vector<std::string> names = parse_lines(open_bytes(file), "name");
    if (fits_rows(problem.data, names.size())) {
        problem.row_names = std::move(names);
    } else {
        problem.warnings.push_back(
            {"names-ignored", fmt::format("names.txt has {} lines; expected one per row of every view", names.size()),
             static_cast<double>(names.size())});
    }
}

}  // namespace

void add_truths(const std::filesystem::path& folder, const FolderListing& listing,
                const std::optional<ObjectList>& objects, Problem& problem) {
    TruthReader reader(listing, objects, problem);
    for (const LabelsFile& labels : listing.labels)
        reader.read(labels);
    if (std::filesystem::exists(folder / "classes.txt")) add_class_names(folder / "classes.txt", problem);
    if (std::filesystem::exists(folder / "names.txt")) add_row_names(folder / "names.txt", problem);
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
