"""Malformed inputs, by what is wrong: the kind of file, the folder, the judgements, the options. CASES holds all of them."""
from malformed.cases import CASES  # noqa: F401
from malformed import (  # noqa: F401  each adds its cases, in the order of docs/errors.md
    text_tables, matlab, numpy_files, matrix_market, dataset_folder, judgements, options, models_and_labels, hdf5, images, group_rules,
    known_classes)
