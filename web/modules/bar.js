// The evaluation bar: how much of the game belongs to each side, with a number as the side at the bottom
// sees it. It is there only while there is something to show; an estimate is hatched, a proof is solid.
import { h } from "./dom.js";
import { said, seen, share, signed } from "./scores.js";

export class Bar {
  constructor(game) {
    this.game = game;
    this.fill = h("i");
    this.number = h("b");
    this.element = h("div", { class: "bar", role: "img" }, this.fill, this.number);
    this.rest();
  }

  // Nothing is known.
  rest() {
    this.element.classList.add("idle");
    this.element.setAttribute("aria-hidden", "true");
    this.number.textContent = "";
  }

  // `answer` is for `side`, `near` the side at the bottom.
  show(answer, side, near = 0) {
    const part = share(seen(answer, side, 0), this.game.scale);
    const own = seen(answer, side, near);
    const { classList } = this.element;
    classList.remove("idle");
    classList.toggle("proved", Boolean(answer.exact));
    classList.toggle("turned", near === 1);
    this.element.removeAttribute("aria-hidden");
    this.fill.style.height = `${Math.round(part * 1000) / 10}%`;
    this.number.textContent = Math.abs(own.score) >= 1 ? signed({ ...own, score: Math.round(own.score) }) : signed(own);
    this.number.className = `${part >= 0.5 === (near === 0) ? "low" : "high"} ${part >= 0.5 ? "on-first" : "on-second"}`;
    this.element.setAttribute("aria-label", said(answer, side, this.game));
  }
}
