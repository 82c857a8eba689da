#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Standard output, and what is known about the terminal behind it.
namespace mvlink::cli {

/// Writes text for people to standard output, without what a terminal would obey (without_controls). A closed reader
/// (head, less) is not an error; a full disk is Error{file}.
void print_out(std::string_view text);
/// Data for programs: csv and JSON, as they are unless a terminal would read them.
void print_data(std::string_view text);
/// Text for people on standard error, while standard output holds data.
void print_aside(std::string_view text);
/// Text of our own making that may hold colours.
void print_colored(std::string_view text);
void flush_out();

/// Columns of the terminal on standard output; 80 if it is not a terminal and COLUMNS is not set.
int screen_width();
/// Columns to wrap text to: those of the terminal, but lines longer than this are hard to read.
std::size_t text_width(std::size_t longest = 100);
/// Whether the user's locale shows more than ASCII.
bool speaks_utf8();
/// Whether colours would be seen and are wanted (NO_COLOR is honoured).
bool shows_colors();

}  // namespace mvlink::cli
