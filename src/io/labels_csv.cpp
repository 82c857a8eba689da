#include "io/folder_change.hpp"
#include "io/own_files.hpp"
#include "io/text.hpp"
#include "io/writers.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <mvlink/io.hpp>

#include <algorithm>
#include <span>
#include <unordered_map>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

/// What the rows of a partition are called.
struct RowNames {
    Index count;
    std::function<std::string(Index)> of;
};

RowNames names_in(const View& view) {
    return {view.rows(), [view](Index row) { return view.row_name(row); }};
}

RowNames names_of(const Partition& partition, const Dataset& data, std::span<const std::string> object_ids) {
    if (partition.scope == Scope::clustering) return names_in(data.view(0));
    if (partition.scope == Scope::objects) {
        auto names =
            object_ids.empty() ? object_names(data) : std::vector<std::string>(object_ids.begin(), object_ids.end());
        const auto count = static_cast<Index>(names.size());
        return {count, [names = std::move(names)](Index row) { return names[row]; }};
    }
    const auto view = data.find_view(partition.name);
    if (!view) {
        throw Error{ErrorCode::internal,
                    fmt::format("labels of view \"{}\": the data has no such view", partition.name)};
    }
    return names_in(data.view(*view));
}

/// Where a mapping is given, one id may name different objects in two views: their names get that of the view.
void tell_apart(const Dataset& data, std::span<const int> view_of_name, std::vector<std::string>& names) {
    std::vector<bool> repeats(names.size(), false);
    std::unordered_map<std::string_view, std::size_t> first_of;
    first_of.reserve(names.size());
    for (std::size_t object = 0; object < names.size(); ++object) {
        const auto [first, is_new] = first_of.try_emplace(names[object], object);
        if (!is_new) repeats[object] = repeats[first->second] = true;
    }
    for (std::size_t object = 0; object < names.size(); ++object) {
        if (repeats[object])
            names[object] = fmt::format("{}:{}", data.view(view_of_name[object]).name(), names[object]);
    }
}

void require_whole(const Partition& partition, Index rows) {
    const auto expected = static_cast<std::size_t>(rows);
    if (partition.labels.size() == expected && partition.confidence.size() == expected) return;
    throw Error{ErrorCode::internal,
                fmt::format("partition \"{}\": {} labels and {} confidences; expected {}", partition.name,
                            partition.labels.size(), partition.confidence.size(), rows)};
}

TextPieces labels_text(const Partition& partition, RowNames names) {
    return [&partition, names = std::move(names)](const std::function<void(std::string_view)>& write) {
        constexpr std::size_t kPiece = std::size_t{1} << 20;
        fmt::memory_buffer out;
        out.append(kLabelsHeader);
        for (std::size_t row = 0; row < partition.labels.size(); ++row) {
            fmt::format_to(std::back_inserter(out), FMT_COMPILE("{},{},{:.4f}\n"),
                           csv_field(names.of(static_cast<Index>(row))), partition.labels[row],
                           partition.confidence[row]);
            if (out.size() < kPiece) continue;
            write({out.data(), out.size()});
            out.clear();
        }
        write({out.data(), out.size()});
    };
}

}  // namespace

std::vector<std::string> object_names(const Dataset& data) {
    std::vector<std::string> names(data.objects().count());
    std::vector<int> view_of_name(names.size());
    const auto has_ids = [](const View& view) { return view.has_ids(); };
    const bool some_ids = std::any_of(data.views().begin(), data.views().end(), has_ids);
    for (const bool with_ids : {true, false}) {
        for (int v = 0; v < data.n_views(); ++v) {
            const View& view = data.view(v);
            for (Index row = 0; view.has_ids() == with_ids && row < view.rows(); ++row) {
                const Index object = data.objects().of({v, row});
                std::string& name = names[object];
                if (!name.empty()) continue;
                view_of_name[object] = v;
                name = with_ids ? view.row_name(row)
                                : (some_ids ? fmt::format("{}:{}", view.name(), row) : fmt::to_string(object));
            }
        }
    }
    if (some_ids) tell_apart(data, view_of_name, names);
    return names;
}

std::vector<std::pair<std::string, TextPieces>> label_files(const Dataset& data, std::span<const Partition> partitions,
                                                            std::span<const std::string> object_ids) {
    std::vector<std::pair<std::string, TextPieces>> files;
    for (const Partition& partition : partitions) {
        RowNames names = names_of(partition, data, object_ids);
        require_whole(partition, names.count);
        files.emplace_back(fmt::format("labels_{}.csv", partition.name), labels_text(partition, std::move(names)));
    }
    return files;
}

}  // namespace io

void write_labels(OutputFolder& folder, const Dataset& data, const std::vector<Partition>& partitions) {
    const auto texts = io::label_files(data, partitions, {});
    if (!folder.force() && io::begins_like_own_file(folder.path() / "result.json")) {
        throw Error{ErrorCode::file,
                    fmt::format("{}: holds the results of another run, and these labels would not belong to them; "
                                "expected another folder",
                                folder.path().string()),
                    {{"force", "true"}}};
    }
    for (const auto& [name, text] : texts)
        io::require_own_file(folder, name);
    io::FolderChange change(folder.path());
    for (const auto& [name, text] : texts)
        change.put(name, text);
    change.commit();
}

void write_labels(const std::filesystem::path& folder, const Dataset& data, const std::vector<Partition>& partitions) {
    OutputFolder output(folder);
    write_labels(output, data, partitions);
}

}  // namespace v1
}  // namespace mvlink
