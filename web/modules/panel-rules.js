// The tab "Rules": what the side to move may do now, then the rules, then the keys.
import { h, replace } from "./dom.js";
import { phaseBox } from "./phase-note.js";
import { has, t, word } from "./texts.js";

// What the options change, for those that are not as usual; a size without words of its own is just
// named.
function changes(game, options) {
  return game.options.filter(({ name, standard }) => options?.[name] !== undefined && String(options[name]) !== String(standard)).map(({ name, values }) => {
    const value = String(options[name]), key = `rules.${game.name}.${name}.${value}`;
    return has(key) ? t(key) : `${word("option", name, game.name)}: ${values ? word(`value.${name}`, value) : value}`;
  });
}

export function rulesPanel(host, game, state, options) {
  const changed = changes(game, options);
  const key = (part) => `rules.${game.name}.${part}`;
  const text = has(key("text")) ? t(key("text")) : game.rules;
  replace(host,
    phaseBox(game, state),
    changed.length ? h("div", { class: "phase options" }, h("b", {}, t("rules.options")), changed.map((each) => h("p", {}, each))) : null,
    text.split("\n\n").map((paragraph) => h("p", {}, paragraph)),
    h("h2", { class: "small" }, t("rules.keys")),
    h("dl", { class: "keys" }, [["\u2190 \u2191 \u2192 \u2193", "keys.arrows"], ["Enter", "keys.enter"],
      ...(game.board === "chequered" ? [["1 \u2013 8", "keys.level"]] : []),
      ["U  Y", "keys.undo"], ["[  ]", "keys.step"], ["H", "keys.hint"], ["A", "keys.analysis"], [",  .", "keys.mistakes"], ["S", "keys.swap"],
      ["R", "keys.restart"], ["N", "keys.new"], ["E", "keys.editor"], ["Esc", "keys.leave"]]
      .map(([keys, label]) => h("div", {}, h("dt", {}, keys.split("  ").map((each) => h("kbd", {}, each))), h("dd", {}, t(label))))));
}
