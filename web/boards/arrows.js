// Moves drawn over a board without being made: an arrow from where to where, a ring where a piece is put,
// a cross where one is taken; and whole lines of moves as ghosts with numbers.
import { s } from "../modules/dom.js";
import { TOUCH_CAPTURE, TOUCH_FROM, TOUCH_PUT, TOUCH_TO } from "../modules/potez.js";

const COLOURS = { best: "#0f9f6e", other: "#0f9f6e", played: "#e04f16", advice: "#f59e0b", line: "#7c3aed" };
const HEAD = 13;

function arrow([x1, y1], [x2, y2], { colour, width, dashed, opacity }) {
  const far = Math.hypot(x2 - x1, y2 - y1) || 1, ux = (x2 - x1) / far, uy = (y2 - y1) / far;
  const start = Math.min(12, far / 4), end = Math.min(7, far / 6);
  const [sx, sy, tx, ty] = [x1 + ux * start, y1 + uy * start, x2 - ux * end, y2 - uy * end];
  const [bx, by] = [tx - ux * HEAD, ty - uy * HEAD];
  return s("g", { class: "arrow", opacity },
    s("path", { d: `M${sx} ${sy}L${bx} ${by}`, stroke: "#fff", "stroke-opacity": 0.75, "stroke-width": width + 3, "stroke-linecap": "round", fill: "none" }),
    s("path", { d: `M${sx} ${sy}L${bx} ${by}`, stroke: colour, "stroke-width": width, "stroke-linecap": "round", fill: "none", "stroke-dasharray": dashed ? "7 8" : null }),
    s("path", { d: `M${tx} ${ty}L${bx - uy * HEAD * 0.62} ${by + ux * HEAD * 0.62}L${bx + uy * HEAD * 0.62} ${by - ux * HEAD * 0.62}Z`, fill: colour, stroke: "#fff", "stroke-width": 1.2 }));
}

// One move: { steps, kind, exact }. An estimate is dashed.
export function moveMarks(style, { steps, kind, exact = true }) {
  const colour = COLOURS[kind], dashed = !exact;
  const look = { colour, dashed, width: kind === "other" ? 4 : 6, opacity: kind === "other" ? 0.6 : 0.92 };
  const radius = (style.cell ?? style.unit / 2) * 0.86;
  const parts = [];
  let from = null;
  for (const { place, touch } of steps) {
    const at = style.centre(place);
    const ring = (stroke, name) => s("circle", { class: name, cx: at[0], cy: at[1], r: radius, fill: "none", stroke, "stroke-width": 4.4, "stroke-dasharray": dashed ? "8 6" : null });
    if (touch === TOUCH_FROM) from = at;
    else if (touch === TOUCH_TO) parts.push(arrow(from, at, look));
    else if (touch === TOUCH_PUT) parts.push(ring(colour, "ring"));
    else if (touch === TOUCH_CAPTURE) parts.push(ring("#dc2626", "ring capture"));
  }
  return parts;
}

// A line of moves, the first ones strongest.
export function ghosts(style, entries, most = 8) {
  return entries.slice(0, most).map(({ steps, side }, i) => {
    const parts = [], opacity = Math.max(0.4, 0.85 - 0.07 * i);
    let from = null, at = null;
    for (const { place, touch } of steps) {
      const here = style.centre(place);
      if (touch === TOUCH_FROM) from = here;
      else if (touch === TOUCH_TO) parts.push(arrow(from, at = here, { colour: COLOURS.line, width: 5, opacity }));
      else if (touch === TOUCH_PUT) parts.push(s("g", { transform: `translate(${(at = here).join(" ")})`, opacity }, style.piece(side)));
      else if (touch === TOUCH_CAPTURE) parts.push(s("path", { transform: `translate(${here.join(" ")})`, d: "M-10 -10L10 10M10 -10L-10 10", stroke: "#dc2626", "stroke-width": 4, "stroke-linecap": "round", opacity }));
    }
    if (at) parts.push(s("g", { transform: `translate(${at.join(" ")})` }, s("circle", { r: 9.5, fill: "#fff", stroke: COLOURS.line, "stroke-width": 1.6 }),
      s("text", { "text-anchor": "middle", "dominant-baseline": "central", y: 0.5, "font-family": "Inter, system-ui, sans-serif", "font-size": 12, "font-weight": 700, fill: "#2b1065" }, i + 1)));
    return s("g", { class: "ghost-move" }, parts);
  });
}
