// Beginning a game: against whom, which side, with what clock, and the game's own options.
import { choiceRow, openDialog } from "./dialog.js";
import { ClockChoice } from "./clock-choice.js";
import { h, toast } from "./dom.js";
import { gameTitle } from "./games.js";
import { playerCard } from "./player-card.js";
import { levelName, namedPlayers, person, standing } from "./players.js";
import { nameField } from "./own-name.js";
import { serverHealth } from "./server.js";
import { needTexts, t, word } from "./texts.js";
import { readWeights, takesFiles } from "./weights.js";

// `playable(options)` says whether the game can be played with these options.
export async function newGameDialog(game, { engine, players, options, clock, playable }) {
  const [net] = await Promise.all([game.seats === 2 && serverHealth(), needTexts("players"), needTexts("net")]);
  const machine = players.find((player) => player.kind !== "person") ?? { kind: "level", level: 3 };
  const chosen = {
    against: players.every((player) => player.kind === "person") ? "people" : machine.file ? "model" : machine.kind,
    level: machine.level ?? 3,
    name: machine.name?.split(":")[0] ?? game.best ?? "",
    argument: machine.name?.split(":")[1] ?? "",
    side: players[0]?.kind === "person" ? "0" : "1",
    clock: new ClockChoice(clock),
    lobby: Boolean(net?.lobby),
    listed: false,
    options: { ...options },
    file: machine.file ? machine : null,
    engine,
  };
  return openDialog(t("new.title", { game: gameTitle(game) }), (done) => {
    const form = h("form", { class: "new-game", method: "dialog", onsubmit: (event) => {
      event.preventDefault();
      if (chosen.against === "model" && !chosen.file) toast(t("model.none"), true);
      else done(result(chosen));
    } });
    const more = h("div", { class: "more" });
    if (game.seats === 2)
      form.append(choiceRow("against", t("new.against"), [...(game.best ? [["level", t("new.level")], ["named", t("new.named")], ...(takesFiles(game) ? [["model", t("new.model")]] : [])] : []), ["people", t("new.people")], ...(net ? [["net", t("new.net")]] : [])],
        chosen.against, (value) => { chosen.against = value; chosen.clock.offer(value === "net"); fillMore(); }), more);
    const fillMore = () => more.replaceChildren(...opponent(game, chosen));
    fillMore();
    if (game.seats === 2) form.append(chosen.clock.element);
    form.append(...optionRows(game, chosen, playable));
    form.append(h("div", { class: "row end-row" }, h("button", { type: "submit", class: "go" }, t("new.start"))));
    return form;
  }, { className: "dialog-new" });
}

function opponent(game, chosen) {
  const parts = [];
  if (chosen.against === "level") {
    const said = () => levelName(game, chosen.level);
    const error = () => { const known = standing(game, { kind: "level", level: chosen.level }); return known ? t("level.elo", { error: String(known.error) }) : ""; };
    const shown = h("b", {}, said()), rated = h("p", { class: "about" }, error());
    parts.push(h("label", { class: "line", for: "new-level" }, h("span", {}, t("level")), shown),
      h("input", { id: "new-level", type: "range", min: 1, max: 10, value: chosen.level, "aria-valuetext": said(), oninput: (event) => {
        chosen.level = Number(event.target.value);
        shown.textContent = said();
        rated.textContent = error();
        event.target.setAttribute("aria-valuetext", said());
      } }), h("div", { class: "ends" }, h("span", {}, t("level.low")), h("span", {}, t("level.high"))), rated);
  } else if (chosen.against === "named") {
    const card = playerCard();
    const argument = h("label", { class: "line" });
    const choose = () => {
      const kind = game.players.find((player) => player.name === chosen.name) ?? game.players[0];
      argument.hidden = !kind.argument;
      if (!chosen.argument || !kind.argument) chosen.argument = kind.argument ? String(kind.standard) : "";
      argument.replaceChildren(h("span", {}, t("new.depth")), h("input", { type: "number", min: kind.least, max: kind.most, value: chosen.argument,
        oninput: (event) => {
          chosen.argument = event.target.value;
          card.show(game, kind, chosen.argument);
        } }));
      card.show(game, kind, chosen.argument);
    };
    parts.push(h("label", { class: "line" }, h("span", {}, t("new.player")), h("select", { onchange: (event) => {
      chosen.name = event.target.value;
      chosen.argument = "";
      choose();
    } }, namedPlayers(game).map((player) => h("option", { value: player.name, selected: player.name === chosen.name }, word("player", player.name))))), argument, ...card.elements);
    choose();
  }
  if (chosen.against === "model") parts.push(...weightsRow(game, chosen));
  if (chosen.against !== "people")
    parts.push(choiceRow("side", t("new.side"), [["0", t("new.first", { side: word("side", game.sides[0], game.name) })], ["1", word("side", game.sides[1], game.name)], ["any", t("new.any")]],
      chosen.side, (value) => { chosen.side = value; }));
  if (chosen.against === "net") parts.push(nameField(), chosen.lobby ? h("label", { class: "line" }, h("span", {}, t("net.anybody")),
    h("input", { type: "checkbox", name: "listed", checked: chosen.listed, onchange: (event) => { chosen.listed = event.target.checked; } })) : null);
  return parts.filter(Boolean);
}

