#include "target.hpp"

#include "io/table/read_table.hpp"

#include <mvlink/context.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return mvlink::fuzz::run(data, size, "x.csv", [](const mvlink::io::Bytes& bytes) {
        static mvlink::Context context({.threads = 1});
        const auto read = mvlink::io::table::read_table(bytes, {}, {}, context);
        // What was learnt from a table must suit it.
        mvlink::io::table::read_table(bytes, {}, read.source->recipe, context);
    });
}
