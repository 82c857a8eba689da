#pragma once

#include <mvlink/dataset.hpp>
#include <mvlink/model.hpp>
#include <mvlink/result.hpp>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// One function per format, to memory.
namespace mvlink {
inline namespace v1 {
namespace io {

constexpr std::string_view kLabelsHeader = "id,label,confidence\n";

/// A file name and its content.
using NamedText = std::pair<std::string, std::string>;

/// Hands over a text piece by piece.
using TextPieces = std::function<void(const std::function<void(std::string_view)>&)>;

/// labels_<partition>.csv of every partition, written row by row: the text of many rows would take more memory than
/// their labels. object_ids may be empty; the data must outlive what is returned.
std::vector<std::pair<std::string, TextPieces>> label_files(const Dataset& data, std::span<const Partition> partitions,
                                                            std::span<const std::string> object_ids);

/// One name per object: an id of its rows, otherwise its number.
std::vector<std::string> object_names(const Dataset& data);

std::string encode_model(const Model& model);

/// Coordinate form, values that read back to the same bits.
std::string encode_matrix_market(const View& view);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
