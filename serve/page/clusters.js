// The clusters: map, profiles, typical and doubtful rows, groups to judge, merges and splits as judgements, what changed.
import { $, el, get, getBytes, counted, nameOf, swatch } from '/net.js';
import { PointMap } from '/map.js';
import { ask } from '/question.js';

const mostInGroups = 300;  // as the server has it

let map = null;
let view = 0;
let source = 'answers';      // or 'fit', or the number of one of several clusterings
let mapOf = -1;              // the view whose points are on the map
let labels = null;           // of the rows, as shown
let described = null;        // the clusters, as the server describes them
let drawn = '';
const groups = { first: new Set(), second: new Set() };
let moved = new Set();

export function start(app) {
  for (const [id, tool] of [['tool-move', 'move'], ['tool-first', 'first'], ['tool-second', 'second']]) {
    $(id).addEventListener('click', () => choose(tool));
  }
  $('map-view').addEventListener('change', () => {
    const [where, from] = $('map-view').value.split(':');
    view = Number(where);
    source = from;
    labels = null;
    moved.clear();
    groups.first.clear();
    groups.second.clear();
    drawn = '';
    update(app);
  });
}

function choose(tool) {
  if (map) map.tool = tool;
  for (const [id, name] of [['tool-move', 'move'], ['tool-first', 'first'], ['tool-second', 'second']]) {
    $(id).setAttribute('aria-pressed', String(name === tool));
  }
  $('map').classList.toggle('picking', tool !== 'move');
}

export function show(app) { if (app.state) update(app); }

export function update(app) {
  if (app.open !== 'clusters' || !app.state) return;
  viewChoices(app);
  const version = source === 'fit' ? `fit${app.state.refit.version}` : app.state.version;
  const key = `${view}:${source}:${version}`;
  if (key === drawn) return;
  drawn = key;
  load(app);
}

function viewChoices(app) {
  const options = app.state.respects.map((about, i) => [`0:${i + 1}`, about]);
  if (options.length > 0 && !(Number(source) > 0)) source = '1';
  const many = app.state.dataset.views.length > 1;
  if (options.length === 0) app.state.dataset.views.forEach((entry, index) => {
    options.push([`${index}:answers`, many ? entry.name : 'as the answers say']);
    if (app.state.refit.method) options.push([`${index}:fit`, `${many ? `${entry.name}, ` : ''}fitted again by ${app.state.refit.method}`]);
  });
  const select = $('map-view');
  $('map-view-label').hidden = options.length < 2;
  if (select.options.length === options.length && [...select.options].every((o, i) => o.text === options[i][1])) return;
  select.replaceChildren(...options.map(([value, text]) => el('option', { value, selected: value === `${view}:${source}` }, text)));
}

// Which clusters are meant, in the words of a request.
function which() {
  if (source === 'fit') return '&from=fit';
  return Number(source) > 0 ? `&clustering=${source}` : '';
}

async function load(app) {
  const wanted = drawn;
  try {
    map ??= new PointMap($('map'), $('lasso'), { onHover: hover, onLasso: (rows) => lasso(app, rows) });
    if (mapOf !== view) {
      const { bytes, words } = await getBytes(`/api/map?view=${view}`);
      map.setPoints(new Float32Array(bytes));
      mapOf = view;
      $('map').setAttribute('aria-label', `Map of ${counted(map.n, 'row')} by ${words}`);
    }
    const from = which();
    const [{ bytes }, list] = await Promise.all([getBytes(`/api/labels?view=${view}${from}`), get(`/api/clusters?view=${view}${from}`)]);
    if (wanted !== drawn) return;
    const next = new Int32Array(bytes, 0, map.n);
    changes(labels, next);
    labels = next;
    described = list;
    map.resize();
    map.setLabels(labels);
    marks();
    listClusters(app);
    selection(app);
  } catch (error) {
    drawn = '';
    $('cluster-list').replaceChildren(el('div', { class: 'card' }, el('p', {}, error.message)));
  }
}

