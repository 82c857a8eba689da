"""`random_state` as scikit-learn understands it, turned into the seed of a run."""

import numbers

import numpy as np

from ._errors import InputError
from ._rows import shown

_BEYOND = 2**64


def seed_of(random_state):
    """An integer is the seed itself, as on the command line; None draws from NumPy's global state."""
    if random_state is None:
        random_state = np.random.mtrand._rand
    if isinstance(random_state, numbers.Integral):
        seed = int(random_state)
        if not 0 <= seed < _BEYOND:
            raise InputError(f"random_state: {shown(seed)} is out of range; expected 0 <= seed < 2**64")
        return seed
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(0, 2**63))
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(0, 2**63 - 1, dtype=np.int64))
    raise InputError(
        f"random_state: {random_state!r} is not a seed; expected None, an integer, or NumPy's RandomState or Generator"
    )


def threads_of(n_jobs):
    """Number of threads for the library, where 0 means all."""
    if n_jobs is None:
        return 0
    if isinstance(n_jobs, bool) or not isinstance(n_jobs, numbers.Integral) or n_jobs == 0:
        raise InputError(f"n_jobs: {n_jobs!r} is not a number of threads; expected None (all), -1 (all) or at least 1")
    if n_jobs > 0:
        return min(int(n_jobs), 4096)
    import os

    return max(1, (os.cpu_count() or 1) + 1 + int(n_jobs))


def folds_of(validate):
    """Number of folds of held-out judgements for the library, where 0 means none."""
    if validate is None or validate is False:
        return 0
    if isinstance(validate, bool) or not isinstance(validate, numbers.Integral) or validate < 0 or validate == 1:
        raise InputError(f"validate: {validate!r} is not a number of folds; expected None (off) or at least 2")
    return min(int(validate), 1000)
