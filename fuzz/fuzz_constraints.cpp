#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return mvlink::fuzz::run(data, size, "constraints.csv",
                             [](const mvlink::io::Bytes& bytes) { mvlink::io::parse_constraints(bytes); });
}
