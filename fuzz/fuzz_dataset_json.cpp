#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return mvlink::fuzz::run(data, size, "dataset.json",
                             [](const mvlink::io::Bytes& bytes) { mvlink::io::parse_dataset_json(bytes); });
}
