#include "io/report/assets.hpp"

namespace mvlink {
inline namespace v1 {
namespace io::report {

const std::string_view kScript = R"js(
(function () {
  'use strict';
  var COLOURS = +document.body.dataset.colours, SHAPES = +document.body.dataset.shapes, REACH = 22;
  document.documentElement.classList.add('js');

  function all(selector, within) {
    return Array.prototype.slice.call((within || document).querySelectorAll(selector));
  }
  function read(within, selector) {
    var element = within.querySelector(selector);
    return element ? JSON.parse(element.textContent) : null;
  }

  // Tabs: one per partition.
  var tabs = all('.tabs [role=tab]');
  function choose(tab) {
    tabs.forEach(function (other) {
      var chosen = other === tab;
      other.setAttribute('aria-selected', chosen);
      other.tabIndex = chosen ? 0 : -1;
      document.getElementById(other.getAttribute('aria-controls')).hidden = !chosen;
    });
  }
  tabs.forEach(function (tab, i) {
    tab.addEventListener('click', function () { choose(tab); });
    tab.addEventListener('keydown', function (event) {
      var step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (!step) return;
      var next = tabs[(i + step + tabs.length) % tabs.length];
      choose(next);
      next.focus();
    });
  });
  if (tabs.length) choose(tabs[0]);

  function Plot(panel, figure, classes) {
    var plot = this;
    plot.panel = panel;
    plot.classes = classes;
    plot.svg = figure.querySelector('.stage svg');
    plot.tip = figure.querySelector('.tip');
    plot.data = read(figure, '.point-data');
    plot.siblings = [];
    plot.marks = [];
    plot.points = all('.points use', plot.svg);
    plot.lines = all('.lines path', plot.svg);
    plot.x = plot.points.map(function (p) { return +p.getAttribute('x'); });
    plot.y = plot.points.map(function (p) { return +p.getAttribute('y'); });
    plot.order = plot.x.map(function (_, i) { return i; }).sort(function (a, b) { return plot.x[a] - plot.x[b]; });
    plot.current = -1;
    plot.halo = document.createElementNS(plot.svg.namespaceURI, 'circle');
    plot.halo.setAttribute('class', 'halo');
    plot.halo.setAttribute('r', window.innerWidth < 700 ? 16 : 10);
    plot.svg.addEventListener('pointermove', function (event) { plot.show(plot.nearest(event)); });
    plot.svg.addEventListener('pointerdown', function (event) { plot.show(plot.nearest(event)); });
    plot.svg.addEventListener('pointerleave', function () { plot.show(-1); });
    plot.svg.addEventListener('blur', function () { plot.show(-1); });
    plot.svg.addEventListener('keydown', function (event) { plot.walk(event); });
  }
  Plot.prototype.nearest = function (event) {
    var matrix = this.svg.getScreenCTM();
    var x = (event.clientX - matrix.e) / matrix.a, y = (event.clientY - matrix.f) / matrix.d;
    var best = -1, least = Math.pow(REACH / matrix.a, 2);
    for (var i = 0; i < this.x.length; i++) {
      var away = Math.pow(this.x[i] - x, 2) + Math.pow(this.y[i] - y, 2);
      if (away < least && !this.points[i].classList.contains('dim')) { least = away; best = i; }
    }
    return best;
  };
  Plot.prototype.walk = function (event) {
    var at = this.order.indexOf(this.current), last = this.order.length - 1, next;
    if (event.key === 'ArrowRight' || event.key === 'ArrowDown') next = Math.min(last, at + 1);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') next = Math.max(0, at - 1);
    else if (event.key === 'Home') next = 0;
    else if (event.key === 'End') next = last;
    else if (event.key === 'Escape') { this.show(-1); return; }
    else return;
    event.preventDefault();
    this.show(this.order[next]);
  };
  Plot.prototype.lineOf = function (i) {
    return this.lines.filter(function (line) { return +line.dataset.a === i || +line.dataset.b === i; });
  };
  Plot.prototype.show = function (i) {
    if (i === this.current) return;
    this.current = i;
    this.lines.forEach(function (line) { line.classList.remove('on'); });
    this.tip.hidden = i < 0;
    this.markMates(i);
    if (i < 0 || i === undefined) { this.halo.remove(); return; }
    this.halo.setAttribute('cx', this.x[i]);
    this.halo.setAttribute('cy', this.y[i]);
    this.svg.appendChild(this.halo);
    var own = this.lineOf(i);
    own.forEach(function (line) { line.classList.add('on'); });
    this.describe(i, own);
    this.place(i);
  };
  // The same object in the plots beside this one.
  Plot.prototype.markMates = function (i) {
    var plot = this, object = plot.data.objects && i >= 0 ? plot.data.objects[i] : -1;
    plot.siblings.forEach(function (other) {
      if (other !== plot) other.mark(object);
    });
  };
  Plot.prototype.mark = function (object) {
    var plot = this;
    plot.marks.forEach(function (mark) { mark.remove(); });
    plot.marks = [];
    if (object < 0) return;
    plot.data.objects.forEach(function (own, j) {
      if (own !== object) return;
      var mark = plot.halo.cloneNode();
      mark.setAttribute('cx', plot.x[j]);
      mark.setAttribute('cy', plot.y[j]);
      plot.svg.appendChild(mark);
      plot.marks.push(mark);
    });
  };
  Plot.prototype.describe = function (i, own) {
    var tip = this.tip, data = this.data;
    tip.textContent = '';
    function add(tag, text) {
      var element = document.createElement(tag);
      element.textContent = text;
      tip.appendChild(element);
    }
    add('b', data.ids[i]);
    if (data.names && data.names[i]) add('div', data.names[i]);
    var sure = data.confidence[i];
    add('div', 'cluster ' + data.labels[i] + (sure === null ? '' : ', confidence ' + sure.toFixed(2)));
    if (data.classes) add('div', 'class ' + (data.classes[i] < 0 ? 'unknown' : this.classes.names[data.classes[i]]));
    var broken = own.filter(function (line) { return line.classList.contains('broken'); }).length;
    if (own.length) {
      add('div', own.length + (own.length === 1 ? ' constraint' : ' constraints') + (broken ? ', ' + broken + ' violated' : ''));
    }
  };
  Plot.prototype.place = function (i) {
    var scale = this.svg.clientWidth / this.svg.viewBox.baseVal.width;
    var x = this.x[i] * scale, y = this.y[i] * scale, width = this.tip.offsetWidth, height = this.tip.offsetHeight;
    var top = y - height - 16 >= 0 ? y - height - 16 : y + 16;
    this.tip.style.left = Math.max(0, Math.min(x - width / 2, this.svg.clientWidth - width)) + 'px';
    this.tip.style.top = Math.max(0, Math.min(top, this.svg.clientHeight - height)) + 'px';
  };
  Plot.prototype.paint = function (state) {
    var plot = this, data = plot.data;
    plot.points.forEach(function (point, i) {
      var number = state.byClass ? data.classes[i] : data.labels[i];
      var slot = state.byClass ? (number < 0 ? -1 : plot.classes.slots[number]) : number;
      var hidden = (state.only !== null && state.only !== number) || (state.find && !plot.matches(i, state.find));
      var sure = data.confidence[i];
      var level = sure === null ? 3 : Math.max(0, Math.min(3, Math.floor(sure * 4)));
      point.setAttribute('class', (slot < 0 ? 'kn' : 'k' + slot % COLOURS) + ' f' + level + (hidden ? ' dim' : ''));
      point.setAttribute('href', '#s' + (slot < 0 ? 0 : Math.floor(slot / COLOURS) % SHAPES));
    });
    plot.lines.forEach(function (line) {
      var dim = function (end) { return plot.points[end].classList.contains('dim'); };
      line.classList.toggle('dim', dim(line.dataset.a) && dim(line.dataset.b));
    });
    plot.current = -2;
    plot.show(state.find ? plot.order.filter(function (i) { return plot.matches(i, state.find); })[0] : -1);
  };
  Plot.prototype.matches = function (i, text) {
    var name = this.data.names ? ' ' + this.data.names[i] : '';
    return (this.data.ids[i] + name).toLowerCase().indexOf(text) >= 0;
  };

  all('.panel').forEach(function (panel) {
    var classes = read(panel, '.class-data');
    var plots = all('.plot', panel).map(function (figure) {
      return new Plot(panel, figure, read(figure.parentNode, '.class-data') || classes);
    });
    if (panel.classList.contains('together')) plots.forEach(function (plot) { plot.siblings = plots; });
    var state = { byClass: false, only: null, find: '' };
    var entries = all('.entry', panel);
    function paint() { plots.forEach(function (plot) { plot.paint(state); }); }
    function forget() {
      state.only = null;
      entries.forEach(function (entry) { entry.setAttribute('aria-pressed', 'false'); });
    }
    all('input[name^=colour]', panel).forEach(function (input) {
      input.addEventListener('change', function () {
        state.byClass = input.value === 'class';
        panel.classList.toggle('show-class', state.byClass);
        forget();
        paint();
      });
    });
    all('input[name^=lines]', panel).forEach(function (input) {
      input.addEventListener('change', function () {
        panel.classList.toggle('no-lines', input.value === 'none');
        panel.classList.toggle('broken-only', input.value === 'broken');
        panel.classList.toggle('given-only', input.value === 'given');
        panel.classList.toggle('inferred-only', input.value === 'inferred');
      });
    });
    all('input.round', panel).forEach(function (input) {
      input.addEventListener('input', function () {
        input.parentNode.querySelector('output').textContent = input.value;
        all('.lines path[data-round]', panel).forEach(function (line) {
          line.classList.toggle('later', +line.dataset.round >= +input.value);
        });
      });
    });
    all('input[value=fade]', panel).forEach(function (input) {
      input.addEventListener('change', function () { panel.classList.toggle('fade', input.checked); });
    });
    all('.find', panel).forEach(function (input) {
      input.addEventListener('input', function () { state.find = input.value.trim().toLowerCase(); paint(); });
    });
    entries.forEach(function (entry) {
      entry.addEventListener('click', function () {
        var chosen = state.only === +entry.dataset.number ? null : +entry.dataset.number;
        forget();
        state.only = chosen;
        if (chosen !== null) entry.setAttribute('aria-pressed', 'true');
        paint();
      });
    });
  });

  all('.copy').forEach(function (button) {
    button.addEventListener('click', function () {
      var code = button.parentNode.querySelector('code');
      function done() {
        button.textContent = 'Copied';
        setTimeout(function () { button.textContent = 'Copy'; }, 1500);
      }
      function byHand() {
        var range = document.createRange();
        range.selectNodeContents(code);
        var selection = getSelection();
        selection.removeAllRanges();
        selection.addRange(range);
        if (document.execCommand('copy')) done();
      }
      if (navigator.clipboard && navigator.clipboard.writeText) {
        navigator.clipboard.writeText(code.textContent).then(done, byHand);
      } else {
        byHand();
      }
    });
  });
})();
)js";

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
