// Talking to the server. Every change names the version of the journal that the person saw.

export class Refused extends Error {
  constructor(status, message) { super(message); this.status = status; }
}

async function answerOf(response) {
  if (response.ok) return response;
  let why = `the server answered ${response.status}`;
  try { why = (await response.json()).error || why; } catch { /* no JSON: the status must do */ }
  throw new Refused(response.status, why);
}

async function reach(path, options) {
  try {
    return await fetch(path, { credentials: 'same-origin', cache: 'no-store', ...options });
  } catch {
    throw new Refused(0, 'mvlink does not answer. Is it still running in its terminal? Answers that were saved are safe.');
  }
}

export async function get(path) { return (await answerOf(await reach(path))).json(); }

export async function getBytes(path) {
  const response = await answerOf(await reach(path));
  return { bytes: await response.arrayBuffer(), words: response.headers.get('X-Map') || '' };
}

export async function post(path, body) {
  const response = await reach(path, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
  });
  return (await answerOf(response)).json();
}

// Elements from names, attributes and children; text is always text, never markup.
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'class') element.className = value;
    else if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined) element.append(child);
  }
  return element;
}

export const $ = (id) => document.getElementById(id);
export const counted = (n, noun) => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;
export const percent = (x) => `${x < 0.1 ? Number((100 * x).toFixed(1)) : Math.round(100 * x)} %`;
export const words = { same: 'same', different: 'different', 'not-sure': 'not sure' };

// Names of rows: the title, and the id where it says more.
export function nameOf(item) { return item.title === item.id ? item.id : `${item.title} (${item.id})`; }

// Colours repeat after 7 clusters, shapes after 6: 42 clusters before a pair comes again.
export const colourOf = (cluster) => ((cluster % 7) + 7) % 7;
export const shapeOf = (cluster) => ((cluster % 6) + 6) % 6;
export function swatch(cluster) {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('class', 'swatch');
  svg.setAttribute('viewBox', '-8 -8 16 16');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(space, 'use');
  use.setAttribute('href', `#s${shapeOf(cluster)}`);
  use.setAttribute('class', `k${colourOf(cluster)}`);
  svg.append(use);
  return svg;
}
