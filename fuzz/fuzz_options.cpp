// Every method with options at and beyond the ends of their ranges, alone and together.
#include "methods.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace mvlink;
    static const std::vector<std::string> kValues{
        "0",           "1",          "2",    "3",     "-1",  "-0.0", "0.5",  "1e-300", "1e300", "1e-16", "2147483647",
        "-2147483648", "4294967296", "9e18", "1e19",  "nan", "inf",  "-inf", "",       "true",  "false", "auto",
        "1,2",         "0,0,0",      "x",    "1e999", "64",  "17",   "18",   "19",     "1e-9",  "1.5"};
    fuzz::Choices choices(data, size);
    const MethodInfo& method = choices.of(methods());
    std::vector<OptionText> options{{"n_clusters", "3"}};
    for (int change = 0; change < 5 && !choices.empty() && !method.options.empty(); ++change) {
        const OptionInfo& option = method.options[choices.below(method.options.size())];
        options.push_back({option.name, choices.byte() < 240 ? choices.of(kValues) : choices.text()});
    }
    fuzz::answered([&] {
        fuzz::BriefContext brief;
        run_method(method.name, fuzz::small_data(fuzz::views_for(method)), options, brief.context);
    });
    return 0;
}
