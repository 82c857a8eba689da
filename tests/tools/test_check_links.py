import check_links
import pytest


@pytest.mark.parametrize(
    "text, dead",
    [
        ("[other](other.md)", []),
        ("[other](other.md#one-heading)", []),
        ("[here](#title)", []),
        ("[outside](https://example.org/nothing)", []),
        ("`[code](nowhere.md)`", []),
        ("```\n[code](nowhere.md)\n```", []),
        ("[gone](gone.md)", ["page.md:3: gone.md does not exist"]),
        ("![gone](images/gone.png)", ["page.md:3: images/gone.png does not exist"]),
        ('<img src="gone.svg">', ["page.md:3: gone.svg does not exist"]),
        ("[other](other.md#two)", ["page.md:3: other.md#two: no such heading"]),
    ],
)
def test_dead_links_are_found_and_live_ones_pass(tmp_path, capsys, text, dead):
    (tmp_path / "other.md").write_text("# One: heading!\n")
    (tmp_path / "page.md").write_text(f"# Title\n\n{text}\n")
    assert check_links.main([str(tmp_path)]) == bool(dead)
    assert capsys.readouterr().out.splitlines() == dead
