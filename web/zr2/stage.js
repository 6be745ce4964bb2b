// Where a board is shown, in three dimensions or flat, with the buttons that turn and zoom it. The flat
// board is always there for whoever cannot or will not see the other one.
import { h, toast } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { t } from "../modules/texts.js";
import { choice, choose } from "./store.js";

const TURN = Math.PI / 8;

export class Stage {
  // `flat` is an element; onTap and onHover get a cell; onReady is called when the view has
  // changed.
  constructor({ label, flat, onTap, onHover, onReady }) {
    this.options = { label, onTap, onHover };
    this.flatElement = flat;
    this.onReady = onReady;
    this.scene = null;
    this.info = h("div", { class: "zr2-info", hidden: true, "aria-hidden": "true" });
    this.deep = h("div", { class: "zr2-deep" });
    this.flatHost = h("div", { class: "zr2-flat", hidden: true }, flat);
    this.views = h("div", { class: "zr2-views", role: "group", "aria-label": t("zr2.view") },
      this.#button("turnleft", "zr2.turn.left", () => this.scene?.camera.turn(-2 * TURN)),
      this.#button("turnright", "zr2.turn.right", () => this.scene?.camera.turn(2 * TURN)),
      this.#button("plus", "zr2.zoom.in", () => this.scene?.camera.zoom(0.82)),
      this.#button("minus", "zr2.zoom.out", () => this.scene?.camera.zoom(1.22)),
      this.#button("target", "zr2.view.reset", () => this.scene?.camera.reset()));
    this.toggle = h("button", { type: "button", class: "zr2-toggle", "aria-keyshortcuts": "F", onclick: () => this.setFlat(!this.flat) });
    this.element = h("div", { class: "zr2-stage" }, this.deep, this.flatHost, this.info, this.views, this.toggle);
  }

  #button(name, label, action) {
    return h("button", { type: "button", class: "square", "aria-label": t(label), title: t(label), onclick: action }, icon(name, 18));
  }

  get flat() {
    return this.failed || choice("flat");
  }

  async begin() {
    if (!choice("flat")) await this.#open();
    this.#apply();
  }

  async #open() {
    if (this.scene || this.failed) return;
    try {
      const { openScene } = await import("./scene.js");
      if (this.closed) return;
      this.scene = await openScene(this.deep, this.options);
      if (this.closed) this.scene.close();
      else this.scene.onFacing = () => this.onReady();
    } catch (error) {
      this.failed = true;
      console.info(`flat board: ${error.message}`);
      toast(t("zr2.flat.only"));
    }
  }

  async setFlat(flat) {
    choose("flat", flat);
    if (!flat) await this.#open();
    this.#apply();
  }

  #apply() {
    const { flat } = this;
    this.deep.hidden = flat;
    this.flatHost.hidden = !flat;
    this.views.hidden = flat;
    this.info.hidden = true;
    this.toggle.replaceChildren(icon(flat ? "cube" : "grid", 18), h("span", {}, t(flat ? "zr2.show.deep" : "zr2.show.flat")));
    this.toggle.hidden = Boolean(this.failed);
    this.element.classList.toggle("is-flat", flat);
    this.onReady();
  }

  say(text) {
    this.info.hidden = !text || this.flat;
    this.info.textContent = text ?? "";
  }

  // Keys that turn and zoom; true when it was one.
  key(event) {
    if (!this.scene || this.flat) return false;
    const { camera } = this.scene;
    const actions = { "+": () => camera.zoom(0.85), "=": () => camera.zoom(0.85), "-": () => camera.zoom(1.18), 0: () => camera.reset() };
    const turns = { ArrowLeft: [-TURN, 0], ArrowRight: [TURN, 0], ArrowUp: [0, 0.12], ArrowDown: [0, -0.12] };
    if (turns[event.key]) camera.turn(...turns[event.key]);
    else if (actions[event.key]) actions[event.key]();
    else return false;
    return true;
  }

  close() {
    this.closed = true;
    this.scene?.close();
  }
}
