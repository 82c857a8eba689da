"""The page as a person uses it, in a real browser."""
import json
import pathlib

import numpy as np
import pytest

ANSWERS = "Number(document.querySelector('#progress dd')?.textContent ?? -1)"
READY = "document.querySelectorAll('#pair h2').length === 2 && !document.querySelector('body[aria-busy], #pair[aria-busy]')"


def come_in(browser, served, private=True):
    page = browser.page(private=private)
    page.size(1280, 900)
    page.open(served.address)
    page.wait(READY)
    return page


def pair(page):
    """The ids of the two items on the screen."""
    return page.js("[...document.querySelectorAll('#pair .item h2')].map((h) => h.lastChild.textContent)")


def is_same(page):
    one, other = pair(page)
    return one[0] == other[0]


def answered(page, act, count):
    """Does something, then waits until so many answers are counted and the next pair is on the screen."""
    before = pair(page)
    act()
    page.wait(f"{ANSWERS} === {count} && !document.body.hasAttribute('aria-busy')")
    page.wait(f"{READY} && JSON.stringify([...document.querySelectorAll('#pair .item h2')].map((h) => h.lastChild.textContent)) !== "
              f"{json.dumps(json.dumps(before, separators=(',', ':')))}")


def answer(page, count):
    """Presses the key of the true answer."""
    answered(page, lambda: page.key("y" if is_same(page) else "n"), count)


def lines_of(folder):
    return len((folder / "answers.jsonl").read_text().splitlines())


def test_a_whole_session_by_keyboard(browser, serve, flowers):
    served = serve(flowers, "-k", 3)
    page = come_in(browser, served)
    assert page.js("location.pathname") == "/", "the token does not stay in the address"
    first = lines_of(flowers)
    for count in range(1, 7):
        answer(page, count)
    assert lines_of(flowers) == first + 6
    answered(page, lambda: page.key("?"), 7)
    page.key("u")
    page.wait(f"{ANSWERS} === 6")
    page.key("u")
    page.wait(f"{ANSWERS} === 5")
    page.key("r")
    page.wait(f"{ANSWERS} === 6")
    page.send("Page.reload")
    page.wait(f"{READY} && {ANSWERS} === 6")
    page.key("2")
    page.wait("document.querySelectorAll('#answers tbody tr').length === 6")
    page.key("/")
    page.type("different")
    page.wait("document.querySelector('#found').textContent.endsWith('answers') || document.querySelector('#found').textContent === '1 answer'")
    page.key("Escape")
    page.key("3")
    page.wait("document.querySelectorAll('.cluster h2').length >= 3 && Number(document.querySelector('#map').dataset.draws) > 0")
    page.key("y")  # answers only where the question is seen
    page.key("1")
    page.wait(READY)
    assert page.js(ANSWERS) == 6
    page.key("Tab")
    assert page.js("document.activeElement !== document.body")
    assert page.complaints() == []
    assert all(address.startswith((served.origin, "blob:", "data:")) for address in page.addresses()), "works without a network"
    page.close()
    assert served.stop() == 0


def test_a_session_by_mouse(browser, serve, flowers):
    page = come_in(browser, serve(flowers, "-k", 3))
    for count in range(1, 4):
        answered(page, lambda: page.click(".choice.same" if is_same(page) else ".choice.different"), count)
    page.click("#undo")
    page.wait(f"{ANSWERS} === 2")
    page.click("#redo")
    page.wait(f"{ANSWERS} === 3")
    page.click("nav [data-view=answers]")
    page.wait("document.querySelectorAll('#answers tbody tr').length === 3")
    page.js("(() => { const s = document.querySelector('#answers select'); s.value = 'not-sure'; s.dispatchEvent(new Event('change')); })()")
    page.wait("[...document.querySelectorAll('#answers select')].some((s) => s.value === 'not-sure') && "
              "document.querySelector('#answers tbody').textContent.includes('changed')")
    page.js("(() => { const s = document.querySelector('#answers select'); s.value = 'withdraw'; s.dispatchEvent(new Event('change')); })()")
    page.wait("document.querySelectorAll('#answers tbody tr').length === 2")
    page.click("nav [data-view=save]")
    page.wait("document.querySelector('#journal').textContent.endsWith('answers.jsonl')")
    assert page.complaints() == []
    page.close()


