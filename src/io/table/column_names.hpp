#pragma once

#include <string>

/// What the name of a column says of its cells, in English, German and French.
namespace mvlink {
inline namespace v1 {
namespace io::table {

/// Ids of the rows, or of other things: id, customer_id, key, Customer No., Kundennummer.
bool is_id_name(const std::string& name);
/// Digits that call, reach or find something, and are never counted or measured: phone, postcode, IBAN.
bool is_name_of_codes(const std::string& name);
/// class, label, target, truth.
bool is_truth_name(const std::string& name);

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
