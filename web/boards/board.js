// A board on the page: draws positions of any game from its places and contents, moves the pieces,
// and turns touches and keys into moves. It knows board styles (squares, rack, lines, ...), never a
// game's rules.
//
//   const board = new Board(session, { label, describe, onMove, onTouch });
//   host.append(board.svg);
//   board.show(state, { steps, side });      // a move was made: animate it
//   board.enable(state.moves);               // let the person move
//
// Layers from back to front: backdrop, pieces, front (the rack), cells. The cells are what is touched
// and focused: a WAI-ARIA grid with roving focus. Everything below is hidden from screen readers.
import { motionWanted, s } from "../modules/dom.js";
import { TOUCH_CAPTURE, TOUCH_FROM, TOUCH_PUT, TOUCH_TO } from "../modules/potez.js";
import { ghosts, moveMarks } from "./arrows.js";
import { blocks } from "./blocks.js";
import { chequered } from "./chequered.js";
import { Choice } from "./choice.js";
import { Keys } from "./keys.js";
import { lines } from "./lines.js";
import { newPaint } from "./paint.js";
import { Pieces } from "./pieces.js";
import { Pointer } from "./pointer.js";
import { rack } from "./rack.js";
import { squares } from "./squares.js";

const ARROWS = 3; // of the best moves
const styles = { squares, rack, lines, chequered, blocks };

export class Board {
  constructor(session, { label = "", describe = null, onMove = null, onChoice = null, onLevel = null, small = false } = {}) {
    const { places, links } = session.geometry;
    this.places = places;
    this.paint = newPaint();
    this.style = styles[session.game.board]({ places, links, paint: this.paint });
    this.label = label;
    this.describe = describe;
    this.onMove = onMove;
    this.onChoice = onChoice;
    this.onLevel = onLevel;
    this.choice = null;
    this.marks = { last: [], best: null, scores: null, moves: [], line: null, made: [] };
    this.#build(small);
  }

