#pragma once

#include <mvlink/constraint.hpp>
#include <mvlink/export.hpp>

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What people say about pairs, as they write it: a csv with two names and an answer. Left out with -DMVLINK_IO=OFF.
namespace mvlink {
inline namespace v1 {

enum class Judged { same, different, not_sure };

/// "same", "different", "not-sure".
MVLINK_API std::string_view to_string(Judged answer) noexcept;

/// An answer in any usual spelling, upper or lower case: same, yes, 1, true, must-link, together, match, ..; different,
/// no, 0, -1, false, cannot-link, apart, ..; not-sure, unknown, skip, "?", .. Nothing if it is none of them, or empty.
MVLINK_API std::optional<Judged> parse_answer(std::string_view text);

/// One line of such a file.
struct Judgement {
    InstanceRef a;
    InstanceRef b;
    Judged answer = Judged::not_sure;
    double weight = 1;
    std::string person;  ///< empty: not stated
    std::string where;   ///< opens messages: "answers.csv line 12"
};

/// A csv of judgements. Separators: comma, semicolon, tab or |. The columns are found by name: a,b or first,second or
/// left,right or id_1,id_2 and so on; the answer as type, answer, label, same, match, ..; view_a,view_b, weight and
/// person where they are there; others are ignored. Without a header: a,b,answer[,weight]. A question without an answer
/// is left out. In a file with answers of -1, 0 is not sure.
MVLINK_API std::vector<Judgement> read_judgements(const std::filesystem::path& file);
/// The same from text; `name` stands for the file in messages.
MVLINK_API std::vector<Judgement> parse_judgements(std::string_view text, const std::string& name);

/// The constraints that judgements stand for, and how many judgements became none.
struct JudgedConstraints {
    std::vector<ConstraintSpec> constraints;
    Index not_sure = 0;
    Index disputed = 0;  ///< pairs on which several persons disagree; the majority counts, by the share it leads with
    Index tied = 0;      ///< of these, pairs without a majority: no constraint
};
/// Where one person (or nobody in particular) says both, both are kept.
MVLINK_API JudgedConstraints constraints_of(std::span<const Judgement> judgements);

}  // namespace v1
}  // namespace mvlink
