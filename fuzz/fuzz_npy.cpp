#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return mvlink::fuzz::run(data, size, "x.npy",
                             [](const mvlink::io::Bytes& bytes) { mvlink::io::parse_npy_view("x", bytes); });
}
