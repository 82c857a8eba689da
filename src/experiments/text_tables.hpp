#pragma once

#include "experiments/analysis.hpp"

#include <string>
#include <string_view>
#include <vector>

/// The numbers of an experiment as text tables, and tables in several formats.
namespace mvlink {
inline namespace v1 {
namespace experiments {

struct TextTable {
    std::string caption;
    std::vector<std::string> head;  ///< the first column names the row
    std::vector<std::vector<std::string>> rows;
};

/// One per dataset: methods by points of the sweep, mean and half the 95 % interval.
std::vector<TextTable> curve_tables(const Plan& plan, const Analysis& analysis);
/// Ours next to the reference's; without rows if there is none.
TextTable reference_table(const Analysis& analysis);
/// Every comparison behind the claims; without rows if there is none.
TextTable comparison_table(const Analysis& analysis);
/// Of all experiments: on the paper's claims, or on those that are not in the paper.
TextTable verdict_table(const std::vector<Analysis>& analyses, bool own);

/// With the form of the method that it is about, if there are two.
std::string claim_text(const JudgedClaim& judged);
/// "9 of 12 comparisons; differences -0.010 to +0.120, median +0.051; not reproduced on wine (2); inconclusive on
/// iris".
std::string detail_of(const JudgedClaim& judged);
/// "number of constraints"
std::string axis_name(const Experiment& experiment);
/// "pairwise F-measure"
std::string measure_name(const std::string& measure);

std::string markdown(const TextTable& table);
/// A name that a user gave, so that Markdown shows it: no tags, links or code begin in it.
std::string markdown_text(std::string_view text);
std::string latex(const TextTable& table);
std::string html_table(const TextTable& table);

}  // namespace experiments
}  // namespace v1
}  // namespace mvlink
