// The page of puzzles: the one of the day in each game and the way to more, how one stands, and the days in a row.
// A game that has levels instead (a puzzle by itself) has its level of the day.
//
// Addresses: #puzzles, #puzzles/GAME (the next one), #puzzles/GAME/daily, #puzzles/GAME/ID
import { Board } from "../boards/board.js";
import { h, loadStyle, replace } from "../modules/dom.js";
import { newGame } from "../modules/potez.js";
import { gameTitle } from "../modules/games.js";
import { icon } from "../modules/icons.js";
import { levelText, levelTitle, todaysLevel } from "../modules/levels.js";
import { writeAddress } from "../modules/router.js";
import { kept } from "../modules/settings.js";
import { needTexts, number, t } from "../modules/texts.js";
import { dailyOf, dayOf, forgetPuzzles, noteDaily, puzzlesOf, standingIn, streak } from "./puzzles.js";
import { openPuzzle } from "./puzzle.js";

export async function open(app, _, route) {
  await Promise.all([needTexts("puzzles"), loadStyle(new URL("./lessons.css", import.meta.url).href)]);
  const [name, id = null] = route.moves.split("/");
  const game = app.game(name);
  if (name && (!game || game.levels)) throw new Error(t("puzzles.unknown", { name: route.moves }));
  return game ? openPuzzle(app, game, id) : new PuzzleList(app).fill();
}

class PuzzleList {
  constructor(app) {
    this.app = app;
    this.element = h("div", { class: "learn" });
  }

  // Games without puzzles are left out.
  async fill() {
    const found = await Promise.all(this.app.engine.games.map(async (game) => (game.levels ? this.#level(game) : this.#puzzles(game)).catch(() => null)));
    this.cards = found.filter(Boolean);
    this.#draw();
    return this;
  }

  async #puzzles(game) {
    const all = await puzzlesOf(game), daily = dailyOf(all);
    return { game, count: all.length, saved: newGame(game.name, { options: daily.options, start: daily.position }), href: `#puzzles/${game.name}/daily`, label: t("puzzles.daily"), more: [`#puzzles/${game.name}`, t("puzzles.more")] };
  }

  async #level(game) {
    const { name } = await todaysLevel(), { text } = await levelText(name);
    const done = kept(`${game.name}.solved`)?.[name];
    if (done && dayOf(new Date(done.on)) === dayOf()) noteDaily(game.name);
    return { game, saved: newGame(game.name, { level: text }), href: writeAddress({ name: game.name, level: name }), label: t("puzzles.daily.level", { name: levelTitle(name) }),
      more: [writeAddress({ name: game.name, tab: "levels" }), t("puzzles.levels")] };
  }

  #draw() {
    const days = streak(), begun = this.cards.some(({ game }) => standingIn(game).solved || standingIn(game).today);
    replace(this.element, h("h1", {}, t("puzzles.title")), h("p", { class: "lead" }, t("puzzles.lead")),
      days ? h("p", { class: "streak" }, icon("flag", 18), t("puzzles.streak", { n: days })) : null,
      h("div", { class: "learn-games" }, this.cards.map((card) => this.#card(card))),
      begun ? h("p", {}, h("button", { type: "button", onclick: () => this.#forget() }, icon("bin"), t("puzzles.forget"))) : null);
  }

  #forget() {
    forgetPuzzles();
    this.#draw();
    this.element.querySelector("a")?.focus();
  }

  #card({ game, count, saved, href, label, more: [address, words] }) {
    const { level, run, solved, today } = standingIn(game);
    return h("section", { class: "card learn-game puzzle-card" }, h("h2", {}, gameTitle(game)), this.#picture(saved, label),
      h("a", { href, class: today ? "done" : null }, h("span", { class: "tick" }, today ? icon("check", 18) : null), h("b", {}, label), h("small", {}, today ? t("puzzles.solved.today") : "")),
      count ? h("p", { class: "label" }, t("puzzles.stats", { solved, of: count, level: number(Math.round(level * 10) / 10) }), run > 1 ? ` \u00b7 ${t("puzzles.run", { n: run })}` : "") : null,
      h("p", {}, h("a", { class: "button", href: address }, words, icon("arrow"))));
  }

  #picture(saved, label) {
    const session = this.app.engine.open(saved);
    try {
      const board = new Board(session, { label, small: true });
      board.show(session.state, { animate: false });
      return h("div", { class: "picture", "aria-hidden": "true" }, board.svg);
    } finally {
      session.close();
    }
  }

  key() {
    return false;
  }

  close() {
    this.closed = true;
  }
}
