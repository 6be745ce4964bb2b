// The tab "Analysis": every legal move with its score, the best line, the score over the whole game
// with its mistakes, and steps through it.
import { Graph } from "./graph.js";
import { h, replace } from "./dom.js";
import { icon } from "./icons.js";
import { boardScores, share, short, signed, tone, turned, verdict, whole } from "./scores.js";
import { number, t } from "./texts.js";

const SHOWN = 8, DEEP_MS = 20000, DEEPER_MS = 300000;
const REVIEW_NODES = 100000; // a position; a number of positions gives the same answer every time
const SIGNS = { blunder: "??", mistake: "?" };

export class AnalysisPanel {
  constructor(view) {
    this.view = view;
    this.watching = false;
    this.shares = new Map(); // of the first side, by the moves that lead to a position
    this.reviewed = null; // { key, promise, found } of the latest review
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
    this.watching = on && Boolean(this.view.game.best);
    if (on && !this.view.game.best) replace(this.status, t("analysis.none"));
    if (this.watching) this.position();
    else this.#stop();
  }

  #stop() {
    this.view.app.adviser.cancel();
    if (!this.view.match.over) {
      this.view.app.reviewer.cancel();
      this.reviewed = null;
    }
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
      bar.show({ score: match.state.score, outcome: ["loss", "draw", "win"][match.half], exact: true }, 0);
      replace(this.status, h("span", {}, t("analysis.over")));
      replace(this.lines);
      replace(this.best);
    } else {
      this.timer = setTimeout(() => this.#run(DEEP_MS), 60);
    }
    this.#drawGraph();
    this.review();
  }

  async #run(ms) {
    const { match, app } = this.view;
    const key = this.#key(), side = match.state.side;
    if (match.state.over) return;
    try {
      const show = (update) => { if (this.watching && key === this.#key() && whole(update)) this.#show(update, side, key); };
      show(await app.adviser.inquire("moves", match.session.save(), { ms }, show));
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
    this.shares.set(key, share(side === 0 ? top : turned(top), view.game.scale));
    this.#drawGraph();
    const speed = seconds > 0.2 ? ` \u00b7 ${short(nodes / seconds)}/s` : "";
    replace(this.status,
      h("b", {}, exact ? t("analysis.exact") : proving ? t("analysis.proving") : t("analysis.depth", { n: depth })),
      h("span", { class: "figures" }, exact
        ? `${t("analysis.positions", { n: nodes, short: short(nodes) })} \u00b7 ${t("seconds", { s: number(Math.round(seconds * 100) / 100) })}`
        : `${t("analysis.positions", { n: nodes, short: short(nodes) })}${speed}`), done || exact ? null : h("i", { class: "dots", "aria-hidden": "true" }, h("span"), h("span"), h("span")));
    replace(this.lines, moves.slice(0, SHOWN).map((each) => h("li", {},
      h("button", { type: "button", onclick: () => {
        const entry = view.match.state.moves.find((move) => move.text === each.move);
        if (entry) view.match.play(entry);
      } }, h("b", {}, each.move), h("span", { class: `num ${tone(each)}` }, signed(each)),
      h("em", {}, each.outcome ? verdict(each) : each.pv.slice(1, 9).join(" "))))));
    replace(this.best, h("span", { class: "label" }, t("analysis.line")), h("code", {}, top.pv.join(" ")));
  }

  #drawGraph() {
    const { match } = this.view;
    const shares = [];
    for (let ply = 0; ply <= match.state.length; ply++) shares.push(this.shares.get(this.#key(ply)) ?? null);
    this.graph.show(shares, this.marks, match.state.at);
    this.view.moves.show();
  }

  #note({ review }, history) {
    const { game } = this.view;
    this.marks = new Map();
    for (const { ply, side, score, outcome, class: kind } of review) {
      const part = share({ score, outcome }, game.scale);
      this.shares.set(history.slice(0, ply - 1).join(" "), side === game.sides[0] ? part : 1 - part);
      if (SIGNS[kind]) this.marks.set(ply - 1, { kind, sign: SIGNS[kind] });
    }
    this.#drawGraph();
  }

  // Looks at every position of the game as it stands; once for the same moves.
  review(onUpdate = null) {
    const { match, app } = this.view;
    const history = match.history.map((entry) => entry.text), key = history.join(" ");
    if (this.reviewed?.key !== key) {
      const own = this.reviewed = { key };
      const hear = (update) => {
        if (this.reviewed !== own) return;
        this.#note(update, history);
        own.onUpdate?.(update);
      };
      own.promise = app.reviewer.inquire("review", match.session.save(), { nodes: REVIEW_NODES, fresh: true }, hear)
        .then((found) => { hear(found); return found; });
      own.promise.catch(() => null);
    }
    this.reviewed.onUpdate = onUpdate ?? this.reviewed.onUpdate;
    return this.reviewed.promise;
  }

  // For the end of a game: the move that decided it as the review says, or null.
  async decider(onUpdate) {
    const { match, game } = this.view;
    const { decided, review } = await this.review(({ review: so }) => onUpdate(so.length / (match.state.length + 1)));
    const found = review.find(({ ply }) => ply === decided);
    if (!found) return null;
    return { ply: decided - 1, side: game.sides.indexOf(found.side), text: found.move, better: found.best, exact: found.exact,
      before: signed({ score: found.score, outcome: found.outcome, exact: found.before_exact }),
      after: signed({ score: found.after, outcome: found.after_outcome, exact: found.after_exact }) };
  }

  close() {
    clearTimeout(this.timer);
    this.watching = false;
    this.reviewed = null;
    this.#stop();
    this.view.app.reviewer.cancel();
  }
}
