#include "io/folder_change.hpp"
#include "io/npy.hpp"
#include "io/readers.hpp"
#include "io/text.hpp"
#include "io/writers.hpp"

#include <fmt/format.h>
#include <mvlink/io.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace mvlink {
inline namespace v1 {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string lines_text(std::span<const std::string> lines, const std::string& file) {
    std::string text;
    for (const std::string& line : lines) {
        if (line.empty() || io::has_line_break(line) || io::trimmed(line) != line) {
            io::refuse("{}: {} cannot be written on a single line", file, io::shown(line));
        }
        text += line + "\n";
    }
    return text;
}

/// classes.txt names the classes of labels.txt; those of other truths are written as words, if each has its own.
bool speaks_in_words(const Truth& truth) {
    const std::set<std::string> words(truth.class_names.begin(), truth.class_names.end());
    const auto has_word = [&](std::int32_t label) {
        return label >= 0 && static_cast<std::size_t>(label) < truth.class_names.size();
    };
    return truth.name != "labels" && !words.empty() && words.size() == truth.class_names.size() &&
           std::all_of(truth.labels.begin(), truth.labels.end(), has_word);
}

std::string labels_text(const Truth& truth, const std::string& file) {
    if (!speaks_in_words(truth)) return fmt::format("{}\n", fmt::join(truth.labels, "\n"));
    std::vector<std::string> words;
    for (const std::int32_t label : truth.labels)
        words.push_back(truth.class_names[label]);
    return lines_text(words, file);
}

using RowPairs = std::vector<std::pair<InstanceId, InstanceId>>;

/// The pairs that are mapped, each once. Row mapping is written as pairs with the first view.
RowPairs mapped_pairs(const Dataset& data) {
    RowPairs pairs;
    if (data.n_views() > 1 && data.objects().rows_are_objects()) {
        for (int v = 1; v < data.n_views(); ++v) {
            for (Index row = 0; row < data.view(v).rows(); ++row)
                pairs.push_back({{0, row}, {v, row}});
        }
    }
    for (const Mapping& mapping : data.mappings()) {
        for (const auto& [a, b] : mapping.rows) {
            const InstanceId first{mapping.view_a, a}, second{mapping.view_b, b};
            pairs.push_back(std::minmax(first, second));
        }
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

std::string mapping_csv(const Dataset& data, const RowPairs& pairs) {
    std::string text = "view_a,a,view_b,b\n";
    for (const auto& [a, b] : pairs) {
        text += fmt::format("{},row:{},{},row:{}\n", data.view(a.view).name(), a.row, data.view(b.view).name(), b.row);
    }
    return text;
}

class DatasetWriter {
public:
    DatasetWriter(const Dataset& data, std::span<const Truth> truths) : data_(data), truths_(truths) {
        description_["made_by"] = "mvlink";
        description_["views"] = Json::array();
        description_["labels"] = Json::array();
        for (const View& view : data.views())
            add_view(view);
        add_mapping();
        if (!data.constraints().empty()) files_["constraints.csv"] = constraints_csv(data, data.constraints());
        for (const Truth& truth : truths)
            add_truth(truth);
        files_["dataset.json"] = description_.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    }

    void write(const fs::path& folder) {
        const std::vector<fs::path> stale = stale_files(folder);
        io::FolderChange change(folder);
        for (const auto& [name, content] : files_)
            change.put(name, content);
        for (const fs::path& file : stale)
            change.remove(file.filename().string());
        change.commit();
    }

private:
    void add_view(const View& view) {
        const std::string& name = view.name();
        const std::string file = fmt::format("view_{}.{}", name, view.is_sparse() ? "mtx" : "npy");
        files_[file] = view.visit([&](const auto& X) {
            if constexpr (std::decay_t<decltype(X)>::kSparse) {
                return io::encode_matrix_market(view);
            } else {
                return io::encode_npy(X);
            }
        });
        description_["views"].push_back(
            {{"name", name}, {"file", file}, {"rows", view.rows()}, {"cols", view.cols()}, {"kind", view.kind()}});
        const auto add_lines = [&](const std::string& lines_file, std::span<const std::string> lines) {
            if (!lines.empty()) files_[lines_file] = lines_text(lines, lines_file);
        };
        add_lines(fmt::format("ids_{}.txt", name), view.ids());
        add_lines(fmt::format("terms_{}.txt", name), view.column_names());
    }

    /// Only if a reader would not find the same mapping without it.
    void add_mapping() {
        std::vector<Warning> ignored;
        const std::vector<View> views(data_.views().begin(), data_.views().end());
        const RowPairs pairs = mapped_pairs(data_);
        if (pairs != mapped_pairs(with_implied_mapping(Dataset(views), ignored))) {
            files_["mapping.csv"] = mapping_csv(data_, pairs);
        }
    }

    void add_truth(const Truth& truth) {
        const std::string name = truth.name == "labels" ? "labels.txt" : fmt::format("labels_{}.txt", truth.name);
        if (truth.view.empty() && !fits_every_view(truth)) add_object_list(truth, name);
        if (truth.name == "labels" && !truth.class_names.empty()) {
            files_["classes.txt"] = lines_text(truth.class_names, "classes.txt");
        }
        if (!files_.emplace(name, labels_text(truth, name)).second) io::refuse("{}: two truths of that name", name);
        Json entry = {{"file", name}};
        if (!truth.columns.empty()) entry["columns"] = truth.columns;
        description_["labels"].push_back(std::move(entry));
    }

    [[nodiscard]] bool fits_every_view(const Truth& truth) const {
        const auto fits = [&](const View& view) { return view.rows() == static_cast<Index>(truth.labels.size()); };
        return std::all_of(data_.views().begin(), data_.views().end(), fits);
    }

    /// A truth of the objects needs the list of objects, in its order.
    void add_object_list(const Truth& truth, const std::string& name) {
        const auto has_ids = [](const View& view) { return view.has_ids(); };
        if (static_cast<Index>(truth.labels.size()) != data_.objects().count() ||
            !std::all_of(data_.views().begin(), data_.views().end(), has_ids)) {
            io::refuse("{}: {} labels; expected one per row of every view, or one per object of views with ids", name,
                       truth.labels.size());
        }
        files_["ids.txt"] = lines_text(io::object_names(data_), "ids.txt");
    }

    /// Files of an earlier dataset that would become part of this one. Only what mvlink made is replaced.
    [[nodiscard]] std::vector<fs::path> stale_files(const fs::path& folder) const {
        std::vector<fs::path> stale;
        std::vector<std::string> parts{"ids.txt", "mapping.csv", "constraints.csv", "classes.txt", "names.txt"};
        for (const View& view : data_.views()) {
            parts.push_back(fmt::format("ids_{}.txt", view.name()));
            parts.push_back(fmt::format("terms_{}.txt", view.name()));
        }
        for (const std::string& part : parts) {
            if (files_.count(part) == 0 && fs::exists(folder / part)) stale.push_back(folder / part);
        }
        const fs::path description = folder / "dataset.json";
        const bool is_ours =
            fs::exists(description) && io::parse_dataset_json(io::open_bytes(description)).made_by_mvlink;
        if (!stale.empty() && !is_ours) {
            throw Error{ErrorCode::file, fmt::format("{}: would become part of the dataset; expected another folder",
                                                     stale.front().string())};
        }
        return stale;
    }

    const Dataset& data_;
    std::span<const Truth> truths_;
    Json description_ = Json::object();
    std::map<std::string, std::string> files_;
};

}  // namespace

void write_dataset(OutputFolder& folder, const Dataset& data, std::span<const Truth> truths) {
    DatasetWriter(data, truths).write(folder.path());
}

void write_dataset(const fs::path& folder, const Dataset& data, std::span<const Truth> truths) {
    OutputFolder output(folder);
    write_dataset(output, data, truths);
}

}  // namespace v1
}  // namespace mvlink
