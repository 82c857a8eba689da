#pragma once

#include "io/csv_records.hpp"

#include <string>

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
};

/// Finds them in the first line. Error{input} names the column that is missing or occurs twice.
JudgementColumns find_judgement_columns(const CsvFields& first, const std::string& where);

/// What a file of judgements must have, for messages.
constexpr std::string_view kJudgementColumns =
    "view_a,a,view_b,b,type,weight (a, b and type at least; first,second,answer and others are read too)";

}  // namespace io
}  // namespace v1
}  // namespace mvlink
