// Finished games of this browser: results against each opponent, progress over time, every game with a way
// to its review; saved as a file, deleted one by one or all. Nothing leaves the machine.
//
// Address: #history
import { announce, download, h, loadStyle, replace, toast } from "../modules/dom.js";
import { gameTitle } from "../modules/games.js";
import { icon } from "../modules/icons.js";
import { playerName, standing } from "../modules/players.js";
import { language, needTexts, number, t } from "../modules/texts.js";
import { curve, reached, strengths } from "./progress.js";
import { addressOf, exported, games, opponentOf, ownHalf, remove, replaceAll } from "./store.js";

const SHOWN = 30; // games in the list before more are asked for

export async function open(app) {
  await Promise.all([needTexts("history"), loadStyle(new URL("./history.css", import.meta.url).href)]);
  return new HistoryView(app);
}

class HistoryView {
  constructor(app) {
    this.app = app;
    this.shownGames = SHOWN;
    this.element = h("div", { class: "history" });
    this.draw();
  }

  // What the engine still knows; a game of another version is left out.
  get list() {
    return games().filter(({ game }) => this.app.game(game));
  }

  draw() {
    const { list } = this;
    replace(this.element, h("h1", { tabindex: -1 }, t("history.title")), h("p", { class: "lead" }, t("history.lead")),
      list.length ? [this.#tools(), this.#summaries(list), this.#games(list)]
        : h("p", { class: "card none" }, t("history.none"), " ", h("a", { href: `#${this.app.engine.games[0].name}` }, t("history.begin"))));
  }

  #tools() {
    return h("div", { class: "row" },
      h("button", { type: "button", "data-action": "save", onclick: () => download("potez-history.json", new Blob([exported()], { type: "application/json" })) }, icon("save"), t("history.export")),
      h("button", { type: "button", "data-action": "bin", onclick: () => this.#deleteAll() }, icon("bin"), t("history.delete.all")));
  }

  // What was deleted can be had back for a while.
  #deleteAll() {
    const before = games();
    replaceAll([]);
    this.#deleted(before);
  }

  #delete(id) {
    const before = games();
    remove(id);
    this.#deleted(before);
  }

  #deleted(before) {
    this.draw();
    this.element.querySelector("h1").focus();
    announce(t("history.deleted"));
    toast(t("history.deleted"), false, { label: t("history.undo"), run: () => {
      replaceAll(before);
      if (!this.closed) this.draw();
    } });
  }

  #summaries(list) {
    return h("div", { class: "summaries" }, this.app.engine.games.map((game) => {
      const own = list.filter((each) => each.game === game.name);
      return own.length ? this.#summary(game, own) : null;
    }));
  }

  #summary(game, own) {
    const mine = own.filter((each) => each.own !== null);
    return h("section", { class: "card summary" }, h("h2", {}, gameTitle(game)), mine.length ? this.#table(game, mine) : h("p", {}, t("history.people", { n: own.length })), this.#progress(game, mine));
  }

  // A row for each opponent, the most played first.
  #table(game, mine) {
    const rows = new Map();
    for (const each of mine) {
      const opponent = opponentOf(each), key = JSON.stringify(opponent), row = rows.get(key) ?? { opponent, counts: [0, 0, 0] };
      row.counts[ownHalf(each)]++;
      rows.set(key, row);
    }
    const heads = game.seats === 1 ? ["history.walks", "history.reached", "history.missed"] : ["history.opponent", "history.won", "history.drawn", "history.lost", "history.score"];
    const cells = ({ counts: [lost, drawn, won] }) => (game.seats === 1 ? [won, lost]
      : [won, drawn, lost, `${number(Math.round((100 * (won + drawn / 2)) / (won + drawn + lost)))} %`]);
    const name = ({ opponent, counts }) => (game.seats === 1 ? number(counts[0] + counts[2]) : opponent ? playerName(opponent) : "");
    return h("table", {}, h("caption", { class: "unseen" }, t("history.results", { game: gameTitle(game) })),
      h("thead", {}, h("tr", {}, heads.map((key) => h("th", { scope: "col" }, t(key))))),
      h("tbody", {}, [...rows.values()].sort((a, b) => sum(b.counts) - sum(a.counts)).map((row) =>
        h("tr", {}, h("th", { scope: "row" }, name(row)), cells(row).map((value) => h("td", {}, typeof value === "number" ? number(value) : value))))));
  }

  #progress(game, mine) {
    const oldest = mine.toReversed();
    const values = game.seats === 1 ? reached(oldest) : strengths(oldest.map((each) => ({ ...each, elo: opponentOf(each) ? standing(game, opponentOf(each))?.elo : undefined })));
    if (values.length < 2) return game.seats === 2 && mine.length ? h("p", { class: "label" }, t("history.more")) : null;
    const words = game.seats === 1 ? t("history.progress.walks", { n: values.at(-1) }) : t("history.progress", { elo: number(Math.round(values.at(-1) / 10) * 10) });
    return h("figure", {}, curve(values, words, game.seats === 1 ? 2 : 200), h("figcaption", {}, words));
  }

  #games(list) {
    const dates = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
    return h("section", { class: "played" }, h("h2", {}, t("history.games", { n: list.length })),
      h("ol", {}, list.slice(0, this.shownGames).map((each) => this.#line(each, dates))),
      list.length > this.shownGames ? h("button", { type: "button", onclick: () => {
        this.shownGames += 10 * SHOWN;
        this.draw();
      } }, t("history.all", { n: list.length })) : null);
  }

  #line(each, dates) {
    const game = this.app.game(each.game), opponent = opponentOf(each), half = ownHalf(each);
    const result = game.seats === 1 ? t(half === 2 ? "history.walk.reached" : "history.walk.missed") : t(half === null ? `history.first.${each.half}` : `history.half.${half}`);
    const title = `${gameTitle(game)}${opponent ? ` \u00b7 ${playerName(opponent)}` : ""}`;
    return h("li", { class: "card" }, h("a", { href: addressOf(each) }, h("b", {}, title), h("span", { class: `result half-${half}` }, result),
      h("small", {}, `${dates.format(each.when)} \u00b7 ${t("home.moves", { n: each.plies })}`)),
    h("button", { type: "button", class: "square plain", "aria-label": t("history.delete", { game: title }), title: t("history.delete", { game: title }), onclick: () => this.#delete(each.id) }, icon("bin")));
  }

  key() {
    return false;
  }

  close() {
    this.closed = true;
  }
}

const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
