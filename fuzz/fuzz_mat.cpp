#include "target.hpp"

#include "io/mat/read_mat.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return mvlink::fuzz::run(data, size, "x.mat",
                             [](const mvlink::io::Bytes& bytes) { mvlink::io::mat::read_mat("x", bytes); });
}