def test_contradictions_are_shown_and_mended(browser, serve, flowers):
    served = serve(flowers, "-k", 3)
    page = come_in(browser, served)
    page.js("""(async () => {
      for (const [a, b, answer] of [[0, 3, 'same'], [3, 6, 'same'], [0, 6, 'different']]) {
        const version = (await (await fetch('/api/state')).json()).version;
        await fetch('/api/answer', {method: 'POST', headers: {'Content-Type': 'application/json'},
          body: JSON.stringify({version, answer, a: {view: 0, row: a}, b: {view: 0, row: b}})});
      }
    })()""")
    page.wait("document.querySelector('#conflict-badge').textContent === '1'")
    page.click("nav [data-view=answers]")
    page.wait("document.querySelectorAll('.cycle li').length === 3")
    page.js("(() => { const s = document.querySelector('.cycle select'); s.value = 'withdraw'; s.dispatchEvent(new Event('change')); })()")
    page.wait("document.querySelector('#conflicts-card').hidden && document.querySelector('#conflict-badge').hidden")
    assert page.complaints() == []
    page.close()


def test_two_windows_share_one_session(browser, serve, flowers):
    served = serve(flowers, "-k", 3)
    first = come_in(browser, served, private=False)
    second = browser.page()
    second.open(served.origin + "/")
    second.wait(READY)
    # The second window does not hear of the answer in time: its clock stands still.
    second.js("window.setTimeout = () => 0")
    second.wait("true")
    stale = pair(second)  # before the answer: a request that was under way may show it all the same
    answer(first, 1)
    second.send("Emulation.setFocusEmulationEnabled", enabled=True)
    if second.js(ANSWERS) == 0:
        second.key("n")
        second.wait("!document.querySelector('#problem').hidden")
        assert "nother window" in second.js("document.querySelector('#problem').textContent")
    second.wait(f"{ANSWERS} === 1 && {READY}")
    assert pair(second) != stale and pair(second) == pair(first)
    first.close()
    second.close()


def test_an_address_works_once(browser, serve, flowers):
    served = serve(flowers, "-k", 3)
    page = come_in(browser, served)
    stranger = browser.page(private=True)
    stranger.open(served.address)
    stranger.wait("document.body.textContent.includes('was used before')")
    stranger.open(served.origin + "/")
    stranger.wait("document.body.textContent.includes('carries no key')")
    page.click("nav [data-view=save]")
    page.click("#new-address")
    stranger.open(page.wait("document.querySelector('#address').textContent"))
    stranger.wait(READY)
    page.close()
    stranger.close()


def test_a_server_that_has_gone_is_seen_and_comes_back(browser, serve, flowers):
    served = serve(flowers, "-k", 3)
    page = come_in(browser, served)
    answer(page, 1)
    served.stop()
    page.key("y")
    page.wait("document.querySelector('#problem').textContent.includes('does not answer')")
    assert page.js(ANSWERS) == 1
    port = served.origin.rsplit(":", 1)[1]
    again = serve(flowers, "-k", 3, "--port", port)
    page.wait("!document.querySelector('#problem').hidden")
    page.open(again.address)
    page.wait(f"{READY} && {ANSWERS} === 1")
    page.close()


def test_a_full_disk_refuses_the_answer_visibly(browser, serve, flowers):
    first = serve(flowers, "-k", 3)
    first.stop()
    size = (flowers / "answers.jsonl").stat().st_size
    page = come_in(browser, serve(flowers, "-k", 3, file_limit=size + 20))
    page.key("y")
    page.wait("!document.querySelector('#problem').hidden")
    text = page.js("document.querySelector('#problem').textContent")
    assert "ot saved" in text and "not counted" in text, text
    assert page.js(ANSWERS) == 0
    page.close()
    assert (flowers / "answers.jsonl").stat().st_size == size


def test_rows_are_chosen_on_the_map_and_judged_together(browser, serve, flowers):
    page = come_in(browser, serve(flowers, "-k", 3))
    page.size(1600, 1000)
    page.key("3")
    page.wait("Number(document.querySelector('#map').dataset.draws) > 0 && document.querySelectorAll('.cluster').length >= 3")
    page.click("#tool-first")
    x, y, w, h = page.js("(() => { const b = document.querySelector('#map').getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; })()")
    page.drag([(x + w * 0.02, y + h * 0.02), (x + w * 0.45, y + h * 0.02), (x + w * 0.45, y + h * 0.98), (x + w * 0.02, y + h * 0.98)])
    page.wait("document.querySelector('#selection').textContent.includes('in group A')")
    page.click("#tool-second")
    page.drag([(x + w * 0.6, y + h * 0.02), (x + w * 0.98, y + h * 0.02), (x + w * 0.98, y + h * 0.98), (x + w * 0.6, y + h * 0.98)])
    page.wait("document.querySelector('#selection').textContent.includes('in group B')")
    page.js("[...document.querySelectorAll('#selection button')].find((b) => b.textContent.startsWith('These are two')).click()")
    page.wait(f"{ANSWERS} > 3 && document.querySelector('#selection').textContent === ''")
    page.wait("!document.querySelector('#changed-card').hidden")
    page.key("u")
    page.wait(f"{ANSWERS} === 0")
    page.js("[...document.querySelectorAll('.cluster button')].find((b) => b.textContent === 'Is it two?').click()")
    page.wait(f"{READY} && document.querySelector('#why').textContent.includes('halves')")
    assert page.complaints() == []
    page.close()


