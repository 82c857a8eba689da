#include "failure.hpp"
#include "interrupt.hpp"
#include "program.hpp"

int main(int argc, char** argv) {
    mvlink::cli::prepare_for_failures();
    mvlink::cli::install_signal_handlers();
    return mvlink::cli::status_of([&] { return mvlink::cli::run_program({argv + (argc > 0 ? 1 : 0), argv + argc}); });
}
