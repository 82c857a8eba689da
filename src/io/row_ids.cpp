#include "io/row_ids.hpp"

#include "io/in_file.hpp"
#include "io/readers.hpp"
#include "io/text.hpp"

#include <algorithm>
#include <unordered_map>

namespace mvlink {
inline namespace v1 {
namespace io {

namespace {

bool has_same_ids(const View& view, const std::vector<std::string>& ids) {
    return std::equal(view.ids().begin(), view.ids().end(), ids.begin(), ids.end());
}

View with_own_ids(const View& view, const std::filesystem::path& file) {
    const Bytes bytes = open_bytes(file);
    std::vector<std::string> ids = parse_lines(bytes, "id");
    if (static_cast<Index>(ids.size()) != view.rows()) {
        refuse("{}: {} ids; expected {}, one per row of view \"{}\"", bytes.name, ids.size(), view.rows(), view.name());
    }
    if (view.has_ids() && !has_same_ids(view, ids)) {
        refuse("{}: ids differ from those in the file of view \"{}\"; expected the same, or ids in one place",
               bytes.name, view.name());
    }
    return in_file(bytes.name, [&] { return view.with_ids(std::move(ids)); });
}

void require_distinct(const ObjectList& list) {
    std::unordered_map<std::string_view, std::size_t> line_of;
    for (std::size_t line = 1; line <= list.ids.size(); ++line) {
        const auto [first, is_new] = line_of.try_emplace(list.ids[line - 1], line);
        if (!is_new) {
            refuse("{} line {}: id {} is also on line {}; expected distinct ids", list.file, line,
                   shown(list.ids[line - 1]), first->second);
        }
    }
}

}  // namespace

std::optional<ObjectList> add_folder_ids(const std::filesystem::path& folder, std::vector<View>& views) {
    for (View& view : views) {
        const auto file = folder / fmt::format("ids_{}.txt", view.name());
        if (std::filesystem::exists(file)) view = with_own_ids(view, file);
    }
    const auto file = folder / "ids.txt";
    if (!std::filesystem::exists(file)) return std::nullopt;
    const Bytes bytes = open_bytes(file);
    ObjectList list{bytes.name, parse_lines(bytes, "id")};
    const auto fits = [&](const View& view) { return view.rows() == static_cast<Index>(list.ids.size()); };
    const auto has_ids = [](const View& view) { return view.has_ids(); };
    const auto has_these = [&](const View& view) { return has_same_ids(view, list.ids); };
    const bool all_fit = std::all_of(views.begin(), views.end(), fits);
    if (all_fit && std::all_of(views.begin(), views.end(), has_these)) return std::nullopt;
    if (!all_fit || std::all_of(views.begin(), views.end(), has_ids)) {
        require_distinct(list);
        return list;
    }
    for (View& view : views) {
        if (!view.has_ids()) view = in_file(list.file, [&] { return view.with_ids(list.ids); });
    }
    return std::nullopt;
}

std::vector<Index> places_in_list(const ObjectList& list, const Dataset& data) {
    const Index objects = data.objects().count();
    std::vector<Index> places(objects, -1);
    const auto has_ids = [](const View& view) { return view.has_ids(); };
    if (std::none_of(data.views().begin(), data.views().end(), has_ids)) {
        if (static_cast<Index>(list.ids.size()) != objects) {
            refuse("{}: {} ids; expected one per row of every view, or one per object ({})", list.file, list.ids.size(),
                   objects);
        }
        for (Index object = 0; object < objects; ++object)
            places[object] = object;
        return places;
    }
    std::unordered_map<std::string_view, Index> place_of;
    for (const std::string& id : list.ids)
        place_of.emplace(id, static_cast<Index>(place_of.size()));
    for (int v = 0; v < data.n_views(); ++v) {
        for (Index row = 0; data.view(v).has_ids() && row < data.view(v).rows(); ++row) {
            const auto found = place_of.find(data.view(v).ids()[row]);
            Index& place = places[data.objects().of({v, row})];
            if (found != place_of.end() && place < 0) place = found->second;
        }
    }
    return places;
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
