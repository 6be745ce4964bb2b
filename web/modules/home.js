// The first page: what this is, live boards, the games that were left, today's level.
import { Board } from "../boards/board.js";
import { boardScores, whole } from "./scores.js";
import { gameSummary, gameTitle, places, riddle } from "./games.js";
import { h, loadStyle, motionWanted, replace, s } from "./dom.js";
import { icon } from "./icons.js";
import { keptGame } from "./settings.js";
import { levels, levelText, levelTitle, todaysLevel } from "./levels.js";
import { newGame, Thinker } from "./potez.js";
import { playerName } from "./players.js";
import { needTexts, t } from "./texts.js";
import { writeAddress } from "./router.js";

const LEVEL = 4, BEAT = 1100, OPENING = 5, HERO_MS = 1500;
const LIVELY = 20000; // milliseconds that the boards play by themselves

const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
const anyOf = (moves) => moves[Math.floor(Math.random() * moves.length)];

// A game that plays itself, on a board that cannot be touched.
class LiveBoard {
  constructor(app, game, { saved = null } = {}) {
    this.session = app.engine.open(saved ?? newGame(game.name));
    this.game = game;
    this.board = new Board(this.session, { label: gameTitle(game), small: true });
    this.board.show(this.session.state, { animate: false });
  }

  // The next move by `player`, random ones first so that games differ.
  async beat(thinker) {
    const { state } = this.session;
    if (state.over) {
      this.session.go(0);
      this.board.show(this.session.state);
      return;
    }
    const answer = await thinker.think(this.session.save(), state.at < OPENING ? { player: "random" } : { level: LEVEL });
    this.play(answer.move);
  }

  play(move) {
    if (this.session.slot === null) return;
    const { state } = this.session;
    const entry = state.moves.find((each) => each.text === move);
    if (!entry || !this.session.play(entry.move)) return;
    this.board.show(this.session.state, { steps: entry.steps, side: state.side });
  }

  close() {
    this.session.close();
  }
}

// The Connect Four machine, drawn small.
function machineTile() {
  const colours = { 38: "#d32f2f", 31: "#2e9e44", 24: "#d32f2f", 37: "#2e9e44", 39: "#d32f2f", 32: "#2e9e44" };
  const lights = Array.from({ length: 42 }, (_, i) => s("circle", { cx: 10 + (i % 7) * 14, cy: 10 + Math.floor(i / 7) * 14, r: 5, fill: colours[i] ?? "#d3d6c4" }));
  return h("a", { class: "card tile", href: "#automaton" }, h("div", { class: "picture" }, s("svg", { viewBox: "0 0 104 104", "aria-hidden": "true" },
    s("rect", { width: 104, height: 104, rx: 6, fill: "#153b7a" }), lights)),
  h("div", {}, h("b", {}, t("automaton.title")), h("small", {}, t("automaton.summary"))));
}

const style = loadStyle(new URL("../style/home.css", import.meta.url).href);

export async function open(app) {
  await style;
  return new HomeView(app);
}

class HomeView {
  constructor(app) {
    this.app = app;
    this.live = [];
    this.run = 0;
    this.idler = new Thinker(app.module, { table: 1 << 20 });
    this.hero = this.#hero();
    this.firstLevel = h("a", { class: "button", href: `#${app.engine.games.find((game) => game.levels)?.name ?? ""}` }, icon("edit"), t("home.level"));
    this.levelTile = h("div", { class: "picture" });
    this.element = h("div", { class: "home" }, this.#wide(), this.#left(), h("section", { class: "tiles", "aria-label": t("nav.games") },
      app.engine.games.map((game) => this.#tile(game)), machineTile()),
    h("p", { class: "foot" }, h("a", { href: "docs/index.html" }, t("home.docs"))));
    this.#level();
    this.#lab();
  }

  // The laboratory has its tile where the server has one for this machine.
  async #lab() {
    if (!(await (await import("./server.js")).labThere()) || this.closed) return;
    await needTexts("lab");
    this.element.querySelector(".tiles").append(h("a", { class: "card tile", href: "#lab" }, h("div", { class: "picture" }, icon("chart", 96)),
      h("div", {}, h("b", {}, t("lab.title")), h("small", {}, t("lab.text")))));
  }

