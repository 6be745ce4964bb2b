// ZR 2 as it is played: the board in three dimensions or flat, steps by keys, touches and clicks, the
// solution played back, and panels for solving, levels and rules. The game itself is in match.js.
import { Board } from "../boards/board.js";
import { record } from "../history/store.js";
import { announce, h, loadStyle, replace, toast } from "../modules/dom.js";
import { newGame } from "../modules/potez.js";
import { icon } from "../modules/icons.js";
import { Match } from "../modules/match.js";
import { person } from "../modules/players.js";
import { noteAddress } from "../modules/router.js";
import { keptGame } from "../modules/settings.js";
import { sound } from "../modules/sounds.js";
import { needTexts, number, t } from "../modules/texts.js";
import { Level } from "./level.js";
import { LevelsPanel } from "./panel-levels.js";
import { PlayPanel } from "./panel-play.js";
import { RulesPanel } from "./panel-rules.js";
import { SolvePanel } from "./panel-solve.js";
import { PauseOverlay, ResultOverlay } from "./overlays.js";
import { shareLevel } from "./share.js";
import { Solvers } from "./solver.js";
import { addressOf, levelIn, nextSource, sourceOfKept, sourceOfRoute, sourceToPlay, spellProblem, spellWarning } from "./sources.js";
import { Stage } from "./stage.js";
import { bufferFor, choice, choose, fillBuffer, markSolved } from "./store.js";

const TABS = ["play", "solve", "levels", "rules"];
export const SPEEDS = [0.5, 1, 2, 4, 8, 16];
const BEAT = 800; // milliseconds per step at speed 1
const WAYS = { w: 0, d: 1, s: 2, a: 3 };
const FURTHER = { q: [2, -1], e: [2, 1], z: [3, -1], x: [3, 1] };
const ARROWS = { ArrowUp: 0, ArrowRight: 1, ArrowDown: 2, ArrowLeft: 3 };

export async function open(app, given, route) {
  const game = given ?? app.game("zr2");
  await Promise.all([loadStyle(new URL("./zr2.css", import.meta.url).href), needTexts("zr2")]);
  if (route.options.view === "editor") return (await import("./editor.js")).openEditor(app, game, route);
  let source = await sourceOfRoute(route), saved = null;
  const kept = keptGame(game.name);
  if (!source && kept && !kept.over && levelIn(kept.saved)) {
    source = await sourceOfKept(levelIn(kept.saved));
    saved = kept.saved;
  }
  source ??= await sourceToPlay();
  let level;
  try {
    level = Level.read(app.engine, source.text);
  } catch (error) {
    throw new Error(spellProblem(error));
  }
  if (level.warning) toast(spellWarning(level.warning));
  saved ??= newGame(game.name, { level: source.text });
  return new Zr2View(app, game, { source, level, saved, moves: route.moves, tab: route.tab });
}

export class Zr2View {
  constructor(app, game, { source, level, saved, moves, tab }) {
    Object.assign(this, { app, game, source, level });
    this.start = { options: {} };
    this.match = new Match({ engine: app.engine, thinker: app.thinker, saved, players: [person] });
    this.solvers = new Solvers(app);
    this.target = level.target || null; // the most points, once it is known
    this.helped = false;
    this.beyond = false; // the Target is reached, and that has been said
    this.#build();
    this.match.on((kind, detail) => this[`on_${kind}`]?.(detail));
    if (moves) this.#replay(moves);
    this.tab(tab ?? "play");
    this.ready = this.stage.begin();
    this.match.begin();
    if (!this.target) this.#findTarget();
    if (this.match.over) this.result.show({ quiet: true });
  }

