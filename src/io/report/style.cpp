#include "io/report/assets.hpp"

namespace mvlink {
inline namespace v1 {
namespace io::report {

const std::string_view kStyle = R"css(
:root {
  color-scheme: light dark;
  --bg: #f6f7f9; --card: #ffffff; --ink: #1b2230; --muted: #596273; --line: #e2e6ec; --soft: #eef1f5;
  --accent: #2459b3; --warn: #c62f1d; --warn-soft: #fdeeeb; --link: #78849a; --shadow: 0 1px 2px rgb(20 30 50 / 6%);
  --k0: #2468b4; --k1: #e08a00; --k2: #0c9a76; --k3: #c46aa8; --k4: #4db2ea; --k5: #7a4a26; --k6: #2e2370;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #11141a; --card: #191e27; --ink: #e9ecf2; --muted: #a0aaba; --line: #2b323e; --soft: #232a35;
    --accent: #86b4ff; --warn: #ff8070; --warn-soft: #35201f; --link: #8b97ac; --shadow: none;
    --k0: #4f93ea; --k1: #f2a93b; --k2: #1fb58c; --k3: #e88fcb; --k4: #9bdcfb; --k5: #a06a3f; --k6: #efe96a;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--bg); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif;
}
main { max-width: 1320px; margin: 0 auto; padding: 32px 28px 40px; }
h1, h2, h3, p, ul, dl, figure { margin: 0; padding: 0; }
ul { list-style: none; }
h1 { font-size: 30px; line-height: 1.2; letter-spacing: -0.02em; font-weight: 700; overflow-wrap: anywhere; }
h2 { font-size: 18px; letter-spacing: -0.01em; font-weight: 650; margin-bottom: 14px; overflow-wrap: anywhere; }
h3 { font-size: 13px; font-weight: 600; color: var(--muted); margin: 20px 0 8px; }
small { font-size: 12.5px; color: var(--muted); font-weight: 400; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.88em; }
.defs { position: absolute; }
.warn { color: var(--warn); font-weight: 600; }
.note { color: var(--muted); font-size: 13.5px; margin-top: 10px; }
.note.first { margin: 0 0 10px; }
.nowrap { white-space: nowrap; }
h4 { font-size: 12.5px; font-weight: 500; color: var(--muted); margin: 12px 0 2px; }

header { margin-bottom: 24px; }
.brand { font-size: 13px; font-weight: 700; letter-spacing: 0.04em; color: var(--accent); margin-bottom: 6px; }
.headline { font-size: 20px; line-height: 1.45; color: var(--ink); max-width: 62ch; margin-top: 10px; overflow-wrap: anywhere; }
.tiles { display: flex; flex-wrap: wrap; gap: 10px 36px; margin-top: 22px; }
.tile { display: flex; flex-direction: column-reverse; justify-content: flex-end; }
.tile dd { margin: 0; font-size: 28px; line-height: 1.15; font-weight: 650; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.tile dt { font-size: 13px; color: var(--muted); }
.tile.warned dd { color: var(--warn); }

.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 22px 24px; margin-bottom: 20px;
  box-shadow: var(--shadow); min-width: 0; }
.cards { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 20px; }
.notice { border-left: 5px solid var(--k1); }
.notice h2 { margin-bottom: 8px; }
.notice li { margin-top: 4px; overflow-wrap: anywhere; }
.notice code { color: var(--muted); white-space: nowrap; }

.tabs { display: none; }
.js .tabs { display: flex; flex-wrap: wrap; gap: 6px; margin-bottom: 12px; }
.tabs button { font: inherit; font-size: 15px; font-weight: 600; color: var(--muted); background: none; border: 1px solid transparent;
  border-radius: 999px; padding: 6px 16px; cursor: pointer; overflow-wrap: anywhere; }
.tabs button:hover { color: var(--ink); background: var(--soft); }
.tabs button[aria-selected="true"] { color: var(--card); background: var(--ink); }

.controls { display: none; }
.js .controls { display: flex; flex-wrap: wrap; align-items: center; gap: 10px 22px; margin-bottom: 14px; font-size: 14px; }
.choice { border: 0; margin: 0; padding: 0; display: flex; align-items: center; gap: 2px; }
.choice legend { float: left; color: var(--muted); margin: 0; padding: 0 8px 0 0; }
.choice label { position: relative; }
.choice input { position: absolute; opacity: 0; inset: 0; margin: 0; cursor: pointer; }
.choice span { display: block; padding: 4px 12px; border: 1px solid var(--line); background: var(--card); color: var(--muted); }
.choice label:first-of-type span { border-radius: 8px 0 0 8px; }
.choice label:last-of-type span { border-radius: 0 8px 8px 0; }
.choice label + label span { margin-left: -3px; }
.choice input:checked + span { background: var(--soft); color: var(--ink); font-weight: 600; }
.switch { display: flex; align-items: center; gap: 7px; color: var(--muted); cursor: pointer; }
.switch input { accent-color: var(--accent); width: 16px; height: 16px; margin: 0; }
.find { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 4px 10px;
  width: 150px; max-width: 100%; }
.find::placeholder { color: var(--muted); opacity: 1; }
:focus-visible, .choice input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: 2px; }

.with-legend { display: grid; grid-template-columns: minmax(0, 1fr) 290px; gap: 28px; }
.plots { min-width: 0; }
.plots h3:first-child { margin-top: 0; }
.axis { font-size: 13px; color: var(--muted); overflow-wrap: anywhere; }
.axis.right { text-align: right; }
.stage { position: relative; margin: 6px 0; }
.stage svg { display: block; width: 100%; height: auto; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  touch-action: pan-y; }
.plot figcaption { font-size: 13px; color: var(--muted); margin-top: 6px; }
.grid path { stroke: var(--line); stroke-width: 1; fill: none; vector-effect: non-scaling-stroke; }
.grid text { fill: var(--muted); font-size: 15px; }
.shape { transform: scale(calc(var(--dot, 1) * var(--zoom, 1))); }
.points use { stroke: var(--card); stroke-width: 0.8; }
.fade .f0 { opacity: 0.3; } .fade .f1 { opacity: 0.5; } .fade .f2 { opacity: 0.75; }
.points use.dim { opacity: 0.07; }
.k0 { fill: var(--k0); } .k1 { fill: var(--k1); } .k2 { fill: var(--k2); } .k3 { fill: var(--k3); }
.k4 { fill: var(--k4); } .k5 { fill: var(--k5); } .k6 { fill: var(--k6); }
.kn { fill: var(--link); }
.b0 { background: var(--k0); } .b1 { background: var(--k1); } .b2 { background: var(--k2); } .b3 { background: var(--k3); }
.b4 { background: var(--k4); } .b5 { background: var(--k5); } .b6 { background: var(--k6); }
.must, .cannot { fill: none; stroke: var(--link); stroke-width: 1.5; stroke-opacity: 0.75; vector-effect: non-scaling-stroke; }
.cannot { stroke-dasharray: 5 4; }
.broken { stroke: var(--warn); stroke-width: 2.5; stroke-opacity: 1; }
.end { fill: none; stroke: var(--warn); stroke-width: 2; vector-effect: non-scaling-stroke; }
.many .must, .many .cannot { stroke-width: 1; stroke-opacity: 0.4; }
.many .broken { stroke-width: 2; stroke-opacity: 1; }
.crowded .broken { stroke-width: 1; stroke-opacity: 0.45; }
.crowded .end { stroke-width: 1; stroke-opacity: 0.6; }
.lines path.dim { stroke-opacity: 0.08; }
.no-lines .lines path, .no-lines .ends { display: none; }
.broken-only .lines path:not(.broken) { display: none; }
.many .must[data-round], .many .cannot[data-round] { stroke-width: 1.2; }
.lines path[data-round] { stroke: var(--accent); }
.given-only .lines path[data-round], .inferred-only .lines path:not([data-round]), .lines path.later { display: none; }
.switch input.round { width: 110px; }
.together .lines path:not([data-round]):not(.broken):not(.on) { stroke: var(--ink); stroke-width: 1.6; stroke-opacity: 0.7; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); gap: 18px 28px; }
.sides > * { min-width: 0; }
.sides h3 { margin-top: 0; }
.lines path.on { stroke-width: 3; stroke-opacity: 1; }
.halo { fill: none; stroke: var(--ink); stroke-width: 2.5; vector-effect: non-scaling-stroke; }
.tip { position: absolute; pointer-events: none; background: var(--ink); color: var(--card); border-radius: 8px; padding: 7px 11px;
  font-size: 13px; line-height: 1.4; max-width: min(260px, 80%); overflow-wrap: anywhere; z-index: 2; }
.tip b { display: block; unicode-bidi: isolate; }
.tip[hidden] { display: none; }

.legend h3 { margin-top: 0; }
.js .by-class { display: none; }
.js .show-class .by-class { display: block; }
.js .show-class .by-cluster { display: none; }
.by-cluster + .by-class { margin-top: 18px; }
.entry { display: grid; grid-template-columns: 20px minmax(0, 1fr) auto; gap: 2px 6px; align-items: center; width: 100%; padding: 5px 8px;
  margin-left: -8px; font: inherit; font-size: 14.5px; color: inherit; text-align: left; background: none; border: 0; border-radius: 8px; }
.js .entry { cursor: pointer; }
.js .entry:hover { background: var(--soft); }
.entry[aria-pressed="true"] { background: var(--soft); box-shadow: inset 0 0 0 1.5px var(--muted); }
.entry .name { overflow-wrap: anywhere; unicode-bidi: isolate; }
.entry .size { font-variant-numeric: tabular-nums; white-space: nowrap; }
.entry .bar { grid-column: 2 / 4; }
.swatch { width: 16px; height: 16px; vertical-align: -3px; flex: none; overflow: visible; }
.bar { display: block; height: 6px; border-radius: 3px; background: var(--soft); overflow: hidden; }
.bar > span { display: block; height: 100%; border-radius: 3px; min-width: 2px; }
.bars .bar > span:not([class^="b"]) { background: var(--link); }
.key { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-top: 18px; padding-top: 14px; border-top: 1px solid var(--line);
  font-size: 13px; color: var(--muted); }
.key svg { width: 28px; height: 10px; vertical-align: 1px; }
summary { cursor: pointer; color: var(--accent); font-size: 14px; margin-top: 8px; }

.kept { margin-top: 14px; }
.kept:first-of-type { margin-top: 0; }
.kept p { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; font-size: 15px; }
.track { display: flex; gap: 2px; height: 12px; margin-top: 6px; border-radius: 6px; overflow: hidden; }
.track .ok { background: var(--accent); }
.track .bad { background: repeating-linear-gradient(45deg, var(--warn) 0 5px, var(--warn-soft) 5px 7px); }

.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 14.5px; width: 100%; }
th { font-weight: 500; text-align: left; }
td, th { padding: 6px 14px 6px 0; vertical-align: baseline; }
td:last-child, th:last-child { padding-right: 0; }
thead th { font-size: 12.5px; color: var(--muted); border-bottom: 1px solid var(--line); white-space: nowrap; }
tbody tr + tr > * { border-top: 1px solid var(--line); }
.num { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.rows td:not(.num):not(.nowrap) { overflow-wrap: anywhere; min-width: 80px; }
.marks th { overflow-wrap: anywhere; min-width: 90px; }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 380px), 1fr)); gap: 12px 48px; }
.views { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 250px), 1fr)); gap: 12px 28px; }
.views + .views { margin-top: 18px; }
.two > * { min-width: 0; }
.two h3 { margin-top: 6px; }
.measures th small, .options small { display: block; }
.measures .meter { display: block; width: 110px; height: 5px; border-radius: 3px; background: var(--soft); margin: 3px 0 2px auto; overflow: hidden; }
.meter span { display: block; height: 100%; background: var(--accent); border-radius: 3px; }
.confusion { width: auto; border-collapse: separate; border-spacing: 3px; font-variant-numeric: tabular-nums; }
.confusion th, .confusion td { border: 0 !important; padding: 7px 12px; white-space: nowrap; }
.confusion thead th { text-align: center; white-space: normal; overflow-wrap: anywhere; max-width: 130px; vertical-align: bottom; }
.confusion tbody th { padding-left: 0; }
.confusion .swatch { margin-right: 6px; }
.confusion tbody td { text-align: center; min-width: 54px; border-radius: 7px; color: var(--ink);
  background: color-mix(in srgb, var(--accent) calc(var(--share) * 100%), var(--soft)); }
