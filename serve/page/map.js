// A map of up to a million points: WebGL2, or a plain canvas where there is none. Knows points, colours and groups, nothing else.
import { colourOf, shapeOf } from '/net.js';

const vertexShader = `#version 300 es
in vec2 place; in float kind; in float mark;
uniform vec2 centre; uniform vec2 scale; uniform float size; uniform vec3 colours[7];
out vec3 colour; flat out int shape; flat out int ring;
void main() {
  gl_Position = vec4((place - centre) * scale, 0.0, 1.0);
  int k = int(kind);
  colour = colours[k % 7];
  shape = k / 7;
  ring = int(mark);
  gl_PointSize = ring > 0 ? size * 1.7 : size;
}`;
// Signed distances to six outlines, so that clusters differ in shape as well as in colour.
const fragmentShader = `#version 300 es
precision mediump float;
in vec3 colour; flat in int shape; flat in int ring;
uniform vec3 ink; uniform vec3 paper;
out vec4 pixel;
float outline(vec2 p) {
  vec2 q = abs(p);
  if (shape == 1) return max(q.x, q.y) - 0.72;
  if (shape == 2) return max(q.x * 0.87 + p.y * 0.5, -p.y) - 0.5;
  if (shape == 3) return q.x + q.y - 0.95;
  if (shape == 4) return min(max(q.x - 0.3, q.y - 0.9), max(q.y - 0.3, q.x - 0.9));
  if (shape == 5) return max(q.x * 0.87 - p.y * 0.5, p.y) - 0.5;
  return length(p) - 0.8;
}
void main() {
  vec2 p = (gl_PointCoord * 2.0 - 1.0) * vec2(1.0, -1.0);
  float d = ring > 0 ? outline(p * 1.55) : outline(p);
  if (ring > 0) {
    float r = length(p);
    bool edge = ring == 2 ? (r > 0.72 && r < 0.97 && fract(atan(p.y, p.x) * 1.27) < 0.6) : (r > 0.76 && r < 0.97);
    if (edge) { pixel = vec4(ink, 1.0); return; }
  }
  if (d > 0.0) discard;
  pixel = vec4(mix(colour, paper, d > -0.12 ? 0.35 : 0.0), 1.0);
}`;

function hexToRgb(text) {
  const value = parseInt(text.trim().slice(1), 16);
  return [(value >> 16 & 255) / 255, (value >> 8 & 255) / 255, (value & 255) / 255];
}

// A random order of 0 .. n - 1, the same each time: any first part of it is a fair sample.
function shuffled(n) {
  const order = new Uint32Array(n);
  let state = 12345;
  for (let i = 0; i < n; ++i) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = Math.floor(state / 4294967296 * (i + 1));
    order[i] = order[j];
    order[j] = i;
  }
  return order;
}

// A machine that needs longer than this for a drawing (milliseconds) does not draw again while the map moves: it moves the
// last drawing as a picture, and draws when the map rests.
const mostWhileMoving = 12;
const leastWhileMoving = 4000;
const tooSlowFrame = 24;

function compile(gl, type, source) {
  const shader = gl.createShader(type);
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  return shader;
}

