import sum_tests

GTEST = """<testsuites><testsuite>
<testcase name="a" status="run" result="completed"/><testcase name="b" status="run" result="completed"><failure/></testcase>
<testcase name="c" status="run" result="skipped"><skipped/></testcase><testcase name="d" status="notrun"/>
</testsuite></testsuites>"""
PYTEST = """<testsuites><testsuite><testcase name="a"/><testcase name="b"><error/></testcase>
<testcase name="c"><skipped/></testcase></testsuite></testsuites>"""


def test_programs_and_pytest_are_summed(tmp_path, capsys):
    (tmp_path / "release").mkdir()
    (tmp_path / "release" / "test_io.xml").write_text(GTEST)
    (tmp_path / "cli.xml").write_text(PYTEST)
    assert sum_tests.main(tmp_path) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "2 passed, 2 failed"


def test_a_stage_that_failed_without_a_failed_test_counts(tmp_path, capsys):
    (tmp_path / "failed_stages").write_text("release build\n")
    assert sum_tests.main(tmp_path) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "0 passed, 1 failed"


def test_nothing_failed_means_status_0(tmp_path, capsys):
    (tmp_path / "a.xml").write_text("<testsuite><testcase name='a'/></testsuite>")
    assert sum_tests.main(tmp_path) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
