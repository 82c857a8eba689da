"""Memory is counted before it is allocated: what files declare or unfold to, and what --memory allows."""
import os
import resource
import struct
import subprocess
import zipfile

import numpy as np
import pytest

from conftest import BINARY, assert_refused, run_mvlink, write_dataset


def deflated_npy(header_shape, kind, size):
    """An npz of zeros, made without holding them."""
    head = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {header_shape}, }}\n".encode()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head, size


def zero_archive(file, entries):
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, (head, size) in entries.items():
            with archive.open(name, "w", force_zip64=True) as out:
                out.write(head)
                block = bytes(1 << 20)
                for _ in range(size >> 20):
                    out.write(block)
                out.write(bytes(size & ((1 << 20) - 1)))
    return file


def peak_and_status(*arguments):
    """Largest resident size in bytes, status, standard error."""
    process = subprocess.Popen([BINARY, *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               text=True)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss * 1024, process.returncode, errors


def own_peak(*arguments):
    """The same beyond what the program needs in any case; a new process also shows the peak of the one that made it."""
    peak, status, errors = peak_and_status(*arguments)
    return peak - peak_and_status("--version")[0], status, errors


def test_small_files_that_unfold_are_refused_before_they_do(tmp_path):
    file = zero_archive(tmp_path / "x.npz", {"arr_0.npy": deflated_npy("(36000000, 4)", "|i1", 144_000_000)})
    assert file.stat().st_size < 1_000_000
    peak, status, errors = own_peak("cluster", "--view", f"x={file}", "-k", "2", "--threads", "1")
    assert status == 3 and "would unfold to 1152000000 bytes" in errors and len(errors.splitlines()) == 1
    assert peak < 300_000_000


def test_the_memory_limit_counts_what_a_file_unfolds_to(tmp_path):
    file = zero_archive(tmp_path / "x.npz", {"arr_0.npy": deflated_npy("(12500000, 4)", "|i1", 50_000_000)})
    peak, status, errors = own_peak("cluster", "--view", f"x={file}", "-k", "2", "--memory", "40M")
    assert status == 6 and "more than the limit" in errors and len(errors.splitlines()) == 1
    assert peak < 10_000_000  # nothing was unfolded
    peak, status, errors = own_peak("cluster", "--view", f"x={file}", "-k", "2", "--memory", "300M")
    assert status == 6 and "more than the limit" in errors and len(errors.splitlines()) == 1
    assert peak < 70_000_000  # unfolded, and not turned into doubles


def dense_csv(file):
    file.write_text("0,0,0,0,0,0,0,0\n" * 500_000)
    return file


def coordinates(file):
    file.write_text("%%MatrixMarket matrix coordinate pattern general\n1000 9 400000\n"
                    + "".join(f"{i % 1000 + 1} {i % 9 + 1}\n" for i in range(400_000)))
    return file


def many_rows(file):
    file.write_text("%%MatrixMarket matrix coordinate real general\n1000000 3 1\n1 1 1\n")
    return file


def many_rows_of_matlab(file):
    scipy = pytest.importorskip("scipy.io")
    sparse = pytest.importorskip("scipy.sparse")
    scipy.savemat(file, {"fea": sparse.csc_matrix(([1.0], ([0], [0])), shape=(1_000_000, 3))})
    return file


@pytest.mark.parametrize("make,name", [(dense_csv, "x.csv"), (coordinates, "x.mtx"), (many_rows, "y.mtx"),
                                       (many_rows_of_matlab, "y.mat")])
def test_files_are_counted_before_they_are_read(tmp_path, make, name):
    file = make(tmp_path / name)
    peak, status, errors = own_peak("cluster", "--view", f"x={file}", "-k", "2", "--memory", "12M")
    assert status == 6 and "more than the limit" in errors and len(errors.splitlines()) == 1
    assert peak < 14_000_000  # the file and nothing of the table


@pytest.mark.unsanitized
def test_the_views_of_a_folder_count_together(tmp_path):
    for name in "ab":
        write_dataset(tmp_path / "data", np.zeros((100_000, 4)) + np.arange(4), name=name)
    one = run_mvlink("cluster", tmp_path / "data", "--views", "a", "-k", "2", "--method", "kmeans", "--memory", "5M")
    assert one.returncode == 0, one.stderr
    both = run_mvlink("cluster", tmp_path / "data", "-k", "2", "--method", "concat-nmf", "--memory", "5M")
    assert_refused(both, 6, "would need", "more than the limit")
    np.savetxt(tmp_path / "data" / "view_b.csv", np.zeros((100_000, 4)) + np.arange(4), fmt="%.7f", delimiter=",")
    (tmp_path / "data" / "view_b.npy").unlink()
    both = run_mvlink("cluster", tmp_path / "data", "-k", "2", "--method", "concat-nmf", "--memory", "5M")
    assert_refused(both, 6, "view_b.csv: would need", "more than the limit")


def test_billions_of_sparse_columns_are_counted(tmp_path):
    (tmp_path / "x.mtx").write_text("%%MatrixMarket matrix coordinate real general\n3 2147483647 3\n1 1 1\n2 5 1\n3 9 1\n")
    process = run_mvlink("cluster", "--view", f"x={tmp_path}/x.mtx", "-k", "2", "--method", "kmeans", "--memory", "8G")
    assert_refused(process, 6, "kmeans: the centres would need 34.4 GB")


def test_sizes_of_memory_are_checked(blobs):
    for wrong in ("2X", "-1", "0", "G", "1e400", "2 G 3"):
        assert_refused(run_mvlink("cluster", blobs, "-k", "2", "--memory", wrong), 2, "--memory")
    for good in ("2G", "512M", "1.5g", "100000000", "3GiB"):
        assert run_mvlink("cluster", blobs, "-k", "2", "--memory", good).returncode == 0


@pytest.mark.unsanitized
def test_a_limit_of_the_process_is_the_default(blobs):
    limit = 6 << 30
    process = run_mvlink("cluster", blobs, "-k", "2", "--json",
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
    assert process.returncode == 0


@pytest.mark.unsanitized
def test_no_method_grows_beyond_what_memory_allows(tmp_path):
    (tmp_path / "data").mkdir()
    np.save(tmp_path / "data" / "view_x.npy", np.random.default_rng(0).random((100_000, 8)))
    limit = 15 << 20
    for method in ("nmf", "concat-nmf", "multi-nmf", "xray", "cmvnmf"):
        process = run_mvlink("cluster", tmp_path / "data", "-k", "12", "--method", method, "--memory", limit)
        assert_refused(process, 6, "the factors of " + method, "more than the limit")
    for method, option in (("kmeans", "max_iter=2"), ("proclus", "max_iter=2"), ("orthogonal", "n_clusterings=2")):
        peak, status, errors = own_peak("cluster", tmp_path / "data", "-k", "4", "--method", method, "--memory", limit,
                                        "--threads", "2", "--quiet", "--set", option)
        assert status in (0, 6) and len(errors.splitlines()) <= 1, (method, errors)
        assert peak < limit + (50 << 20), method  # the file, which is mapped, and the program's own needs


@pytest.mark.unsanitized
def test_the_system_holds_a_run_to_it_where_a_count_falls_short(tmp_path):
    """The names of rows are not counted: a million of them."""
    table = tmp_path / "t.csv"
    table.write_text("id,x\n" + "".join(f"a-row-with-a-long-name-{i},{i % 7}\n" for i in range(1_000_000)))
    process = run_mvlink("cluster", table, "-k", "2", "--method", "kmeans", "--memory", "60M", "--threads", "1",
                         "--quiet")
    assert_refused(process, 6, "out of memory", "--memory allows")


@pytest.mark.parametrize("packed", [False, True])
def test_a_matlab_file_is_in_memory_once(tmp_path, packed):
    scipy = pytest.importorskip("scipy.io")
    rows = np.random.default_rng(0).normal(size=(200_000, 40))
    scipy.savemat(tmp_path / "x.mat", {"X": rows}, do_compression=packed)
    np.save(tmp_path / "x.npy", rows)
    options = ("-k", "2", "--method", "kmeans", "--set", "max_iter=1", "--set", "n_init=1", "--threads", "1", "--memory", "1G")
    peak, status, errors = own_peak("cluster", "--view", f"x={tmp_path}/x.mat", *options)
    assert status == 0, errors
    # What is inflated is turned tile by tile; large pages are freed two megabytes at a time.
    assert peak < own_peak("cluster", "--view", f"x={tmp_path}/x.npy", *options)[0] + 0.1 * rows.nbytes + packed * 2**24
