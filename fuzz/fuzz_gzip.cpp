#include "target.hpp"

#include "io/gzip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return mvlink::fuzz::run(data, size, "x.csv.gz",
                             [](const mvlink::io::Bytes& bytes) { mvlink::io::gunzipped(bytes); });
}
