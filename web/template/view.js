// Three in a row as it is played: nine buttons, a line that says how the game stands, a hint, a new game. The
// smallest view of its own, made to be copied (docs/adding-a-game.md). It draws and listens; the game
// itself is in match.js, and what is typed in an address or kept from the last visit is opened here.
import { announce, h, loadStyle, replace } from "../modules/dom.js";
import { newGame } from "../modules/potez.js";
import { gameTitle } from "../modules/games.js";
import { Match } from "../modules/match.js";
import { person } from "../modules/players.js";
import { noteAddress, writeAddress } from "../modules/router.js";
import { keptGame } from "../modules/settings.js";
import { t, word } from "../modules/texts.js";

const MARKS = ["\u00d7", "\u25cb"];
const HINT_MS = 2000;

export async function open(app, game, route) {
  await loadStyle(new URL("./view.css", import.meta.url).href);
  const kept = keptGame(game.name), asked = route.moves || route.start || Object.keys(route.options).length;
  if (!asked && kept && !kept.over) return new TemplateView(app, { saved: kept.saved, players: kept.players });
  const saved = newGame(game.name, { options: route.options, start: route.start });
  return new TemplateView(app, { saved, players: asked ? [person, person] : [person, { kind: "level", level: 3 }], moves: route.moves });
}

export class TemplateView {
  constructor(app, { saved, players, moves = "" }) {
    this.app = app;
    this.match = new Match({ engine: app.engine, thinker: app.thinker, saved, players });
    this.game = this.match.game;
    if (moves) {
      this.match.session.playText(moves);
      this.match.read();
    }
    this.#build();
    this.match.on((kind, detail) => this[`on_${kind}`]?.(detail));
    this.match.begin();
    this.show();
  }

  #build() {
    const { places } = this.match.session.geometry;
    this.cells = places.map(([, , name], place) => h("button", { type: "button", dataset: { place, name }, onclick: () => this.touch(place) }));
    // rows from the top, as the board is seen
    const order = places.map((_, place) => place).sort((a, b) => places[b][1] - places[a][1] || places[a][0] - places[b][0]);
    this.told = h("p", { class: "told" });
    this.element = h("section", { class: "card template", "aria-label": t("stage.label") }, h("h1", {}, gameTitle(this.game)), this.told,
      h("div", { class: "cells" }, order.map((place) => this.cells[place])),
      h("div", { class: "row" },
        h("button", { type: "button", onclick: () => this.match.undo() }, t("undo")),
        h("button", { type: "button", onclick: () => this.hint() }, t("hint")),
        h("button", { type: "button", class: "go", onclick: () => this.restart() }, t("end.again"))));
  }

  side(number) {
    return word("side", this.game.sides[number], this.game.name);
  }

  show() {
    const { match } = this;
    const free = new Map(match.state.moves.map((move) => [move.steps[0].place, move]));
    this.cells.forEach((cell, place) => {
      const mark = match.state.content[place];
      replace(cell, mark ? MARKS[mark] : "");
      cell.setAttribute("aria-label", `${cell.dataset.name}: ${mark ? this.side(mark) : t("place.empty")}`);
      cell.disabled = !match.personsTurn || !free.has(place);
      cell.classList.remove("advised");
    });
    this.told.textContent = !match.over ? `${this.side(match.state.side)} ${t("to.move")}`
      : match.half === 1 ? t("end.draw") : t("end.wins", { side: this.side(match.half === 2 ? 0 : 1) });
    noteAddress(writeAddress({ name: this.game.name, moves: match.against ? "" : match.movesText() }));
  }

  touch(place) {
    const move = this.match.state.moves.find(({ steps }) => steps[0].place === place);
    if (move && this.match.personsTurn) this.match.play(move);
  }

  on_move() {
    this.show();
    announce(this.told.textContent);
  }

  on_jump() {
    this.show();
  }

  on_turn() {
    this.show();
  }

  async hint() {
    if (this.match.over) return;
    const { at } = this.match.state;
    const { move } = await this.app.adviser.inquire("hint", this.match.session.save(), { ms: HINT_MS });
    if (this.closed || this.match.state.at !== at) return;
    this.cells.find((cell) => cell.dataset.name === move)?.classList.add("advised");
    announce(t("hint.is", { move }));
  }

  restart() {
    this.match.go(0);
  }

  key(event) {
    const action = { u: () => this.match.undo(), y: () => this.match.redo(), h: () => this.hint(), r: () => this.restart(),
      Escape: () => this.app.leave() }[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    action?.();
    return Boolean(action);
  }

  close() {
    this.closed = true;
    this.match.close();
  }
}
