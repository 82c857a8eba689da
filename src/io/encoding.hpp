#pragma once

#include "io/bytes.hpp"

#include <string>
#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace io {

/// A text file in UTF-8, and what it was written in if that was something else.
struct DecodedText {
    Bytes bytes;
    std::string_view encoding = {};  ///< empty: UTF-8

    /// For a warning, if it was not UTF-8.
    [[nodiscard]] std::string note() const;
};

/// Spreadsheets still write Windows-1252 and UTF-16. A file that is not UTF-8 is taken as UTF-16 if it says so, and as
/// Windows-1252 if no part of it is UTF-8. Error{input} for all others: bytes of two encodings would become wrong
/// names.
DecodedText decoded_text(const Bytes& bytes);

}  // namespace io
}  // namespace v1
}  // namespace mvlink