// Numbers stay, so rows that moved are those whose number changed.
function changes(before, after) {
  if (!before || before.length !== after.length) { $('changed-card').hidden = true; return; }
  const counts = new Map();
  moved = new Set();
  for (let i = 0; i < after.length; ++i) {
    if (before[i] === after[i]) continue;
    moved.add(i);
    const key = `${before[i]} ${after[i]}`;
    counts.set(key, (counts.get(key) || 0) + 1);
  }
  $('changed-card').hidden = false;
  const list = [...counts].sort((x, y) => y[1] - x[1]).slice(0, 6).map(([key, count]) => {
    const [from, to] = key.split(' ');
    return el('li', {}, `${counted(count, 'row')} from cluster ${from} to cluster ${to}`);
  });
  const rest = counts.size > 6 ? el('li', {}, `and ${counts.size - 6} more kinds of moves`) : null;
  $('changed').replaceChildren(moved.size === 0
    ? el('p', {}, 'No row moved.')
    : el('ul', {}, list, rest, el('li', { class: 'muted' }, 'They have a broken ring on the map.')));
}

function marks() {
  const values = new Uint8Array(map.n);
  for (const row of moved) values[row] = 2;
  for (const row of groups.first) values[row] = 1;
  for (const row of groups.second) values[row] = 2;
  map.setMarks(values);
}

let hovered = -1;
async function hover(row, event) {
  const tip = $('map-row');
  if (row < 0) { hovered = -1; tip.hidden = true; return; }
  const box = $('map-frame').getBoundingClientRect();
  const left = event.clientX - box.left, top = event.clientY - box.top;
  if (row !== hovered) {
    hovered = row;
    const item = await get(`/api/row?view=${view}&row=${row}`).catch(() => null);
    if (!item || row !== hovered) return;
    tip.textContent = `${nameOf(item)}, cluster ${labels[row]}`;
    tip.hidden = false;
  }
  tip.style.left = `${Math.min(left + 12, box.width - 160)}px`;
  tip.style.top = `${Math.min(top + 12, box.height - 40)}px`;
}

function lasso(app, rows) {
  const which = map.tool;
  const other = which === 'first' ? 'second' : 'first';
  for (const row of rows) { groups[which].add(row); groups[other].delete(row); }
  marks();
  selection(app);
}

function selection(app) {
  const a = groups.first.size, b = groups.second.size;
  const box = $('selection');
  if (a + b === 0) { box.replaceChildren(); syncBoxes(); return; }
  const many = a + b > mostInGroups;
  const one = app.state.respects.length === 0;  // a group cannot say in which respect it belongs together
  const names = b === 0 ? `${counted(a, 'row')} in group A` : `${counted(a, 'row')} in group A (full rings), ${counted(b, 'row')} in group B (broken rings)`;
  const button = (text, enabled, act) => el('button', { type: 'button', class: 'plain', disabled: !enabled, onclick: act }, text);
  const judge = async (relation, lists) => {
    if (await app.change('/api/group', { view, relation, groups: lists })) {
      app.say('Saved.');
      clear(app);
    }
  };
  box.replaceChildren(
    el('p', {}, el('strong', {}, names), many ? `; one judgement takes up to ${mostInGroups} rows: zoom in and select fewer, or merge clusters instead.` : ''),
    el('div', { class: 'row' },
      button('All the same', a + b > 1 && !many && one, () => judge('same', [[...groups.first, ...groups.second]])),
      button('These are two groups', a > 0 && b > 0 && !many && one, () => judge('two', [[...groups.first], [...groups.second]])),
      button('Ask about one pair', a + b > 1, () => compareTwo(app)),
      button('Clear', true, () => clear(app))));
  syncBoxes();
}

function clear(app) {
  groups.first.clear();
  groups.second.clear();
  marks();
  selection(app);
}

async function compareTwo(app) {
  const rows = groups.second.size && groups.first.size ? [[...groups.first][0], [...groups.second][0]] : [...groups.first, ...groups.second].slice(0, 2);
  const [a, b] = await Promise.all(rows.map((row) => get(`/api/row?view=${view}&row=${row}`)));
  ask(app, { a, b, why: 'You chose these two.', kind: 'strategy' });
}

function syncBoxes() {
  for (const box of document.querySelectorAll('#cluster-list input[data-row]')) {
    box.checked = groups.first.has(Number(box.dataset.row)) || groups.second.has(Number(box.dataset.row));
  }
}

function rowBox(app, item) {
  const box = el('input', { type: 'checkbox', 'data-row': item.row });
  box.addEventListener('change', () => {
    const into = map.tool === 'second' ? groups.second : groups.first;
    if (box.checked) into.add(item.row);
    else { groups.first.delete(item.row); groups.second.delete(item.row); }
    marks();
    selection(app);
  });
  const sure = item.confidence === undefined ? null : el('small', {}, ` ${Math.round(100 * item.confidence)} %`);
  return el('label', {}, box, el('span', {}, nameOf(item), sure));
}