def test_the_map_is_drawn_in_full_when_it_rests(browser, serve, flowers):
    page = come_in(browser, serve(flowers, "-k", 3))
    page.key("3")
    page.wait("Number(document.querySelector('#map').dataset.draws) > 0")
    page.js("""(async () => {
      const canvas = document.querySelector('#map');
      for (let i = 0; i < 12; ++i) {
        canvas.dispatchEvent(new KeyboardEvent('keydown', {key: i % 4 === 3 ? '+' : 'ArrowLeft', bubbles: true}));
        await new Promise(requestAnimationFrame);
      }
    })()""")
    page.wait("document.querySelector('#map').style.transform === '' && document.querySelector('#map').dataset.points === '90'")
    assert page.complaints() == []
    page.close()


@pytest.mark.parametrize("width", [400, 1600])
def test_nothing_sticks_out_of_the_window(browser, serve, flowers, width, tmp_path):
    page = come_in(browser, serve(flowers, "-k", 3))
    page.size(width, 900)
    answer(page, 1)
    for view in ("ask", "answers", "clusters", "save"):
        page.click(f"nav [data-view={view}]")
        page.wait(f"!document.querySelector('#view-{view}').hidden")
        wide = page.js("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{view} is {wide} pixels too wide"
    page.close()


def test_images_texts_and_markup_are_shown_as_what_they_are(browser, serve, flowers):
    (flowers / "images").mkdir()
    (flowers / "texts").mkdir()
    picture = pathlib.Path(__file__).resolve().parents[2] / "docs" / "images" / "report.png"
    for row in range(90):
        name = f"{'abc'[row % 3]}{row}"
        (flowers / "images" / f"{name}.png").write_bytes(picture.read_bytes() if row % 2 else b"not an image")
        (flowers / "texts" / f"{name}.txt").write_text("<img src=x onerror=document.title='bad'> & plain")
    page = come_in(browser, serve(flowers, "-k", 3))
    page.wait("document.querySelectorAll('#pair .text').length === 2")
    assert page.js("document.querySelector('#pair .text').textContent").startswith("<img src=x")
    page.wait("[...document.querySelectorAll('#pair .item')].every((i) => i.querySelector('img')?.naturalWidth > 0 || "
              "i.textContent.includes('cannot be shown'))")
    assert page.js("document.title").startswith("mvlink")
    assert page.js("document.querySelectorAll('#pair i').length") == 0
    page.close()


def test_same_in_which_respect(browser, serve, tmp_path):
    random = np.random.default_rng(2)
    first, second = np.arange(40) % 2, np.arange(40) // 2 % 2
    folder = tmp_path / "crossed"
    folder.mkdir()
    np.save(folder / "view_x.npy", np.column_stack([first, first, second, second]) * 5 + random.normal(size=(40, 4)))
    served = serve(folder, "-k", 2, "--method", "smvc", "--check-every", 0)
    page = come_in(browser, served)
    assert page.js("document.querySelectorAll('#respects input').length") == 2
    assert page.js("document.querySelector('.choice.same').innerText.trim().startsWith('Same in all')")
    page.key("b")
    page.wait("document.querySelector('.choice.same').innerText.trim().startsWith('Same in 2')")
    answered(page, lambda: page.key("y"), 1)
    assert page.js("document.querySelectorAll('#respects input:checked').length") == 0
    page.click("#respects input")
    answered(page, lambda: page.click(".choice.same"), 2)
    answered(page, lambda: page.key("n"), 3)
    lines = [json.loads(line).get("answer") for line in (folder / "answers.jsonl").read_text().splitlines()[1:]]
    assert lines == ["same in 2", "same in 1", "different"]
    page.key("c")
    page.wait("/In 1 .* In 2 /.test(document.querySelector('#reveal').textContent)")
    page.key("2")
    page.wait("document.querySelectorAll('#answers tbody tr').length === 3")
    assert page.js("[...document.querySelectorAll('#answers select')].map((s) => s.value)") == lines[::-1]
    page.key("3")
    page.wait("document.querySelectorAll('.cluster h2').length >= 2 && document.querySelector('#map-view').options.length === 2")
    assert "clustering2" in page.js("document.querySelector('#map-view').options[1].text")
    page.key("4")
    assert page.js("document.querySelectorAll('#labels-files a').length") == 2
    page.wait("/3 answers saved$/.test(document.querySelector('#status').textContent)", 60)  # fitted again, without an error
    assert page.complaints() == []
    page.close()
    assert served.stop() == 0