.confusion tbody td.much { color: var(--card); font-weight: 600; }
.options th { width: 60%; }
.options td { overflow-wrap: anywhere; }
.source { overflow-wrap: anywhere; margin-bottom: 6px; }
.bars th { white-space: nowrap; }
.weights th, .directions th { white-space: normal; overflow-wrap: anywhere; width: 45%; min-width: 110px; }
.metrics .swatch { margin-right: 4px; }
.bars .wide { width: 100%; vertical-align: middle; }
.curve svg { display: block; width: 100%; height: 150px; background: linear-gradient(var(--line), var(--line)) bottom / 100% 1px no-repeat; }
.curve path { fill: none; stroke: var(--accent); stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round; vector-effect: non-scaling-stroke; }
.curve figcaption { display: flex; justify-content: space-between; flex-wrap: wrap; gap: 0 16px; font-size: 13px; color: var(--muted); margin-top: 6px;
  font-variant-numeric: tabular-nums; }
.curve .dots { stroke-width: 8; }
.clustering + .clustering { margin-top: 18px; padding-top: 16px; border-top: 1px solid var(--line); }
.clustering h3 { font-size: 16px; color: var(--ink); margin: 0 0 4px; }
.facts { display: flex; flex-wrap: wrap; gap: 2px 22px; font-size: 14.5px; color: var(--muted); }
.facts b { color: var(--ink); font-variant-numeric: tabular-nums; }
.strip { display: flex; flex-wrap: wrap; gap: 14px; margin-top: 12px; }
.strip figure { width: 132px; }
.strip svg:not(.swatch) { display: block; width: 100%; height: auto; border-radius: 8px; border: 1px solid var(--line); }
.strip figcaption { font-size: 13px; color: var(--muted); margin-top: 4px; }
.strip .map { margin-left: 22px; }
.map svg { background: var(--soft); }
.own { fill: var(--accent); }
.chips { display: flex; flex-wrap: wrap; gap: 6px; }
.chips li { background: var(--soft); border-radius: 8px; padding: 3px 10px; font-size: 14px; overflow-wrap: anywhere; }
.sizes .taken > * { font-weight: 650; }
.sizes .taken .bar > span { background: var(--accent) !important; }
.copybox { position: relative; background: var(--soft); border-radius: 10px; }
.copybox pre { margin: 0; padding: 14px 16px; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 15px; }
.copybox span { display: inline-block; max-width: 100%; }
.copy { display: none; }
.js .copy { display: block; position: absolute; top: 9px; right: 9px; font: inherit; font-size: 13px; font-weight: 600; color: var(--ink);
  background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 4px 12px; cursor: pointer; }
