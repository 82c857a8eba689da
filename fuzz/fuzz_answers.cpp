#include "target.hpp"

#include <mvlink/journal.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* input, std::size_t size) {
    static const mvlink::Dataset data(mvlink::View::dense("x", 4, 1, std::vector<double>{0, 1, 2, 3}));
    return mvlink::fuzz::run(input, size, "answers.csv", [](const mvlink::io::Bytes& bytes) {
        mvlink::parse_answers(bytes.text(), bytes.name, data);
    });
}