  #hero() {
    const game = this.app.engine.games[0];
    const live = new LiveBoard(this.app, game, { saved: newGame(game.name) });
    return live;
  }

  #wide() {
    const first = this.app.engine.games[0];
    return h("section", { class: "wide" },
      h("div", { class: "pitch" }, h("h1", {}, h("span", {}, t("home.title.1")), h("span", {}, t("home.title.2"))), h("p", {}, t("home.text")),
        h("div", { class: "row" }, h("a", { class: "button go", href: `#${first.name}` }, icon("play"), t("home.play")),
          h("a", { class: "button", href: riddle }, icon("chart"), t("home.analyse")),
          this.firstLevel,
          h("button", { type: "button", onclick: async () => (await import("./dialog-friend.js")).friendDialog(this.app) }, icon("people"), t("home.friend"))),
        h("p", { class: "also" }, Object.entries(places).map(([name, picture]) => h("a", { href: `#${name}` }, icon(picture, 18), t(`nav.${name}`))))),
      h("a", { class: "card hero", href: `#${first.name}`, "aria-label": `${t("home.play")}: ${gameTitle(first)}` }, this.hero.board.svg,
        h("p", { class: "numbers" }, t("home.numbers", { unit: t(`units.${first.unit}`) }))));
  }

  // Games that were left before their end.
  #left() {
    const found = this.app.engine.games.map((game) => ({ game, kept: keptGame(game.name) }))
      .filter(({ kept }) => kept && !kept.over && kept.at > 0).sort((a, b) => b.kept.updated - a.kept.updated);
    const cards = found.map(({ game, kept }) => {
      try {
        const live = new LiveBoard(this.app, game, { saved: kept.saved });
        const { state } = live.session;
        this.live.push({ ...live, still: true, close: () => live.close() });
        const other = kept.players.find((player) => player.kind !== "person");
        return h("a", { class: "card left", href: `#${game.name}` }, h("div", { class: "picture" }, live.board.svg),
          h("div", {}, h("b", {}, gameTitle(game)), h("small", {}, other ? playerName(other) : t("new.people")), h("small", {}, t("home.moves", { n: state.at }))),
          h("span", { class: "go-on" }, t("home.continue"), icon("arrow", 18)));
      } catch {
        return null;
      }
    }).filter(Boolean);
    return cards.length ? h("section", { class: "continue" }, h("h2", {}, t("home.left")), h("div", { class: "cards" }, cards)) : null;
  }

  #tile(game) {
    if (game.levels)
      return h("a", { class: "card tile", href: `#${game.name}` }, this.levelTile,
        h("div", {}, h("b", {}, gameTitle(game)), h("small", {}, gameSummary(game)), this.levelName = h("small", { class: "today" })));
    const live = new LiveBoard(this.app, game);
    this.live.push(live);
    return h("a", { class: "card tile", href: `#${game.name}` }, h("div", { class: "picture" }, live.board.svg),
      h("div", {}, h("b", {}, gameTitle(game)), h("small", {}, gameSummary(game))));
  }

  async #level() {
    const game = this.app.engine.games.find((each) => each.levels);
    if (!game) return;
    try {
      const [first] = await levels(), today = await todaysLevel();
      this.firstLevel.href = writeAddress({ name: game.name, level: first.name });
      const { text } = await levelText(today.name);
      if (this.closed) return;
      const live = new LiveBoard(this.app, game, { saved: newGame(game.name, { level: text }) });
      this.live.push({ still: true, close: () => live.close() });
      replace(this.levelTile, live.board.svg);
      this.levelName.textContent = t("home.today", { name: levelTitle(today.name) });
      this.levelTile.parentElement.href = writeAddress({ name: game.name, level: today.name });
    } catch {
      // a page without levels shows the tile without a picture
    }
  }

  shown() {
    this.#scatter();
    this.comeBack = () => this.#liven();
    document.addEventListener("visibilitychange", this.comeBack);
    this.#liven();
  }

  // Something to see at once on the small boards.
  #scatter() {
    this.moving = this.live.filter((live) => !live.still);
    for (const { session, board } of this.moving) {
      for (let i = 0; i < 6 && !session.state.over; i++) session.play(anyOf(session.state.moves).move);
      board.show(session.state, { animate: false });
    }
  }

  // The boards play for a while and then rest, so that a page left open costs nothing. They go on when
  // somebody comes back to the page.
  #liven() {
    if (document.hidden) return;
    const run = ++this.run, until = performance.now() + LIVELY;
    const lively = () => run === this.run && !this.closed && !document.hidden && motionWanted() && performance.now() < until;
    this.#play(lively);
    this.#turnOver(lively);
  }

  // The large board thinks aloud: scores first, then the best move.
  async #play(lively) {
    const { hero } = this;
    do {
      if (hero.session.state.over || hero.session.state.at > 40) {
        hero.session.go(0);
        hero.board.show(hero.session.state);
      }
      while (!this.closed && hero.session.state.at < 4) {
        hero.play(anyOf(hero.session.state.moves).text);
        if (motionWanted()) await pause(350);
      }
      const best = await this.#weigh();
      if (!lively()) return;
      await pause(1800);
      if (!lively() || best === null) return;
      hero.play(best);
      await pause(700);
    } while (lively());
  }

  // Shows what every move of the large board is worth; gives the best one.
  async #weigh() {
    const { hero } = this;
    let best = null;
    if (this.closed) return best;
    const show = (update) => {
      if (!update || this.closed || hero.session.slot === null || !whole(update)) return;
      hero.board.score(boardScores(update.moves));
      best = update.moves[0]?.move ?? null;
    };
    show(await this.app.adviser.inquire("moves", hero.session.save(), { ms: HERO_MS, depth: 9 }, show).catch(() => null));
    return best;
  }

  // One small board moves at a time.
  async #turnOver(lively) {
    const { moving } = this;
    for (let i = 0; moving.length && lively(); i++) {
      await pause(BEAT);
      if (lively()) await moving[i % moving.length].beat(this.idler).catch(() => null);
    }
  }

  key() {
    return false;
  }

  close() {
    this.closed = true;
    document.removeEventListener("visibilitychange", this.comeBack);
    this.app.adviser.cancel();
    this.idler.close();
    this.hero.close();
    for (const live of this.live) live.close();
  }
}
