// A hint: a guess at once, then the proof or a better guess; asked again, or after a move, it stops.
import { announce, toast } from "./dom.js";
import { sound } from "./sounds.js";
import { t } from "./texts.js";

const HINT_MS = 8000;

export class Hints {
  constructor(view) {
    this.view = view;
    this.own = null; // the hint that is being looked for
  }

  async ask() {
    const { view } = this, { match, app } = view;
    const going = this.own;
    this.stop();
    if (going || match.over || !view.game.best) return;
    const own = this.own = {};
    view.element.classList.add("thinking");
    try {
      const answer = await app.adviser.inquire("hint", match.session.save(), { ms: HINT_MS }, (update) => { if (this.own === own) this.#show(update, own); });
      if (this.own === own) this.#show(answer, own);
    } catch (error) {
      toast(t("engine.failed", { error: error.message }), true);
    } finally {
      if (this.own === own) this.#end();
    }
  }

  #show(answer, own) {
    const { match, board } = this.view;
    const entry = match.state.moves.find((move) => move.text === answer.move);
    const message = t(answer.exact ? "hint.proved" : answer.book ? "hint.book" : "hint.estimate", { move: answer.move, n: answer.depth });
    if (!entry) return;
    if (own.move !== answer.move) sound("hint");
    board.advise(entry, answer.exact);
    own.move = answer.move;
    toast(message);
    if (answer.done) announce(message);
  }

  #end() {
    this.own = null;
    this.view.element.classList.remove("thinking");
    this.view.panels.analysis?.position();
  }

  stop() {
    if (!this.own) return;
    this.view.app.adviser.cancel();
    this.#end();
  }

  // The view is gone.
  close() {
    this.own = null;
  }
}
