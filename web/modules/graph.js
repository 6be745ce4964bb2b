// The score over the whole game: the first side's share, ply by ply; mistakes are marked, and a touch
// goes to that ply.
import { h, replace, s } from "./dom.js";
import { t } from "./texts.js";

const WIDE = 320, TALL = 84, EDGE = 6;

export class Graph {
  constructor(view) {
    this.view = view;
    this.svg = s("svg", { viewBox: `0 0 ${WIDE} ${TALL}`, class: "graph", role: "img", "aria-label": t("graph.label"), preserveAspectRatio: "none",
      onpointerdown: (event) => this.#touch(event) });
    this.element = h("div", { class: "graph-box" }, h("span", { class: "label" }, t("graph.label")), this.svg);
  }

  #x(ply) {
    return this.count < 2 ? EDGE : EDGE + (ply * (WIDE - 2 * EDGE)) / (this.count - 1);
  }

  #touch(event) {
    const box = this.svg.getBoundingClientRect();
    const part = ((event.clientX - box.left) / box.width) * WIDE;
    const ply = Math.round(((part - EDGE) / (WIDE - 2 * EDGE)) * (this.count - 1));
    const { match } = this.view;
    match.go(ply, { resume: !match.against });
  }

  show(shares, marks, at) {
    this.count = shares.length;
    const y = (value) => EDGE + (1 - value) * (TALL - 2 * EDGE);
    const points = shares.map((value, ply) => (value === null ? null : [this.#x(ply), y(value)])).filter(Boolean);
    const path = points.map(([px, py], i) => `${i ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("");
    const middle = TALL / 2;
    replace(this.svg,
      s("rect", { x: 0, y: 0, width: WIDE, height: TALL, rx: 8, class: "graph-back" }),
      points.length > 1 ? s("path", { class: "graph-area", d: `${path}L${points.at(-1)[0].toFixed(1)} ${middle}L${points[0][0].toFixed(1)} ${middle}Z` }) : null,
      s("path", { class: "graph-zero", d: `M0 ${middle}H${WIDE}` }),
      points.length > 1 ? s("path", { class: "graph-line", d: path }) : null,
      s("path", { class: "graph-at", d: `M${this.#x(at)} 2V${TALL - 2}` }),
      [...marks].map(([ply, { kind }]) => s("circle", { class: `graph-mark ${kind}`, cx: this.#x(ply + 1), cy: y(shares[ply + 1] ?? 0.5), r: 4 })));
    this.element.hidden = this.count < 3;
  }
}
