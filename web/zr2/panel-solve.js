// The tab "Solve": the most that can still be made from here, proved by the solver as one plays; the
// two original algorithms (dfs and dfss) beside it; how many ways there are and how hard they are to
// find.
import { announce, h, replace, toast } from "../modules/dom.js";
import { newGame } from "../modules/potez.js";
import { number, t } from "../modules/texts.js";
import { MethodRow } from "./method-row.js";
import { METHODS, spell } from "./solver.js";
import { fillBuffer } from "./store.js";

const LIVE_CELLS = 144, LIVE_MS = 4000, JUDGE_MS = 2500;

export class SolvePanel {
  constructor(view) {
    this.view = view;
    this.found = {};
    this.head = h("div", { class: "zr2-progress" });
    this.lines = METHODS.map((method) => new MethodRow(method, { className: "zr2-method", label: t(`zr2.method.${method}`), wordy: false,
      onStart: () => this.run(method, 0), onStop: () => view.solvers.cancel(method), onWalk: () => view.solution(this.found[method].path) }));
    this.rows = h("div", { class: "zr2-methods" }, this.lines.map((line) => line.element));
    this.facts = h("dl", { class: "zr2-facts" });
    this.element = h("div", { class: "body" }, this.head, this.rows, this.facts, h("p", { class: "about" }, t("zr2.solve.about")));
  }

  show() {
    this.shown = true;
    this.update();
    this.#judge();
  }

  hide() {
    this.shown = false;
    for (const method of METHODS) this.view.solvers.cancel(method);
    this.view.solvers.cancel("judge");
  }

  // The position has changed: what was found before is about another one.
  update() {
    const { view } = this;
    const position = view.match.session.position;
    if (position !== this.position) {
      this.position = position;
      this.found = {};
      for (const method of METHODS) view.solvers.cancel(method);
      if (view.level.cells.length <= LIVE_CELLS && !view.match.over && !view.playing) this.run("best", LIVE_MS);
    }
    this.#draw();
  }

  async run(method, ms) {
    const { view } = this;
    const { position } = this;
    const saved = view.match.session.save(), { left } = view;
    this.found[method] = { running: true, points: 0, bound: left, nodes: 0, us: 0 };
    this.#draw();
    const from = performance.now();
    this.clock ??= setInterval(() => this.#tick(), 250);
    const note = (answer, running) => {
      if (view.closed || this.position !== position) return false;
      this.found[method] = { ...answer, running, us: running ? (performance.now() - from) * 1000 : answer.us, from };
      this.#draw();
      return true;
    };
    try {
      const answer = await view.solvers.solve(method, saved, ms ? { ms } : {}, (update) => note(update, true));
      if (!note(answer, false)) return;
      announce(`${t(`zr2.method.${method}`)}: ${t(answer.stopped ? "zr2.given.up" : answer.proved ? "zr2.proved" : "zr2.at.least", { n: answer.points })}`);
      if (answer.path.length && (answer.proved || !this.found.best?.path?.length)) fillBuffer(view.match.session, view.level.name, left, answer.path);
    } catch (error) {
      delete this.found[method];
      if (!view.closed) toast(t("engine.failed", { error: error.message }), true);
    }
  }

  #tick() {
    const running = METHODS.filter((method) => this.found[method]?.running && this.view.solvers.busy(method));
    if (!running.length || this.view.closed) {
      clearInterval(this.clock);
      this.clock = null;
      return;
    }
    for (const method of running) this.found[method].us = (performance.now() - (this.found[method].from ?? performance.now())) * 1000;
    this.#draw();
  }

  #draw() {
    const { view } = this;
    const { points: made, left } = view;
    const known = METHODS.map((method) => this.found[method]).filter(Boolean);
    const points = Math.max(0, ...known.map((each) => each.points ?? 0));
    const bound = Math.min(left, ...known.filter((each) => each.bound !== undefined && each.method !== undefined).map((each) => each.bound));
    const proved = known.some((each) => each.proved) || left === 0 || view.match.over;
    const best = view.match.over ? made : made + points;
    replace(this.head,
      h("div", { class: "line" }, h("span", {}, t("zr2.best")), h("b", { class: proved ? "good" : "" },
        proved ? t("zr2.best.proved", { a: best, b: view.level.sum }) : known.length ? t("zr2.best.between", { a: best, b: made + bound }) : t("zr2.best.unknown"))),
      h("progress", { max: Math.max(1, view.level.sum), value: best, "aria-label": t("zr2.best") }),
      proved && view.target && best < view.target ? h("p", { class: "zr2-warn" }, t("zr2.too.late")) : null);
    for (const row of this.lines) this.#show(row);
  }

  #show(row) {
    const { view } = this;
    const found = this.found[row.method];
    if (!found) {
      row.show({ text: t(`zr2.method.${row.method}.about`), disabled: view.match.over });
      return;
    }
    const result = found.running ? "" : ` \u00b7 ${t(found.stopped ? "zr2.given.up" : found.proved ? "zr2.proved" : "zr2.at.least", { n: found.points })}`;
    row.show({ running: found.running, time: spell(found.us, t, number), text: t("zr2.nodes", { n: found.nodes ?? 0 }) + result, walk: !found.running && found.path?.length > 0 && !view.match.over });
  }

  async #judge() {
    const { view } = this;
    const fact = (label, value) => h("div", {}, h("dt", {}, label), h("dd", {}, value));
    if (this.judged || view.level.cells.length > LIVE_CELLS) return;
    replace(this.facts, fact(t("zr2.difficulty"), "\u2026"), fact(t("zr2.ways"), "\u2026"));
    const answer = await view.solvers.judge(newGame(view.game.name, { level: view.source.text }), { ms: JUDGE_MS }).catch(() => null);
    if (view.closed) return;
    if (!answer || answer.stopped || !answer.proved) {
      replace(this.facts);
      return;
    }
    this.judged = true;
    replace(this.facts,
      fact(t("zr2.difficulty"), [h("meter", { min: 0, max: 10, value: answer.difficulty / 10, "aria-label": t("zr2.difficulty") }), t("zr2.of.ten", { n: Math.max(1, Math.round(answer.difficulty / 10)) })]),
      fact(t("zr2.ways"), answer.exact ? number(answer.walks) : t("zr2.least", { n: answer.walks })),
      fact(t("zr2.traps"), number(Math.round(answer.traps / 10))));
  }
}