function profile(cluster) {
  const most = Math.max(1, ...cluster.profile.map((entry) => Math.abs(entry.value)));
  return el('table', { class: 'profile' }, el('caption', { class: 'hidden' }, `What marks cluster ${cluster.number}`),
    el('tbody', {}, cluster.profile.map((entry) => {
      const bar = el('i');
      const width = 50 * Math.abs(entry.value) / most;
      bar.style.width = `${width}%`;
      bar.style.left = entry.value >= 0 ? '50%' : `${50 - width}%`;
      const words = `${entry.value >= 0 ? '+' : '−'}${Math.abs(entry.value).toFixed(1)}`;
      return el('tr', {}, el('td', {}, entry.name), el('td', { class: 'bar', 'aria-hidden': 'true' }, bar), el('td', { class: 'num' }, words));
    })));
}

async function split(app, cluster) {
  const pair = await get(`/api/halves?view=${view}&cluster=${cluster.number}${which()}`).catch((error) => { app.say(error.message); return null; });
  if (pair) ask(app, { ...pair, why: `From the two halves of cluster ${cluster.number}: "different" splits it, "same" keeps it.`, kind: 'strategy' });
}

function mergeMenu(app, cluster) {
  const others = described.clusters.filter((other) => other.number !== cluster.number);
  const select = el('select', { 'aria-label': `Merge cluster ${cluster.number} with` }, el('option', { value: '' }, 'Merge with ...'),
    others.map((other) => el('option', { value: other.number }, `cluster ${other.number}`)));
  select.addEventListener('change', () => {
    const other = others.find((entry) => String(entry.number) === select.value);
    if (other) merge(app, cluster, other);
    select.value = '';
  });
  return select;
}

// A merge is a judgement: the most typical rows of both belong together.
async function merge(app, one, other) {
  if (await app.change('/api/group', { view, relation: 'same', groups: [[one.typical[0].row], [other.typical[0].row]] })) {
    app.say(`Saved: clusters ${one.number} and ${other.number} are one.`);
  }
}

function card(app, cluster) {
  return el('div', { class: 'card cluster' },
    el('h2', {}, swatch(cluster.number), `Cluster ${cluster.number} `, el('small', {}, counted(cluster.size, 'row'))),
    profile(cluster),
    el('h3', {}, 'Typical rows'), el('div', { class: 'people' }, cluster.typical.map((item) => rowBox(app, item))),
    el('h3', {}, 'Rows in doubt'), el('div', { class: 'people' }, cluster.doubtful.map((item) => rowBox(app, item))),
    el('div', { class: 'row' },
      el('button', { type: 'button', class: 'plain small', disabled: cluster.size < 2, onclick: () => split(app, cluster) }, 'Is it two?'),
      described.clusters.length > 1 && app.state.respects.length === 0 ? mergeMenu(app, cluster) : null));
}

function suggestions(app) {
  if (described.merges.length === 0) return null;
  const byNumber = new Map(described.clusters.map((cluster) => [cluster.number, cluster]));
  const line = ({ a, b }) => {
    const [one, other] = [byNumber.get(a), byNumber.get(b)];
    return el('li', {}, swatch(a), `${a} and`, swatch(b), `${b}`,
      el('button', { type: 'button', class: 'plain small', onclick: () => ask(app, { a: one.typical[0], b: other.typical[0], why: `The most typical rows of clusters ${a} and ${b}.`, kind: 'strategy' }) }, 'Compare'),
      el('button', { type: 'button', class: 'plain small', hidden: app.state.respects.length > 0, onclick: () => merge(app, one, other) }, 'Merge'));
  };
  return el('details', { class: 'card cluster' }, el('summary', {}, 'Clusters that lie close together: one or two?'),
    el('ul', { class: 'merges' }, described.merges.map(line)));
}

function listClusters(app) {
  const more = described.count - described.clusters.length;
  $('cluster-list').replaceChildren(...[
    suggestions(app),
    ...described.clusters.map((cluster) => card(app, cluster)),
    more > 0 ? el('p', { class: 'muted' }, `and ${counted(more, 'smaller cluster')}`) : null,
  ].filter(Boolean));
  $('clusters-title').textContent = counted(described.count, 'cluster');
}
