"""Plots of a fitted estimator with matplotlib: what the report shows, as axes of your own figure."""

from typing import Any

import numpy as np

from ._answer import answer_lines
from ._errors import InputError
from ._formats import reader
from ._rows import whole_number
from ._sklearn import check_fitted

__all__ = ["clusters", "objective", "profiles"]

_MOST_IN_LEGEND = 20


def clusters(model: Any, *, view: Any = None, map: str = "auto", links: bool = True, ax: Any = None) -> Any:
    """The rows, or objects, on the map of the report, coloured by cluster, with the constraints as lines.

    Parameters
    ----------
    model : a fitted estimator
    view : str, optional
        Of several views: which to show. Default: the first, or the objects if there are any.
    map : {"auto", "pca", "metric", "embedding", "spectral"}, default="auto"
        What the axes are: the principal components of the features, those under the learnt metric, the method's own
        embedding, or the graph of nearest neighbours. "auto": what the method has.
    links : bool, default=True
        Draw must-links as solid and cannot-links as dashed lines; violated ones in red.
    ax : matplotlib Axes, optional
        Where to draw; default: the current axes.

    Returns
    -------
    ax : matplotlib Axes
    """
    found = _chosen_map(model, view, map)
    ax = _axes(ax)
    points, labels = found["coordinates"], found["labels"]
    if links:
        _draw_links(ax, found)
    numbers = np.unique(labels)
    for number in numbers:
        here = labels == number
        ax.scatter(points[here, 0], points[here, 1], s=16, color=_colour(number), label=f"cluster {number}", zorder=2)
    ax.set_xlabel(found["axes"][0], wrap=True)
    ax.set_ylabel(found["axes"][1], wrap=True)
    if len(numbers) <= _MOST_IN_LEGEND:
        ax.legend(frameon=False)
    ax.set_title(answer_lines(model)[0][1], fontsize="medium", wrap=True)
    return ax


def objective(model: Any, *, ax: Any = None) -> Any:
    """The objective after each iteration."""
    check_fitted(model)
    ax = _axes(ax)
    ax.plot(np.arange(1, len(model.objectives_) + 1), model.objectives_, marker="o", markersize=3)
    ax.set_xlabel("iteration")
    ax.set_ylabel("objective")
    return ax


def profiles(model: Any, *, view: Any = None, n_features: int = 12, ax: Any = None) -> Any:
    """How far the mean of each cluster lies from the mean of all rows, in standard deviations: the features that differ most."""
    n_features = whole_number(n_features, "n_features", 1)
    table = model.profiles(view=view)
    ax = _axes(ax)
    strongest = table.abs().max().sort_values(ascending=False).index[:n_features]
    table = table[[name for name in table.columns if name in set(strongest)]]
    most = max(float(np.abs(table.to_numpy()).max()), 1e-12)
    image = ax.imshow(table.to_numpy().T, cmap="RdBu_r", vmin=-most, vmax=most, aspect="auto")
    ax.set_xticks(range(len(table)), [str(cluster) for cluster in table.index])
    ax.set_yticks(range(table.shape[1]), [str(name) for name in table.columns])
    ax.set_xlabel("cluster")
    ax.figure.colorbar(image, ax=ax, label="standard deviations from the mean of all rows")
    return ax


def _axes(ax):
    if ax is not None:
        return ax
    return reader("matplotlib.pyplot", "mvlink.plot").gca()


def _colour(number):
    return f"C{number % 10}"


def _chosen_map(model, view, map):
    maps = model._maps(map)
    if view is None:
        return next((one for one in maps if not one["view"]), maps[0])
    for one in maps:
        if one["view"] == view:
            return one
    raise InputError(f"view: {view!r} does not exist; the views are {', '.join(one['view'] or 'objects' for one in maps)}")


def _draw_links(ax, found):
    points = found["coordinates"]
    for (a, b), must, violated in zip(found["links"], found["must"], found["violated"]):
        ax.plot(points[[a, b], 0], points[[a, b], 1], linewidth=0.8, linestyle="-" if must else "--",
                color="crimson" if violated else "0.6", zorder=1)
