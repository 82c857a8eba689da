#pragma once

#include <mvlink/dataset.hpp>

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>

/// What a client may say: numbers and short words, checked against the dataset. Never a path, never an address.
namespace mvlink::serve {

/// A request that a route cannot answer.
struct BadRequest {
    int status = 400;
    std::string why;
};

/// "?view=0&row=17" by name. BadRequest on a name given twice, an escape that is not one, or too many.
class Query {
public:
    explicit Query(std::string_view target);

    /// "/api/state" of "/api/state?fit=1".
    [[nodiscard]] static std::string_view path_of(std::string_view target);
    /// BadRequest if it is missing or not a whole number >= 0.
    [[nodiscard]] Index number(const std::string& name) const;
    [[nodiscard]] Index number_or(const std::string& name, Index otherwise) const;
    /// Empty if it is missing.
    [[nodiscard]] std::string text(const std::string& name) const;

private:
    std::map<std::string, std::string> values_;
};

/// BadRequest unless the dataset has the view and the view the row.
int checked_view(const Dataset& data, Index view);
InstanceId checked_instance(const Dataset& data, Index view, Index row);

/// The body of a POST: an object, nested no deeper than anything we send. BadRequest otherwise.
nlohmann::json parse_body(const std::string& body);
/// A member that must be there. BadRequest naming it otherwise.
Index number_in(const nlohmann::json& body, const char* name);
std::string text_in(const nlohmann::json& body, const char* name, std::size_t most_bytes);
/// {"view": 0, "row": 17}
InstanceId instance_in(const nlohmann::json& body, const char* name, const Dataset& data);

/// Text as JSON, whatever bytes an id or a name holds.
std::string dumped(const nlohmann::json& json);

}  // namespace mvlink::serve
