// The editor's right panel: what the chosen cell is and does.
import { h, replace } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { t } from "../modules/texts.js";
import { colourNames, INCREASER, LIMITS, TELEPORTER } from "./level.js";
import { keyList } from "./panel-rules.js";

const KEYS = [["W  A  S  D", "zr2.keys.walk"], ["+  \u2212  0\u20139", "zr2.keys.value"], ["T  I", "zr2.keys.types"], ["M", "zr2.keys.target"], ["G", "zr2.keys.group"], ["P  C", "zr2.keys.player"],
  ["Enter", "zr2.keys.apply"], ["Ctrl+Z", "zr2.keys.undo"], ["F", "zr2.keys.flat"]];

export class CellPanel {
  constructor(view) {
    this.view = view;
    this.element = h("div", { class: "zr2-cellpanel" });
  }

  update() {
    const { view } = this;
    const cell = view.selected;
    const focused = this.element.contains(document.activeElement) ? document.activeElement.id : null;
    replace(this.element, cell === null ? this.#help() : this.#cell(cell));
    if (focused) document.getElementById(focused)?.focus();
  }

  #help() {
    return [h("section", {}, h("h2", {}, t("zr2.cell.none")), h("p", { class: "about" }, t("zr2.cell.help"))),
      h("section", { class: "for-keys" }, h("h2", {}, t("zr2.mouse")), h("dl", { class: "keys" }, ["click", "shift", "right", "drag", "wheel", "player"].map((name) =>
        h("div", {}, h("dt", {}, h("kbd", {}, t(`zr2.mouse.${name}`))), h("dd", {}, t(`zr2.mouse.${name}.does`)))))),
      h("section", { class: "for-keys" }, h("h2", {}, t("rules.keys")), keyList(KEYS))];
  }

  // A whole number between bounds; anything else is answered with a message and changes nothing.
  #number(id, label, value, least, most, change, more = null) {
    const problem = h("p", { class: "zr2-warn", role: "alert", id: `${id}-problem` });
    const input = h("input", { type: "number", id, value, min: least, max: most, step: 1, "aria-describedby": `${id}-problem`, onchange: () => {
      const number = Number(input.value);
      if (input.value.trim() === "" || !Number.isInteger(number) || number < least || number > most) {
        problem.textContent = t("zr2.number.bad", { least, most, found: input.value || t("zr2.number.nothing") });
        input.setAttribute("aria-invalid", "true");
        return;
      }
      if (number !== value) change(number);
      else {
        problem.textContent = "";
        input.removeAttribute("aria-invalid");
      }
    } });
    return [h("div", { class: "zr2-row" }, h("label", { for: id, class: "label" }, label), more ? more(input) : input), problem];
  }

  #cell(cell) {
    const { view } = this;
    const { level } = view;
    const own = level.cells[cell], teleporter = level.isTeleporter(cell), increaser = level.isIncreaser(cell);
    const set = (name) => (value) => view.change((changed) => { changed.cells[cell][name] = value; });
    const step = (by, name, label) => h("button", { type: "button", "aria-label": t(label), onclick: () => view.addValue(cell, by) }, icon(name, 16));
    return [
      h("section", {}, h("h2", {}, t("zr2.cell.is", { cell: view.name(cell), index: cell })),
        this.#number("cell-value", t("zr2.value"), own.value, 0, LIMITS.value, (value) => view.setValue(cell, value),
          (input) => h("span", { class: "stepper" }, step(-1, "minus", "zr2.less"), input, step(1, "plus", "zr2.more"))),
        h("fieldset", { class: "zr2-swatches" }, h("legend", { class: "unseen" }, t("zr2.colour")), colourNames.map((name, colour) => h("label", { title: t(`zr2.colour.${colour}`) },
          h("input", { type: "radio", name: "colour", id: `colour-${colour}`, value: colour, checked: own.colour === colour, "aria-label": t(`zr2.colour.${colour}`), onchange: () => set("colour")(colour) }), h("span", { class: `c${colour}` }, colour)))),
        h("button", { type: "button", id: "cell-player", disabled: level.start === cell, onclick: () => view.placePlayer(cell) }, icon("person", 18), t("zr2.player.here"))),
      h("section", {}, this.#check("cell-teleporter", "zr2.teleporter", teleporter, () => view.toggleType(cell, TELEPORTER)),
        teleporter ? [this.#number("cell-target", t("zr2.leads.to"), own.target, 0, level.cells.length - 1, set("target")),
          h("p", { class: "about" }, level.leadsTo(cell) === null ? t("zr2.leads.nowhere") : t("zr2.leads", { cell: view.name(level.leadsTo(cell)) })),
          h("button", { type: "button", id: "cell-pick", "aria-pressed": String(view.mode === "target"), onclick: () => view.setMode(view.mode === "target" ? "select" : "target") }, icon("flag", 18), t("zr2.pick"))] : null),
      h("section", {}, this.#check("cell-increaser", "zr2.increaser", increaser, () => view.toggleType(cell, INCREASER)),
        increaser ? [this.#number("cell-add", t("zr2.add"), own.add, -LIMITS.value, 0, set("add")),
          h("div", { class: "zr2-row" }, h("label", { class: "label", for: "cell-group" }, t("zr2.group")),
            h("select", { id: "cell-group", onchange: (event) => set("group")(Number(event.target.value)) },
              level.groups.map((group, i) => h("option", { value: i, selected: i === own.group }, t("zr2.group.is", { group: i, n: group.length }))))),
          level.groups[own.group]?.length === 0 ? h("p", { class: "about" }, t("zr2.group.empty")) : null,
          h("button", { type: "button", id: "cell-members", onclick: () => { if (level.groups[own.group]) view.pickGroup(own.group); } }, icon("people", 18), t("zr2.group.choose"))] : null),
    ];
  }

  #check(id, label, checked, change) {
    return h("label", { class: "zr2-check" }, h("input", { type: "checkbox", id, checked, onchange: change }), h("b", {}, t(label)));
  }
}
