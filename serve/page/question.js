// The question: two items beside each other, what differs marked, and how far the session has come.
import { $, el, get, counted, percent, nameOf, words } from '/net.js';

const shownRows = 14;     // of a table of features before "show all"
export const respectKeys = ['a', 'b', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];  // tick a respect, the first with a
const breakAfter = 150;   // answers in one sitting after which people are advised to rest

let shown = null;         // the pair on the screen: the session's question, or one that the person chose
let chosen = null;        // {a, b, why}: asked by the person from another view
let sitting = null;       // answers when the page was opened
let pairOf = '';

export function start(app) {
  for (const button of document.querySelectorAll('.choice')) {
    button.addEventListener('click', () => answer(app, button.dataset.answer));
  }
  $('respects').addEventListener('change', () => sameButton());
  $('show-clusters').addEventListener('change', () => reveal());
}

export function show(app) { if (app.state) update(app, null); }

// Puts a pair of the person's own choice before the session's question.
export function ask(app, pair) {
  chosen = pair;
  app.go('ask');
}

// Where there are several clusterings, "same" may hold in the ticked respects only.
function ticked() {
  const boxes = [...document.querySelectorAll('#respects input')];
  const numbers = boxes.filter((box) => box.checked).map((box) => box.value);
  return numbers.length === boxes.length ? [] : numbers;
}

function sameButton() {
  const word = document.querySelector('.choice.same span');
  const several = document.querySelectorAll('#respects input').length > 0;
  word.textContent = several ? (ticked().length ? `Same in ${ticked().join(' and ')} ` : 'Same in all ') : 'Same ';
  document.querySelector('.choice.different span').textContent = several ? 'Different in all ' : 'Different ';
}

function respects(app) {
  const list = app.state.respects;
  const box = $('respects');
  box.hidden = list.length === 0;
  if (list.length === 0 || box.querySelectorAll('input').length === list.length) return;
  box.append(...list.map((about, i) => el('label', { class: 'check' },
    el('input', { type: 'checkbox', value: i + 1 }), ` ${about} `, i < respectKeys.length ? el('kbd', {}, respectKeys[i]) : null)));
  $('ask-title').textContent = 'In which respect do these two belong together?';
  sameButton();
}

export function tick(number) {
  const box = document.querySelectorAll('#respects input')[number];
  if (box) box.click();
}

export async function answer(app, word) {
  if (!shown || app.open !== 'ask') return;
  const verdict = word === 'same' && ticked().length ? `same in ${ticked().join('+')}` : word;
  const { a, b } = shown;
  const body = { answer: verdict, a: { view: a.view, row: a.row }, b: { view: b.view, row: b.row } };
  const own = chosen;
  chosen = null;
  if (await app.change('/api/answer', body)) {
    for (const box of document.querySelectorAll('#respects input')) box.checked = false;
    sameButton();
    app.say(spoken(app, verdict));
  } else chosen = own;
}

function spoken(app, verdict) {
  const question = app.state.question;
  const next = question ? `Next: ${nameOf(question.a)} and ${nameOf(question.b)}.` : 'Nothing is left to ask.';
  return `Saved: ${words[verdict] ?? verdict}. ${next}`;
}

export function update(app) {
  const state = app.state;
  sitting ??= state.progress.answers;
  const question = chosen || state.question;
  $('undo').disabled = !state.can_undo;
  $('redo').disabled = !state.can_redo;
  for (const button of document.querySelectorAll('.choice')) button.disabled = !question;
  $('choices').hidden = !question;
  respects(app);
  if (!question) $('respects').hidden = true;
  $('done').hidden = Boolean(question);
  if (!question) finished(state);
  progress(state);
  const key = question ? `${question.a.view}:${question.a.row}:${question.b.view}:${question.b.row}:${question.why}` : '';
  if (key === pairOf) return;
  pairOf = key;
  shown = null;
  $('why').textContent = question ? question.why : '';
  if (question) load(question);
  else settle();
}

// Puts what is to be read in place of the pair. Until then an answered pair is marked as out of date.
function settle(...parts) {
  $('pair').replaceChildren(...parts);
  $('pair').removeAttribute('aria-busy');
}

function finished(state) {
  $('why').textContent = '';
  $('reveal').hidden = true;
  $('done').replaceChildren(
    el('p', { class: 'finished' }, 'Nothing is left to ask: every other answer follows from yours.'),
    el('p', {}, state.progress.recommendation));
}

async function load(question) {
  const wanted = pairOf;
  const { a, b } = question;
  $('pair').setAttribute('aria-busy', 'true');
  try {
    const pair = await get(`/api/pair?va=${a.view}&a=${a.row}&vb=${b.view}&b=${b.row}`);
    if (wanted !== pairOf) return;
    shown = { ...question, clusters: pair.clusters };
    draw(pair);
    reveal();
  } catch (error) {
    if (wanted === pairOf) settle(el('p', { class: 'finished' }, error.message));
  }
}

function reveal() {
  const line = $('reveal');
  line.hidden = !shown || !$('show-clusters').checked;
  if (line.hidden) return;
  const one = ([x, y]) => (x === y ? `both are in cluster ${x} now` : `they are in clusters ${x} and ${y} now`);
  const several = shown.clusters.length > 1;
  const where = shown.clusters.map((pair, i) => (several ? `In ${i + 1} ${one(pair)}.` : `${one(pair).replace(/^[bt]/, (c) => c.toUpperCase())}.`)).join(' ');
  const guess = shown.p_same === undefined ? '' : ` Expected to be the same: ${percent(shown.p_same)}.`;
  line.textContent = where + guess;
}

