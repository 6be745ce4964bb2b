// The level editor: the whole level at the left, the board in the middle, one cell at the right, and
// below the board whether the level can be solved, found anew after every change.
import { announce, h, replace, toast } from "../modules/dom.js";
import { newGame } from "../modules/potez.js";
import { icon } from "../modules/icons.js";
import { noteAddress } from "../modules/router.js";
import { sound } from "../modules/sounds.js";
import { t } from "../modules/texts.js";
import { CellPanel } from "./editor-cell.js";
import { generateDialog, newDialog, openLevelDialog } from "./editor-dialogs.js";
import { LevelPanel } from "./editor-level.js";
import { Verdict } from "./editor-verdict.js";
import { FlatGrid } from "./flat.js";
import { INCREASER, Level, LIMITS, TELEPORTER } from "./level.js";
import { exportLevel, shareLevel } from "./share.js";
import { Solvers } from "./solver.js";
import { addressOf, sourceOfRoute, sourceOfText, spellProblem } from "./sources.js";
import { Stage } from "./stage.js";
import { clearBuffer, keepOwn } from "./store.js";

const MODES = [["select", "arrow"], ["raise", "plus"], ["lower", "minus"], ["player", "person"], ["group", "people"], ["target", "flag"]];
const WAYS = { w: 0, d: 1, s: 2, a: 3 }, ARROWS = { ArrowUp: 0, ArrowRight: 1, ArrowDown: 2, ArrowLeft: 3 };
const PLAIN = [[1, 1], [0, 1], [1, -1], [0, -1]];

export async function openEditor(app, game, route) {
  clearBuffer();
  const source = await sourceOfRoute(route);
  let level;
  try {
    level = source ? Level.read(app.engine, source.text) : new Level({ name: t("zr2.untitled"), size: [5, 5] });
  } catch (error) {
    throw new Error(spellProblem(error));
  }
  return new EditorView(app, game, level, { fresh: !source });
}

export class EditorView {
  constructor(app, game, level, { fresh }) {
    Object.assign(this, { app, game, level, fresh });
    this.editing = true;
    this.solvers = new Solvers(app);
    this.past = [];
    this.future = [];
    this.mode = "select";
    this.selected = null;
    this.cursor = level.start;
    this.chosen = false; // the player, about to be moved
    this.group = null;
    this.#build();
    this.ready = this.stage.begin();
    this.refresh();
    this.verdict.changed();
    this.note();
  }