// A player that is a file: chosen here, or dropped anywhere on the page.
function weightsRow(game, chosen) {
  const name = h("b", {}, chosen.file ? chosen.file.name.split(":")[1] : "\u2013"), wrong = h("p", { class: "wrong", role: "alert", hidden: true });
  const take = async (event) => {
    try {
      chosen.file = await readWeights(chosen.engine, game, event.target.files[0]);
      name.textContent = chosen.file.name.split(":")[1];
      wrong.hidden = true;
    } catch (error) {
      wrong.textContent = error.message;
      wrong.hidden = false;
    }
  };
  return [h("label", { class: "line" }, h("span", {}, t("model.choose")), name, h("input", { type: "file", class: "unseen", onchange: take })),
    h("p", { class: "about" }, t("model.drop")), wrong];
}

// The game's options, and before them their names for several at once, such as the rules of a document. Each
// follows the other.
function optionRows(game, chosen, playable) {
  const named = h("label", { class: "line" }), single = h("div", { class: "game-options" });
  const fillNamed = () => named.replaceChildren(...rulesets(game, chosen, fillSingle));
  const fillSingle = () => single.replaceChildren(...game.options.map((option) => optionRow(option, chosen, game, playable, () => {
    fillNamed();
    fillSingle();
  })));
  fillNamed();
  fillSingle();
  return game.rulesets.length ? [named, single] : [single];
}

function rulesets(game, chosen, changed) {
  const value = (name) => String(chosen.options[name] ?? game.options.find((option) => option.name === name).standard);
  const current = game.rulesets.find((rules) => Object.entries(rules.options).every(([name, each]) => value(name) === each));
  return [h("span", {}, t("new.rules")), h("select", { class: "ruleset", onchange: (event) => {
    Object.assign(chosen.options, game.rulesets.find((rules) => rules.name === event.target.value)?.options);
    changed();
  } }, current ? null : h("option", { selected: true }, t("new.rules.own")),
    game.rulesets.map((rules) => h("option", { value: rules.name, selected: rules === current, title: rules.summary }, word("rules", rules.name, game.name))))];
}

// Only what can be played with the other choices is offered; a choice that another has made impossible
// becomes the nearest that is left.
function optionRow(option, chosen, game, playable, changed) {
  const all = option.values ?? Array.from({ length: option.most - option.least + 1 }, (_, i) => String(option.least + i));
  const values = all.filter((each) => playable({ ...chosen.options, [option.name]: each }));
  let value = String(chosen.options[option.name] ?? option.standard);
  if (values.length && !values.includes(value)) {
    value = [...values].sort((a, b) => Math.abs(a - value) - Math.abs(b - value))[0];
    chosen.options[option.name] = value;
  }
  return h("label", { class: "line" }, h("span", { title: option.summary }, word("option", option.name, game.name)),
    h("select", { name: option.name, "data-option": option.name, onchange: (event) => {
      chosen.options[option.name] = event.target.value;
      changed();
      document.querySelector(`[data-option="${option.name}"]`).focus();
    } },
      values.map((each) => h("option", { value: each, selected: each === value }, option.values ? word(`value.${option.name}`, each) : each))));
}

function result(chosen) {
  const machine = chosen.against === "model" ? chosen.file : chosen.against === "named"
    ? { kind: "named", name: chosen.argument ? `${chosen.name}:${chosen.argument}` : chosen.name }
    : { kind: "level", level: chosen.level };
  if (chosen.against === "net")
    return { net: true, side: { 0: "first", 1: "second" }[chosen.side] ?? "random", clock: chosen.clock.value, options: chosen.options, listed: chosen.listed };
  const side = chosen.side === "any" ? Math.floor(Math.random() * 2) : Number(chosen.side);
  const players = chosen.against === "people" ? [person, person] : side === 0 ? [person, machine] : [machine, person];
  return { players, clock: chosen.clock.value, options: chosen.options };
}
