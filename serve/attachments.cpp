#include "serve/attachments.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <span>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace mvlink::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostImageBytes = std::size_t{20} << 20;
constexpr std::size_t kMostTextBytes = std::size_t{16} << 10;

/// The row that a file's name stands for: its id, else its number.
std::optional<Index> row_named(const View& view, const std::string& stem) {
    if (view.has_ids()) return view.find_row(stem);
    Index row = 0;
    const auto [end, error] = std::from_chars(stem.data(), stem.data() + stem.size(), row);
    const bool whole = error == std::errc() && end == stem.data() + stem.size();
    return whole && row >= 0 && row < view.rows() ? std::optional(row) : std::nullopt;
}

/// Files in name order, so that of two for one row the same is always taken. Links are not followed.
void list_files(const fs::path& folder, const Dataset& data, std::span<const int> views,
                std::span<const std::string_view> endings, std::map<InstanceId, fs::path>& found) {
    std::error_code error;
    std::vector<fs::path> files;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code ignored;
        if (entry->symlink_status(ignored).type() == fs::file_type::regular) files.push_back(entry->path());
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
        const std::string ending = file.extension().string();
        if (std::find(endings.begin(), endings.end(), ending) == endings.end()) continue;
        for (const int view : views) {
            if (const auto row = row_named(data.view(view), file.stem().string()))
                found.try_emplace({view, *row}, file);
        }
    }
}

/// By the bytes, since a browser may believe them more than a name.
std::string image_type(std::string_view bytes) {
    const auto begins = [&](std::string_view with) { return bytes.substr(0, with.size()) == with; };
    if (begins("\x89PNG\r\n\x1a\n")) return "image/png";
    if (begins("\xff\xd8\xff")) return "image/jpeg";
    if (begins("GIF87a") || begins("GIF89a")) return "image/gif";
    if (begins("RIFF") && bytes.substr(8, 4) == "WEBP") return "image/webp";
    return {};
}

std::optional<std::string> read_up_to(const fs::path& path, std::size_t most) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return std::nullopt;
    std::string bytes(most, '\0');
    in.read(bytes.data(), static_cast<std::streamsize>(most));
    bytes.resize(in.gcount());
    return bytes;
}

}  // namespace

Attachments::Attachments(const fs::path& folder, const Dataset& data) {
    if (folder.empty()) return;
    constexpr std::array<std::string_view, 5> kImages{".png", ".jpg", ".jpeg", ".gif", ".webp"};
    constexpr std::array<std::string_view, 2> kTexts{".txt", ".md"};
    std::vector<int> all;
    for (int view = 0; view < data.n_views(); ++view) {
        const std::string& name = data.view(view).name();
        list_files(folder / ("images_" + name), data, std::array{view}, kImages, images_);
        list_files(folder / ("texts_" + name), data, std::array{view}, kTexts, texts_);
        all.push_back(view);
    }
    list_files(folder / "images", data, all, kImages, images_);
    list_files(folder / "texts", data, all, kTexts, texts_);
}

const fs::path* Attachments::image_file(InstanceId instance) const {
    const auto found = images_.find(instance);
    return found == images_.end() ? nullptr : &found->second;
}

const fs::path* Attachments::text_file(InstanceId instance) const {
    const auto found = texts_.find(instance);
    return found == texts_.end() ? nullptr : &found->second;
}

std::optional<Attachments::Image> Attachments::image(InstanceId instance) const {
    const fs::path* file = image_file(instance);
    if (file == nullptr) return std::nullopt;
    const std::string name = file->filename().string();
    auto bytes = read_up_to(*file, kMostImageBytes + 1);
    if (!bytes) return Image{{}, {}, fmt::format("{} can no longer be read", name)};
    if (bytes->size() > kMostImageBytes) {
        return Image{{}, {}, fmt::format("{} is larger than {} MB", name, kMostImageBytes >> 20)};
    }
    std::string type = image_type(*bytes);
    if (type.empty()) return Image{{}, {}, fmt::format("{} is not a PNG, JPEG, GIF or WebP image", name)};
    return Image{std::move(type), std::move(*bytes), {}};
}

std::optional<std::string> Attachments::text(InstanceId instance) const {
    const fs::path* file = text_file(instance);
    if (file == nullptr) return std::nullopt;
    auto text = read_up_to(*file, kMostTextBytes + 1);
    if (text && text->size() > kMostTextBytes) {
        text->resize(kMostTextBytes);
        *text += " ...";
    }
    return text;
}

}  // namespace mvlink::serve
