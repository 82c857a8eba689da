"""Places that cannot be read or written, and sizes that lie."""
import os
import pathlib
import resource
import shutil
import struct
import tempfile

import numpy as np
import pytest

from conftest import BINARY, assert_refused, run_mvlink, write_dataset

GIGABYTE = 1 << 30


@pytest.fixture
def shared_place():
    """A folder that another user can reach."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="mvlink-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def as_ordinary_user(*arguments):
    """The root user may do everything, so permissions are tried as nobody."""
    if os.geteuid() != 0:
        return run_mvlink(*arguments)
    readable = all(parent.stat().st_mode & 0o001 for parent in pathlib.Path(BINARY).resolve().parents)
    if not readable:
        pytest.skip("the build folder is closed to ordinary users")
    return run_mvlink(*arguments, user=65534, group=65534, extra_groups=[])


def test_a_folder_that_may_not_be_written_is_refused_before_the_work(shared_place, blob_arrays):
    write_dataset(shared_place / "data", blob_arrays[0])
    (shared_place / "closed").mkdir(mode=0o555)
    for out in ("closed", "closed/inner"):
        process = as_ordinary_user("cluster", shared_place / "data", "-k", "3", "-o", shared_place / out)
        assert_refused(process, 5, "closed", "denied")


def test_a_file_that_may_not_be_read_is_status_5(shared_place, blob_arrays):
    write_dataset(shared_place / "data", blob_arrays[0])
    (shared_place / "data" / "view_x.npy").chmod(0)
    assert_refused(as_ordinary_user("cluster", shared_place / "data", "-k", "3"), 5, "view_x.npy")


def test_read_only_data_are_enough(shared_place, blob_arrays):
    folder = write_dataset(shared_place / "data", blob_arrays[0])
    (folder / "view_x.npy").chmod(0o444)
    folder.chmod(0o555)
    assert as_ordinary_user("cluster", folder, "-k", "3").returncode == 0
    folder.chmod(0o755)


@pytest.mark.parametrize("out", ["/dev/null/out", "/proc/out"])
def test_a_place_where_no_folder_can_be_is_refused(blobs, out):
    assert_refused(run_mvlink("cluster", blobs, "-k", "3", "-o", out), 5, out)


def test_a_file_in_the_place_of_the_folder_is_refused(blobs, tmp_path):
    (tmp_path / "out").write_text("a file\n")
    assert_refused(run_mvlink("cluster", blobs, "-k", "3", "-o", tmp_path / "out"), 5, "not a folder")
    assert_refused(run_mvlink("constraints", "sample", blobs, "--n", "3", "-o", tmp_path), 5, "not a file")
    assert_refused(run_mvlink("constraints", "sample", blobs, "--n", "3", "-o", tmp_path / "no" / "p.csv"), 5,
                   "no folder")


def with_little_memory(*arguments):
    return run_mvlink(*arguments, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (GIGABYTE, GIGABYTE)))


def huge_npy(shape):
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}\n".encode()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + b"\0" * 80


@pytest.mark.unsanitized
@pytest.mark.parametrize("shape", ["(10000000000, 10)", "(9223372036854775807, 2)", "(4294967296, 4294967296)",
                                   "(1, 500000000)"])
def test_a_huge_declared_size_is_refused_in_little_memory(tmp_path, shape):
    (tmp_path / "x.npy").write_bytes(huge_npy(shape))
    assert_refused(with_little_memory("cluster", "--view", f"x={tmp_path}/x.npy", "-k", "2", "--threads", "1"), 3,
                   "x.npy")


@pytest.mark.unsanitized
@pytest.mark.parametrize("size", ["100000000 100000000 1", "3 3 99999999999", "2000000000 1 1"])
def test_a_huge_declared_sparse_matrix_is_refused_or_runs_out_of_memory_in_one_line(tmp_path, size):
    (tmp_path / "x.mtx").write_text(f"%%MatrixMarket matrix coordinate real general\n{size}\n1 1 1\n")
    process = with_little_memory("cluster", "--view", f"x={tmp_path}/x.mtx", "-k", "2", "--threads", "1")
    assert process.returncode in (3, 6)
    assert_refused(process, process.returncode)


@pytest.mark.unsanitized
def test_more_data_than_memory_end_in_one_line(tmp_path):
    np.save(tmp_path / "x.npy", np.zeros((1000, 10)))
    with open(tmp_path / "x.npy", "r+b") as file:
        file.write(huge_npy("(300000000, 10)")[:128])
        file.truncate(file.tell() + 300000000 * 80)
    process = with_little_memory("cluster", "--view", f"x={tmp_path}/x.npy", "-k", "2", "--threads", "1")
    assert_refused(process, 6, "memory")
