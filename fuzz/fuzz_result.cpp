#include "target.hpp"

#include "io/stored_result.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return mvlink::fuzz::run(data, size, "result.json",
                             [](const mvlink::io::Bytes& bytes) { mvlink::io::parse_result(bytes); });
}