  #replay(moves) {
    try {
      this.match.session.playText(moves);
      this.match.read();
    } catch (error) {
      toast(error.message, true);
    }
  }

  #build() {
    this.board = new Board(this.match.session, { label: t("board.label", { game: this.source.title }), describe: (place) => this.describe(place),
      onMove: (entry) => this.play(entry), onChoice: (chosen) => { if (chosen === null) sound("refuse"); } });
    this.stage = new Stage({ label: t("zr2.scene", { name: this.source.title }), flat: this.board.svg,
      onTap: (cell, { button }) => { if (button === 0 && cell !== null) this.stepTo(cell); }, onHover: (cell) => this.#pointed(cell), onReady: () => this.draw() });
    this.stage.flatHost.style.setProperty("--ratio", this.board.style.width / this.board.style.height);
    this.title = h("h1", { class: "zr2-title" }, this.source.title);
    this.counts = h("div", { class: "counts" });
    this.pauses = new PauseOverlay(this);
    this.result = new ResultOverlay(this);
    this.panels = { play: new PlayPanel(this), solve: new SolvePanel(this), levels: new LevelsPanel(this), rules: new RulesPanel(this) };
    this.tabs = TABS.map((name) => h("button", { role: "tab", id: `tab-${name}`, "aria-controls": "panel-body", type: "button", onclick: () => this.tab(name) }, t(`zr2.tab.${name}`)));
    this.body = h("div", { id: "panel-body", role: "tabpanel", class: "panel-body", tabindex: 0 });
    this.actions = h("div", { class: "actions", role: "toolbar", "aria-label": t("actions.label") });
    this.pad = this.#pad();
    this.element = h("div", { class: "play zr2" },
      h("section", { class: "stage", "aria-label": t("stage.label") },
        h("div", { class: "who" }, this.title, this.counts),
        h("div", { class: "table card zr2-table" }, this.stage.element, this.pad, this.pauses.element, this.result.element)),
      this.actions,
      h("aside", { class: "card panel", "aria-label": t("panel.label") },
        h("div", { class: "tabs", role: "tablist", onkeydown: (event) => this.#tabKey(event) }, this.tabs), this.body));
  }

  // For fingers: steps as seen, and between layers.
  #pad() {
    const button = (name, label, action) => h("button", { type: "button", class: "square", "aria-label": t(label), onclick: action }, icon(name, 20));
    return h("div", { class: "zr2-pad", role: "group", "aria-label": t("zr2.pad") },
      button("up", "zr2.way.0", () => this.stepWay(0)), button("left", "zr2.way.3", () => this.stepWay(3)),
      button("down", "zr2.way.2", () => this.stepWay(2)), button("arrow", "zr2.way.1", () => this.stepWay(1)),
      this.level.size.length > 2 ? [button("back", "zr2.layer.back", () => this.stepAlong(2, -1)), button("forward", "zr2.layer.on", () => this.stepAlong(2, 1))] : null);
  }

  #tabKey(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = (TABS.indexOf(this.tabName) + step + TABS.length) % TABS.length;
    this.tab(TABS[at]);
    this.tabs[at].focus();
    event.stopPropagation();
    event.preventDefault();
  }

  tab(name) {
    this.panels[this.tabName]?.hide?.();
    this.tabName = TABS.includes(name) ? name : name === "analysis" ? "solve" : "play";
    TABS.forEach((each, i) => {
      const on = each === this.tabName;
      this.tabs[i].setAttribute("aria-selected", on);
      this.tabs[i].setAttribute("tabindex", on ? 0 : -1);
    });
    this.body.setAttribute("aria-labelledby", `tab-${this.tabName}`);
    const panel = this.panels[this.tabName];
    replace(this.body, panel.element);
    panel.show();
    this.draw();
    this.note();
  }

  get state() {
    return this.match.state;
  }

  get left() {
    return this.state.counts.find(([label]) => label === "left")[2];
  }

  get points() {
    return this.level.sum - this.left;
  }

  get values() {
    const values = Array(this.level.cells.length).fill(0);
    for (const [cell, value] of this.state.cells) values[cell] = Math.max(0, value);
    return values;
  }

  get player() {
    return this.state.cells.find(([, , marks]) => marks & 1)[0];
  }

  // The dimension and direction of a way on the screen.
  #meaning(way) {
    const { scene, flat } = this.stage;
    return scene && !flat ? scene.camera.meaning(way) : [[1, 1], [0, 1], [1, -1], [0, -1]][way];
  }

  // The cells that can be stepped to, with the key that leads there.
  #steps() {
    const { player } = this, keys = new Map();
    const note = (key, [dimension, step]) => {
      const cell = this.level.beside(player, dimension, step);
      if (cell !== null) keys.set(cell, key.toUpperCase());
    };
    for (const [key, way] of Object.entries(WAYS)) note(key, this.#meaning(way));
    for (const [key, along] of Object.entries(FURTHER)) note(key, along);
    return new Map(this.state.moves.map(({ move }) => [move, keys.get(move) ?? ""]));
  }

  draw(change = null) {
    const { match, stage } = this;
    if (stage.flat) {
      this.board.show(this.state, { animate: false });
      this.board.last(match.history[this.state.at - 1]?.steps);
      this.board.enable(this.free ? this.state.moves : []);
    } else {
      const steps = this.free ? this.#steps() : new Map();
      const letters = choice("letters") && matchMedia("(hover: hover)").matches;
      stage.scene?.show({ level: this.level, values: this.values, player: this.player, steps: letters ? steps : new Map([...steps.keys()].map((cell) => [cell, ""])), marks: {} }, change);
    }
    this.#sides();
  }

  get free() {
    return !this.playing && !this.pauses.on && !this.result.asks && !this.match.over;
  }

  #sides() {
    const part = (value, label, name) => h("span", { dataset: { count: name } }, h("b", {}, number(value)), " ", label);
    replace(this.counts, part(this.left, t("zr2.left"), "left"), part(this.points, t("zr2.points"), "points"),
      this.target ? part(this.target, t("zr2.target"), "target") : this.bound ? h("span", {}, t("zr2.target.between", { least: this.bound[0], most: this.bound[1] })) : null);
    const { at, length } = this.state;
    const button = (name, label, action, disabled = false, key = null) => h("button", { type: "button", class: "tool", disabled, "data-action": name,
      title: key ? `${label} (${key})` : label, "aria-keyshortcuts": key?.replace("Ctrl+", "Control+"), onclick: action }, icon(name), h("span", {}, label));
    replace(this.actions,
      button("undo", t("undo"), () => this.undo(), at === 0 || Boolean(this.playing), "B"),
      button("redo", t("redo"), () => this.redo(), at === length || Boolean(this.playing), "N"),
      button("hint", t("hint"), () => this.hint(), this.match.over, "H"),
      button(this.playing ? "stop" : "play", t(this.playing ? "zr2.stop" : "zr2.solution"), () => this.solution(), this.match.over && !this.playing, "Ctrl+V"),
      button("pause", t("zr2.pause"), () => this.pauses.toggle(), false, "P"),
      button("restart", t("restart"), () => this.restart(), at === 0 && length === 0, "R"),
      button("share", t("share"), () => shareLevel(this), false, "L"),
      button("edit", t("zr2.edit"), () => this.edit(), false, null));
  }

  // What a cell is, in words.
  describe(cell) {
    const parts = [`(${this.level.coordinates(cell).join(", ")})`, t("place.number", { n: this.values[cell] })];
    if (cell === this.player) parts.push(t("zr2.here"));
    const target = this.level.leadsTo(cell), lowers = this.level.lowers(cell);
    if (target !== null) parts.push(t("zr2.leads", { cell: `(${this.level.coordinates(target).join(", ")})` }));
    if (lowers) parts.push(t("zr2.lowers", { n: lowers.members.length, by: -lowers.add }));
    if (this.free && this.state.moves.some(({ move }) => move === cell)) parts.push(t("place.to"));
    return parts.join(", ");
  }

  #pointed(cell) {
    this.stage.say(cell === null ? null : this.describe(cell));
  }

  stepWay(way) {
    return this.stepAlong(...this.#meaning(way));
  }

  stepAlong(dimension, step) {
    const cell = this.level.beside(this.player, dimension, step);
    if (cell === null) sound("refuse");
    else this.stepTo(cell);
  }

  stepTo(cell) {
    if (!this.free) return;
    const entry = this.state.moves.find(({ move }) => move === cell);
    if (!entry) {
      sound("refuse");
      if (cell !== this.player) announce(t("zr2.no.step", { cell: this.describe(cell) }));
      return;
    }
    this.play(entry);
  }

  play(entry) {
    this.match.play(entry);
  }

  on_move({ entry }) {
    this.draw({ cell: entry.move, back: false });
    sound(this.level.leadsTo(entry.move) !== null ? "slide" : this.level.lowers(entry.move) ? "take" : "put");
    this.panels[this.tabName].update?.();
    this.note();
    if (!this.playing) announce(this.#spoken());
    this.#reached();
  }

  // The Target wins, also one that is less than the most: whoever wants more may go on.
  #reached() {
    if (this.beyond || this.playing || this.match.over || !this.won) return;
    this.#finished();
    this.beyond = true;
    sound("win");
    this.result.show({ more: true });
    this.draw();
  }

  // Where the player is now, what is left, and where it can go.
  #spoken() {
    const steps = [...this.#steps()].map(([cell, key]) => `${key || `(${this.level.coordinates(cell).join(", ")})`} ${this.values[cell]}`).join(", ");
    return t("zr2.spoken", { cell: `(${this.level.coordinates(this.player).join(", ")})`, left: this.left, steps: steps || "\u2013" });
  }

  on_jump({ back, entry }) {
    this.result.hide();
    this.draw(entry ? { cell: entry.move, back } : null);
    sound("slide");
    this.panels[this.tabName].update?.();
    this.note();
    if (!this.playing) announce(this.#spoken());
  }

  on_over() {
    this.stopPlaying();
    this.draw();
    const won = this.won;
    this.#finished();
    sound(won ? "win" : "lose");
    this.result.show();
  }

  // Only the person's own walk counts, not what the solution showed.
  #finished() {
    if (this.helped) return;
    if (this.won) markSolved(this.source.key, this.state.at);
    if (!this.beyond) record(this);
  }

  get won() {
    return this.left === 0 || (this.target !== null && this.points >= this.target);
  }

  // A level without a Target: solved in the background, the bounds are shown meanwhile.
  async #findTarget() {
    const made = this.match.session;
    const from = newGame(this.game.name, { level: this.source.text });
    const note = ({ points, bound, proved }) => {
      if (this.closed || made.slot === null) return;
      if (proved) this.target = points;
      this.bound = proved ? null : [points, bound];
      this.#sides();
      this.panels[this.tabName].update?.();
    };
    note(await this.solvers.solve("best", from, { ms: 60000 }, note, "target").catch(() => ({ proved: false, points: 0, bound: this.level.sum })));
  }

  undo() {
    if (this.playing) return;
    this.match.undo();
  }

  redo() {
    if (this.playing) return;
    this.match.redo();
  }

  // The best walk from here: what the buffer has, or a search.
  async #best(ms) {
    const { session } = this.match;
    const known = bufferFor(session, this.level.name, this.left);
    if (known) return { path: known, points: known.length, known: true };
    this.element.classList.add("thinking");
    try {
      const answer = await this.solvers.solve("best", session.save(), { ms }, null, "advice");
      if (session.slot !== null && answer.path.length && !answer.stopped) fillBuffer(session, this.level.name, this.left, answer.path);
      return answer;
    } finally {
      this.element.classList.remove("thinking");
    }
  }

  async hint() {
    if (!this.free) return;
    const at = this.state.at;
    const answer = await this.#best(3000).catch((error) => toast(t("engine.failed", { error: error.message }), true));
    if (this.closed || !answer?.path?.length || this.state.at !== at) return;
    if (answer.proved && this.target && this.points + answer.points < this.target) {
      toast(t("zr2.too.late"));
      announce(t("zr2.too.late"));
      return;
    }
    this.helped = true;
    sound("hint");
    const [cell] = answer.path, key = this.#steps().get(cell);
    this.stage.scene?.hover(cell);
    this.board.advise(this.state.moves.find(({ move }) => move === cell));
    const message = t("hint.is", { move: `${key ? `${key} ` : ""}(${this.level.coordinates(cell).join(", ")})` });
    toast(message);
    announce(message);
  }

  // Plays the solution back from here, or stops that.
  async solution(path = null) {
    if (this.playing) {
      this.stopPlaying();
      return;
    }
    if (this.match.over || this.pauses.on) return;
    const token = {};
    this.playing = token;
    this.draw();
    try {
      const answer = path ? { path } : await this.#best(20000);
      if (this.playing !== token) return;
      if (!answer.path.length) {
        toast(t("zr2.no.solution"), true);
        return;
      }
      announce(t("zr2.playing", { n: answer.path.length }));
      this.helped = true;
      for (const cell of answer.path) {
        const entry = this.state.moves.find(({ move }) => move === cell);
        if (!entry || this.playing !== token) break;
        this.play(entry);
        await new Promise((resolve) => { setTimeout(resolve, BEAT / choice("speed")); });
      }
    } catch (error) {
      toast(t("engine.failed", { error: error.message }), true);
    } finally {
      if (this.playing === token) {
        this.playing = null;
        if (!this.closed) this.draw();
      }
    }
  }

  stopPlaying() {
    this.playing = null;
    this.solvers.cancel("advice");
    if (!this.closed) this.draw();
  }

  speed(step) {
    const at = SPEEDS.indexOf(choice("speed"));
    choose("speed", SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + step))]);
    this.panels.play.update();
  }

  restart() {
    this.stopPlaying();
    this.pauses.hide();
    this.helped = this.beyond = false;
    this.match.go(0);
  }

  edit() {
    location.hash = addressOf(this.source, { options: { view: "editor" } });
  }

  async next() {
    const source = await nextSource(this.source);
    if (source) location.hash = addressOf(source);
    else this.tab("levels");
  }

  note() {
    if (!this.closed) noteAddress(this.address());
  }

  address() {
    const moves = this.match.history.slice(0, this.state.at).map((entry) => entry.text).join(",");
    return addressOf(this.source, { moves, tab: this.tabName === "play" ? null : this.tabName });
  }

  key(event) {
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) {
      if (name === "v") this.solution();
      else if (name === "z" && event.shiftKey) this.redo();
      else if (name === "z") this.undo();
      else return false;
      return true;
    }
    if (event.altKey) return false;
    if (name === "Escape" || name === "p") {
      if (this.playing) this.stopPlaying();
      else this.pauses.toggle();
      return true;
    }
    if (this.pauses.on || this.result.asks) return false;
    const actions = { b: () => this.undo(), u: () => this.undo(), n: () => this.redo(), y: () => this.redo(), h: () => this.hint(), r: () => this.restart(),
      l: () => shareLevel(this), f: () => this.stage.setFlat(!this.stage.flat), "<": () => this.speed(-1), ">": () => this.speed(1) };
    if (name in WAYS) this.stepWay(WAYS[name]);
    else if (name in FURTHER && FURTHER[name][0] < this.level.size.length) this.stepAlong(...FURTHER[name]);
    else if (name in ARROWS && (choice("arrows") === "step" || this.stage.flat)) this.stepWay(ARROWS[name]);
    else if (actions[name]) actions[name]();
    else return this.stage.key(event);
    return true;
  }

  close() {
    this.closed = true;
    this.playing = null;
    this.solvers.close();
    this.stage.close();
    this.match.close();
  }
}

