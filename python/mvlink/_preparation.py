"""The argument prep, the preparation of the features, as the text that the library reads, and back."""

from collections.abc import Mapping

from ._errors import InputError
from ._rows import shown, view_number


def prep_texts(prep, views):
    """One text per request, as the command line's --prep."""
    if prep is None:
        return []
    if isinstance(prep, str):
        return [prep]
    if not isinstance(prep, Mapping):
        raise InputError(
            f"prep: {shown(prep)} is of type {type(prep).__name__}; expected text such as \"standardize\", or a dict of "
            "it by view"
        )
    texts = []
    for key, steps in prep.items():
        view = views[view_number(views, key, "prep")].name
        if not isinstance(steps, str):
            raise InputError(f"prep[{shown(key)}]: {shown(steps)} is of type {type(steps).__name__}; expected text")
        texts.append(f"{view}:{steps}")
    return texts


def prep_of(model, default):
    """The argument that gives the preparation of a model; None if that is the default of the method."""
    steps = dict(model.preparation)
    texts = {view: steps.get(view, "none") for view in model.views}
    if all(text == default for text in texts.values()):
        return None
    return texts if len(texts) > 1 else next(iter(texts.values()))
