"""The forms of `mapping`: which rows of the views are the same object."""

from ._errors import InputError
from ._rows import as_list, listed_once, pairs_of_rows, view_number
from ._tables import has_other_integers, index_fault, refuse_ambiguous


def is_word(mapping, word):
    """Arrays and frames compare by their items, so `==` alone would not do."""
    return isinstance(mapping, str) and mapping == word


def mapped(data, mapping, tables=()):
    """The dataset with its rows mapped as requested, and what was noticed. One view has nothing to map.

    `tables` are the views as the user gave them, whose index says what integers mean."""
    if data.n_views == 1:
        if mapping is not None and not (isinstance(mapping, str) and mapping in {"auto", "rows", "ids"}):
            raise InputError("mapping: there is only one view; expected several")
        return data, []
    if is_word(mapping, "auto"):
        return data.with_implied_mapping()
    if isinstance(mapping, str):
        return _by_word(data, mapping), []
    if mapping is None:
        return data, []
    return data.with_mappings(_pairs(data.views, mapping, list(tables) or [None] * data.n_views)), []


def with_mapping(data, mapping, tables=()):
    """The dataset with its rows mapped as requested."""
    return mapped(data, mapping, tables)[0]


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


def _pairs(views, mapping, tables):
    if not isinstance(mapping, dict):
        if len(views) != 2:
            raise InputError(f"mapping: pairs for {len(views)} views; expected a dict {{(view, view): pairs}}")
        return [(0, 1, _rows(views, mapping, tables, (0, 1), "mapping"))]
    found = []
    for key, pairs in mapping.items():
        where = f"mapping[{key!r}]"
        if not isinstance(key, tuple) or len(key) != 2:
            raise InputError(f"{where}: the key is not a pair of views")
        a, b = (view_number(views, one, where) for one in key)
        if a == b:
            raise InputError(f"{where}: a view mapped to itself; expected two views")
        found.append((a, b, _rows(views, pairs, tables, (a, b), where)))
    return found


def _rows(views, pairs, tables, ends, where):
    pairs = listed_once(pairs)
    for end, view in enumerate(ends):
        if has_other_integers(tables[view]):
            for pair in as_list(pairs, where, "pairs or an n x 2 array"):
                refuse_ambiguous(pair[end] if hasattr(pair, "__len__") and len(pair) == 2 else None, where)
    a, b = ends
    fault = index_fault(tables[a]) or index_fault(tables[b])
    return pairs_of_rows(pairs, views[a], views[b], where, fault)
