// The position editor: pieces are put, taken and stacked by a touch, the side to move and what the board
// does not show (men in hand, stacks won) are chosen, and the game itself judges the result. It knows
// places and pieces, never a game: the engine writes the position's text (games/game.h, arranged).
import { Board } from "../boards/board.js";
import { h, replace } from "./dom.js";
import { newGame } from "./potez.js";
import { openDialog } from "./dialog.js";
import { t, word } from "./texts.js";

const HIGHEST = 7; // pieces on one place

class Editor {
  constructor(view, done) {
    this.view = view;
    this.done = done;
    this.game = view.game;
    this.engine = view.app.engine;
    this.session = this.engine.open(newGame(this.game.name, { options: view.start.options }));
    this.tool = "0";
    this.#take(view.match.state);
    this.board = new Board(this.session, { label: t("editor.title"), describe: (place) => this.#describe(place) });
    this.board.touch = (place) => this.#touch(place, this.tool);
    this.board.svg.addEventListener("contextmenu", (event) => this.#right(event));
    this.board.svg.classList.add("enabled");
    this.tools = h("fieldset", { class: "choice" });
    this.sides = h("fieldset", { class: "choice" });
    this.counts = h("div", { class: "more" });
    this.problem = h("p", { class: "field-problem", role: "alert", id: "editor-problem" });
    this.text = h("input", { "aria-label": t("editor.text"), "aria-describedby": "editor-problem", spellcheck: "false", onchange: (event) => this.#read(event.target.value) });
    this.buttons = h("div", { class: "row end-row" });
    this.element = h("div", { class: "editor" }, h("div", { class: `editor-board board-${this.game.board}` }, this.board.svg),
      h("div", { class: "editor-side" }, this.tools, this.sides, this.counts,
        h("div", { class: "row" }, h("button", { type: "button", onclick: () => this.#clear() }, t("editor.clear")),
          h("button", { type: "button", onclick: () => this.#begin() }, t("editor.start"))),
        h("label", { class: "field" }, h("span", {}, t("editor.text")), this.text), this.problem, this.buttons));
    this.#draw();
  }

  #take({ content, side, counts }) {
    this.content = [...content];
    this.side = side;
    this.values = counts.map(([, , value]) => value);
    this.labels = counts;
  }

  #clear() {
    this.content = this.content.map(() => "");
    this.#draw();
  }

  #begin() {
    this.session.go(0);
    this.session.load(newGame(this.game.name, { options: this.view.start.options }));
    this.#take(this.session.state);
    this.#draw();
  }

  // A position as text.
  #read(text) {
    try {
      const session = this.engine.open(newGame(this.game.name, { options: this.view.start.options, start: text.trim() }));
      this.#take(session.state);
      session.close();
      this.#draw();
    } catch (error) {
      this.problem.textContent = error.message;
    }
  }

  #right(event) {
    event.preventDefault();
    const cell = event.target.closest(".cell");
    if (cell) this.#touch(Number(cell.dataset.place), "take");
  }

  // On a rack pieces fall: a touch means the column.
  #place(place, tool) {
    if (!this.board.style.column) return place;
    const { places } = this.board;
    const column = [...places.keys()].filter((each) => places[each][0] === places[place][0]).sort((a, b) => places[a][1] - places[b][1]);
    return tool === "take" ? column.findLast((each) => this.content[each]) : column.find((each) => !this.content[each]);
  }

  #touch(touched, tool) {
    const place = this.#place(touched, tool);
    if (place === undefined) return false;
    const here = this.content[place];
    if (tool === "take") this.content[place] = here.slice(0, -1);
    else if (this.board.style.stacks) this.content[place] = (here + tool).slice(0, HIGHEST);
    else this.content[place] = here === tool ? "" : tool;
    this.#draw();
    return true;
  }

  #describe(place) {
    const [, , name] = this.board.places[place];
    const sides = [...(this.content[place] ?? "")].map((side) => word("side", this.game.sides[Number(side)], this.game.name));
    return `${name || place}, ${sides.length ? sides.join(", ") : t("place.empty")}`;
  }

  #radio(name, choices, value, choose) {
    return h("div", { class: "segments" }, choices.map(([key, text]) => h("label", {},
      h("input", { type: "radio", name, value: key, checked: key === value, onchange: () => choose(key) }), h("span", {}, text))));
  }

  #draw() {
    const { game } = this;
    const name = (side) => word("side", game.sides[side], game.name);
    this.board.show({ ...this.session.state, content: this.content, cells: [], moves: [], made: [], side: this.side }, { animate: false });
    for (const cell of this.board.cell) cell.classList.add("can");
    if (!this.tools.firstChild) {
      this.tools.append(this.#radio("editor-tool", [["0", t("editor.put", { side: name(0) })], ["1", t("editor.put", { side: name(1) })], ["take", t("editor.take")]], this.tool, (key) => { this.tool = key; }));
    }
    replace(this.sides, h("legend", {}, t("editor.side")), this.#radio("editor-turn", [["0", name(0)], ["1", name(1)]], String(this.side), (key) => { this.side = Number(key); this.#judge(); }));
    replace(this.counts, this.labels.map(([label, side, , unseen], i) => (unseen ? h("label", { class: "line" },
      h("span", {}, t("editor.count", { side: name(side), what: word("count", label, game.name) })),
      h("input", { type: "number", min: 0, max: 99, value: this.values[i], oninput: (event) => { this.values[i] = Number(event.target.value); this.#judge(); } })) : null)));
    this.#judge();
  }

  // What the game says about it.
  #judge() {
    const text = this.engine.arrange(this.session.slot, this.content, this.side, this.values);
    let wrong = null, turn = this.side;
    try {
      const session = this.engine.open(newGame(this.game.name, { options: this.view.start.options, start: text }));
      turn = session.state.side;
      session.close();
    } catch (error) {
      wrong = error.message;
    }
    this.text.value = text;
    this.problem.textContent = wrong ?? (turn === this.side ? "" : t("editor.forced", { side: word("side", this.game.sides[turn], this.game.name) }));
    this.problem.classList.toggle("mild", wrong === null);
    replace(this.buttons,
      h("button", { type: "button", disabled: wrong !== null, onclick: () => this.#finish(text, "play") }, t("editor.play")),
      h("button", { type: "button", class: "go", disabled: wrong !== null, onclick: () => this.#finish(text, "analysis") }, t("editor.analyse")));
  }

  #finish(text, tab) {
    const { view, game } = this;
    this.done(true);
    view.app.startGame(game, { options: view.start.options, position: text, tab, players: tab === "play" ? null : [{ kind: "person" }, { kind: "person" }] });
  }
}

export async function editorDialog(view) {
  let editor = null;
  await openDialog(t("editor.title"), (done) => (editor = new Editor(view, done)).element, { className: "dialog-editor" });
  editor.session.close();
}
