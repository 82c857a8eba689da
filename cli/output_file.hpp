#pragma once

#include <mvlink/io.hpp>

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>

namespace mvlink::cli {

/// A file that a command writes, checked before any work; standard output if its name is empty or "-".
class OutputFile {
public:
    /// Error{file} if it could not be written, or if a file of the user's would be replaced and `force` is not said.
    OutputFile(std::string name, OwnFile kind, bool force);

    [[nodiscard]] bool is_screen() const { return name_.empty() || name_ == "-"; }
    [[nodiscard]] const std::string& name() const { return name_; }
    void write(std::string_view text) const;

private:
    std::string name_;
};

void add_force_argument(CLI::App& app, bool& force);

}  // namespace mvlink::cli
