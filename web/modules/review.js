// The review of a game: how every move of its main line was played, as the middle says it
// (docs/answers.md), found in the background by a worker of its own. The same moves have the same review
// every time: it is limited by positions, not by time.
import { said, seen, share, thing } from "./scores.js";
import { t, word } from "./texts.js";

const NODES = 200000, DEEPER = 10; // positions per position of the game
export const BAD = ["blunder", "mistake", "inaccuracy"];

export class Review {
  constructor(view) {
    this.view = view;
    this.factor = 1;
    this.forget();
  }

  forget() {
    this.key = null;
    this.found = null;
    this.promise = null;
    this.done = false;
    this.marks = new Map(); // class of the move at each index
  }

  get texts() {
    return this.view.match.tree.root.whole.map(({ text }) => text);
  }

  // Begins, or goes on with what was begun for these moves; gives a promise of the whole.
  start() {
    const { app, match } = this.view;
    const { texts } = this, key = `${this.factor} ${texts.join(" ")}`;
    if (this.key === key) return this.promise;
    if (!texts.length || !this.view.game.best) return Promise.resolve(null);
    this.forget();
    this.key = key;
    const hear = (found, done) => { if (this.key === key) this.#hear(found, done); return found; };
    this.promise = app.reviewer.inquire("review", match.savedWith(texts), { nodes: NODES * this.factor, fresh: true }, (update) => hear(update, false))
      .then((found) => hear(found, true));
    this.promise.catch(() => { if (this.key === key) this.forget(); });
    return this.promise;
  }

  deeper() {
    this.factor *= DEEPER;
    return this.start();
  }

  stop() {
    if (this.done || !this.key) return;
    this.view.app.reviewer.cancel();
    this.forget();
  }

  #hear(found, done) {
    this.found = found;
    this.done = done;
    this.marks = new Map(found.review.filter(({ move }) => move).map(({ ply, class: kind }) => [ply - 1, kind]));
    this.view.reviewed();
  }

  // How much of it is done.
  get part() {
    return this.found ? this.found.review.length / (this.found.moves + 1) : 0;
  }

  side(moment) {
    return this.view.game.sides.indexOf(moment.side);
  }

  // What the position before the move at an index is worth to whoever is to move there.
  moment(index) {
    return this.found?.review.find(({ ply }) => ply === index + 1) ?? null;
  }

  before(moment) {
    return { ...moment, exact: moment.before_exact };
  }

  // What it was worth to the same side afterwards.
  after(moment) {
    const next = this.moment(moment.ply);
    return { score: moment.after, outcome: moment.after_outcome, exact: moment.after_exact, plies: next?.plies ?? null };
  }

  // For the graph: the value of each position of the game as `near` sees it.
  points(near) {
    const { game } = this.view;
    return Array.from({ length: this.texts.length + 1 }, (_, index) => {
      const moment = this.moment(index);
      if (!moment) return null;
      const side = this.side(moment), answer = this.before(moment);
      return { share: share(seen(answer, side, near), game.scale), exact: answer.exact, words: said(answer, side, game) };
    });
  }

  // The moves that gave something away, in order.
  get mistakes() {
    return this.found?.review.filter(({ class: kind }) => BAD.includes(kind)) ?? [];
  }

  // "Move 4, 5 (Red): from a draw to a loss in 13."
  sentence(moment, key = "review.lost") {
    const { game } = this.view;
    return t(key, { nr: Math.floor((moment.ply - 1) / 2) + 1, move: moment.move, side: word("side", moment.side, game.name),
      before: thing(this.before(moment), game), after: thing(this.after(moment), game) });
  }

  // The move that decided the game, when there is one.
  get decided() {
    return this.done && this.found.decided ? this.moment(this.found.decided - 1) : null;
  }
}