  #build() {
    this.grid = new FlatGrid({ label: t("zr2.board"), onTap: (cell, how) => this.tap(cell, how), onMove: (cell) => this.#cursorTo(cell, false), describe: (cell) => this.describe(cell) });
    this.stage = new Stage({ label: t("zr2.editor.scene"), flat: this.grid.element, onTap: (cell, how) => this.tap(cell, how),
      onHover: (cell) => this.stage.say(cell === null ? null : this.describe(cell)), onReady: () => this.draw() });
    this.left = new LevelPanel(this);
    this.right = new CellPanel(this);
    this.verdict = new Verdict(this);
    this.modes = h("fieldset", { class: "zr2-modes" }, h("legend", { class: "unseen" }, t("zr2.modes")), MODES.map(([name, picture]) => h("label", { title: t(`zr2.mode.${name}.about`) },
      h("input", { type: "radio", name: "mode", value: name, onchange: () => this.setMode(name), onclick: (event) => { if (event.detail) event.target.blur(); } }), h("span", {}, icon(picture, 17), t(`zr2.mode.${name}`)))));
    const button = (name, label, action, key = null) => h("button", { type: "button", "data-action": name, "aria-label": t(label), title: key ? `${t(label)} (${key})` : t(label), onclick: action }, icon(name, 18), h("span", {}, t(label)));
    this.undoButton = button("undo", "undo", () => this.undo(), "Ctrl+Z");
    this.redoButton = button("redo", "redo", () => this.redo(), "Ctrl+Y");
    this.element = h("div", { class: "zr2-editor" },
      h("div", { class: "zr2-tools" }, h("h1", {}, t("zr2.editor")), this.undoButton, this.redoButton,
        button("plus", "zr2.new", () => this.create()), button("grid", "zr2.fill", () => this.fill()), button("list", "zr2.open", () => openLevelDialog(this)), button("dice", "zr2.generate", () => generateDialog(this)),
        button("save", "zr2.export", () => exportLevel(this.level)), button("check", "zr2.keep", () => this.keep(), "Ctrl+S"), button("share", "share", () => shareLevel(this)),
        h("button", { type: "button", class: "go", "data-action": "play", onclick: () => this.play() }, icon("play", 18), t("zr2.tab.play"))),
      h("aside", { class: "card zr2-side left", "aria-label": t("zr2.editor.level"), tabindex: 0 }, this.left.element),
      h("section", { class: "zr2-middle", "aria-label": t("zr2.board") }, this.modes, h("div", { class: "card zr2-table" }, this.stage.element), this.verdict.element),
      h("aside", { class: "card zr2-side right", "aria-label": t("zr2.editor.cell"), tabindex: 0 }, this.right.element));
  }

  shown() {
    if (this.fresh) this.create();
  }

  get board() {
    return null;
  }

  get saved() {
    return newGame(this.game.name, { level: this.level.text });
  }

  // What the board points at.
  get marks() {
    const own = this.selected === null ? null : this.level.cells[this.selected];
    const shownGroup = this.group !== null ? this.level.groups[this.group] : this.selected !== null ? this.level.lowers(this.selected)?.members : null;
    return { selected: this.selected, cursor: this.cursor, chosen: this.chosen, members: shownGroup ?? [], target: own ? this.level.leadsTo(this.selected) : null };
  }

  draw() {
    const { level, marks, stage } = this;
    if (stage.flat) this.grid.show({ level, marks });
    else stage.scene?.show({ level, values: level.values, player: level.start, steps: null, marks });
  }

  refresh() {
    this.left.update();
    this.right.update();
    this.modes.querySelector(`input[value="${this.mode}"]`).checked = true;
    this.modes.querySelector('input[value="target"]').disabled = this.selected === null;
    this.undoButton.disabled = !this.past.length;
    this.redoButton.disabled = !this.future.length;
    this.draw();
  }

  // Everything that alters the level goes through here: it can be undone, the Target is not known any
  // more, and the solver looks at it.
  change(alter, { spoken = null } = {}) {
    this.past.push(this.level);
    if (this.past.length > 300) this.past.shift();
    this.future = [];
    this.level = this.level.copy();
    alter(this.level);
    this.level.target = 0;
    this.refresh();
    this.verdict.changed();
    this.note();
    if (spoken) announce(spoken);
  }

  #restore(from, to) {
    if (!from.length) return;
    to.push(this.level);
    this.level = from.pop();
    this.#settle();
    sound("slide");
  }

  undo() {
    this.#restore(this.past, this.future);
  }

  redo() {
    this.#restore(this.future, this.past);
  }

