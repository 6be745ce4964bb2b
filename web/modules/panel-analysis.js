// The tab "Analysis": every legal move with its score, the best line, the score over the whole game
// with its mistakes, and steps through it.
import { Graph } from "./graph.js";
import { h, replace } from "./dom.js";
import { icon } from "./icons.js";
import { boardScores, proved, share, short, signed, tone, verdict } from "./scores.js";
import { number, t } from "./texts.js";

const SHOWN = 8, DEEP_MS = 20000, DEEPER_MS = 300000;
const MISTAKE = 0.12, BLUNDER = 0.22; // shares of the game given away by one move

export class AnalysisPanel {
  constructor(view) {
    this.view = view;
    this.watching = false;
    this.values = new Map(); // of positions, by the moves that lead there; seen by the first side
    this.marks = new Map();
    this.status = h("div", { class: "status", role: "status" });
    this.lines = h("ol", { class: "lines", "aria-label": t("analysis.moves") });
    this.best = h("div", { class: "best-line" });
    this.graph = new Graph(view);
    this.steps = h("div", { class: "row steps" },
      [["first", "go.first", () => 0], ["back", "go.back", (at) => at - 1], ["forward", "go.forward", (at) => at + 1], ["last", "go.last", (_, length) => length]]
        .map(([name, label, to]) => h("button", { type: "button", class: "square", "aria-label": t(label), title: t(label), onclick: () => {
          const { match } = view;
          match.go(to(match.state.at, match.state.length), { resume: !match.against });
        } }, icon(name))),
      h("button", { type: "button", onclick: () => this.#run(DEEPER_MS) }, t("analysis.deeper")));
    this.element = h("div", { class: "body analysis" }, this.status, this.lines, this.best, this.graph.element, this.steps);
  }

  get known() {
    return this.last !== undefined && this.last.key === this.#key();
  }

  #key(length = this.view.match.state.at) {
    return this.view.match.history.slice(0, length).map((entry) => entry.text).join(" ");
  }

  watch(on) {
    this.watching = on && Boolean(this.view.game.mind);
    if (on && !this.view.game.mind) replace(this.status, t("analysis.none"));
    if (this.watching) this.position();
    else this.#stop();
  }

  #stop() {
    this.view.app.adviser.cancel();
    this.view.app.reviewer.cancel();
  }

  // The position on the board is another one now.
  position() {
    const { match, bar } = this.view;
    if (!this.watching) {
      if (!this.known) bar.rest();
      return;
    }
    this.last = undefined;
    clearTimeout(this.timer);
    if (match.over && match.state.over) {
      this.#stop();
      const outcome = match.half - 1;
      bar.show({ score: 100 * match.state.score, outcome, exact: true }, 0);
      replace(this.status, h("span", {}, t("analysis.over")));
      replace(this.lines);
      replace(this.best);
    } else {
      this.timer = setTimeout(() => this.#run(DEEP_MS), 60);
    }
    this.#review();
  }

  async #run(ms) {
    const { match, app } = this.view;
    const key = this.#key(), side = match.state.side;
    if (match.state.over) return;
    try {
      await app.adviser.analyse(match.session.save(), { ms }, (update) => {
        if (this.watching && key === this.#key()) this.#show(update, side, key);
      }, match.state.moves.map(({ move }) => move));
    } catch (error) {
      replace(this.status, t("engine.failed", { error: error.message }));
    }
  }

  #show(update, side, key) {
    const { view } = this;
    const { moves, depth, nodes, seconds, exact, done, proving } = update;
    const top = moves[0];
    if (!top) return;
    this.last = { key };
    view.bar.show(top, side);
    view.board.score(boardScores(moves));
    this.#note(key, side, top);
    const speed = seconds > 0.2 ? ` \u00b7 ${short(nodes / seconds)}/s` : "";
    replace(this.status,
      h("b", {}, exact ? t("analysis.exact") : proving ? t("analysis.proving") : t("analysis.depth", { n: depth })),
      h("span", { class: "figures" }, exact
        ? `${t("analysis.positions", { n: nodes, short: short(nodes) })} \u00b7 ${t("seconds", { s: number(Math.round(seconds * 100) / 100) })}`
        : `${t("analysis.positions", { n: nodes, short: short(nodes) })}${speed}`), done || exact ? null : h("i", { class: "dots", "aria-hidden": "true" }, h("span"), h("span"), h("span")));
    replace(this.lines, moves.slice(0, SHOWN).map((each) => h("li", {},
      h("button", { type: "button", onclick: () => {
        const entry = view.match.state.moves.find((move) => move.move === each.move);
        if (entry) view.match.play(entry);
      } }, h("b", {}, each.text), h("span", { class: `num ${tone(each)}` }, signed(each)),
      h("em", {}, proved(each) ? verdict(each) : each.line.slice(1, 9).join(" "))))));
    replace(this.best, h("span", { class: "label" }, t("analysis.line")), h("code", {}, top.line.join(" ")));
  }

  // Remembers the value of a position and draws the graph again.
  #note(key, side, answer) {
    const sign = side === 0 ? 1 : -1;
    this.values.set(key, { score: sign * answer.score, exact: answer.exact, outcome: answer.outcome === 2 ? 2 : sign * answer.outcome,
      best: answer.text ?? null, sure: true });
    this.#drawGraph();
  }

