// Whole commands. An input is a text: `@data/name` starts a file, which lasts to the next such line or command; `$
// words` runs mvlink with these words. So one input can cluster, spoil what was written, and predict from it.
#include "cli/program.hpp"

#include <mvlink/error.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

/// Everything happens in a temporary folder, and what commands print is thrown away.
class OwnFolder {
public:
    OwnFolder() : name_((fs::temp_directory_path() / "mvlink-fuzz-XXXXXX").string()) {
        if (::mkdtemp(name_.data()) == nullptr || ::chdir(name_.c_str()) != 0) std::abort();
        ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
    }
    ~OwnFolder() {
        std::error_code ignored;
        fs::remove_all(name_, ignored);
    }
    OwnFolder(const OwnFolder&) = delete;
    OwnFolder& operator=(const OwnFolder&) = delete;

    void empty() const {
        for (const auto& entry : fs::directory_iterator(name_))
            fs::remove_all(entry.path());
    }

private:
    std::string name_;
};

/// Words that stay in the folder and end soon: no other paths, no server, no waiting for answers, no numbers beyond 99.
/// Large numbers are for fuzz_options, which can end a run.
bool is_harmless(std::string_view word) {
    for (const auto banned : {"serve"sv, "ask"sv, "reproduce"sv, "demo"sv}) {
        if (word == banned) return false;
    }
    if (word == "-" || word.find("..") != word.npos || word.find(".mvlink") != word.npos) return false;
    int digits = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const std::string_view before = word.substr(0, i);
        if (word[i] == '/' && !before.ends_with("data") && !before.ends_with("out")) return false;
        if (digits > 0 && (word[i] == 'e' || word[i] == 'E')) return false;
        digits = word[i] >= '0' && word[i] <= '9' ? digits + 1 : 0;
        if (digits > 2) return false;
    }
    return true;
}

/// Beyond a limit of memory, which has the same status.
bool blames_itself(const mvlink::Error& error) {
    const std::string_view text = error.what();
    return error.code() == mvlink::ErrorCode::internal && text.find("memory") == text.npos &&
           text.find("would need") == text.npos;
}

/// A command may refuse its input. That it blames itself, throws anything else, or leaves a temporary file is a
/// finding.
void run(std::string_view line) {
    std::istringstream stream{std::string(line)};
    const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
    if (words.empty() || !std::all_of(words.begin(), words.end(), is_harmless)) return;
    try {
        mvlink::cli::run_program(words);
    } catch (const mvlink::Error& error) {
        if (blames_itself(error)) {
            std::cerr << line << ": " << error.what() << '\n';
            std::abort();
        }
    } catch (const fs::filesystem_error&) {  // main turns it into status 5
    }
    for (const auto& entry : fs::recursive_directory_iterator(".")) {
        if (entry.path().filename().string().find(".mvlink-") == std::string::npos) continue;
        std::cerr << line << ": left " << entry.path() << '\n';
        std::abort();
    }
}

/// Flat names below data/ and out/, so that no file is hidden or outside.
void write(std::string_view name, std::string_view content) {
    const std::size_t slash = name.find('/');
    if (slash == name.npos || (name.substr(0, slash) != "data" && name.substr(0, slash) != "out")) return;
    const std::string_view file = name.substr(slash + 1);
    if (file.empty() || file.front() == '.' || file.find_first_of("/\0"sv) != file.npos || file.size() > 60) return;
    fs::create_directories(name.substr(0, slash));
    std::ofstream(std::string(name), std::ios::binary) << content;
}

std::string_view next_line(std::string_view& rest) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return line;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const OwnFolder folder;
    folder.empty();
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    for (int commands = 0; commands < 4 && !rest.empty();) {
        const std::string_view line = next_line(rest);
        if (line.starts_with("$ ")) {
            run(line.substr(2));
            ++commands;
        } else if (line.starts_with("@")) {
            const std::size_t end = std::min({rest.find("\n@"), rest.find("\n$ "), rest.size()});
            write(line.substr(1), rest.substr(0, std::min(end + 1, rest.size())));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    return 0;
}