.js .copybox pre { padding-right: 90px; }
footer { color: var(--muted); font-size: 13px; text-align: center; margin-top: 28px; }

@media (max-width: 980px) {
  .with-legend { grid-template-columns: minmax(0, 1fr); gap: 18px; }
  .legend ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 240px), 1fr)); gap: 0 24px; }
  .cards { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 700px) {
  main { padding: 20px 14px 28px; }
  .card { padding: 16px; border-radius: 12px; }
  h1 { font-size: 25px; }
  .headline { font-size: 18px; }
  .tiles { gap: 12px 26px; }
  .tile dd { font-size: 24px; }
  .stage svg { --zoom: 1.7; }
  .strip { gap: 10px; }
  .strip figure { width: calc(33.3% - 7px); max-width: 132px; }
  .strip .map { margin-left: 0; }
  .links thead { display: none; }
  .links tr { display: grid; grid-template-columns: 1fr 1fr auto; padding: 8px 0; }
  .links tr + tr { border-top: 1px solid var(--line); }
  .links td { border: 0 !important; padding: 1px 10px 1px 0; font-size: 14px; }
  .links td:nth-child(3), .links td:nth-child(4) { grid-row: 2; text-align: left; color: var(--muted); }
  .links td:nth-child(5) { grid-row: 1; grid-column: 3; padding-right: 0; }
  .grid text { font-size: 28px; }
  .end { r: 15px; }
  td, th { padding-right: 10px; }
  .violations thead { display: none; }
  .violations tr { display: grid; grid-template-columns: 1fr auto auto; padding: 8px 0; }
  .violations tr + tr { border-top: 1px solid var(--line); }
  .violations td { border: 0 !important; padding: 1px 0 1px 14px; font-size: 14px; }
  .violations td:nth-child(-n+2) { grid-column: 1 / -1; padding-left: 0; }
  .violations td:nth-child(3) { padding-left: 0; color: var(--muted); }
  .violations td:nth-child(4)::before { content: "weight "; color: var(--muted); }
  .violations td:nth-child(5)::before { content: "cost "; color: var(--muted); }
  .suspects td:nth-child(4)::before { content: "violated in "; }
  .suspects td:nth-child(5)::before { content: "score "; }
}
@media print {
  body { background: none; font-size: 12px; }
  main { max-width: none; padding: 0; }
  .card { box-shadow: none; break-inside: avoid; }
  .js .controls, .js .tabs, .js .copy, .tip { display: none; }
  .panel[hidden] { display: block !important; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
@media (prefers-reduced-motion: no-preference) {
  .points use { transition: opacity 0.15s; }
}
)css";

}  // namespace io::report
}  // namespace v1
}  // namespace mvlink
