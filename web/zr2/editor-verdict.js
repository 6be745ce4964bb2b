// Below the editor's board: whether the level can be emptied and what is the most points, found by the
// solver after every change while the board is small enough for that to be quick.
import { announce, h, replace } from "../modules/dom.js";
import { number, t } from "../modules/texts.js";
import { spell } from "./solver.js";

const PAUSE = 220, MS = 3000, CELLS = 196;

export class Verdict {
  constructor(view) {
    this.view = view;
    this.element = h("div", { class: "card zr2-verdict" });
  }

  changed() {
    const { view } = this;
    clearTimeout(this.timer);
    view.solvers.cancel("live");
    if (view.level.cells.length > CELLS) {
      this.#draw("", t("zr2.verdict.large"), "");
      return;
    }
    this.timer = setTimeout(() => this.#look(), PAUSE);
  }

  async #look() {
    const { view } = this;
    const { level } = view;
    const hear = (answer) => { if (level === view.level && !view.closed) this.known(answer); };
    try {
      const answer = await view.solvers.solve("best", view.saved, { ms: MS, megabytes: 32 }, hear, "live");
      if (answer.stopped || level !== view.level || view.closed) return;
      this.known(answer, true);
      announce(this.element.querySelector("b").textContent);
      if (!answer.proved) return;
      level.target = answer.points;
      view.left.update();
      view.note();
    } catch (error) {
      this.#draw("", error.message, "");
    }
  }

  // What is known by now; `done` when the solver has stopped looking.
  known({ points, bound, proved, proof, us, nodes }, done = false) {
    const { sum } = this.view.level;
    const how = `${spell(us ?? 0, t, number)} \u00b7 ${t("zr2.nodes", { n: nodes ?? 0 })}`;
    if (sum === 0) this.#draw("", t("zr2.verdict.nothing"), "");
    else if (proved && points === sum) this.#draw("yes", t("zr2.verdict.yes", { n: points }), how);
    else if (proved) this.#draw("no", t("zr2.verdict.no", { n: points, sum }), `${t(`zr2.proof.${proof}`)} \u00b7 ${how}`);
    else this.#draw("", t(done ? "zr2.verdict.open" : "zr2.verdict.looking", { n: points, most: bound }), how);
  }

  #draw(kind, text, small) {
    this.element.className = `card zr2-verdict ${kind}`;
    replace(this.element, h("i", { "aria-hidden": "true" }), h("b", {}, text), h("small", {}, small));
  }

  close() {
    clearTimeout(this.timer);
  }
}
