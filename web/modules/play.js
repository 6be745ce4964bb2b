// The view of a game: board, players, evaluation bar, and one panel with tabs. Drawing and listening
// only; the game itself is in match.js.
import { Board } from "../boards/board.js";
import { announce, h, replace, s, toast } from "./dom.js";
import { Bar } from "./bar.js";
import { EndPanel } from "./end.js";
import { gameTitle } from "./games.js";
import { Hints } from "./hints.js";
import { icon } from "./icons.js";
import { levelPicker } from "./level-picker.js";
import { Match } from "./match.js";
import { MovesPanel } from "./panel-moves.js";
import { openingNote } from "./opening-note.js";
import { phaseNote } from "./phase-note.js";
import { noteAddress, writeAddress } from "./router.js";
import { playerName, strength } from "./players.js";
import { createRoom } from "./server.js";
import { noise, spokenMove, spokenPlace } from "./spoken.js";
import { sound } from "./sounds.js";
import { t, word } from "./texts.js";

const TABS = ["play", "analysis", "review", "rules"];
const LOOKING = ["analysis", "review"]; // tabs where the person moves for both sides and changes no game

// What is not needed to play is loaded when it is first asked for.
const parts = {
  analysis: async (view) => new (await import("./panel-analysis.js")).AnalysisPanel(view),
  review: async (view) => new (await import("./panel-review.js")).ReviewPanel(view),
};
let views = 0;

export class PlayView {
  // `start` is { saved, players, options, position, kept, tab, flagged }.
  constructor(app, start) {
    this.app = app;
    this.start = start;
    this.id = `${performance.timeOrigin}.${++views}`; // entries of the browser's history know whose they are
    this.panels = {};
    this.hints = new Hints(this);
    this.review = null;
    this.match = start.match ?? new Match({ engine: app.engine, thinker: app.thinker, ...start });
    this.game = this.match.game;
    const own = start.players.findIndex((player) => player.kind === "person");
    this.near = start.players[0]?.kind === "person" || own < 0 ? 0 : own; // the side at the bottom
    this.#build();
    this.match.on((kind, detail) => this[`on_${kind}`]?.(detail));
    this.showAll({ animate: false });
    this.tab(start.tab ?? "play");
    this.match.begin();
    if (this.match.over) this.on_over({ quiet: true });
  }

  #build() {
    const { game } = this;
    this.board = new Board(this.match.session, {
      label: t("board.label", { game: gameTitle(game) }),
      describe: (place) => spokenPlace(place, this),
      onMove: (entry, left) => this.match.play(entry, left),
      onChoice: (choice, place) => this.#choiceChanged(choice, place),
      onLevel: (place, steps, choose) => levelPicker(this.board, place, steps, choose),
    });
    this.bar = new Bar(game);
    this.who = [0, 1].map(() => h("div", { class: "who" }));
    this.moves = new MovesPanel(this);
    this.rules = h("div", { class: "body rules" });
    this.tabs = TABS.map((name) => h("button", { role: "tab", id: `tab-${name}`, "aria-controls": "panel-body", type: "button",
      onclick: () => this.tab(name) }, t(`tab.${name}`)));
    this.body = h("div", { id: "panel-body", role: "tabpanel", class: "panel-body", tabindex: 0 });
    this.actions = h("div", { class: "actions", role: "toolbar", "aria-label": t("actions.label") });
    this.tableHost = h("div", { class: "board-host" }, this.board.svg);
    this.tableHost.style.setProperty("--ratio", this.board.style.width / this.board.style.height);
    this.end = new EndPanel(this);
    this.element = h("div", { class: `play board-${game.board}` },
      h("section", { class: "stage", "aria-label": t("stage.label") },
        h("h1", { class: "unseen" }, gameTitle(game)),
        game.seats === 2 ? this.who[1] : null,
        h("div", { class: "table" }, game.seats === 2 ? this.bar.element : null, this.tableHost),
        this.who[0]),
      this.actions,
      h("aside", { class: "card panel", "aria-label": t("panel.label") }, this.end.element,
        h("div", { class: "tabs", role: "tablist", onkeydown: (event) => this.#tabKey(event) }, this.tabs), phaseNote(this), openingNote(this), this.body));
    if (!game.best) for (const name of LOOKING) this.tabs[TABS.indexOf(name)].hidden = true;
    this.element.style.setProperty("--ratio", this.board.style.width / this.board.style.height);
  }

  #tabKey(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = (TABS.indexOf(this.tabName) + step + TABS.length) % TABS.length;
    this.tab(TABS[at]);
    this.tabs[at].focus();
    event.stopPropagation();
  }

  tab(name) {
    this.hints.stop();
    this.tabName = TABS.includes(name) ? name : "play";
    TABS.forEach((each, i) => {
      const on = each === this.tabName;
      this.tabs[i].setAttribute("aria-selected", on);
      this.tabs[i].setAttribute("tabindex", on ? 0 : -1);
    });
    this.body.setAttribute("aria-labelledby", `tab-${this.tabName}`);
    this.element.classList.toggle("analysing", LOOKING.includes(this.tabName));
    this.match.look(LOOKING.includes(this.tabName));
    if (this.tabName !== "analysis") {
      this.panels.analysis?.watch(false);
      this.board.score(null);
      this.bar.rest();
    }
    this.#fill();
    this.#enable();
    this.note();
  }

  // Shows the panel of the tab, as soon as it is there.
  async #fill() {
    const name = this.tabName;
    const own = { play: this.moves.element, rules: this.rules }[name];
    if (own) {
      if (!LOOKING.includes(name)) this.#stopReview();
      if (name === "rules") this.#showRules();
      replace(this.body, own);
      return;
    }
    await this.needReview();
    const panel = this.panels[name] ??= await parts[name](this);
    if (this.tabName !== name || this.closed) return;
    replace(this.body, panel.element);
    panel.watch?.(true);
    panel.opened?.();
  }

  async #showRules() {
    (await import("./panel-rules.js")).rulesPanel(this.rules, this.game, this.match.state, this.start.options);
  }

