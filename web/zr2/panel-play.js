// The tab "Play": how far one has come, the steps made, how fast a solution is played back, what keys do.
import { h, replace } from "../modules/dom.js";
import { choiceRow } from "../modules/dialog.js";
import { number, t } from "../modules/texts.js";
import { choice, choose, solved } from "./store.js";
import { SPEEDS } from "./view.js";

export class PlayPanel {
  constructor(view) {
    this.view = view;
    this.element = h("div", { class: "body" });
    this.progress = h("div", { class: "zr2-progress" });
    this.steps = h("ol", { class: "zr2-steps", "aria-label": t("zr2.steps") });
    this.settings = h("div", { class: "zr2-settings" });
    this.element.append(this.progress, this.steps, this.settings);
  }

  show() {
    const speed = h("input", { type: "range", id: "speed", min: 0, max: SPEEDS.length - 1, value: SPEEDS.indexOf(choice("speed")), oninput: (event) => {
      choose("speed", SPEEDS[Number(event.target.value)]);
      this.#speedText();
    } });
    this.speedInput = speed;
    this.speedText = h("b", {});
    replace(this.settings,
      h("div", { class: "level" }, h("label", { for: "speed" }, h("span", {}, t("zr2.speed")), this.speedText), speed),
      choiceRow("arrows", t("zr2.arrows"), [["turn", t("zr2.arrows.turn")], ["step", t("zr2.arrows.step")]], choice("arrows"), (value) => choose("arrows", value)),
      choiceRow("orbit", t("zr2.orbit"), [["player", t("zr2.orbit.player")], ["board", t("zr2.orbit.board")]], choice("orbit"), (value) => {
        choose("orbit", value);
        this.view.draw();
      }),
      h("label", { class: "zr2-check" }, h("input", { type: "checkbox", checked: choice("letters"), onchange: (event) => {
        choose("letters", event.target.checked);
        this.view.draw();
      } }), h("span", {}, t("zr2.letters"))));
    this.#speedText();
    this.update();
  }

  #speedText() {
    this.speedText.textContent = `${number(choice("speed"))}\u00d7`;
    this.speedInput.setAttribute("aria-valuetext", this.speedText.textContent);
  }

  update() {
    const { view } = this;
    if (this.speedInput) {
      this.speedInput.value = SPEEDS.indexOf(choice("speed"));
      this.#speedText();
    }
    const most = view.target ?? view.level.sum;
    const done = Boolean(solved()[view.source.key]);
    replace(this.progress,
      h("div", { class: "line" }, h("span", {}, t("zr2.collected")), h("b", {}, t("zr2.of", { a: view.points, b: most }))),
      h("progress", { max: Math.max(1, most), value: view.points, "aria-label": t("zr2.collected") }),
      done ? h("p", { class: "zr2-done" }, t("zr2.solved.before")) : h("p", { class: "about" }, t(most === view.level.sum ? "zr2.goal.zero" : "zr2.goal.target")));
    const { at } = view.state;
    if (!view.match.history.length) {
      replace(this.steps, h("li", { class: "about" }, t("zr2.begin")));
      return;
    }
    replace(this.steps, view.match.history.map((entry, i) => h("li", {}, h("button", { type: "button", class: i + 1 === at ? "on" : i >= at ? "later" : "", "aria-current": i + 1 === at ? "step" : null,
      "aria-label": t("zr2.go", { n: i + 1, cell: `(${view.level.coordinates(entry.move).join(", ")})` }), onclick: () => { if (!view.playing) view.match.go(i + 1); } }, view.level.coordinates(entry.move).join(" ")))));
    this.steps.querySelector(".on")?.scrollIntoView({ block: "nearest" });
  }
}
