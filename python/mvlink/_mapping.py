"""The forms of `mapping`: which rows of the views are the same object."""

from ._errors import InputError
from ._rows import pairs_of_rows, view_number


def with_mapping(data, mapping):
    """The dataset with its rows mapped as requested. One view has nothing to map."""
    if data.n_views == 1:
        if mapping is not None and not (isinstance(mapping, str) and mapping in {"auto", "rows", "ids"}):
            raise InputError("mapping: there is only one view; expected several")
        return data
    if isinstance(mapping, str):
        return _by_word(data, mapping)
    if mapping is None:
        return data
    return data.with_mappings(_pairs(data.views, mapping))


def _by_word(data, word):
    views = data.views
    if word == "auto":
        word = _default(views)
    if word == "rows":
        return data.with_row_mapping()
    if word == "ids":
        if not any(view.has_ids for view in views):
            raise InputError('mapping: "ids", but no view has ids (a DataFrame\'s index would be ids)')
        return data.with_id_mapping()
    if word == "none":
        return data
    raise InputError(f'mapping: {word!r} is not a choice; expected "auto", "rows", "ids", None, pairs or a dict')


def _default(views):
    if len({view.rows for view in views}) == 1:
        _refuse_shuffled(views)
        return "rows"
    return "ids" if all(view.has_ids for view in views) else "none"


def _refuse_shuffled(views):
    """Equal ids in different rows: mapping by rows would silently be wrong."""
    for a in range(len(views)):
        for b in range(a + 1, len(views)):
            if not (views[a].has_ids and views[b].has_ids):
                continue
            for row, key in enumerate(views[a].ids):
                other = views[b].find_row(key)
                if other is not None and other != row:
                    raise InputError(
                        f"mapping: id {key!r} is row {row} of {views[a].name} and row {other} of {views[b].name}; "
                        'say mapping="ids" or mapping="rows"'
                    )


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
