#include "io/table/column_names.hpp"

#include "io/text.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace mvlink {
inline namespace v1 {
namespace io::table {
namespace {

std::string plain_word(std::string_view name) {
    std::string word;
    for (const char c : plain_letters(name)) {
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) word += c;
    }
    return word;
}

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

/// "Customer No.", "account_nr", "InvoiceNo", "Kundennummer": a number that somebody was given.
bool ends_in_number_of(const std::string& name) {
    const std::string word = plain_word(name);
    if (word.ends_with("nummer") || (word.size() > 3 && word.ends_with("nr"))) return true;
    std::string_view last(name);
    while (!last.empty() && last.back() == '.')
        last.remove_suffix(1);
    const std::size_t blank = last.find_last_of(" _-.");
    if (blank != std::string_view::npos) last.remove_prefix(blank + 1);
    const std::string low = lower_case(last);
    return low == "no" || low == "nr" || last.ends_with("No") || low == "#";
}

}  // namespace

bool is_id_name(const std::string& name) {
    constexpr std::array<std::string_view, 14> kNames{"id",         "ids",    "key",         "uuid",      "guid",
                                                      "identifier", "index",  "rowname",     "nr",        "nummer",
                                                      "kennung",    "numero", "identifiant", "schluessel"};
    const std::string low = lower_case(name);
    return is_one_of(kNames, plain_word(name)) || ends_in_number_of(name) || low.ends_with("_id") ||
           low.ends_with(" id") || low.ends_with("-id") || (name.size() > 2 && name.ends_with("Id")) ||
           (name.size() > 2 && name.ends_with("ID"));
}

bool is_name_of_codes(const std::string& name) {
    constexpr std::array<std::string_view, 29> kNames{"phone",
                                                      "phonenumber",
                                                      "telephone",
                                                      "telefon",
                                                      "tel",
                                                      "mobile",
                                                      "handy",
                                                      "fax",
                                                      "zip",
                                                      "zipcode",
                                                      "plz",
                                                      "postleitzahl",
                                                      "postcode",
                                                      "postalcode",
                                                      "codepostal",
                                                      "ean",
                                                      "gtin",
                                                      "upc",
                                                      "sku",
                                                      "barcode",
                                                      "isbn",
                                                      "issn",
                                                      "imei",
                                                      "iban",
                                                      "ssn",
                                                      "account",
                                                      "konto",
                                                      "accountnumber",
                                                      "telephonenumber"};
    return is_one_of(kNames, plain_word(name));
}

bool is_truth_name(const std::string& name) {
    constexpr std::array<std::string_view, 10> kNames{"class",       "label", "labels",    "target", "truth",
                                                      "groundtruth", "gt",    "trueclass", "klasse", "classe"};
    return is_one_of(kNames, plain_word(name));
}

}  // namespace io::table
}  // namespace v1
}  // namespace mvlink
