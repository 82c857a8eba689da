#pragma once

#include <mvlink/error.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace io {

/// Runs a check of the content of a file; its errors then begin with the file's name.
template <class F>
decltype(auto) in_file(const std::string& name, F&& f) {
    try {
        return std::forward<F>(f)();
    } catch (const Error& error) {
        if (std::string_view(error.what()).starts_with(name)) throw;
        throw Error{error.code(), name + ": " + error.what()};
    }
}

}  // namespace io
}  // namespace v1
}  // namespace mvlink
