"""The log of reproduce on a full disk, damaged, or in use: nothing that was computed is lost."""
import subprocess
import time
import zlib

from conftest import BINARY, assert_refused, limited_files, names, run_mvlink


def reproduce(data, out, *more, **options):
    return run_mvlink("reproduce", "bilenko2004", "figure2", "--dataset", data, "--method", "plain=kmeans", "--method",
                      "own=pck-means", "--sweep", "0,4", "--repetitions", "3", "--jobs", "1", "-o", out, *more,
                      **options)


def test_a_disk_that_fills_up_stops_reproduce_and_the_log_can_be_resumed(blobs, tmp_path):
    out = tmp_path / "out"
    assert_refused(reproduce(blobs, out, preexec_fn=limited_files(1500)), 5, "runs.csv", "cannot be written")
    lines = (out / "runs.csv").read_text().splitlines(keepends=True)
    assert 2 <= len(lines) and lines[-1].endswith("\n") and names(out) == ["runs.csv"]
    process = reproduce(blobs, out, "--resume")
    assert process.returncode == 0 and f"{len(lines) - 1} of them from an earlier process" in process.stdout
    for line in (out / "runs.csv").read_text().splitlines()[1:]:
        content, check = line.rsplit(",", 1)
        assert f"{zlib.crc32(content.encode()):08x}" == check


def test_lines_that_a_full_disk_joined_are_run_again(blobs, tmp_path):
    out = tmp_path / "out"
    assert reproduce(blobs, out).returncode == 0
    table, log = (out / "table.md").read_text(), (out / "runs.csv").read_text()
    torn = log.split("\n")
    torn[3] = torn[3][:30] + torn.pop(4)
    (out / "runs.csv").write_text("\n".join(torn))
    process = reproduce(blobs, out, "--resume")
    assert process.returncode == 0 and "1 line of runs.csv was damaged and is run again" in process.stdout
    assert (out / "table.md").read_text() == table
    assert len((out / "runs.csv").read_text().splitlines()) == len(log.splitlines())


def test_running_again_without_resume_keeps_the_earlier_log(blobs, tmp_path):
    out = tmp_path / "out"
    assert reproduce(blobs, out).returncode == 0
    log = (out / "runs.csv").read_text()
    process = reproduce(blobs, out)
    assert process.returncode == 0 and "runs.csv.1" in process.stdout
    assert (out / "runs.csv.1").read_text() == log


def test_two_reproductions_into_one_folder_are_refused(blobs, tmp_path):
    out = tmp_path / "out"
    first = subprocess.Popen([BINARY, "reproduce", "bilenko2004", "figure2", "--dataset", str(blobs), "--repetitions",
                              "5000", "-o", str(out)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not (out / "runs.csv").exists():
        time.sleep(0.02)
    assert_refused(reproduce(blobs, out, "--resume"), 5, "another process is writing to it")
    first.kill()
    first.wait()
