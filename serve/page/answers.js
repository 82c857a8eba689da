// The list of answers: find, change, take back; and the rings of answers that contradict each other.
import { $, el, get, counted, nameOf, words } from '/net.js';
import { ask } from '/question.js';

let from = 0;
let drawn = -1;
let waiting = 0;

export function start(app) {
  $('find-form').addEventListener('submit', (event) => event.preventDefault());
  $('find').addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => load(app, 0), 150);
  });
  $('more').addEventListener('click', () => load(app, from));
}

export function show(app) { drawn = -1; update(app); }

export function update(app) {
  if (app.open !== 'answers' || !app.state || drawn === app.state.version) return;
  drawn = app.state.version;
  load(app, 0);
  conflicts(app);
}

async function load(app, start) {
  const list = await get(`/api/answers?from=${start}&find=${encodeURIComponent($('find').value.trim())}`).catch(() => null);
  if (!list) return;
  const body = $('answers').tBodies[0];
  if (start === 0) body.replaceChildren();
  for (const answer of list.answers) body.append(row(app, answer));
  from = start + list.answers.length;
  $('more').hidden = from >= list.found;
  $('found').textContent = list.found === 0 ? 'No answers yet, or none that fits.' : counted(list.found, 'answer');
}

// Every choice of some, not all, of several respects; of many respects single ones only.
function inSome(count) {
  const found = [];
  for (let set = 1; set < 2 ** Math.min(count, 10) - 1; ++set) {
    const numbers = [...Array(count).keys()].filter((i) => set & (1 << i)).map((i) => i + 1);
    if (count <= 4 || numbers.length === 1) found.push([`same in ${numbers.join('+')}`, `same in ${numbers.join(' and ')}`]);
  }
  return found;
}

function choice(app, answer) {
  const select = el('select', { 'aria-label': `Answer ${answer.sequence}: ${nameOf(answer.a)} and ${nameOf(answer.b)}` });
  for (const [value, word] of [...Object.entries(words), ...inSome(app.state.respects.length)]) {
    select.append(el('option', { value, selected: value === answer.answer }, word));
  }
  select.append(el('option', { value: 'withdraw' }, 'take back'));
  select.addEventListener('change', async () => {
    if (await app.change('/api/change', { sequence: answer.sequence, answer: select.value })) {
      app.say(select.value === 'withdraw' ? 'Taken back.' : `Changed to ${words[select.value] ?? select.value}.`);
    } else show(app);
  });
  return select;
}

function again(app, answer) {
  const pair = { a: answer.a, b: answer.b, why: `Answer ${answer.sequence}, asked again.`, kind: 'strategy' };
  return el('button', { type: 'button', class: 'link', onclick: () => ask(app, pair) }, nameOf(answer.a));
}

function row(app, answer) {
  const notes = [answer.corrected ? 'changed' : '', answer.refuted ? 'overruled by other answers' : '',
    answer.conflict ? 'contradicts others' : '', !answer.conflict && answer.suspicion > 0.5 ? 'looks doubtful' : '',
    answer.person].filter(Boolean).join(', ');
  const when = answer.time ? answer.time.replace('T', ' ').replace('Z', '') : '';
  return el('tr', { class: answer.conflict || answer.refuted ? 'against' : '' },
    el('td', {}, `#${answer.sequence}`), el('td', {}, again(app, answer)), el('td', {}, choice(app, answer)),
    el('td', {}, nameOf(answer.b)), el('td', {}, [when, notes].filter(Boolean).join(' · ')));
}

async function conflicts(app) {
  const found = app.state.conflicts > 0 ? await get('/api/conflicts').catch(() => null) : { conflicts: [] };
  if (!found) return;
  $('conflicts-card').hidden = found.conflicts.length === 0;
  $('conflicts').replaceChildren(...found.conflicts.map((conflict) => ring(app, conflict)));
}

function ring(app, conflict) {
  const lines = conflict.answers.map((answer) => el('li', {}, `${nameOf(answer.a)} and ${nameOf(answer.b)}: `, choice(app, answer), ` (#${answer.sequence})`));
  const { a, b } = conflict.resolve;
  const decide = el('button', { type: 'button', class: 'plain small', onclick: () => ask(app, conflict.resolve) },
    `Answer again: ${nameOf(a)} and ${nameOf(b)}`);
  return el('div', { class: 'cycle' }, el('ol', {}, lines), el('p', {}, decide));
}
