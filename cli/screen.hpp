#pragma once

#include <string>
#include <string_view>

/// Standard output, and what is known of the terminal behind it.
namespace mvlink::cli {

/// Writes text to standard output. A reader that went away (head, less) is no error; a full disk is Error{file}.
void print_out(std::string_view text);
void flush_out();

/// Columns of the terminal on standard output; 80 where it is none and COLUMNS does not say.
int screen_width();
/// Whether the person's locale shows more than ASCII.
bool speaks_utf8();
/// Whether colours would be seen and are wanted (NO_COLOR is honoured).
bool shows_colors();

}  // namespace mvlink::cli
