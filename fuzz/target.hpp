#pragma once

#include "io/readers.hpp"

#include <mvlink/error.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mvlink::fuzz {

/// Hands the input to a reader, with little memory. An Error that blames the input, or says that the memory is too
/// small, is an answer; anything else that gets out is a finding.
template <class Read>
int run(const std::uint8_t* data, std::size_t size, const char* name, Read&& read) {
    io::Bytes bytes = io::bytes_of({reinterpret_cast<const char*>(data), size}, name);
    bytes.memory = std::size_t{256} << 20;
    try {
        read(bytes);
    } catch (const Error& error) {
        const bool needs_memory = std::string_view(error.what()).find("memory") != std::string_view::npos;
        if (error.code() != ErrorCode::input && !needs_memory) throw;
    }
    return 0;
}

}  // namespace mvlink::fuzz