  // After the level was replaced: what was pointed at may be gone.
  #settle() {
    const { cells, groups, start } = this.level;
    if (this.selected !== null && this.selected >= cells.length) this.selected = null;
    if (this.cursor >= cells.length) this.cursor = start;
    if (this.group !== null && this.group >= groups.length) this.group = null;
    this.chosen = false;
    this.refresh();
    this.verdict.changed();
    this.note();
  }

  load(level) {
    this.past.push(this.level);
    this.future = [];
    this.level = level;
    this.selected = this.group = null;
    this.mode = "select";
    this.cursor = level.start;
    this.#settle();
    announce(t("zr2.loaded", { name: level.name }));
  }

  async create() {
    const level = await newDialog(this.fresh ? t("zr2.untitled") : this.level.name, this.fresh ? [5, 5] : this.level.size);
    this.fresh = false;
    if (level) this.load(level);
  }

  // Every empty cell but the player's becomes 1: a new board is empty, and most of them want to be full.
  fill() {
    const empty = this.level.cells.filter((cell, i) => cell.value <= 0 && i !== this.level.start).length;
    if (!empty) {
      sound("refuse");
      return;
    }
    this.change((level) => level.cells.forEach((cell, i) => { if (cell.value <= 0 && i !== level.start) cell.value = 1; }), { spoken: t("zr2.filled", { n: empty }) });
    sound("put");
  }

  setMode(mode) {
    this.mode = mode;
    this.chosen = false;
    if (mode !== "group") this.group = null;
    else if (this.group === null && this.level.groups.length) this.group = 0;
    else if (!this.level.groups.length) this.addGroup();
    announce(t(`zr2.mode.${mode}.about`));
    this.refresh();
  }

  select(cell) {
    this.selected = cell;
    if (cell !== null) this.cursor = cell;
    this.refresh();
  }

  #cursorTo(cell, speak = true) {
    if (cell === null || cell === this.cursor) return;
    this.cursor = cell;
    if (this.mode === "select" && this.selected !== null) this.selected = cell;
    this.refresh();
    if (speak) announce(this.describe(cell));
  }

  // A click or a touch; null is the void around the board.
  tap(cell, { button = 0, shift = false, touch = false, player = false } = {}) {
    if (cell === null) {
      this.endSelection();
      return;
    }
    this.cursor = cell;
    if (shift) this.addValue(cell, button === 2 ? -1 : 1);
    else if (this.chosen && button === 0) this.placePlayer(cell);
    else if (this.mode === "raise" || this.mode === "lower") this.addValue(cell, (this.mode === "raise") === (button === 0) ? 1 : -1);
    else if (this.mode === "player") this.placePlayer(cell);
    else if (this.mode === "group" && this.group !== null) this.setMember(cell, touch ? !this.level.groups[this.group].includes(cell) : button === 0);
    else if (this.mode === "target" && this.selected !== null) this.setTarget(cell);
    else if (player && button === 0) {
      this.chosen = true;
      this.selected = null;
      announce(t("zr2.player.chosen"));
      this.refresh();
    } else this.select(cell);
  }

  endSelection() {
    this.selected = null;
    this.chosen = false;
    if (this.mode === "group" || this.mode === "target") this.mode = "select";
    this.group = null;
    this.refresh();
  }

  addValue(cell, by) {
    this.setValue(cell, Math.max(0, this.level.cells[cell].value) + by);
  }

  setValue(cell, value) {
    const bounded = Math.max(0, Math.min(LIMITS.value, value));
    if (bounded === this.level.cells[cell].value) {
      sound("refuse");
      return;
    }
    this.change((level) => { level.cells[cell].value = bounded; }, { spoken: t("place.number", { n: bounded }) });
    sound("put");
  }

  placePlayer(cell) {
    this.chosen = false;
    if (cell === this.level.start) this.refresh();
    else this.change((level) => { level.start = cell; }, { spoken: t("zr2.player.at", { cell: this.name(cell) }) });
  }

  toggleType(cell, bit, on = null) {
    const now = bit === TELEPORTER ? this.level.isTeleporter(cell) : this.level.isIncreaser(cell);
    this.change((level) => {
      const own = level.cells[cell];
      level.setType(cell, bit, on ?? !now);
      if (now) return;
      // something that can be seen at once: a colour, a group and a number that work
      if (own.colour === 0) own.colour = bit === TELEPORTER ? 1 : 3;
      if (bit === INCREASER && own.add === 0) own.add = -1;
      if (bit === INCREASER && !level.groups.length) level.groups.push([]);
    }, { spoken: t(now ? "zr2.type.off" : "zr2.type.on", { type: t(bit === TELEPORTER ? "zr2.teleporter" : "zr2.increaser") }) });
  }

  setTarget(cell) {
    const { selected } = this;
    this.mode = "select";
    this.change((level) => { level.cells[selected].target = cell; }, { spoken: t("zr2.leads", { cell: this.name(cell) }) });
  }

  addGroup() {
    this.change((level) => level.groups.push([]));
    this.group = this.level.groups.length - 1;
    this.mode = "group";
    this.refresh();
    announce(t("zr2.group.added", { n: this.group }));
  }

  // Cells that name a later group follow it.
  removeGroup(group) {
    this.group = null;
    if (this.mode === "group") this.mode = "select";
    this.change((level) => {
      level.groups.splice(group, 1);
      for (const cell of level.cells) if (cell.group > group) cell.group--;
        else if (cell.group === group && level.groups.length) cell.group = 0;
    }, { spoken: t("zr2.group.removed", { n: group }) });
  }

  pickGroup(group) {
    if (this.group === group) {
      this.endSelection();
      return;
    }
    this.group = group;
    this.mode = "group";
    announce(t("zr2.mode.group.about"));
    this.refresh();
  }

  setMember(cell, member) {
    const { group } = this;
    if (this.level.groups[group].includes(cell) === member) return;
    this.change((level) => {
      level.groups[group] = member ? [...level.groups[group], cell].sort((a, b) => a - b) : level.groups[group].filter((each) => each !== cell);
    }, { spoken: t(member ? "zr2.member.in" : "zr2.member.out", { cell: this.name(cell), group }) });
  }

  name(cell) {
    return `(${this.level.coordinates(cell).join(", ")})`;
  }

  describe(cell) {
    const { level } = this;
    const own = level.cells[cell], parts = [this.name(cell), t("place.number", { n: Math.max(0, own.value) })];
    if (cell === level.start) parts.push(t("zr2.player"));
    if (level.isTeleporter(cell)) parts.push(level.leadsTo(cell) === null ? t("zr2.teleporter") : t("zr2.leads", { cell: this.name(level.leadsTo(cell)) }));
    if (level.isIncreaser(cell)) parts.push(level.lowers(cell) ? t("zr2.lowers", { n: level.lowers(cell).members.length, by: -own.add }) : t("zr2.increaser"));
    if (own.colour) parts.push(t(`zr2.colour.${own.colour}`));
    if (this.group !== null && level.groups[this.group].includes(cell)) parts.push(t("zr2.member", { group: this.group }));
    return parts.join(", ");
  }

  keep() {
    keepOwn(this.level.name, this.level.text);
    toast(t("zr2.kept", { name: this.level.name }));
  }

  async play() {
    location.hash = addressOf(await sourceOfText(this.level.text));
  }

  // The address always holds the level as it is, so that it can be copied and survives a reload.
  async note() {
    const { level } = this;
    const source = await sourceOfText(level.text);
    if (!this.closed && level === this.level) noteAddress(addressOf(source, { options: { view: "editor" } }));
  }

  #walk(way) {
    const { scene, flat } = this.stage;
    const [dimension, step] = scene && !flat ? scene.camera.meaning(way) : PLAIN[way];
    this.#go(dimension, step);
  }

  #go(dimension, step) {
    const cell = this.level.beside(this.cursor, dimension, step);
    if (cell === null) return;
    this.#cursorTo(cell);
    if (this.stage.flat) this.grid.focus(cell);
  }

  key(event) {
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) {
      const actions = { z: () => (event.shiftKey ? this.redo() : this.undo()), y: () => this.redo(), s: () => this.keep() };
      actions[name]?.();
      return name in actions;
    }
    if (event.altKey || event.target.closest?.(".zr2-side")) return false;
    const { cursor, level } = this;
    const actions = {
      "+": () => this.addValue(cursor, 1), "=": () => this.addValue(cursor, 1), "-": () => this.addValue(cursor, -1), Delete: () => this.setValue(cursor, 0), Backspace: () => this.setValue(cursor, 0),
      t: () => this.toggleType(cursor, TELEPORTER), i: () => this.toggleType(cursor, INCREASER), p: () => this.placePlayer(cursor),
      c: () => this.change((changed) => { changed.cells[cursor].colour = (changed.cells[cursor].colour + 1) % LIMITS.colours; }, { spoken: t(`zr2.colour.${(level.cells[cursor].colour + 1) % LIMITS.colours}`) }),
      g: () => {
        if (this.group === null) this.setMode("group");
        this.setMember(cursor, !this.level.groups[this.group].includes(cursor));
      },
      m: () => {
        this.selected = cursor;
        this.setMode("target");
      },
      Enter: () => this.tap(cursor), " ": () => this.tap(cursor), Escape: () => this.endSelection(), f: () => this.stage.setFlat(!this.stage.flat),
      q: () => this.#go(2, -1), e: () => this.#go(2, 1), PageUp: () => this.#go(2, -1), PageDown: () => this.#go(2, 1),
    };
    const inButton = event.target.closest?.("button, a, label");
    if (inButton && ["Enter", " "].includes(name)) return false;
    if (/^[0-9]$/.test(name)) this.setValue(cursor, Number(name));
    else if (name in WAYS) this.#walk(WAYS[name]);
    else if (name in ARROWS && this.stage.flat) this.#walk(ARROWS[name]);
    else if (actions[name]) actions[name]();
    else return this.stage.key(event);
    return true;
  }

  close() {
    this.closed = true;
    this.verdict.close();
    this.solvers.close();
    this.stage.close();
  }
}
