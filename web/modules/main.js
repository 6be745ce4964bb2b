// The page's beginning: texts, engine, then the view that the address asks for.
import { announce, h, replace, toast } from "./dom.js";
import { applyLook, change, keepGame, keptGame, setting } from "./settings.js";
import { PlayView } from "./play.js";
import { gameTitle, needServer, ownView, pages, places } from "./games.js";
import { closeMenu, header } from "./header.js";
import { missing, sentenceOf, t, useLanguage } from "./texts.js";
import { api } from "./place.js";
import { compileEngine, Engine, EngineError, newGame, Thinker, threadCount } from "./potez.js";
import { readAddress, writeAddress } from "./router.js";
import { freshGame, person } from "./players.js";

const main = document.getElementById("main");

class App {
  #turn = 0; // of what is shown: whoever asked for something later has another one

  async begin() {
    applyLook();
    EngineError.speak = sentenceOf;
    const [module] = await Promise.all([compileEngine(), useLanguage(setting("language"))]);
    this.module = module;
    this.engine = new Engine(module);
    this.thinker = new Thinker(module, { threads: threadCount() });
    this.adviser = new Thinker(module, { table: 64 << 20, threads: threadCount() });
    this.reviewer = new Thinker(module, { table: 8 << 20 });
    addEventListener("hashchange", () => this.route());
    addEventListener("keydown", (event) => this.#key(event));
    addEventListener("dragover", (event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); });
    addEventListener("drop", (event) => this.#drop(event));
    addEventListener("pagehide", () => this.view?.match?.keep?.());
    await this.route();
  }

  game(name) {
    return this.engine.games.find((game) => game.name === name);
  }

  async #show(make, current, page = current) {
    const turn = ++this.#turn;
    this.view?.close();
    this.view = null;
    header(this, page);
    try {
      const view = await make();
      if (turn !== this.#turn) { // something else was asked for while this was on its way
        view.close();
        return;
      }
      this.view = view;
      replace(main, this.view.element);
      main.className = current ? "in-game" : "";
      this.view.shown?.();
    } catch (error) {
      if (turn !== this.#turn) return;
      replace(main, h("div", { class: "card problem", role: "alert" }, h("h1", {}, t("problem.title")), h("p", {}, error.message),
        h("p", {}, h("a", { class: "button go", href: "#" }, t("home")))));
    }
  }

  async route() {
    if (this.view?.follow?.(history.state)) return; // one of its own moves: the browser's back and forward
    const route = readAddress();
    const game = this.game(route.name);
    const title = game ? gameTitle(game) : route.name in places ? t(`nav.${route.name}`) : null;
    document.title = title ? `${title} \u00b7 Potez` : "Potez";
    if (route.name === "main") return; // the link that skips the head
    if (!game) {
      await this.#show(() => this.#page(route), null, route.name);
      scrollTo(0, 0);
      return;
    }
    const own = ownView(game);
    await this.#show(async () => (own ? (await own()).open(this, game, route) : new PlayView(this, await this.#opening(game, route))), game.name);
  }

  // A page that is no game. An address that leads nowhere gets a page that says so.
  async #page(route) {
    if (route.name === "") return (await import("./home.js")).open(this);
    const load = pages.get(route.name);
    if (!load) throw new Error(t("problem.unknown", { name: route.name }));
    if (!api && needServer.has(route.name)) throw new Error(t("problem.files"));
    return (await load()).open(this, null, route);
  }

  // What an address without a view of its own opens: the game that was left, a shared position, or a
  // new game.
  async #opening(game, route) {
    const kept = keptGame(game.name);
    const plain = !route.moves && !route.start && !Object.keys(route.options).length && !route.level;
    const keptStart = kept && this.#readKept(game, kept);
    if (keptStart && (plain || keptStart.address === writeAddress({ ...route, tab: null }))) {
      if (!kept.over || !plain) return { ...keptStart, tab: route.tab ?? "play" };
    }
    if (plain) return freshGame(game, { tab: route.tab ?? "play" });
    const start = freshGame(game, { options: route.options, position: route.start, players: Array(game.seats).fill(person), tab: route.tab ?? "analysis" });
    return { ...start, kept: false, saved: this.#played(start.saved, route.moves) };
  }