  #drawGraph() {
    const { match, game } = this.view;
    const values = [];
    for (let ply = 0; ply <= match.state.length; ply++) values.push(this.values.get(this.#key(ply)) ?? null);
    this.marks = new Map();
    for (let ply = 0; ply < match.state.length; ply++) {
      const before = values[ply], after = values[ply + 1];
      if (!before || !after) continue;
      const change = share(before, game.mind.unit) - share(after, game.mind.unit);
      const loss = match.history[ply].side === 0 ? change : -change;
      if (loss >= MISTAKE && before.best !== match.history[ply].text)
        this.marks.set(ply, { kind: loss >= BLUNDER ? "blunder" : "mistake", sign: loss >= BLUNDER ? "??" : "?", loss, before, after });
    }
    this.graph.show(values.map((value) => (value ? share(value, game.mind.unit) : null)), this.marks, match.state.at);
    this.view.moves.show();
  }

  // Looks at every position of the game that has no value yet.
  async #review() {
    const { match, app } = this.view;
    this.#drawGraph();
    const plies = [];
    for (let ply = match.state.length; ply >= 0; ply--) if (!this.values.has(this.#key(ply))) plies.push(ply);
    if (!plies.length) return;
    const history = match.history.map((entry) => entry.text);
    await app.reviewer.review(match.session.save(), { plies, ms: 150 }, (update) => {
      const key = history.slice(0, update.ply).join(" ");
      if (this.values.get(key)?.sure) return;
      this.values.set(key, { score: update.score, exact: update.exact, outcome: update.outcome, best: update.line[0] ?? null });
      this.#drawGraph();
    }).catch(() => null);
  }

  // For the end of a game: reviews it and gives the move that cost most.
  async decider() {
    const { match, app } = this.view;
    if (!this.view.game.mind || this.view.game.players !== 2) return null;
    const history = match.history.map((entry) => entry.text);
    await app.reviewer.review(match.session.save(), { plies: [...Array(history.length + 1).keys()].reverse(), ms: 60, passes: 1 }, (update) => {
      const key = history.slice(0, update.ply).join(" ");
      if (!this.values.get(key)?.sure)
        this.values.set(key, { score: update.score, exact: update.exact, outcome: update.outcome, best: update.line[0] ?? null });
    });
    this.#drawGraph();
    const loser = match.half === 1 ? null : match.half === 2 ? 1 : 0;
    const worst = [...this.marks.entries()].filter(([ply]) => loser === null || match.history[ply].side === loser)
      .sort((a, b) => b[1].loss - a[1].loss)[0];
    if (!worst) return null;
    const [ply, { before, after }] = worst;
    const { side, text } = match.history[ply];
    const sign = side === 0 ? 1 : -1;
    const seen = (value) => signed({ ...value, score: sign * value.score, outcome: value.outcome === 2 ? 2 : sign * value.outcome });
    return { ply, side, text, before: seen(before), after: seen(after), better: before.best };
  }

  close() {
    clearTimeout(this.timer);
    this.watching = false;
    this.#stop();
  }
}
