#pragma once

#include <mvlink/advice.hpp>
#include <mvlink/error.hpp>
#include <mvlink/result.hpp>

#include <string>

/// Options as a user types them on the command line.
namespace mvlink::cli {

/// `--prep tfidf,l2` or `-k 3` if the command has a flag for it, otherwise `--set max_iter=200`.
std::string spelt_as_flag(const OptionText& option);

/// The whole message, with what to try.
std::string text_of(const Error& error);
std::string text_of(const Warning& warning);

}  // namespace mvlink::cli
