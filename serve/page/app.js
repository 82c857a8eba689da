// The frame of the page: which view is open, what the server last said, keys, and problems that must be seen.
import { $, el, get, post, counted, Refused } from '/net.js';
import * as question from '/question.js';
import * as answers from '/answers.js';
import * as clusters from '/clusters.js';

const views = { ask: question, answers, clusters, save: { show() {}, update() {} } };
let open = 'ask';
let state = null;
let busy = false;

export const app = {
  get state() { return state; },
  get open() { return open; },
  go,
  say(text) { $('spoken').textContent = ''; requestAnimationFrame(() => { $('spoken').textContent = text; }); },
  change,
};

let trouble = null;       // what the person has to know: it stays until something works again

function problem(error) {
  trouble = error;
  const box = $('problem');
  if (!error) { box.hidden = true; return; }
  box.querySelector('p').textContent = error.message.charAt(0).toUpperCase() + error.message.slice(1);
  box.hidden = false;
}

function header() {
  $('dataset').textContent = state.dataset.name;
  const badge = $('conflict-badge');
  badge.hidden = state.conflicts === 0;
  badge.textContent = state.conflicts;
  badge.setAttribute('aria-label', counted(state.conflicts, 'contradiction'));
  const saved = state.progress.answers === 0 ? '' : `${counted(state.progress.answers, 'answer')} saved`;
  const refit = state.refit.running ? 'fitting again' : state.refit.error ? 'the last fit failed' : '';
  $('status').textContent = [saved, refit].filter(Boolean).join(' · ');
  $('status').title = state.refit.error || '';
  $('journal').textContent = state.journal;
  document.body.classList.toggle('several', state.respects.length > 0);
  for (let n = 2 + $('labels-files').querySelectorAll('a').length - 1; n <= state.respects.length; ++n) {
    $('labels-files').querySelector('span').before(el('a', { class: 'button', href: `/api/labels.csv?clustering=${n}`, download: '' }, `labels_clustering${n}.csv`), ' ');
  }
}

function take(next) {
  const before = state;
  state = next;
  header();
  for (const view of Object.values(views)) view.update?.(app, before);
}

// One change at a time: a second press of a key while the first is being saved counts for nothing.
async function change(path, body) {
  if (busy || !state) return false;
  busy = true;
  document.body.setAttribute('aria-busy', 'true');
  try {
    const next = await post(path, { version: state.version, ...body });
    problem(null);
    take(next);
    return true;
  } catch (error) {
    problem(error);
    if (error.status === 409) await refresh(true);
    return false;
  } finally {
    busy = false;
    document.body.removeAttribute('aria-busy');
  }
}

async function refresh(keepProblem) {
  try {
    const next = await get('/api/state');
    if (!keepProblem || trouble?.status === 0 || trouble?.status === 403) problem(null);
    if (!state || next.version !== state.version || JSON.stringify(next) !== JSON.stringify(state)) take(next);
  } catch (error) {
    problem(error instanceof Refused ? error : new Refused(0, String(error)));
  }
}

function go(name, focus = true) {
  open = name;
  for (const key of Object.keys(views)) $(`view-${key}`).hidden = key !== name;
  for (const button of document.querySelectorAll('nav button')) {
    if (button.dataset.view === name) button.setAttribute('aria-current', 'page');
    else button.removeAttribute('aria-current');
  }
  views[name].show?.(app);
  if (location.hash.slice(1) !== name) history.replaceState(null, '', `#${name}`);
  if (focus) $('main').focus({ preventScroll: true });
}

const keys = {
  y: ['Same', () => question.answer(app, 'same')],
  n: ['Different', () => question.answer(app, 'different')],
  '?': ['Not sure', () => question.answer(app, 'not-sure')],
  u: ['Undo', () => app.change('/api/undo', {})],
  r: ['Redo', () => app.change('/api/redo', {})],
  c: ['Show or hide what the clusters say about the question', () => $('show-clusters').click()],
  1: ['Question', () => go('ask')],
  2: ['Answers', () => go('answers')],
  3: ['Clusters', () => go('clusters')],
  4: ['Save', () => go('save')],
  ...Object.fromEntries(question.respectKeys.map((key, i) => [key, [`Tick respect ${i + 1}, where there are several`, () => question.tick(i)]])),
  '/': ['Find an answer', () => { go('answers'); $('find').focus(); }],
};

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.matches('input[type="search"], select, textarea')) {
    if (event.key === 'Escape') event.target.blur();
    return;
  }
  const key = keys[event.key] || keys[event.key.toLowerCase()];
  if (!key) return;
  const answers_ = ['y', 'n', '?', ...question.respectKeys].includes(event.key.toLowerCase());
  if (answers_ && open !== 'ask') return;
  event.preventDefault();
  key[1]();
}

// Fits end and other windows answer: look now and then, and at once when the window comes back.
async function watch() {
  if (!document.hidden && !busy) await refresh(true);
  setTimeout(watch, state?.refit.running ? 700 : 3000);
}

function start() {
  for (const button of document.querySelectorAll('nav button')) {
    button.addEventListener('click', () => go(button.dataset.view));
  }
  for (const [key, [what]] of Object.entries(keys)) {
    if (question.respectKeys.indexOf(key) > 1) continue;
    $('keys').append(el('tr', {}, el('td', {}, el('kbd', {}, key)), el('td', {}, what)));
  }
  $('undo').addEventListener('click', keys.u[1]);
  $('redo').addEventListener('click', keys.r[1]);
  $('problem').querySelector('button').addEventListener('click', () => refresh(false));
  $('new-address').addEventListener('click', async () => {
    try {
      $('address').replaceChildren(el('code', {}, (await post('/api/address', {})).address));
    } catch (error) { problem(error); }
  });
  document.addEventListener('keydown', onKey);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) refresh(true); });
  for (const view of Object.values(views)) view.start?.(app);
  const wanted = location.hash.slice(1);
  refresh(false).then(() => { go(views[wanted] ? wanted : 'ask', false); setTimeout(watch, 700); });
}

start();
