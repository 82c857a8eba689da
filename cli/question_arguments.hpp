#pragma once

#include "data_arguments.hpp"
#include "method_arguments.hpp"

#include <mvlink/questions.hpp>

#include <CLI/CLI.hpp>

#include <filesystem>
#include <string>

namespace mvlink::cli {

/// What commands that ask questions have in common.
struct QuestionArguments {
    MethodArguments method;
    QuestionOptions options;
    std::string journal;
};

/// -k, --method, --set, --prep, --strategy, --check-every, --journal.
void add_question_arguments(CLI::App& app, QuestionArguments& arguments);

/// Error{usage} for an unknown strategy, method or option.
SessionSetup to_setup(const QuestionArguments& arguments);

/// The one given, else answers.jsonl in the folder of the dataset or beside the first file.
std::filesystem::path journal_of(const QuestionArguments& arguments, const DataArguments& data);

}  // namespace mvlink::cli
