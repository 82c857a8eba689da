"""The forms of `mapping`: which rows of the views are the same object."""

from ._errors import InputError
from ._rows import pairs_of_rows, view_number


def mapped(data, mapping):
    """The dataset with its rows mapped as requested, and what was noticed. One view has nothing to map."""
    if data.n_views == 1:
        if mapping is not None and not (isinstance(mapping, str) and mapping in {"auto", "rows", "ids"}):
            raise InputError("mapping: there is only one view; expected several")
        return data, []
    if isinstance(mapping, str) and mapping == "auto":
        return data.with_implied_mapping()
    if isinstance(mapping, str):
        return _by_word(data, mapping), []
    return (data, []) if mapping is None else (data.with_mappings(_pairs(data.views, mapping)), [])


def with_mapping(data, mapping):
    """The dataset with its rows mapped as requested."""
    return mapped(data, mapping)[0]


def _by_word(data, word):
    if word == "rows":
        return data.with_row_mapping()
    if word == "ids":
        if not any(view.has_ids for view in data.views):
            raise InputError('mapping: "ids", but no view has ids (a DataFrame\'s index would be ids)')
        return data.with_id_mapping()
    if word == "none":
        return data
    raise InputError(f'mapping: {word!r} is not a choice; expected "auto", "rows", "ids", None, pairs or a dict')


def _pairs(views, mapping):
    if not isinstance(mapping, dict):
        if len(views) != 2:
            raise InputError(f"mapping: pairs for {len(views)} views; expected a dict {{(view, view): pairs}}")
        return [(0, 1, pairs_of_rows(mapping, views[0], views[1], "mapping"))]
    found = []
    for key, pairs in mapping.items():
        where = f"mapping[{key!r}]"
        if not isinstance(key, tuple) or len(key) != 2:
            raise InputError(f"{where}: the key is not a pair of views")
        a, b = (view_number(views, one, where) for one in key)
        if a == b:
            raise InputError(f"{where}: a view mapped to itself; expected two views")
        found.append((a, b, pairs_of_rows(pairs, views[a], views[b], where)))
    return found
