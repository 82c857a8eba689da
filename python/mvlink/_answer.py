"""The answer of a fitted estimator in a few lines: for `describe`, and for notebooks as HTML."""

from html import escape

import numpy as np

from ._rows import shown

_MOST_CLUSTERS = 12
_MOST_SUSPECTS = 3
_BOX = ("border:1px solid #8884;border-radius:6px;padding:.5em .9em;margin:.3em 0;max-width:60em;"
        "font-family:sans-serif;font-size:90%")


def answer_lines(model):
    """(title, text, whether it is a warning), most important first."""
    lines = [("Clusters", text, False) for text in _sizes(model)]
    lines += _constraint_lines(model)
    held_out = _held_out(model)
    lines += [("Held out", held_out, False)] if held_out else []
    lines += [("Method", _method(model), False)]
    if getattr(model, "stop_reason_", "converged") != "converged":
        lines.append(("Run", _STOPPED.get(model.stop_reason_, model.stop_reason_), True))
    return lines + [("Note", warning["message"], True) for warning in getattr(model, "warnings_", [])]


_STOPPED = {
    "cancelled": "stopped early: not the final result",
    "max_iter": "reached the limit of iterations before it converged (raise max_iter)",
}


def answer_text(model):
    return "\n".join(f"{title:<12} {text}" for title, text, _ in answer_lines(model))


def answer_html(model):
    rows = "".join(
        f'<tr><th style="text-align:left;padding-right:1em;vertical-align:top">{escape(title)}</th>'
        f'<td style="text-align:left{";font-weight:bold" if warned else ""}">{escape(text)}</td></tr>'
        for title, text, warned in answer_lines(model)
    )
    return f'<div style="{_BOX}"><table style="border:none;margin:0"><tbody>{rows}</tbody></table></div>'


def _sizes(model):
    if not hasattr(model, "labels_"):
        return ["a model without labels: it was loaded, not fitted"]
    if hasattr(model, "clusterings_"):
        return [f"clustering {number}: {_counted(labels, 'rows')}" for number, labels in enumerate(model.clusterings_.T, 1)]
    if model._several and hasattr(model, "object_labels_"):
        return [_counted(model.object_labels_, "objects")]
    if isinstance(model.labels_, list):
        names = model._model.views
        return [f"view {name}: {_counted(labels, 'rows')}" for name, labels in zip(names, model.labels_)]
    return [_counted(model.labels_, "rows")]


def _counted(labels, what):
    sizes = np.bincount(labels[labels >= 0]) if len(labels) else np.empty(0, dtype=int)
    listed = ", ".join(str(size) for size in sizes[:_MOST_CLUSTERS])
    more = ", .." if len(sizes) > _MOST_CLUSTERS else ""
    return f"{len(labels)} {what} in {len(sizes)} clusters of {listed}{more}"


def _constraint_lines(model):
    report = getattr(model, "constraints_report_", {})
    if not report.get("given"):
        return []
    kinds = [(report["must"], "must-links"), (report["cannot"], "cannot-links")]
    kept = ", ".join(f"{kind['satisfied']} of {kind['given']} {name} satisfied" for kind, name in kinds if kind["given"])
    lines = [("Constraints", kept, False)]
    suspects = getattr(model, "suspect_constraints_", [])
    if suspects:
        named = "; ".join(f"{one['type']} {shown(one['a'])} and {shown(one['b'])}" for one in suspects[:_MOST_SUSPECTS])
        more = f"; and {len(suspects) - _MOST_SUSPECTS} more (suspect_constraints_)" if len(suspects) > _MOST_SUSPECTS else ""
        verb = "looks" if len(suspects) == 1 else "look"
        lines.append(("", f"{len(suspects)} of {report['given']} {verb} wrong: {named}{more}", True))
    return lines


def _held_out(model):
    found = getattr(model, "held_out_", None)
    if not found:
        return ""
    if "kept" not in found:
        return f"not measured: {found['reason']}" if found.get("reason") else ""
    kept, low, high = (100 * found[name] for name in ("kept", "low", "high"))
    text = f"{kept:.0f} % of held-out judgements kept (truth {low:.0f} to {high:.0f})"
    if not found.get("uses_judgements", True):
        return f"{text}; the method does not use them"
    unguided = found.get("unguided")
    return f"{text}, without guidance {100 * unguided['kept']:.0f} %" if unguided else text


def _method(model):
    name = type(model).__name__
    reason = getattr(model, "reason_", "")
    compared = " by comparison" if len(getattr(model, "candidates_", ())) > 1 else ""
    return f"{name}, chosen{compared}: {reason}" if reason else name
