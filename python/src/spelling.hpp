#pragma once

#include <mvlink/advice.hpp>

#include <string>

/// An option as an argument of an estimator: `max_iter=200`, `prep="tfidf,l2"`, `prep={"text": "tfidf"}`.
std::string spelt_in_python(const mvlink::OptionText& option);