function item(side, letter, pair) {
  const parts = [el('h2', {}, el('span', { class: 'hidden' }, `${letter}: `), nameOf(side))];
  if (pair.a.view !== pair.b.view && pair.views.length > 1) {
    parts.push(el('p', { class: 'muted' }, `of another view than the other one`));
  }
  for (const image of side.images) {
    const picture = el('img', { src: `/api/image?view=${image.view}&row=${image.row}`, alt: `Image of ${nameOf(side)}` });
    picture.addEventListener('load', () => { if (picture.naturalWidth < 100) picture.classList.add('tiny'); });
    picture.addEventListener('error', () => {
      picture.replaceWith(el('p', { class: 'muted' }, 'The image cannot be shown: it is missing, too large or not an image.'));
    });
    parts.push(picture);
  }
  for (const text of side.texts) parts.push(el('p', { class: 'text', tabindex: '0' }, text));
  return el('div', { class: 'item' }, parts);
}

function numbers(view, pair, many) {
  const most = Math.max(3, ...view.rows.map((row) => row.gap));  // a full bar is three standard deviations or more
  const body = el('tbody');
  const both = view.rows.some((row) => row.a !== null && row.b !== null);
  const fill = (rows) => {
    for (const row of rows) {
      const mark = row.differs ? el('span', { class: 'hidden' }, ' (differs)') : null;
      body.append(el('tr', { class: row.differs ? 'differs' : '' },
        el('th', { scope: 'row' }, row.name, mark),
        el('td', {}, row.a ?? '–'), el('td', {}, row.b ?? '–'),
        both ? el('td', { class: 'gap' }, gapBar(row.gap / most)) : null));
    }
  };
  fill(view.rows.slice(0, shownRows));
  const title = many || view.view === 'Columns' ? view.view : 'Features';
  const note = view.columns > 6 && both ? ', the most different first' : '';
  const table = el('table', { class: 'compare' },
    el('caption', {}, `${title}${note}`),
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, view.view === 'Columns' ? 'Column' : 'Feature'), el('th', { scope: 'col' }, nameOf(pair.a)),
      el('th', { scope: 'col' }, nameOf(pair.b)),
      both ? el('th', { scope: 'col', class: 'gap' }, 'Difference') : null)), body);
  if (view.rows.length <= shownRows) return table;
  const more = el('button', { type: 'button', class: 'plain small' }, `Show ${view.rows.length - shownRows} more`);
  more.addEventListener('click', () => { fill(view.rows.slice(shownRows)); more.remove(); });
  const cut = view.columns > view.rows.length ? el('span', { class: 'muted' }, ` of ${view.columns} in all`) : null;
  return el('div', {}, table, el('p', {}, more, cut));
}

// CSP allows no style attributes: the width is set as a property.
function gapBar(share) {
  const bar = el('span');
  bar.style.width = `${Math.round(100 * share)}%`;
  return bar;
}

function termList(title, list, only) {
  const rest = list.count - list.words.length;
  return el('div', { class: only ? 'only' : '' }, el('h3', {}, `${title} (${list.count})`),
    el('ul', {}, list.words.map((word) => el('li', {}, word)), rest > 0 ? el('li', {}, `and ${rest} more`) : null));
}

function draw(pair) {
  const parts = [el('div', { class: 'items' }, item(pair.a, 'One', pair), item(pair.b, 'Other', pair))];
  for (const view of pair.views) {
    if (view.kind === 'numbers') parts.push(numbers(view, pair, pair.views.length > 1));
    else {
      parts.push(el('div', { class: 'terms' }, termList(`Only ${nameOf(pair.a)}`, view.only_a, true),
        termList('Both', view.both, false), termList(`Only ${nameOf(pair.b)}`, view.only_b, true)));
    }
  }
  settle(...parts);
}

function meter(label, share) {
  const bar = el('span');
  bar.style.width = `${Math.round(100 * Math.min(1, Math.max(0, share)))}%`;
  return [el('p', {}, `${label}: ${percent(share)}`), el('div', { class: 'meter', 'aria-hidden': 'true' }, bar)];
}

function progress(state) {
  const p = state.progress;
  const parts = [el('dl', { class: 'facts' },
    el('dt', {}, 'Answers'), el('dd', {}, p.answers),
    el('dt', {}, 'same'), el('dd', {}, p.same),
    el('dt', {}, 'different'), el('dd', {}, p.different),
    el('dt', {}, 'not sure'), el('dd', {}, p.not_sure))];
  if (p.answers > 0) {
    parts.push(el('h3', {}, 'How much is open'), ...meter('Rows in doubt', p.may_move),
      el('p', { class: 'muted' }, `The next 20 answers are expected to move ${percent(p.next_twenty)}.`));
  }
  if (p.audits > 0) {
    parts.push(el('h3', {}, 'How good it is'),
      el('p', {}, `${p.audits_agreed} of ${counted(p.audits, 'random check')} agreed with the clusters: between ${percent(p.agreement[0])} and ${percent(p.agreement[1])} of all pairs are right.`));
  }
  for (const person of state.people) {
    if (person.answers >= 10) parts.push(el('p', { class: 'muted' }, `${person.name || 'You'}: about ${percent(person.error_rate)} of the answers may be slips.`));
  }
  if (p.recommendation) parts.push(el('p', { class: 'advice' }, p.recommendation));
  if (p.answers - sitting >= breakAfter) parts.push(el('p', { class: 'advice' }, `${p.answers - sitting} answers in one sitting: a break now keeps them good.`));
  if (p.answers > 0) {
    parts.push(el('p', { class: 'last muted' }, p.moved > 0 ? `The last step moved ${counted(p.moved, 'row')}.` : 'The last step moved no row; it confirmed what was expected.'));
  }
  $('progress').replaceChildren(...parts);
}
