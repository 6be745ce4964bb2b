// What a lesson and a puzzle look like: the task in words, the board, what came of a try, and what to do next.
// The order of the elements is that of reading: words, board, buttons.
import { h, replace } from "../modules/dom.js";
import { gameTitle } from "../modules/games.js";
import { icon } from "../modules/icons.js";
import { sound } from "../modules/sounds.js";
import { t } from "../modules/texts.js";
import { Table } from "./table.js";

export class TaskView {
  // `home` is the page of all tasks of this kind, nav.HOME its name.
  constructor(app, { game, home, title, more = null }) {
    Object.assign(this, { app, game, home });
    this.outcome = null; // "right", "wrong", or null while it is the person's turn
    this.heading = h("h2", { tabindex: -1 });
    this.task = h("p", { class: "task-text" });
    this.told = h("p", { class: "told", role: "status" });
    this.host = h("div", { class: "table" });
    this.buttons = h("div", { class: "row task-buttons" });
    this.element = h("div", { class: `play task board-${game.board}` },
      h("section", { class: "card task-words", "aria-label": t("lessons.task") },
        h("p", { class: "label" }, h("a", { href: `#${home}` }, t(`nav.${home}`)), ` \u00b7 ${gameTitle(game)}`),
        h("h1", {}, title), more, this.heading, this.task, this.told),
      h("section", { class: "stage", "aria-label": t("stage.label") }, this.host), this.buttons);
  }

  // Another position is asked about.
  setTable(saved) {
    this.table?.close();
    this.table = new Table(this.app, saved, { onMove: (entry) => this.moved(entry) });
    this.element.style.setProperty("--ratio", this.table.ratio);
    replace(this.host, this.table.host);
  }

  // A status: screen readers read it.
  say(text, kind = "") {
    this.told.className = `told ${kind}`;
    this.told.textContent = text;
  }

  // How a try ended; what can be done next takes the keyboard.
  end(kind, text) {
    this.outcome = kind;
    this.table.enable(false);
    sound(kind === "right" ? "win" : "refuse");
    this.say(text, kind);
    this.draw();
    this.buttons.querySelector(".go")?.focus({ preventScroll: true });
  }

  button(name, label, action, go = false) {
    return h("button", { type: "button", class: go ? "go" : null, "data-action": name, onclick: action }, icon(name), label);
  }

  link(href, label, go = false) {
    return h("a", { class: `button${go ? " go" : ""}`, href }, label, icon("arrow"));
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    const action = { h: () => this.outcome === null && this.hint(), r: () => this.again({ focus: true }),
      n: () => this.buttons.querySelector("button.go, a.go")?.click(), Escape: () => { if (!this.table.board.cancel()) location.hash = `#${this.home}`; } }[event.key];
    action?.();
    return Boolean(action);
  }

  close() {
    this.closed = true;
    this.table?.close();
  }
}
