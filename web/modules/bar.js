// The evaluation bar: how much of the game belongs to the first side, with a number.
import { h } from "./dom.js";
import { share, signed, tone, turned } from "./scores.js";
import { t } from "./texts.js";

export class Bar {
  constructor(game) {
    this.scale = game.scale;
    this.fill = h("i");
    this.number = h("b");
    this.element = h("div", { class: "bar", role: "img", "aria-label": t("bar.unknown") }, this.fill, this.number);
    this.rest();
  }

  // Nothing is known.
  rest() {
    this.element.classList.add("idle");
    this.fill.style.height = "50%";
    this.number.textContent = "";
    this.element.setAttribute("aria-label", t("bar.unknown"));
  }

  // `answer` is seen by `side`.
  show(answer, side) {
    const first = side === 0 ? answer : turned(answer);
    const part = share(first, this.scale);
    this.element.classList.remove("idle");
    this.fill.style.height = `${Math.round(part * 1000) / 10}%`;
    const text = tone(first) === "even" ? "=" : signed(first);
    const narrow = Math.abs(first.score) >= 1 ? signed({ ...first, score: Math.round(first.score) }) : text;
    this.number.textContent = narrow;
    this.number.className = part >= 0.5 ? "low" : "high";
    this.element.setAttribute("aria-label", t("bar.known", { score: text }));
  }
}
