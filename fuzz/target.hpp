#pragma once

#include "io/readers.hpp"

#include <mvlink/error.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mvlink::fuzz {

/// Hands the input to a reader. An Error is an answer; anything else that gets out is a finding.
template <class Read>
int run(const std::uint8_t* data, std::size_t size, const char* name, Read&& read) {
    try {
        read(io::bytes_of({reinterpret_cast<const char*>(data), size}, name));
    } catch (const Error& error) {
        if (error.code() != ErrorCode::input) throw;
    }
    return 0;
}

}  // namespace mvlink::fuzz
