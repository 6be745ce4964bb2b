// The tab "Rules": the rules and the keys.
import { h, replace } from "../modules/dom.js";
import { t } from "../modules/texts.js";

const KEYS = [["W  A  S  D", "zr2.keys.step"], ["Q  E", "zr2.keys.layer"], ["\u2190 \u2191 \u2192 \u2193", "zr2.keys.turn"], ["+  \u2212  0", "zr2.keys.zoom"], ["B  N", "zr2.keys.undo"], ["Ctrl+V", "zr2.keys.solution"],
  ["<  >", "zr2.keys.speed"], ["H", "keys.hint"], ["F", "zr2.keys.flat"], ["R", "keys.restart"], ["Esc", "zr2.keys.pause"]];

export function keyList(keys) {
  return h("dl", { class: "keys" }, keys.map(([names, label]) => h("div", {}, h("dt", {}, names.split("  ").map((each) => h("kbd", {}, each))), h("dd", {}, t(label)))));
}

export class RulesPanel {
  constructor() {
    this.element = h("div", { class: "body rules" });
  }

  show() {
    replace(this.element, t("rules.zr2.text").split("\n\n").map((paragraph) => h("p", {}, paragraph)), h("h2", { class: "small" }, t("rules.keys")), keyList(KEYS));
  }
}
