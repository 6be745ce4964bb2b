// A search by one method as a line: its time, what it found, and the button that starts or stops it.
// The line stays the same element while a search runs, so that a press on its button is never lost.
import { h, replace } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { t } from "../modules/texts.js";

export class MethodRow {
  constructor(method, { className, label, wordy, onStart, onStop, onWalk = null }) {
    this.method = method;
    this.wordy = wordy;
    const name = t(`zr2.method.${method}`);
    this.name = name;
    this.time = h("span", { class: "time" });
    this.text = h("span", { class: "about" });
    this.progress = h("progress", { class: "busy", "aria-label": t("thinking") });
    this.button = h("button", { type: "button", class: wordy ? "" : "square", onclick: () => (this.running ? onStop() : onStart()) });
    this.walk = onWalk ? h("button", { type: "button", class: "link", onclick: onWalk }, t("zr2.show.walk")) : null;
    this.element = h("div", { class: className, dataset: { method } }, h("b", {}, label), wordy ? null : this.time, wordy ? null : this.text, this.button, this.progress, wordy ? this.text : null, this.walk);
    this.running = null;
  }

  show({ running = false, time = "\u2013", text, disabled = false, walk = false }) {
    if (running !== this.running) {
      this.running = running;
      replace(this.button, icon(running ? "stop" : "play", 18), this.wordy ? t(running ? "zr2.stop" : "zr2.start.test") : null);
      this.button.setAttribute("aria-label", t(running ? "zr2.cancel" : "zr2.run", { name: this.name }));
      this.progress.hidden = !running;
    }
    this.button.disabled = disabled;
    if (this.time.textContent !== time) this.time.textContent = time;
    if (this.text.textContent !== text) this.text.textContent = text;
    if (this.walk) this.walk.hidden = !walk;
  }
}
