// A new match or tournament: game, players and settings. A player is written as on the command line (level:3, alphabeta:6), or as a
// generation of an evolution of this laboratory: 0001/25.
import { gameTitle } from "../modules/games.js";
import { h, replace } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { namedPlayers } from "../modules/players.js";
import { t } from "../modules/texts.js";
import { settingsForm } from "./settings.js";
import { playerTitle } from "./words.js";

const MOST = 12;
let lists = 0;

function asked(text) {
  const generation = /^(\d{4})\/(\d+)$/.exec(text.trim());
  return generation ? { run: generation[1], generation: Number(generation[2]) } : text.trim();
}

export class ContestForm {
  // `runs` are those of the laboratory, for their generations; `start` is called with the question.
  constructor(app, { match, tournament }, runs, start) {
    Object.assign(this, { app, runs, tables: { match, tournament }, list: `lab-players-${++lists}` });
    this.kind = h("select", { name: "kind", onchange: () => this.#shape() }, ["match", "tournament"].map((kind) => h("option", { value: kind }, t(`lab.kind.${kind}`))));
    this.game = h("select", { name: "game", onchange: () => this.#game() }, app.engine.games.filter(({ seats, best }) => seats === 2 && best)
      .map((game) => h("option", { value: game.name }, gameTitle(game))));
    this.names = h("datalist", { id: this.list });
    this.players = h("div", { class: "lab-players" });
    this.more = h("button", { type: "button", onclick: () => { this.#add(""); this.players.lastChild.querySelector("input").focus(); } }, icon("plus"), t("lab.player.add"));
    this.place = h("div", {});
    this.problem = h("p", { class: "field-problem", role: "alert" });
    this.element = h("form", { class: "card lab-form", "aria-label": t("lab.contest"), onsubmit: (event) => { event.preventDefault(); this.#start(start); } },
      h("h2", {}, t("lab.contest")), h("div", { class: "lab-fields" }, h("label", { class: "line" }, h("span", {}, t("lab.kind")), this.kind),
        h("label", { class: "line" }, h("span", {}, t("lab.game")), this.game)),
      h("fieldset", { class: "choice" }, h("legend", {}, t("lab.players")), this.names, this.players, h("p", { class: "about" }, t("lab.players.how")), this.more),
      this.place, this.problem, h("div", { class: "row" }, h("button", { type: "submit", class: "go" }, icon("play"), t("lab.start"))));
    this.#game();
  }

  #game() {
    const game = this.app.game(this.game.value);
    const names = namedPlayers(game).map(({ name, standard }) => (standard ? `${name}:${standard}` : name));
    const own = this.runs().filter((run) => run.kind === "train" && run.game === game.name).map(({ run }) => `${run}/0`);
    replace(this.names, [...names, ...Array.from({ length: 10 }, (_, i) => `level:${i + 1}`), ...own].map((name) => h("option", { value: name, label: playerTitle(name) })));
    replace(this.players);
    for (const name of ["level:3", "level:2"]) this.#add(name);
    this.#shape();
  }

  #add(name) {
    const row = h("div", { class: "with-button" }, h("input", { list: this.list, value: name, required: true, maxlength: 90, spellcheck: "false", autocomplete: "off" }),
      h("button", { type: "button", class: "square plain", onclick: () => { row.remove(); this.#shape(); } }, icon("close", 18)));
    this.players.append(row);
    this.#number();
  }

  #number() {
    [...this.players.children].forEach((row, index) => {
      row.querySelector("input").setAttribute("aria-label", t("lab.player", { n: index + 1 }));
      row.querySelector("button").setAttribute("aria-label", t("lab.player.remove", { n: index + 1 }));
      row.querySelector("button").hidden = this.kind.value === "match" || this.players.children.length < 3;
    });
    this.more.hidden = this.kind.value === "match" || this.players.children.length >= MOST;
  }

  // A match has two players, a tournament three or more.
  #shape() {
    const match = this.kind.value === "match";
    while (match && this.players.children.length > 2) this.players.lastChild.remove();
    if (!match && this.players.children.length < 3) this.#add("level:1");
    this.#number();
    if (this.shaped !== this.kind.value) {
      this.shaped = this.kind.value;
      this.form = settingsForm(this.tables[this.shaped], {});
      replace(this.place, this.form.element);
    }
  }

  async #start(start) {
    this.problem.textContent = "";
    try {
      const players = [...this.players.querySelectorAll("input")].map(({ value }) => asked(value));
      await start({ kind: this.kind.value, game: this.game.value, players, settings: this.form.values() });
    } catch (error) {
      this.problem.textContent = error.message;
    }
  }
}
