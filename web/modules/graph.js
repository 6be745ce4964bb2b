// The score over the whole game, ply by ply, as the side at the bottom sees it: up is good for it. What is
// proved is a solid line with dots, what is estimated a dashed one. Moves that the review has a word for
// are marked, and a touch or an arrow key goes to a ply.
import { h, replace, s } from "./dom.js";
import { t } from "./texts.js";

const EDGE = 9;
const SHAPES = { blunder: "M0 -6L6 5H-6Z", mistake: "M0 -6L6 0L0 6L-6 0Z", inaccuracy: "M-4 -4H4V4H-4Z" };

export class Graph {
  // `go` is called with a ply.
  constructor({ go, tall = 84 }) {
    this.go = go;
    this.tall = tall;
    this.svg = s("svg", { class: "graph", role: "slider", tabindex: 0, "aria-label": t("graph.label"), "aria-valuemin": 0, height: tall,
      onpointerdown: (event) => this.#touch(event), onkeydown: (event) => this.#key(event) });
    this.element = h("div", { class: "graph-box" }, this.svg);
  }

  #x(ply) {
    return this.count < 2 ? EDGE : EDGE + (ply * (this.wide - 2 * EDGE)) / (this.count - 1);
  }

  #y({ share }) {
    return EDGE + (1 - share) * (this.tall - 2 * EDGE);
  }

  #touch(event) {
    const box = this.svg.getBoundingClientRect();
    const part = ((event.clientX - box.left) / box.width) * this.wide;
    this.go(Math.max(0, Math.min(this.count - 1, Math.round(((part - EDGE) / (this.wide - 2 * EDGE)) * (this.count - 1)))));
  }

  #key(event) {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -this.count, End: this.count }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(Math.max(0, Math.min(this.count - 1, this.at + step)));
  }

  // points: { share, exact, words } or null for each ply; marks: Map of a move's index to its class.
  show(points, marks, at) {
    Object.assign(this, { count: points.length, at, wide: Math.max(120, this.svg.clientWidth || 320) });
    const { wide, tall } = this, middle = tall / 2;
    const there = points.map((point, ply) => (point ? { ...point, x: this.#x(ply), y: this.#y(point) } : null));
    const spots = there.filter(Boolean);
    const line = (list) => list.map(({ x, y }, i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
    const pairs = spots.slice(1).map((point, i) => [spots[i], point]);
    const path = (exact) => pairs.filter(([a, b]) => (a.exact && b.exact) === exact).map(line).join("");
    this.svg.setAttribute("viewBox", `0 0 ${wide} ${tall}`);
    this.svg.setAttribute("aria-valuemax", Math.max(0, this.count - 1));
    this.svg.setAttribute("aria-valuenow", at);
    this.svg.setAttribute("aria-valuetext", points[at]?.words ?? t("at.ply", { at, of: this.count - 1 }));
    replace(this.svg,
      s("rect", { x: 0, y: 0, width: wide, height: tall, rx: 8, class: "graph-back" }),
      spots.length > 1 ? s("path", { class: "graph-area", d: `${line(spots)}L${spots.at(-1).x.toFixed(1)} ${middle}L${spots[0].x.toFixed(1)} ${middle}Z` }) : null,
      s("path", { class: "graph-zero", d: `M0 ${middle}H${wide}` }),
      spots.length > 1 ? s("g", { class: "graph-line" }, s("path", { class: "guess", d: path(false) }), s("path", { d: path(true) })) : null,
      spots.filter(({ exact }) => exact).map(({ x, y }) => s("circle", { class: "graph-dot", cx: x.toFixed(1), cy: y.toFixed(1), r: this.count > 40 ? 1.7 : 2.3 })),
      s("path", { class: "graph-at", d: `M${this.#x(at).toFixed(1)} 2V${tall - 2}` }),
      [...marks].filter(([move]) => SHAPES[marks.get(move)] && there[move + 1]).map(([move, kind]) =>
        s("path", { class: `graph-mark ${kind}`, transform: `translate(${there[move + 1].x.toFixed(1)} ${there[move + 1].y.toFixed(1)})`, d: SHAPES[kind] })));
    this.element.hidden = this.count < 3;
  }
}
