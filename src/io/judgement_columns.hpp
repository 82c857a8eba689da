#pragma once

#include "io/csv_records.hpp"

#include <span>
#include <string>
#include <vector>

namespace mvlink {
inline namespace v1 {
namespace io {

/// Where the parts of a judgement stand; kNoColumn: absent.
struct JudgementColumns {
    std::size_t a = kNoColumn;
    std::size_t b = kNoColumn;
    std::size_t view_a = kNoColumn;
    std::size_t view_b = kNoColumn;
    std::size_t answer = kNoColumn;
    std::size_t weight = kNoColumn;
    std::size_t person = kNoColumn;
    bool has_header = true;
    bool asks_the_opposite = false;  ///< the answers stand below "different" or the like
};

/// Finds them in the first line: by the usual names, then by two names that differ in the side alone ("Bird 1", "Bird
/// 2"). The answer may have any name if it is the only column whose values in `rows`, the lines below, are answers.
/// Error{input} names the column that is missing, occurs twice or could be either.
JudgementColumns find_judgement_columns(const CsvFields& first, std::span<const std::vector<std::string>> rows,
                                        const std::string& where);

/// What a file of judgements must have, for messages.
constexpr std::string_view kJudgementColumns =
    "view_a,a,view_b,b,type,weight (a, b and type at least; first,second,answer and others are read too)";

}  // namespace io
}  // namespace v1
}  // namespace mvlink