  #played(saved, moves) {
    const session = this.engine.open(saved);
    try {
      if (moves) session.playText(moves);
      return session.save();
    } finally {
      session.close();
    }
  }

  #readKept(game, kept) {
    try {
      const session = this.engine.open(kept.saved);
      const options = {};
      for (const [, name, value] of kept.saved.matchAll(/^option (\S+) (\S+)$/gm)) {
        const option = game.options.find((each) => each.name === name);
        const standard = String(option?.standard);
        if (value !== standard) options[name] = value;
      }
      const clock = /^clock .* (\d+)$/m.exec(kept.saved);
      const position = /^start (.*)$/m.exec(kept.saved)?.[1] ?? null;
      const texts = session.history.slice(0, session.state.at).map((entry) => entry.text);
      session.close();
      const start = { saved: kept.saved, players: kept.players, options, position, flagged: kept.flagged ?? null, variations: kept.variations ?? null,
        clock: clock ? kept.clock ?? null : null };
      const address = [texts.join(""), texts.join(",")].map((moves) => writeAddress({ name: game.name, options, start: position, moves }))
        .find((each) => each === writeAddress({ ...readAddress(), tab: null }));
      return { ...start, address };
    } catch {
      return null;
    }
  }

  // Whether a game can be played with these options.
  playable(game, options) {
    try {
      this.engine.open(newGame(game.name, { options })).close();
      return true;
    } catch {
      return false;
    }
  }

  startGame(game, chosen) {
    const start = freshGame(game, chosen);
    try {
      this.engine.open(start.saved).close();
    } catch (error) {
      toast(error.message, true);
      return;
    }
    this.#show(() => new PlayView(this, start), game.name).then(() => announce(t("new.begun", { game: gameTitle(game) })));
  }

  // Opens a game as it was.
  open(start) {
    const session = this.engine.open(start.saved), { game } = session;
    session.close();
    return this.#show(() => new PlayView(this, start), game.name);
  }

  // Opens what was pasted: an address, a saved game, moves, or a position.
  async openText(game, text, options) {
    if (!text) throw new Error(t("share.empty"));
    const address = /#(\w+.*)$/.exec(text);
    if (address && this.game(readAddress(address[0]).name)) {
      location.hash = address[0];
      return;
    }
    let saved = null;
    if (text.startsWith("potez ")) {
      saved = `${text}\n`;
      this.engine.open(saved).close();
    } else {
      const { readGame } = await import("./reading.js");
      saved = readGame(this.engine, text, ({ start }) => newGame(game.name, { options, start }));
    }
    const own = this.engine.open(saved);
    const target = own.game;
    own.close();
    if (ownView(target)) {
      // a view of its own goes on with the game that was kept; the one that is open keeps its own before that
      this.view?.close();
      this.view = null;
      keepGame(target.name, { saved, players: Array(target.seats).fill(person), at: 0, over: false, flagged: null, clock: null, updated: Date.now() });
      if (location.hash === `#${target.name}`) this.route();
      else location.hash = `#${target.name}`;
      return;
    }
    const position = /^start (.*)$/m.exec(saved)?.[1] ?? null;
    this.#show(() => new PlayView(this, { saved, players: Array(target.seats).fill(person), options, position, kept: false, tab: "analysis" }), target.name);
  }

  async #drop(event) {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    (await import("./weights.js")).dropWeights(this, file);
  }

  leave() {
    location.hash = "";
  }

  async speak(language) {
    change("language", language);
    await useLanguage(language);
    await this.route();
  }

  #key(event) {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (event.target.closest?.("input, textarea, select")) return;
    if (event.key === "Escape" && closeMenu()) return;
    if (this.view?.key?.(event)) event.preventDefault();
  }
}

const app = new App();
globalThis.potez = { app, missing };
app.begin().then(() => { globalThis.potez.ready = performance.now(); }).catch((error) => {
  replace(main, h("div", { class: "card problem", role: "alert" }, h("h1", {}, "Potez"), h("p", {}, String(error.message ?? error))));
  throw error;
});

if ("serviceWorker" in navigator && isSecureContext)
  addEventListener("load", () => import("./offline.js"));
