// The editor's left panel: name, size, Target, groups, and the tests by the two original algorithms
// (dfs and dfss) and the solver, which set the Target.
import { announce, h, replace, toast } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { number, t } from "../modules/texts.js";
import { MethodRow } from "./method-row.js";
import { METHODS, spell } from "./solver.js";
import { fillBuffer } from "./store.js";

export class LevelPanel {
  constructor(view) {
    this.view = view;
    this.found = {};
    this.problem = h("p", { class: "zr2-warn", role: "alert", id: "level-name-problem" });
    this.name = h("input", { id: "level-name", maxlength: 120, "aria-describedby": "level-name-problem", onchange: () => this.#rename() });
    this.facts = h("dl", { class: "zr2-facts" });
    this.groups = h("ul", { class: "zr2-groups" });
    this.lines = METHODS.map((method) => new MethodRow(method, { className: "zr2-test", label: t("zr2.test", { name: t(`zr2.method.${method}`) }), wordy: true,
      onStart: () => this.run(method), onStop: () => view.solvers.cancel(method) }));
    this.tests = h("div", { class: "zr2-tests" }, this.lines.map((line) => line.element));
    this.element = h("div", { class: "zr2-levelpanel" },
      h("section", {}, h("label", { class: "field", for: "level-name" }, h("span", {}, t("zr2.name"))), this.name, this.problem, this.facts),
      h("section", {}, h("h2", {}, t("zr2.groups")), h("p", { class: "about" }, t("zr2.groups.about")), this.groups,
        h("button", { type: "button", "data-action": "add-group", onclick: () => view.addGroup() }, icon("plus", 18), t("zr2.group.add"))),
      h("section", {}, h("h2", {}, t("zr2.tests")), this.tests));
  }

  #rename() {
    const { view } = this;
    const name = this.name.value.trim();
    if (!name || new TextEncoder().encode(name).length > 255) {
      this.problem.textContent = t(name ? "zr2.name.long" : "zr2.name.none");
      this.name.setAttribute("aria-invalid", "true");
      return;
    }
    this.problem.textContent = "";
    this.name.removeAttribute("aria-invalid");
    const { target } = view.level;
    if (name !== view.level.name) view.change((level) => { level.name = name; });
    view.level.target = target; // a name changes nothing else
    this.update();
  }

  update() {
    const { view } = this;
    const { level } = view;
    if (document.activeElement !== this.name) this.name.value = level.name;
    const fact = (label, value, name) => h("div", { dataset: { fact: name } }, h("dt", {}, t(label)), h("dd", {}, value));
    replace(this.facts, fact("zr2.dimensions", level.size.join(" \u00d7 "), "size"), fact("zr2.start", view.name(level.start), "start"), fact("zr2.sum", number(level.sum), "sum"),
      fact("zr2.target.name", level.target ? number(level.target) : t("zr2.target.unknown"), "target"));
    replace(this.groups, level.groups.map((members, group) => h("li", {},
      h("button", { type: "button", "aria-pressed": String(view.group === group), onclick: () => view.pickGroup(group) }, h("span", {}, t("zr2.group.nr", { group })), h("small", {}, t("zr2.cells", { n: members.length }))),
      h("button", { type: "button", class: "square plain", "aria-label": t("zr2.group.remove", { group }), onclick: () => view.removeGroup(group) }, icon("bin", 18)))));
    const text = level.text.replace(/^Target=.*$/m, "");
    if (text !== this.tested) {
      this.tested = text;
      this.found = {};
      for (const method of METHODS) view.solvers.cancel(method);
    }
    this.drawTests();
  }

  drawTests() {
    for (const line of this.lines) {
      const found = this.found[line.method];
      line.show({ running: Boolean(found?.running), text: found ? this.#spelled(found) : t(`zr2.method.${line.method}.about`) });
    }
  }

  #spelled(found) {
    const parts = [spell(found.us, t, number), t("zr2.nodes", { n: found.nodes ?? 0 })];
    if (found.running) parts.push(t("zr2.so.far", { n: found.points ?? 0 }));
    else parts.push(t(found.stopped ? "zr2.given.up" : found.proved ? "zr2.proved" : "zr2.at.least", { n: found.points }));
    return parts.join(" \u00b7 ");
  }

  // Runs in the background until it is done or given up; leaves the walk in the solution buffer.
  async run(method) {
    const { view } = this;
    const { tested } = this;
    const from = performance.now(), { saved, level } = view;
    this.found[method] = { running: true, us: 0, nodes: 0, points: 0 };
    this.drawTests();
    const note = (answer, running) => {
      if (view.closed || this.tested !== tested) return false;
      this.found[method] = { ...answer, running, us: running ? (performance.now() - from) * 1000 : answer.us };
      this.drawTests();
      return true;
    };
    const clock = setInterval(() => { if (this.found[method]?.running) note(this.found[method], true); }, 500);
    try {
      const answer = await view.solvers.solve(method, saved, {}, (update) => note(update, true));
      clearInterval(clock);
      if (!note(answer, false)) return;
      announce(`${t(`zr2.method.${method}`)}: ${this.#spelled(answer)}`);
      if (answer.path.length) this.#remember(saved, level, answer.path);
      // a finished search knows the Target; one that was given up does not
      if (!answer.stopped && answer.proved) {
        view.level.target = answer.points;
        this.update();
        view.verdict.known(answer);
        view.note();
      }
    } catch (error) {
      clearInterval(clock);
      delete this.found[method];
      if (!view.closed) {
        this.drawTests();
        toast(t("engine.failed", { error: error.message }), true);
      }
    }
  }

  #remember(saved, level, path) {
    const session = this.view.app.engine.open(saved);
    try {
      fillBuffer(session, level.name, level.sum, path);
    } finally {
      session.close();
    }
  }
}
