// What lies over the board: the pause, and how a level ended.
import { announce, h, replace } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { t } from "../modules/texts.js";
import { addressOf } from "./sources.js";

export class PauseOverlay {
  constructor(view) {
    this.view = view;
    this.on = false;
    const button = (name, label, action, go = false) => h("button", { type: "button", class: go ? "go" : "", onclick: action }, icon(name), t(label));
    this.element = h("div", { class: "zr2-over zr2-pause", hidden: true, role: "dialog", "aria-label": t("zr2.paused") },
      h("div", { class: "card" }, h("h2", {}, t("zr2.paused")),
        button("play", "zr2.go.on", () => this.hide(), true), button("restart", "restart", () => view.restart()),
        button("list", "zr2.tab.levels", () => {
          this.hide();
          view.tab("levels");
        }), button("edit", "zr2.edit", () => view.edit()), button("close", "zr2.leave", () => view.app.leave())));
  }

  toggle() {
    if (this.on) this.hide();
    else this.show();
  }

  show() {
    this.view.stopPlaying();
    this.on = true;
    this.element.hidden = false;
    this.element.querySelector("button").focus({ preventScroll: true });
    this.view.draw();
  }

  hide() {
    if (!this.on) return;
    this.on = false;
    this.element.hidden = true;
    this.view.draw();
  }
}

export class ResultOverlay {
  constructor(view) {
    this.view = view;
    this.element = h("div", { class: "zr2-over", hidden: true, role: "dialog", "aria-label": t("end.label") });
  }

  hide() {
    this.element.hidden = true;
    this.shown = null;
    this.asks = false;
  }

  // Goes on after the Target.
  #goOn() {
    this.hide();
    this.view.draw();
  }

  // `more`: there are steps left, so whoever likes may go on; nothing moves before that is answered.
  async show({ quiet = false, more = false } = {}) {
    this.asks = more;
    const { view } = this;
    const won = view.won, zero = view.left === 0;
    const title = t(won ? (zero ? "end.solved" : "zr2.end.target") : "end.stuck");
    const detail = won ? t("zr2.end.steps", { n: view.state.at }) : t("zr2.end.left", { n: view.left, points: view.points, target: view.target ?? view.level.sum });
    const token = {};
    this.shown = token;
    const next = view.source.kind === "list";
    replace(this.element, h("div", { class: "card" }, won ? h("span", { class: "zr2-cup" }, icon("check", 30)) : null,
      h("h2", {}, title), h("p", { class: "detail" }, detail), won && view.helped ? h("p", { class: "decided" }, t("zr2.end.helped")) : null,
      h("div", { class: "row" },
        more ? h("button", { type: "button", "data-action": "more", onclick: () => this.#goOn() }, icon("play", 18), t("zr2.end.more")) : null,
        won ? (next ? h("button", { type: "button", class: "go", onclick: () => view.next() }, t("zr2.next"), icon("arrow", 18)) : null)
          : h("button", { type: "button", class: "go", onclick: () => view.undo() }, icon("undo", 18), t("undo")),
        h("button", { type: "button", onclick: () => view.restart() }, t("end.again")),
        h("button", { type: "button", onclick: () => {
          this.hide();
          view.tab("levels");
        } }, t("zr2.tab.levels"))),
      view.source.kind !== "list" ? h("a", { class: "button", href: addressOf(view.source, { options: { view: "editor" } }) }, icon("edit", 18), t("zr2.edit")) : null,
      h("button", { type: "button", class: "look", onclick: () => this.#goOn() }, t("end.look"))));
    this.element.hidden = false;
    if (quiet) return;
    announce(`${title}. ${detail}`);
    setTimeout(() => { if (this.shown === token) this.element.querySelector("button.go, button")?.focus({ preventScroll: true }); }, 350);
  }
}
