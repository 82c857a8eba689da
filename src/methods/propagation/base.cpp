#include "methods/propagation/base.hpp"

#include <mvlink/error.hpp>
#include <mvlink/mpck_means.hpp>

#include "methods/options/visitors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace mvlink {
inline namespace v1 {
namespace propagation_steps {
namespace {

const std::string kPrefix = "base.";

/// Calls body with the options of the base as their type.
template <class Body>
auto with_options_of(PropagationBase base, Body&& body) {
    switch (base) {
        case PropagationBase::mpck_means:
            return body.template operator()<MpckMeansOptions>();
        case PropagationBase::mk_means:
            return body.template operator()<MkMeansOptions>();
        case PropagationBase::pck_means:
            break;
    }
    return body.template operator()<PckMeansOptions>();
}

std::vector<OptionInfo> infos_of(PropagationBase base) {
    return with_options_of(base, []<class Options>() { return options::infos<Options>(); });
}

bool has_option(const std::vector<OptionInfo>& infos, std::string_view name) {
    return std::any_of(infos.begin(), infos.end(), [&](const OptionInfo& info) { return info.name == name; });
}

/// The same option, which may also be left to the base.
OptionInfo or_auto(OptionInfo info) {
    const bool takes_auto =
        info.kind.ends_with(" or auto") || std::ranges::find(info.choices, "auto") != info.choices.end();
    if (!takes_auto) info.kind += " or auto";
    info.default_text = "auto";
    return info;
}

/// Of all bases, each option once.
std::vector<OptionInfo> infos_of_bases() {
    std::vector<OptionInfo> all;
    for (std::size_t base = 0; base < EnumNames<PropagationBase>::values.size(); ++base) {
        for (OptionInfo& info : infos_of(static_cast<PropagationBase>(base))) {
            if (info.name == "n_clusters" || has_option(all, info.name)) continue;
            if (info.name == "per_cluster") info.help += " auto: yes.";
            if (base > 0) info.help += fmt::format(" Not of {}.", EnumNames<PropagationBase>::values[0]);
            all.push_back(or_auto(std::move(info)));
        }
    }
    return all;
}

/// "tol: ..." of the base is "base.tol: ..." here.
void check(PropagationBase base, const std::vector<OptionText>& texts) {
    try {
        with_options_of(base, [&]<class Options>() { options::check(options::parsed<Options>(texts)); });
    } catch (const Error& error) {
        throw Error(error.code(), kPrefix + std::string(error.message()),
                    {error.advice().begin(), error.advice().end()});
    }
}

}  // namespace

std::string base_option(const PropagationOptions& options, std::string_view name) {
    for (const OptionText& option : options.base_options) {
        if (option.name == name) return option.value;
    }
    return "auto";
}

bool learns_metrics(PropagationBase base) {
    return base != PropagationBase::pck_means;
}

PropagationOptions resolved(PropagationOptions options) {
    const bool paper = options.mode == Mode::paper;
    if (options.restart == Restart::automatic) options.restart = paper ? Restart::always : Restart::best;
    if (options.propagated_weight.is_auto() && paper) options.propagated_weight = 1;
    return options;
}

std::vector<OptionText> base_options(const PropagationOptions& options) {
    const std::vector<OptionInfo> known = infos_of(options.base);
    std::vector<OptionText> texts = options.base_options;
    for (const OptionText& text : texts) {
        if (has_option(known, text.name)) continue;
        throw Error(ErrorCode::usage,
                    fmt::format("{}{}: {} has no such option", kPrefix, text.name, enum_name(options.base)));
    }
    // Sec. 6.2: diagonal metrics, learnt on a per-cluster basis.
    if (has_option(known, "per_cluster") && base_option(options, "per_cluster") == "auto") {
        texts.push_back({"per_cluster", "true"});
    }
    if (options.mode == Mode::paper && has_option(known, "mode") && base_option(options, "mode") == "auto") {
        texts.push_back({"mode", "paper"});
    }
    check(options.base, texts);
    texts.push_back({"n_clusters", std::to_string(options.n_clusters)});
    return texts;
}

}  // namespace propagation_steps

std::vector<OptionInfo> propagation_infos() {
    using namespace propagation_steps;
    std::vector<OptionInfo> all = options::infos<PropagationOptions>();
    for (const OptionInfo& info : infos_of_bases()) {
        all.push_back(info);
        all.back().name.insert(0, kPrefix);
    }
    return all;
}

std::vector<OptionText> propagation_texts(const PropagationOptions& options) {
    using namespace propagation_steps;
    std::vector<OptionText> texts = options::texts(options);
    for (const OptionInfo& info : infos_of_bases()) {
        texts.push_back({kPrefix + info.name, base_option(options, info.name)});
    }
    return texts;
}

PropagationOptions parsed_propagation(std::span<const OptionText> given) {
    using namespace propagation_steps;
    std::vector<std::string> names;
    for (const OptionInfo& info : propagation_infos()) {
        names.push_back(info.name);
    }
    std::vector<OptionText> own, of_base;
    for (const OptionText& text : given) {
        if (std::find(names.begin(), names.end(), text.name) == names.end()) options::refuse_unknown(text.name, names);
        const bool nested = text.name.starts_with(kPrefix);
        if (!nested) own.push_back(text);
        if (nested && text.value != "auto") of_base.push_back({text.name.substr(kPrefix.size()), text.value});
    }
    auto options = options::parsed<PropagationOptions>(own);
    options.base_options = std::move(of_base);
    base_options(options);
    return options;
}

}  // namespace v1
}  // namespace mvlink