  // A game under way is not looked through behind the players' backs.
  #stopReview() {
    if (!this.match.over) this.review?.stop();
  }

  async needReview() {
    this.review ??= new (await import("./review.js")).Review(this);
    return this.review;
  }

  // The review has found more.
  reviewed() {
    if (this.closed) return;
    this.end.progress?.();
    if (this.tabName === "analysis") {
      this.panels.analysis?.drawGraph();
      this.panels.analysis?.tree.show();
    } else if (this.tabName === "review") {
      this.panels.review?.show();
    } else {
      this.moves.show();
    }
  }

  // The last ply of the game itself on the way to what is on the board: variations hang there.
  get mainPly() {
    const { root } = this.match.tree;
    let node = root;
    for (const each of this.match.node.path) if (node.children[0] === each) node = each;
    return node.ply;
  }

  // To a ply of the game itself.
  goMain(ply) {
    const { root } = this.match.tree;
    this.match.visit(ply === 0 ? root : root.whole[ply - 1] ?? root);
  }

  // Whose view the numbers are, and their unit.
  pointOfView({ turn = false } = {}) {
    const side = word("side", this.game.sides[this.near], this.game.name);
    return [h("span", {}, t("pov", { side, unit: t(`units.${this.game.unit}`) })),
      turn ? h("button", { type: "button", class: "link", onclick: () => this.turn() }, t("pov.turn")) : null];
  }

  // The other side at the bottom, and its point of view.
  turn() {
    this.near = 1 - this.near;
    this.sides();
    if (this.tabName === "analysis") this.panels.analysis?.turn();
    if (this.tabName === "review") this.panels.review?.show();
  }

  // A line of moves from here, drawn on the board without being played; null for none.
  preview(texts) {
    const key = texts?.join(" ") ?? null;
    if (key === this.previewed) return;
    this.previewed = key;
    try {
      this.board.preview(texts ? this.match.foresee(texts).entries : null);
    } catch {
      this.board.preview(null); // a line that is not of this position any more
    }
  }

  playFrom(node, players) {
    this.match.playFrom(node, players);
    this.near = players.findIndex(({ kind }) => kind === "person");
    this.end.hide();
    this.tab("play");
    this.showAll({ animate: false });
  }

  // In analysis the person moves for both sides.
  #enable() {
    const { match } = this;
    const free = LOOKING.includes(this.tabName) && !match.state.over;
    this.board.enable(free || match.personsTurn ? match.state.moves : []);
  }

  showAll(how) {
    const { match } = this;
    const entry = match.history[match.state.at - 1];
    this.board.show(match.state, { steps: null, ...how });
    this.board.last(entry?.steps);
    this.#showMade();
    this.sides();
    this.drawActions();
    this.moves.show();
    this.#enable();
  }

  // What the last move completed stays in sight.
  #showMade() {
    this.board.made(this.match.state.made);
  }

  // The players' names, counts and clocks.
  sides() {
    const { match, game } = this;
    [this.near, 1 - this.near].forEach((side, row) => {
      const counts = match.state.counts.filter(([, of]) => of === side || (row === 0 && of === -1) || game.seats === 1);
      const turn = !match.over && match.state.side === side;
      const both = match.players.every((player) => player.kind === "person");
      const name = game.seats === 1 ? gameTitle(game)
        : both ? word("side", game.sides[side], game.name) : playerName(match.players[side]);
      replace(this.who[row],
        h("span", { class: `name${turn ? " turn" : ""}` }, game.seats === 2 ? this.token(side) : null, h("b", {}, name),
          !both && game.seats === 2 ? [h("small", { class: "colour" }, word("side", game.sides[side], game.name)), this.#strength(match.players[side])] : null,
          turn && !match.isPerson(side) ? h("i", { class: "dots", role: "img", "aria-label": t("thinking") }, h("span"), h("span"), h("span")) : null,
          turn && match.isPerson(side) && game.seats === 2 ? h("small", { class: "to-move" }, t("to.move")) : null),
        h("span", { class: "counts" }, counts.map(([label, , value]) =>
          h("span", { title: word("count", label, game.name) }, h("b", {}, value), " ", word("count", label, game.name)))),
        match.timed ? h("span", { class: `clock${turn ? " running" : ""}`, dataset: { side } }) : null);
      this.who[row].classList.toggle("active", turn);
    });
    this.on_clock();
  }

  #strength(player) {
    const words = strength(this.game, player);
    return words ? h("small", { class: "strength" }, words) : null;
  }

  token(side) {
    const { style } = this.board;
    const wide = style.rise ? 26 : Math.min(30, style.unit * 0.46);
    return s("svg", { viewBox: `${-wide} ${-wide} ${2 * wide} ${2 * wide}`, width: 22, height: 22, "aria-hidden": "true", class: "token" }, style.piece(side));
  }

  on_clock() {
    const { match } = this;
    if (!match.timed) return;
    for (const element of this.element.querySelectorAll(".clock")) {
      const left = Math.max(0, match.timeLeft(Number(element.dataset.side)));
      const seconds = left < 10000 ? (Math.floor(left / 100) / 10).toFixed(1) : Math.floor(left / 1000);
      const text = left < 10000 ? seconds : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      if (element.textContent !== text) element.textContent = text;
      element.classList.toggle("short", left < 10000);
    }
  }

  button(name, label, action, disabled = false, key = null) {
    return h("button", { type: "button", class: "tool", disabled, "data-action": name, title: key ? `${label} (${key})` : label, "aria-keyshortcuts": key, onclick: action },
      icon(name), h("span", {}, label));
  }

  drawActions() {
    replace(this.actions, this.actionButtons());
  }

  actionButtons() {
    const { match } = this;
    const { at, length } = match.state;
    const both = !match.against;
    return [
      this.button("undo", t("undo"), () => match.undo(), at === 0, "U"),
      this.button("redo", t("redo"), () => match.redo(), at === length, "Y"),
      this.game.best ? this.button("hint", t("hint"), () => this.hint(), match.over, "H") : null,
      this.game.seats === 2 ? this.button("swap", t(both ? "turn.board" : "swap"), () => this.swap(), false, "S") : null,
      this.button("restart", t("restart"), () => this.restart(), false, "R"),
      this.button("share", t("share"), () => this.share(), false, "L"),
      this.button("plus", t("new.game"), () => this.newGame(), false, "N"),
    ];
  }

  on_move({ entry, left, side }) {
    const { match } = this;
    this.hints.stop();
    this.end.hide();
    this.board.show(match.state, { steps: left, side });
    this.board.last(entry.steps);
    this.#showMade();
    noise(entry, this.board.style, this.game.board);
    this.sides();
    this.drawActions();
    this.moves.show();
    this.note({ push: true });
    announce(spokenMove(entry, side, this));
  }

  on_turn() {
    this.sides();
    this.#enable();
    this.#position();
    if (this.tabName === "rules") this.#showRules();
  }

  // Another position is on the board: what looks at it must know.
  #position() {
    this.previewed = null;
    this.panels.analysis?.position();
    if (this.tabName === "review") this.panels.review?.show();
  }

  on_jump({ back, entry }) {
    this.hints.stop();
    this.end.hide();
    this.board.show(this.match.state, entry ? { steps: entry.steps, side: entry.side, back } : {});
    this.board.last(this.match.history[this.match.state.at - 1]?.steps);
    this.#showMade();
    sound("slide");
    this.sides();
    this.drawActions();
    this.moves.show();
    this.#enable();
    this.#position();
    this.note({ push: true });
    announce(t("at.ply", { at: this.match.state.at, of: this.match.state.length }));
  }

  on_thinking({ busy, error }) {
    this.element.classList.toggle("thinking", busy);
    if (error) toast(t("engine.failed", { error }), true);
  }

  on_passed({ side }) {
    const message = t("passes", { side: word("side", this.game.sides[side], this.game.name) });
    toast(message);
    announce(message);
  }

  on_over({ quiet = false } = {}) {
    const { match } = this;
    this.sides();
    this.drawActions();
    this.#enable();
    this.#position();
    if (LOOKING.includes(this.tabName)) return; // a variation came to its end
    if (!quiet) {
      import("../history/store.js").then(({ record }) => record(this));
      const own = match.against ? (match.isPerson(0) ? 0 : 1) : null;
      const half = own === 1 ? 2 - match.half : match.half;
      sound(this.game.seats === 1 || own === null ? "win" : half === 2 ? "win" : half === 1 ? "draw" : "lose");
    }
    this.end.show({ quiet });
  }

  #choiceChanged(choice, place) {
    if (choice === null) {
      sound("refuse");
      return;
    }
    const touches = [...choice.next.values()].flat();
    if (place !== null && touches.some((step) => step.touch === 3)) {
      sound("put");
      toast(t("choose.capture"));
      announce(t("choose.capture"));
    } else if (place !== null) {
      announce(t("chosen.places", { n: choice.next.size }));
    }
  }

  hint() {
    return this.hints.ask();
  }

  get advised() {
    return this.hints.own;
  }

  // Against the machine the sides change hands; with two people the board is turned around.
  swap() {
    const { match } = this;
    if (match.against) {
      this.end.hide();
      match.setPlayers([match.players[1], match.players[0]]);
    }
    this.turn();
    announce(t("swapped"));
  }

  // A game under way that is begun again can be had back.
  restart({ sure = this.match.over } = {}) {
    const { match, app, game, start } = this;
    const before = { ...start, saved: match.session.save(), players: match.players, flagged: match.flagged, variations: match.tree.save(), tab: this.tabName, kept: true };
    const gone = !sure && match.state.at > 1;
    app.startGame(game, { options: start.options, players: match.players, position: start.position,
      clock: start.clock ?? null, level: start.level ?? null, tab: LOOKING.includes(this.tabName) ? "analysis" : "play" });
    if (gone) toast(t("restarted"), false, { label: t("restarted.undo"), run: () => app.open(before) });
  }

  async share() {
    (await import("./dialog-share.js")).shareDialog(this);
  }

  async setUp() {
    (await import("./editor.js")).editorDialog(this);
  }

  async newGame() {
    const { newGameDialog } = await import("./dialog-new.js");
    const chosen = await newGameDialog(this.game, { engine: this.app.engine, players: this.match.players, options: this.start.options, clock: this.start.clock ?? null,
      playable: (options) => this.app.playable(this.game, options) });
    if (chosen?.net) {
      try {
        location.hash = await createRoom(this.game, chosen);
      } catch (error) {
        toast(error.message, true);
      }
    } else if (chosen) {
      this.app.startGame(this.game, { ...chosen, position: null });
    }
  }

  // Keeps the address in step with the game, so that it can always be copied. While a game is looked at,
  // every step is an entry of the browser's history.
  note({ push = false } = {}) {
    if (this.closed) return;
    noteAddress(this.address(), { push: push && this.match.looking, state: { view: this.id, path: this.match.node.texts, tab: this.tabName } });
  }

  // The browser went back or forward to one of this view's own entries.
  follow(entry) {
    if (entry?.view !== this.id) return false;
    const node = this.match.tree.find(entry.path);
    if (!node) return false;
    this.match.visit(node);
    if (entry.tab !== this.tabName) this.tab(entry.tab);
    return true;
  }

  address() {
    return writeAddress({ name: this.game.name, options: this.start.options, start: this.start.position,
      level: this.start.levelName ?? null, tab: LOOKING.includes(this.tabName) ? this.tabName : null, moves: this.match.movesText() });
  }

  key(event) {
    const { match } = this;
    const actions = {
      u: () => match.undo(), y: () => match.redo(), h: () => this.hint(), s: () => this.swap(), r: () => this.restart(),
      n: () => this.newGame(), l: () => this.share(), e: () => this.setUp(), a: () => this.tab(this.tabName === "analysis" ? "play" : "analysis"),
      ",": () => this.panels.review?.step(-1), ".": () => this.panels.review?.step(1),
      "[": () => match.go(match.state.at - 1, { resume: !match.against }), "]": () => match.go(match.state.at + 1),
      "{": () => match.go(0, { resume: !match.against }), "}": () => match.go(match.state.length),
      b: () => match.undo(),
    };
    if (event.key === "Escape") {
      this.#closeUppermost();
      return true;
    }
    if (event.ctrlKey && event.key.toLowerCase() === "z") {
      if (event.shiftKey) match.redo();
      else match.undo();
      return true;
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    const action = actions[event.key.toLowerCase()] ?? actions[event.key];
    action?.();
    return Boolean(action);
  }

  // Escape: what lies on top goes first, the game itself last.
  #closeUppermost() {
    if (this.board.cancel()) return;
    if (this.advised) this.hints.stop();
    else if (this.end.open) this.end.hide();
    else this.app.leave();
  }

  close() {
    this.closed = true;
    this.hints.close();
    this.panels.analysis?.close();
    this.review?.stop();
    this.match.close();
  }
}
