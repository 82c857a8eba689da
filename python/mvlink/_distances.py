"""Distances to the centres of a model, under its metric."""

import numpy as np

from ._tables import is_sparse

_ROWS = 4096  # at a time, so that differences stay in cache


def _squared_norms(rows):
    return np.asarray(rows.multiply(rows).sum(axis=1)).ravel() if is_sparse(rows) else np.einsum("ij,ij->i", rows, rows)


def _squared(rows, centres):
    """Squared Euclidean distances. Dense rows by differences, which loses no digits."""
    if not is_sparse(rows):
        return np.stack([_squared_norms(rows - centre) for centre in centres], axis=1)
    found = _squared_norms(rows)[:, None] - 2 * np.asarray(rows @ centres.T) + _squared_norms(centres)
    return np.maximum(found, 0)


def _under_factor(rows, centres, factor):
    """A = F F'."""
    return _squared(rows @ factor, centres @ factor)


def _under_weights(rows, centres, weights):
    root = np.sqrt(weights)
    return _squared(rows.multiply(root).tocsr() if is_sparse(rows) else rows * root, centres * root)


def _squared_by_metric(rows, arrays):
    centres = arrays["centroids"]
    if "transform" in arrays:
        return _under_factor(rows, centres, arrays["transform"].T)
    if "metric_weights" in arrays:
        metrics, distances = arrays["metric_weights"], _under_weights
    elif "metric_factors" in arrays:
        metrics, distances = arrays["metric_factors"].reshape(-1, centres.shape[1], centres.shape[1]), _under_factor
    else:
        return _squared(rows, centres)
    if len(metrics) == 1:
        return distances(rows, centres, metrics[0])
    columns = [distances(rows, centres[h : h + 1], metric) for h, metric in enumerate(metrics)]
    return np.concatenate(columns, axis=1)


def _blocks(rows):
    return (rows[i : i + _ROWS] for i in range(0, rows.shape[0], _ROWS))


def squared_distances(rows, arrays):
    """One row per row of `rows`, one column per centre. `arrays` are those of the model."""
    parts = [_squared_by_metric(block.astype(np.float64, copy=False), arrays) for block in _blocks(rows)]
    return np.concatenate(parts)
