// The editor's flat board: one WAI-ARIA grid per layer, with one cell in the order of Tab. Every cell
// says in words what it is; the keys are the editor's.
import { h, replace } from "../modules/dom.js";
import { t } from "../modules/texts.js";

export class FlatGrid {
  // onTap(cell, { button, shift, touch }), onMove(cell), describe(cell)
  constructor({ label, onTap, onMove, describe }) {
    Object.assign(this, { label, onTap, onMove, describe });
    this.element = h("div", { class: "zr2-grids" });
    this.cells = [];
  }

  #build(level) {
    this.size = level.size.join();
    const [wide, deep = 1] = level.size;
    const layer = wide * deep;
    this.cells = [];
    const grids = [];
    for (let first = 0; first < level.cells.length; first += layer) {
      const name = level.coordinates(first).slice(2).map((at, i) => `c${i + 3} = ${at}`).join(", ");
      const rows = [];
      for (let row = deep - 1; row >= 0; row--)
        rows.push(h("div", { role: "row" }, Array.from({ length: wide }, (_, column) => this.#cell(first + row * wide + column))));
      grids.push(h("figure", { class: "unframed" }, h("div", { class: "zr2-grid", role: "grid", "aria-label": name ? `${this.label}, ${name}` : this.label }, rows), name ? h("figcaption", {}, name) : null));
    }
    this.element.style.setProperty("--cell", `${Math.max(30, Math.min(58, Math.floor(460 / Math.max(wide, deep))))}px`);
    replace(this.element, grids);
  }

  #cell(cell) {
    const element = h("div", { role: "gridcell", class: "zr2-cell", tabindex: -1, dataset: { cell },
      onclick: (event) => this.onTap(cell, { button: 0, shift: event.shiftKey, touch: event.pointerType === "touch" }),
      oncontextmenu: (event) => {
        event.preventDefault();
        this.onTap(cell, { button: 2, shift: event.shiftKey, touch: false });
      },
      onfocus: () => this.onMove(cell) });
    this.cells[cell] = element;
    return element;
  }

  show({ level, marks: { selected = null, cursor = null, members = [], target = null } }) {
    if (level.size.join() !== this.size) this.#build(level);
    const grouped = new Set(members);
    level.cells.forEach((own, cell) => {
      const element = this.cells[cell], value = Math.max(0, own.value), lowers = level.lowers(cell);
      element.className = `zr2-cell c${own.colour}${value === 0 ? " none" : ""}`;
      element.setAttribute("aria-selected", cell === selected);
      element.setAttribute("aria-label", this.describe(cell));
      element.setAttribute("tabindex", cell === (cursor ?? level.start) ? 0 : -1);
      replace(element, h("span", {}, value || ""), level.leadsTo(cell) !== null ? h("i", { class: "ring" }) : null,
        lowers ? h("i", { class: "lower" }, `\u2212${-lowers.add}`) : null, cell === level.start ? h("i", { class: "man", title: t("zr2.player") }) : null,
        grouped.has(cell) ? h("i", { class: "member" }, "\u25bc") : null, cell === target ? h("i", { class: "aim" }, "\u25bc") : null);
    });
  }

  focus(cell) {
    this.cells[cell]?.focus({ preventScroll: false });
  }
}
