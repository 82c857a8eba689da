"""What reaches the terminal, a closed stream or a page: names cannot command it, and data stay as they are."""
import os
import pty
import subprocess
import zlib

from conftest import BINARY, RESULTS, assert_refused, names, run_mvlink, write_dataset


def test_data_never_take_the_place_of_a_closed_stream(blobs, tmp_path):
    script = f'exec "{BINARY}" reproduce bilenko2004 figure2 --dataset "{blobs}" --sweep 0 --repetitions 2 -o out'
    for closed in ("2>&-", "2>&- <&-", "2>&- >&- <&-"):
        process = subprocess.run(["sh", "-c", f"{script}{closed[-3:] == '<&-'} {closed}".replace("outTrue", "outA")
                                  .replace("outFalse", "outB")], cwd=tmp_path, capture_output=True, check=False)
        assert process.returncode in (0, 5)
    for log in tmp_path.glob("out*/runs.csv"):
        for line in log.read_text().splitlines()[1:]:
            content, check = line.rsplit(",", 1)
            assert f"{zlib.crc32(content.encode()):08x}" == check, "something else was written to the log"


def test_an_error_with_standard_error_closed_goes_nowhere(blobs, tmp_path):
    out = tmp_path / "out"
    process = subprocess.run(["sh", "-c", f'exec "{BINARY}" cluster "{blobs}" -k 3 -o "{out}" 2>&-'], check=False,
                             capture_output=True)
    assert process.returncode == 0 and names(out) == RESULTS
    assert (out / "labels_x.csv").read_text().startswith("id,label,confidence\n")


HOSTILE = "a\x1b[31mred\x07\u009b2J\u202eevil\u2066"


def test_names_cannot_command_the_terminal(tmp_path, blob_arrays):
    x = blob_arrays[0][:6]
    ids = [f"{i}{HOSTILE}" for i in range(6)]
    data = write_dataset(tmp_path / "data", x, ids=ids, constraints=[(ids[0], ids[1], "must-link"),
                                                                     (ids[0], ids[2], "cannot-link"),
                                                                     (ids[1], ids[2], "must-link")])
    (data / "terms_x.txt").write_text("".join(f"{i}{HOSTILE}\n" for i in range(3)))
    for command in (["cluster", data, "-k", "2", "--method", "mpck-means"], ["constraints", "check", data]):
        controller, terminal = pty.openpty()
        process = subprocess.run([BINARY, *map(str, command)], stdout=terminal, stderr=terminal, check=False,
                                 stdin=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C.UTF-8"})
        os.close(terminal)
        text = b""
        while True:
            try:
                block = os.read(controller, 65536)
            except OSError:
                break
            if not block:
                break
            text += block
        os.close(controller)
        shown = text.decode()
        assert process.returncode in (0, 3)
        assert not set("\x07\u009b\u202e\u2066") & set(shown)
        assert "\x1b[31m" not in shown
    assert_refused(run_mvlink("cluster", data, "-k", "2", "--views", HOSTILE), 2)
    errors = run_mvlink("cluster", data, "-k", "2", "--views", HOSTILE).stderr
    assert not set("\x1b\x07\u009b\u202e\u2066") & set(errors)


def test_data_for_programs_are_not_escaped(tmp_path, blob_arrays):
    ids = [f"{i}\u202e" for i in range(6)]
    data = write_dataset(tmp_path / "data", blob_arrays[0][:6], ids=ids)
    assert run_mvlink("cluster", data, "-k", "2", "-o", tmp_path / "out").returncode == 0
    printed = run_mvlink("predict", tmp_path / "out", data).stdout
    assert [line.split(",")[0] for line in printed.splitlines()[1:]] == ids


def test_names_are_escaped_in_markdown(blobs, tmp_path):
    process = run_mvlink("reproduce", "bilenko2004", "figure2", "--dataset", blobs, "--method",
                         "<img>|[a](b)`=kmeans", "--sweep", "0", "--repetitions", "2", "-o", tmp_path / "out")
    assert process.returncode == 0, process.stderr
    for page in ("README.md", "table.md"):
        text = (tmp_path / "out" / page).read_text()
        assert "\\[a](b)" in text
        assert page == "README.md" or "<img" not in text.replace("\\<img", "")  # its code blocks may hold anything