  #build(small) {
    const { style } = this;
    const layer = (name) => s("g", { class: name, "aria-hidden": "true" });
    this.under = layer("under");
    this.pieceLayer = layer("pieces");
    this.front = layer("front");
    this.marksLayer = layer("marks");
    this.cells = s("g", { class: "cells" });
    this.svg = s("svg", { viewBox: `0 0 ${style.width} ${style.height}`, class: "board", overflow: "visible" },
      this.paint.definitions, s("g", { "aria-hidden": "true" }, style.backdrop()), this.under, this.pieceLayer, this.front, this.marksLayer);
    if (style.front) this.front.append(...[style.front()].flat(2));
    this.pieces = new Pieces(this);
    if (small) {
      this.svg.setAttribute("role", "img");
      this.svg.setAttribute("aria-label", this.label);
      return;
    }
    this.#buildCells();
    this.svg.append(this.cells);
    this.svg.setAttribute("role", "grid");
    this.svg.setAttribute("aria-label", this.label);
    this.keys = new Keys(this);
    this.pointer = new Pointer(this);
  }

  #buildCells() {
    const { style } = this;
    const half = style.cell ?? style.unit / 2;
    this.cell = [];
    this.rows = [...new Set(this.places.map(([, y]) => y))].sort((a, b) => b - a);
    for (const y of this.rows) {
      const row = s("g", { role: "row" });
      this.places.forEach(([, py], place) => {
        if (py !== y) return;
        const [cx, cy] = style.centre(place);
        const cell = s("g", { role: "gridcell", class: "cell", tabindex: -1, transform: `translate(${cx} ${cy})`, dataset: { place } },
          style.round ? s("circle", { r: half, fill: "transparent" }) : s("rect", { x: -half, y: -half, width: 2 * half, height: 2 * half, fill: "transparent" }),
          style.round
            ? s("circle", { class: "focus", r: half - 2 })
            : s("rect", { class: "focus", x: -half + 3, y: -half + 3, width: 2 * half - 6, height: 2 * half - 6, rx: 8 }));
        this.cell[place] = cell;
        row.append(cell);
      });
      this.cells.append(row);
    }
    this.rove(0);
  }

  // The one cell that the Tab key reaches.
  rove(place, focus = false) {
    if (this.roving !== undefined) this.cell[this.roving].setAttribute("tabindex", -1);
    this.roving = place;
    this.cell[place].setAttribute("tabindex", 0);
    if (focus) this.cell[place].focus({ preventScroll: true });
  }

  // Shows a position. With the steps of the move that led to it the pieces move; `back` shows the
  // move taken back.
  show(state, { steps = null, side = 0, back = false, animate = true } = {}) {
    this.state = state;
    this.choice = null;
    if (this.style.paintCells) {
      this.style.paintCells(this.under, state.cells);
      this.#placeCells();
    }
    this.pieces.show(state.content, { steps: steps ?? [], side, back, animate: animate && motionWanted() });
    Object.assign(this.marks, { best: null, scores: null, moves: [], line: null, made: [] });
    this.last(back ? [] : (steps ?? []));
    this.refresh();
  }

  #placeCells() {
    this.cell?.forEach((cell, place) => cell.setAttribute("transform", `translate(${this.style.centre(place).join(" ")})`));
  }

  last(steps) {
    this.marks.last = steps ?? [];
    this.drawMarks();
  }

  // Lets the person choose among `moves`; an empty list takes the choice away.
  enable(moves) {
    this.choice = moves.length ? new Choice(moves) : null;
    this.refresh();
  }

  // Scores of moves: Map of move to { text, tone: "good" | "bad" | "even", best }; null takes them away.
  score(scores) {
    this.marks.scores = scores;
    this.drawMarks();
    this.#describeAll();
  }

  // Shows a move as advice; an estimate is dashed.
  advise(move, exact = true) {
    this.marks.best = move && { ...move, exact };
    this.drawMarks();
  }

  // Points at moves: { steps, kind: "best" | "played", exact }.
  point(moves) {
    this.marks.moves = moves;
    this.drawMarks();
  }

  // Shows a line of moves that is not played, as ghosts; null takes it away.
  preview(entries) {
    this.marks.line = entries;
    this.drawMarks();
  }

  // Marks the places of what a move completed: the four, the mill, the stack.
  made(places) {
    this.marks.made = places;
    this.drawMarks();
  }

  // A touch at a place; `level` is null where it does not matter or is not known.
  touch(place, level = null) {
    if (!this.choice) return false;
    if (this.style.column && !this.choice.next.has(place)) place = this.#inColumn(place) ?? place;
    const first = this.choice.taken[0];
    let answer = this.choice.touch(place, level);
    if (answer === null && this.choice.taken.length && this.choice.taken.at(-1).touch === TOUCH_FROM) {
      // another piece is picked up instead, or the same one is put down
      this.choice.clear();
      answer = first.place === place && (level === null || first.level === level) ? "back" : this.choice.touch(place, level);
    }
    if (answer === "level") {
      this.onLevel?.(place, this.choice.next.get(place), (chosen) => this.touch(place, chosen));
      return true;
    }
    if (answer === null) {
      this.refresh();
      this.onChoice?.(null, place);
      return false;
    }
    if (typeof answer === "object") {
      const { choice } = this;
      this.choice = null;
      // steps already shown are not shown again
      this.onMove?.(answer, answer.steps.slice(this.shownSteps(choice)));
      return true;
    }
    this.#showTaken();
    this.refresh();
    this.onChoice?.(this.choice, place);
    return true;
  }

  #inColumn(place) {
    const [x] = this.places[place];
    return [...this.choice.next.keys()].find((each) => this.places[each][0] === x);
  }

  // Steps of a half-made move that are on the board already: a man put down before it takes another.
  shownSteps(choice) {
    const taken = choice.taken.slice(0, -1);
    const end = taken.findLastIndex((step) => step.touch !== TOUCH_FROM);
    return end + 1;
  }

  #showTaken() {
    const { taken } = this.choice;
    const end = taken.findLastIndex((step) => step.touch !== TOUCH_FROM) + 1;
    if (end === 0 || end <= (this.choice.shown ?? 0)) return;
    this.pieces.step(taken.slice(this.choice.shown ?? 0, end), this.state.side, motionWanted());
    this.choice.shown = end;
  }

  // Gives up a half-made move.
  cancel() {
    if (!this.choice?.taken.length) return false;
    const shown = this.choice.shown;
    this.choice.clear();
    this.choice.shown = 0;
    if (shown) this.pieces.show(this.state.content, { steps: [], animate: motionWanted() });
    this.refresh();
    this.onChoice?.(this.choice, null);
    return true;
  }

  // Marks, names and what can be touched, after anything changed.
  refresh() {
    this.drawMarks();
    if (!this.cell) return;
    const next = this.choice?.next ?? new Map();
    const taken = new Set(this.choice?.taken.map((step) => step.place));
    this.svg.classList.toggle("enabled", this.choice !== null);
    for (const [place, cell] of this.cell.entries()) {
      const here = next.get(place);
      const reachable = here || (this.style.column && [...next.keys()].some((each) => this.places[each][0] === this.places[place][0]));
      cell.classList.toggle("can", Boolean(reachable));
      cell.setAttribute("aria-selected", taken.has(place) ? "true" : "false");
    }
    const from = this.choice?.taken.at(-1);
    this.pieces.lift(from && from.touch === TOUCH_FROM ? from : null);
    this.#describeAll();
  }

  #describeAll() {
    if (!this.describe || !this.cell) return;
    for (const [place, cell] of this.cell.entries()) cell.setAttribute("aria-label", this.describe(place));
  }

  // What stands on a place, for its description.
  at(place) {
    return this.state?.content[place] ?? "";
  }

  drawMarks() {
    const { marks, choice } = this;
    const parts = [];
    for (const place of marks.made) parts.push(this.#madeMark(place));
    for (const step of marks.last) parts.push(this.#lastMark(step));
    if (marks.line) parts.push(ghosts(this.style, marks.line));
    else parts.push(this.#choiceMarks(choice?.next ?? new Map()));
    this.marksLayer.replaceChildren(...parts.flat(3).filter(Boolean));
  }

  #choiceMarks(next) {
    const { marks } = this, scored = this.#scoredPlaces();
    const parts = [];
    for (const [place, here] of next)
      if (!scored.has(place)) parts.push(this.#targetMark(place, here[0].touch));
    parts.push(this.#bestArrows().map((move) => moveMarks(this.style, move)));
    for (const [place, score] of scored) parts.push(this.#scoreMark(place, score));
    for (const move of marks.moves) parts.push(moveMarks(this.style, move));
    if (marks.best) parts.push(this.#adviceMarks(marks.best));
    return parts;
  }

  // The best of the scored moves that go from one place to another: their numbers stand where they begin.
  #bestArrows() {
    const { scores } = this.marks;
    if (!scores || this.marks.moves.length) return [];
    const moves = (this.choice ? this.choice.candidates : this.state.moves).filter((move) => move.steps.some(({ touch }) => touch === TOUCH_FROM) && scores.has(move.text));
    return moves.map((move) => ({ ...scores.get(move.text), steps: move.steps })).sort((a, b) => a.rank - b.rank).slice(0, ARROWS)
      .filter(({ best }, i) => best || i < 2).map((move) => ({ ...move, kind: move.best ? "best" : "other" })).reverse();
  }

  #madeMark(place) {
    const [x, y] = this.style.centre(place);
    return s("circle", { class: "made", cx: x, cy: y, r: (this.style.cell ?? this.style.unit / 2) * 0.82, fill: "none", stroke: "#fff", "stroke-width": 5.5, "paint-order": "stroke" });
  }

  #lastMark({ place, touch }) {
    const [x, y] = this.style.centre(place);
    const dy = this.style.rise ? this.style.rise(Math.max(0, this.at(place).length - 1)) - 3 : 0;
    if (touch === TOUCH_PUT || touch === TOUCH_TO)
      return s("circle", { class: "last", cx: x, cy: y + dy, r: this.style.rise ? 2.6 : 4.6, fill: "#ef4444", stroke: "#fff", "stroke-width": this.style.rise ? 0.8 : 1.2 });
    if (touch === TOUCH_FROM)
      return s("circle", { class: "last", cx: x, cy: y, r: this.style.unit * 0.16, fill: "none", stroke: "#ef4444", "stroke-width": 2, "stroke-dasharray": "4 4", "stroke-opacity": 0.75 });
    return s("path", { class: "last", transform: `translate(${x} ${y})`, d: "M-7 -7L7 7M7 -7L-7 7", stroke: "#ef4444", "stroke-width": 2.4, "stroke-linecap": "round", "stroke-opacity": 0.75 });
  }

  #targetMark(place, touch) {
    if (this.style.target) return s("g", { class: "target" }, this.style.target(place));
    const [x, y] = this.style.centre(place);
    const { target } = this.style.ink;
    if (touch === TOUCH_CAPTURE)
      return s("g", { transform: `translate(${x} ${y})`, class: "target capture" },
        s("circle", { r: (this.style.cell ?? 26) * 0.92, fill: "none", stroke: "#dc2626", "stroke-width": 3.4, "stroke-dasharray": "7 5" }));
    if (touch === TOUCH_FROM) {
      if (this.style.rise) {
        const top = this.style.rise(this.at(place).length - 1) - 8;
        return s("path", { class: "target from", transform: `translate(${x} ${y + top})`, d: "M-4.5 -5L0 -0.5L4.5 -5", fill: "none", stroke: target, "stroke-width": 2.4, "stroke-linecap": "round", "stroke-linejoin": "round" });
      }
      return s("circle", { class: "target from", cx: x, cy: y, r: (this.style.cell ?? 30) * 0.86, fill: "none", stroke: target, "stroke-width": 2.6, "stroke-opacity": 0.75 });
    }
    if (this.style.rise && this.at(place))
      return s("rect", { class: "target", x: x - 27, y: y - 29, width: 54, height: 58, rx: 8, fill: target, "fill-opacity": 0.16, stroke: target, "stroke-width": 2.4 });
    return s("circle", { class: "target", cx: x, cy: y, r: this.style.round ? 9 : 7.5, fill: target, "fill-opacity": this.style.round ? 0.9 : this.style.column ? 0.28 : 0.42 });
  }

  #adviceMarks({ steps, exact }) {
    const marks = moveMarks(this.style, { steps, exact, kind: "advice" });
    for (const mark of marks) mark.classList.add("advice");
    return marks;
  }

  // The best score of the moves that go on at each place.
  #scoredPlaces() {
    const found = new Map();
    const { scores } = this.marks;
    if (!scores) return found;
    const moves = this.choice ? this.choice.candidates : this.state.moves;
    const at = this.choice?.taken.length ?? 0;
    for (const move of moves) {
      const score = scores.get(move.text), step = move.steps[at];
      if (!score || !step) continue;
      const old = found.get(step.place);
      if (!old || score.rank < old.rank) found.set(step.place, score);
    }
    return found;
  }

  // What is proved is heavy and carries a small filled ring; an estimate is light, and its ring dashed.
  #scoreMark(place, { text, tone, best, exact }) {
    const { style } = this;
    const [x, y] = style.scoreAt ? style.scoreAt(place) : style.centre(place);
    const long = text.length > 3, dashes = exact ? null : "4 3.5";
    const onPiece = style.pills || (!style.scoreAt && this.at(place)); // a pill keeps it readable
    const colour = onPiece ? { good: "#0b5f41", bad: "#a3320a", even: "#1c2430" }[tone] : style.ink[tone];
    const mark = s("g", { transform: `translate(${x} ${style.rise && this.at(place) ? y - 20 : y})`, class: `score ${tone} ${exact ? "proved" : "guess"}` });
    if (onPiece) mark.append(s("rect", { x: -19, y: -10.5, width: 38, height: 21, rx: 10.5, fill: "#fff", "fill-opacity": 0.92, stroke: best ? style.ink.ring : "#0003", "stroke-width": best ? 2.6 : 1, "stroke-dasharray": best ? dashes : null }));
    mark.append(s("text", { "text-anchor": "middle", "dominant-baseline": "central", y: 0.5, "font-style": exact ? null : "italic",
      "font-family": "Inter, system-ui, sans-serif", "font-size": onPiece ? 13 : long ? 15 : 18, "font-weight": !exact ? 450 : tone === "good" || best ? 780 : 650,
      fill: colour }, text));
    if (exact) mark.append(s("circle", { class: "proof-dot", cx: onPiece ? 15 : long ? 22 : 19, cy: onPiece ? -7 : -9, r: 3, fill: colour, stroke: "#fff", "stroke-width": 1 }));
    if (best && !onPiece)
      mark.append(style.scoreAt
        ? s("rect", { x: -27, y: -16, width: 54, height: 32, rx: 16, fill: "none", stroke: style.ink.good, "stroke-width": 2.2, "stroke-dasharray": dashes })
        : s("circle", { r: Math.min(24, style.unit * 0.4), fill: "none", stroke: style.ink.ring, "stroke-width": 2.4, "stroke-dasharray": dashes }));
    return mark;
  }

  // The board as a picture of its own: no cells, no page styles.
  picture() {
    const copy = this.svg.cloneNode(true);
    copy.querySelector(".cells")?.remove();
    copy.removeAttribute("role");
    copy.removeAttribute("class");
    copy.querySelectorAll("[style]").forEach((element) => element.removeAttribute("style"));
    const colours = getComputedStyle(document.documentElement);
    copy.querySelectorAll("[fill^=var]").forEach((element) =>
      element.setAttribute("fill", colours.getPropertyValue(/--[\w-]+/.exec(element.getAttribute("fill"))[0]).trim()));
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    copy.setAttribute("width", this.style.width * 1.5);
    copy.setAttribute("height", this.style.height * 1.5);
    return new XMLSerializer().serializeToString(copy);
  }
}
