#pragma once

#include <mvlink/dataset.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace mvlink::serve {

/// Images and texts that belong to rows: files of the folders `images` and `texts` beside the data, named by id or row
/// number (`images/iris17.jpg`, `texts/17.txt`), or of `images_<view>`, `texts_<view>` for the rows of one view.
///
/// The folders are listed once, at the start. A client names a row, never a file.
class Attachments {
public:
    /// `folder`: of the dataset; empty: there are none.
    Attachments(const std::filesystem::path& folder, const Dataset& data);

    struct Image {
        std::string type;  ///< "image/png", by what the file begins with
        std::string bytes;
        std::string error;  ///< why it cannot be shown; then there are no bytes
    };
    /// The file; null where the row has none. Rows of several views may share one.
    [[nodiscard]] const std::filesystem::path* image_file(InstanceId instance) const;
    [[nodiscard]] const std::filesystem::path* text_file(InstanceId instance) const;
    /// Nothing where the row has none.
    [[nodiscard]] std::optional<Image> image(InstanceId instance) const;
    /// Its text, cut where it is very long. Nothing where the row has none or it cannot be read.
    [[nodiscard]] std::optional<std::string> text(InstanceId instance) const;

private:
    std::map<InstanceId, std::filesystem::path> images_;
    std::map<InstanceId, std::filesystem::path> texts_;
};

}  // namespace mvlink::serve