export class PointMap {
  constructor(canvas, overlay, { onHover, onLasso }) {
    this.canvas = canvas;
    this.overlay = overlay;
    this.onHover = onHover;
    this.onLasso = onLasso;
    this.n = 0;
    this.slow = false;
    this.tool = 'move';
    this.centre = [0, 0];
    this.zoom = 1;
    this.gl = canvas.getContext('webgl2', { antialias: false, alpha: false, powerPreference: 'high-performance' });
    if (this.gl) this.prepare();
    else this.plain = canvas.getContext('2d');
    this.readColours();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { this.readColours(); this.redraw(); });
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    this.listen();
  }

  prepare() {
    const gl = this.gl;
    const program = gl.createProgram();
    gl.attachShader(program, compile(gl, gl.VERTEX_SHADER, vertexShader));
    gl.attachShader(program, compile(gl, gl.FRAGMENT_SHADER, fragmentShader));
    gl.linkProgram(program);
    gl.useProgram(program);
    this.uniform = (name) => gl.getUniformLocation(program, name);
    this.at = Object.fromEntries(['centre', 'scale', 'size', 'colours', 'ink', 'paper'].map((name) => [name, this.uniform(name)]));
    this.buffers = {};
    for (const [name, size, type] of [['place', 2, gl.FLOAT], ['kind', 1, gl.UNSIGNED_BYTE], ['mark', 1, gl.UNSIGNED_BYTE]]) {
      this.buffers[name] = gl.createBuffer();
      const location = gl.getAttribLocation(program, name);
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[name]);
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, size, type, false, 0, 0);
    }
  }

  readColours() {
    const style = getComputedStyle(document.documentElement);
    this.colours = [0, 1, 2, 3, 4, 5, 6].map((k) => hexToRgb(style.getPropertyValue(`--k${k}`)));
    this.css = [0, 1, 2, 3, 4, 5, 6].map((k) => style.getPropertyValue(`--k${k}`).trim());
    this.ink = hexToRgb(style.getPropertyValue('--ink'));
    this.paper = hexToRgb(style.getPropertyValue('--soft'));
    this.accent = style.getPropertyValue('--accent').trim();
    this.paperCss = style.getPropertyValue('--soft').trim();
  }

  setPoints(coordinates) {
    this.points = coordinates;
    this.n = coordinates.length / 2;
    this.labels = new Int32Array(this.n);
    this.marks = new Uint8Array(this.n);
    this.order = shuffled(this.n);
    this.detail = this.n;
    const places = new Float32Array(2 * this.n);
    for (let i = 0; i < this.n; ++i) {
      places[2 * i] = coordinates[2 * this.order[i]];
      places[2 * i + 1] = coordinates[2 * this.order[i] + 1];
    }
    this.fill('place', places);
    this.index();
    this.setMarks(this.marks);
    this.home();
  }

  setLabels(labels) {
    this.labels = labels;
    const kinds = new Uint8Array(this.n);
    for (let i = 0; i < this.n; ++i) kinds[i] = colourOf(labels[this.order[i]]) + 7 * shapeOf(labels[this.order[i]]);
    this.fill('kind', kinds);
    this.redraw();
  }

  // 0: nothing, 1: a full ring, 2: a broken ring.
  setMarks(marks) {
    this.marks = marks;
    this.fill('mark', this.order.reduce((out, row, i) => { out[i] = marks[row]; return out; }, new Uint8Array(this.n)));
    this.redraw();
  }

  fill(name, values) {
    if (!this.gl) return;
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.buffers[name]);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, values, this.gl.DYNAMIC_DRAW);
  }

  // Points by cell of a grid, to find the nearest one under the pointer.
  index() {
    const side = this.side = Math.max(1, Math.min(256, Math.ceil(Math.sqrt(this.n / 8))));
    const cell = (i) => {
      const x = Math.min(side - 1, Math.max(0, Math.floor((this.points[2 * i] + 1) / 2 * side)));
      const y = Math.min(side - 1, Math.max(0, Math.floor((this.points[2 * i + 1] + 1) / 2 * side)));
      return y * side + x;
    };
    this.first = new Uint32Array(side * side + 1);
    for (let i = 0; i < this.n; ++i) ++this.first[cell(i) + 1];
    for (let c = 0; c < side * side; ++c) this.first[c + 1] += this.first[c];
    const next = this.first.slice();
    this.inCell = new Uint32Array(this.n);
    for (let i = 0; i < this.n; ++i) this.inCell[next[cell(i)]++] = i;
  }

  scale() {
    const { width, height } = this.canvas;
    const shorter = Math.min(width, height);
    return [this.zoom * shorter / width, this.zoom * shorter / height];
  }

  toMap(event) {
    const box = this.canvas.parentElement.getBoundingClientRect();  // the canvas itself may be moved as a picture
    const [sx, sy] = this.scale();
    return [((event.clientX - box.left) / box.width * 2 - 1) / sx + this.centre[0],
      (1 - (event.clientY - box.top) / box.height * 2) / sy + this.centre[1]];
  }

  nearest(x, y) {
    const reach = 14 / (this.zoom * Math.min(this.canvas.clientWidth, this.canvas.clientHeight) / 2);
    const side = this.side;
    const low = (v) => Math.max(0, Math.floor((v - reach + 1) / 2 * side));
    const high = (v) => Math.min(side - 1, Math.floor((v + reach + 1) / 2 * side));
    let best = -1, least = reach * reach;
    for (let cy = low(y); cy <= high(y); ++cy) {
      for (let cx = low(x); cx <= high(x); ++cx) {
        for (let at = this.first[cy * side + cx]; at < this.first[cy * side + cx + 1]; ++at) {
          const i = this.inCell[at];
          const d = (this.points[2 * i] - x) ** 2 + (this.points[2 * i + 1] - y) ** 2;
          if (d < least) { least = d; best = i; }
        }
      }
    }
    return best;
  }

  inside(polygon) {
    const rows = [];
    for (let i = 0; i < this.n; ++i) {
      const x = this.points[2 * i], y = this.points[2 * i + 1];
      let within = false;
      for (let p = 0, q = polygon.length - 1; p < polygon.length; q = p++) {
        const [px, py] = polygon[p], [qx, qy] = polygon[q];
        if ((py > y) !== (qy > y) && x < (qx - px) * (y - py) / (qy - py) + px) within = !within;
      }
      if (within) rows.push(i);
    }
    return rows;
  }

  home() { this.centre = [0, 0]; this.zoom = 0.97; this.redraw(); }

  zoomBy(factor, at = this.centre) {
    const zoom = Math.min(400, Math.max(0.5, this.zoom * factor));
    const ratio = this.zoom / zoom;
    this.centre = [at[0] + (this.centre[0] - at[0]) * ratio, at[1] + (this.centre[1] - at[1]) * ratio];
    this.zoom = zoom;
    this.redraw(true);
  }

  moveBy(dx, dy) {
    this.centre = [this.centre[0] + dx / this.zoom, this.centre[1] + dy / this.zoom];
    this.redraw(true);
  }

  listen() {
    const pointers = new Map();
    let last = null, path = null;
    this.canvas.addEventListener('pointerdown', (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      last = this.toMap(event);
      path = this.tool === 'move' ? null : [last];
    });
    this.canvas.addEventListener('pointermove', (event) => {
      if (!pointers.has(event.pointerId)) {
        const [x, y] = this.toMap(event);
        this.onHover(this.n ? this.nearest(x, y) : -1, event);
        return;
      }
      const before = [...pointers.values()];
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      const after = [...pointers.values()];
      if (path) {
        path.push(this.toMap(event));
        this.drawLasso(path);
      } else if (after.length === 2) {
        const span = ([p, q]) => Math.hypot(p[0] - q[0], p[1] - q[1]);
        this.zoomBy(span(after) / Math.max(1, span(before)));
      } else {
        const now = this.toMap(event);
        this.centre = [this.centre[0] + last[0] - now[0], this.centre[1] + last[1] - now[1]];
        this.redraw(true);
      }
    });
    const up = (event) => {
      pointers.delete(event.pointerId);
      if (path && path.length > 2) this.onLasso(this.inside(path));
      path = null;
      this.drawLasso([]);
    };
    this.canvas.addEventListener('pointerup', up);
    this.canvas.addEventListener('pointercancel', up);
    this.canvas.addEventListener('pointerleave', (event) => this.onHover(-1, event));
    this.canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoomBy(Math.exp(-event.deltaY * 0.0015), this.toMap(event));
    }, { passive: false });
    this.canvas.addEventListener('keydown', (event) => {
      const steps = { ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, 0.15], ArrowDown: [0, -0.15] };
      if (steps[event.key]) this.moveBy(...steps[event.key]);
      else if (event.key === '+' || event.key === '=') this.zoomBy(1.3);
      else if (event.key === '-') this.zoomBy(1 / 1.3);
      else if (event.key === '0') this.home();
      else return;
      event.preventDefault();
    });
  }

  drawLasso(path) {
    const context = this.overlay.getContext('2d');
    context.clearRect(0, 0, this.overlay.width, this.overlay.height);
    if (path.length < 2) return;
    const [sx, sy] = this.scale();
    context.beginPath();
    for (const [x, y] of path) {
      context.lineTo(((x - this.centre[0]) * sx + 1) / 2 * this.overlay.width, (1 - (y - this.centre[1]) * sy) / 2 * this.overlay.height);
    }
    context.closePath();
    context.lineWidth = 2 * devicePixelRatio;
    context.strokeStyle = this.accent;
    context.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
    context.stroke();
  }

  resize() {
    const { clientWidth, clientHeight } = this.canvas.parentElement;
    if (!clientWidth || !clientHeight) return;
    const ratio = Math.min(2, devicePixelRatio || 1);
    for (const canvas of [this.canvas, this.overlay]) {
      canvas.width = Math.round(clientWidth * ratio);
      canvas.height = Math.round(clientHeight * ratio);
    }
    this.redraw();
  }

  pointSize() {
    const ratio = Math.min(2, devicePixelRatio || 1);
    const crowd = Math.sqrt(this.n / 2000);
    return ratio * Math.min(16, Math.max(3, 11 / Math.max(1, crowd) * Math.sqrt(Math.max(1, this.zoom))));
  }

  redraw(moving = false) {
    if (!this.n) return;
    if (moving) {
      clearTimeout(this.rest);
      this.rest = setTimeout(() => { this.drawn = 0; this.redraw(); }, 200);
    }
    this.moving = moving;  // the latest word counts, also for a frame that is waited for
    if (this.waiting) return;
    this.waiting = requestAnimationFrame((now) => {
      this.waiting = 0;
      if (!this.moving) this.drawMeasured();
      else if (!this.movePicture()) this.draw(this.slow ? leastWhileMoving : this.detailAt(now));
    });
  }

  // Shows the last drawing where it belongs now. False on machines that can draw in time, and if too little of the drawing is left.
  movePicture() {
    if (!this.slow || !this.pictureOf) return false;
    const { centre, zoom } = this.pictureOf;
    const { clientWidth, clientHeight } = this.canvas.parentElement;
    const ratio = this.zoom / zoom;
    const [sx, sy] = this.scale();
    const x = clientWidth / 2 * ((1 - ratio) + (centre[0] - this.centre[0]) * sx);
    const y = clientHeight / 2 * ((1 - ratio) - (centre[1] - this.centre[1]) * sy);
    const away = Math.max(Math.abs(centre[0] - this.centre[0]) * sx, Math.abs(centre[1] - this.centre[1]) * sy);
    if (ratio < 0.5 || ratio > 2 || away > 1.2) return false;
    this.canvas.style.transform = `translate(${x}px, ${y}px) scale(${ratio})`;
    return true;
  }

  // All points, and how long they take: reading a pixel waits until they are drawn.
  drawMeasured() {
    const start = performance.now();
    this.draw(this.n);
    if (this.gl) this.gl.readPixels(0, 0, 1, 1, this.gl.RGBA, this.gl.UNSIGNED_BYTE, new Uint8Array(4));
    this.slow = performance.now() - start > mostWhileMoving;
  }

  // How many points this machine draws in time, by how long the last frame of the movement took.
  detailAt(now) {
    const took = this.drawn ? now - this.drawn : 0;
    this.drawn = now;
    if (took > tooSlowFrame && took < 1000) this.detail = Math.max(leastWhileMoving, this.detail * Math.max(0.3, tooSlowFrame / took));
    else if (took > 0 && took < 18) this.detail = this.detail * 1.08;
    this.detail = Math.min(this.n, Math.round(this.detail));
    return this.detail;
  }

  draw(points) {
    const count = Math.min(points, this.n);
    this.canvas.dataset.draws = Number(this.canvas.dataset.draws || 0) + 1;
    this.canvas.dataset.points = count;
    this.pictureOf = { centre: this.centre, zoom: this.zoom };
    this.canvas.style.transform = '';
    if (!this.gl) return this.drawPlain(count);
    const gl = this.gl;
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(...this.paper, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.uniform2f(this.at.centre, ...this.centre);
    gl.uniform2f(this.at.scale, ...this.scale());
    gl.uniform1f(this.at.size, this.pointSize());
    gl.uniform3fv(this.at.colours, this.colours.flat());
    gl.uniform3f(this.at.ink, ...this.ink);
    gl.uniform3f(this.at.paper, ...this.paper);
    gl.drawArrays(gl.POINTS, 0, count);
    return undefined;
  }

  drawPlain(count) {
    const { width, height } = this.canvas;
    const [sx, sy] = this.scale();
    const size = this.pointSize() * 0.7;
    this.plain.fillStyle = this.paperCss;
    this.plain.fillRect(0, 0, width, height);
    for (let k = 0; k < 7; ++k) {
      this.plain.fillStyle = this.css[k];
      for (let at = 0; at < count; ++at) {
        const i = this.order[at];
        if (colourOf(this.labels[i]) !== k) continue;
        const x = ((this.points[2 * i] - this.centre[0]) * sx + 1) / 2 * width;
        const y = (1 - (this.points[2 * i + 1] - this.centre[1]) * sy) / 2 * height;
        const grown = this.marks[i] ? size * 1.8 : size;
        this.plain.fillRect(x - grown / 2, y - grown / 2, grown, grown);
      }
    }
  }
}
