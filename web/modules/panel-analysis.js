// The tab "Analysis": what the position is worth, in words and from one side's point of view; the engine's
// lines, which can be played and previewed; all variations; the score over the whole game.
import { Graph } from "./graph.js";
import { h, replace } from "./dom.js";
import { icon } from "./icons.js";
import { boardScores, bookMark, known, proof, seen, sentence, short, signed, tone, whole } from "./scores.js";
import { keep, kept } from "./settings.js";
import { number, t, word } from "./texts.js";
import { TreePanel } from "./panel-tree.js";

const ARCHIVED = 5, FEW = 4, DEEP_MS = 20000, DEEPER_MS = 300000, REVIEW_AFTER = 700;
const SHOWN_PLIES = 9; // of a line in the list

export class AnalysisPanel {
  constructor(view) {
    this.view = view;
    this.watching = false;
    this.all = kept("lines") === "all";
    this.verdict = h("div", { class: "verdict-line", role: "status" });
    this.status = h("div", { class: "status" });
    this.pov = h("div", { class: "pov" });
    this.lines = h("ol", { class: "lines", "aria-label": t("analysis.moves"), onpointerleave: () => this.#preview(null), onfocusout: () => this.#preview(null),
      onpointerdown: () => this.#hold() });
    this.more = h("button", { type: "button", class: "link", hidden: true, onclick: () => {
      this.all = !this.all;
      keep("lines", this.all ? "all" : "few");
      this.#list();
    } });
    this.archive = h("div", { class: "archive", hidden: true });
    this.tree = new TreePanel(view);
    this.graph = new Graph({ go: (ply) => view.goMain(ply) });
    this.steps = h("div", { class: "row steps" },
      [["first", "go.first", () => 0], ["back", "go.back", (at) => at - 1], ["forward", "go.forward", (at) => at + 1], ["last", "go.last", (_, length) => length]]
        .map(([name, label, to]) => h("button", { type: "button", class: "square", "aria-label": t(label), title: t(label), onclick: () => {
          const { match } = view;
          match.go(to(match.state.at, match.state.length), { resume: !match.against });
        } }, icon(name))),
      h("button", { type: "button", class: "square", "aria-label": t("editor.title"), title: `${t("editor.title")} (E)`, onclick: () => view.setUp() }, icon("edit")),
      h("button", { type: "button", onclick: () => this.#run(DEEPER_MS) }, t("analysis.deeper")));
    this.element = h("div", { class: "body analysis" }, this.verdict, this.status, this.pov, this.lines, this.more, this.archive, this.tree.element, this.graph.element, this.steps);
  }

  get known() {
    return this.last !== undefined && this.last.key === this.#key();
  }

  #key() {
    return this.view.match.node.texts.join(" ");
  }

  watch(on) {
    this.watching = on && Boolean(this.view.game.best);
    if (on && !this.view.game.best) replace(this.status, t("analysis.none"));
    if (this.watching) this.position();
    else this.stop();
  }

  stop() {
    clearTimeout(this.timer);
    clearTimeout(this.later);
    this.#preview(null);
    this.view.app.adviser.cancel();
  }

  // The position on the board is another one now.
  position() {
    const { match } = this.view;
    if (!this.watching) return;
    this.stop();
    this.last = undefined;
    this.view.bar.rest();
    replace(this.pov, this.view.pointOfView({ turn: true }));
    this.tree.show();
    this.drawGraph();
    this.#fillArchive();
    if (match.state.over) this.#over();
    else this.timer = setTimeout(() => this.#run(DEEP_MS), 60);
    this.later = setTimeout(() => this.view.review?.start().catch(() => null), REVIEW_AFTER);
  }

  // How archived games continued from here, where the server has an archive and the game began at the
  // usual start.
  async #fillArchive() {
    const { view } = this, key = this.#key();
    this.archive.hidden = true;
    if (view.match.over || view.start.position) return;
    const { archived } = await import("./openings.js");
    const found = await archived(view.match, view.start.options).catch(() => []);
    if (!found.length || key !== this.#key() || view.closed) return;
    replace(this.archive, h("h3", {}, t("archive.title")), h("ol", {}, found.slice(0, ARCHIVED).map((each) => this.#archived(each))));
    this.archive.hidden = false;
  }

  #archived({ move, games, first, draws, second }) {
    const { sides, name } = this.view.game, decided = Math.max(1, first + draws + second);
    const part = (n) => Math.round((100 * n) / decided);
    const text = t("archive.share", { first: part(first), draws: part(draws), second: part(second),
      one: word("side", sides[0], name), other: word("side", sides[1], name) });
    return h("li", {}, h("button", { type: "button", class: "line-move", title: `${t("archive.games", { n: games })}: ${text}`, onclick: () => this.#play([move]) },
      h("b", {}, move), h("span", {}, number(games)), h("em", {}, text)));
  }

  #over() {
    const { match, bar, near, game } = this.view;
    const end = { score: match.state.score, outcome: ["loss", "draw", "win"][match.state.half], exact: true, plies: 0 };
    bar.show(end, 0, near);
    replace(this.verdict, h("b", {}, sentence(end, 0, game)), proof(end));
    replace(this.status, h("span", {}, t("analysis.over")));
    this.last = { key: this.#key(), moves: [] };
    this.#list();
  }

  async #run(ms) {
    const { match, app } = this.view;
    const key = this.#key(), side = match.state.side;
    if (match.state.over) return;
    replace(this.verdict, h("span", { class: "soft" }, t("analysis.looking")));
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
    this.last = { key, moves, side, update };
    view.bar.show(top, side, view.near);
    view.board.score(boardScores(moves, side, view.near));
    // the best move's value is the position's when no other can be better
    const settled = top.outcome === "win" || moves.every(({ exact: sure }) => sure);
    const how = known(top);
    replace(this.verdict, h("b", {}, sentence(top, side, view.game)), how && (settled || !top.exact) ? h("span", {}, ` (${how})`) : top.exact ? h("span", {}, ` (${t("analysis.so.far")})`) : null, proof({ exact: settled && top.exact }));
    const speed = seconds > 0.2 ? ` \u00b7 ${short(nodes / seconds)}/s` : "";
    replace(this.status,
      h("b", {}, exact ? t("analysis.exact") : proving ? t("analysis.proving") : t("analysis.depth", { n: depth })),
      h("span", { class: "figures" }, exact
        ? `${t("analysis.positions", { n: nodes, short: short(nodes) })} \u00b7 ${t("seconds", { s: number(Math.round(seconds * 100) / 100) })}`
        : `${t("analysis.positions", { n: nodes, short: short(nodes) })}${speed}`), done || exact ? null : h("i", { class: "dots", "aria-hidden": "true" }, h("span"), h("span"), h("span")));
    this.#list();
  }

  // The lines, as many as are wanted. What has the focus or is under the pointer stays there while better
  // answers come in.
  #list() {
    const { moves = [] } = this.last ?? {};
    if (this.held) return;
    const shown = this.all ? moves : moves.slice(0, FEW);
    const held = document.activeElement?.closest?.(".lines li");
    const at = held ? [...this.lines.children].indexOf(held) : -1;
    replace(this.lines, shown.map((each) => this.#line(each)));
    if (at >= 0) this.lines.children[at]?.querySelector("button")?.focus();
    this.more.hidden = moves.length <= FEW;
    this.more.textContent = this.all ? t("analysis.fewer") : t("analysis.all", { n: moves.length });
  }

  // A button that is being pressed must not be exchanged under the finger.
  #hold() {
    this.held = true;
    addEventListener("pointerup", () => setTimeout(() => {
      this.held = false;
      if (this.last) this.#list();
    }), { once: true });
  }

  // The same answer from the other side's point of view.
  turn() {
    replace(this.pov, this.view.pointOfView({ turn: true }));
    this.drawGraph();
    if (this.last?.update) this.#show(this.last.update, this.last.side, this.last.key);
    else if (this.last) this.#over();
  }

  #line(each) {
    const { view } = this;
    const { side } = this.last, own = seen(each, side, view.near);
    const look = () => this.#preview(each.pv);
    return h("li", { class: each.exact ? "proved" : "guess", onpointerenter: look },
      h("button", { type: "button", class: "line-move", onfocus: look, onclick: () => this.#play(each.pv.slice(0, 1)) },
        h("b", {}, each.move), h("span", { class: `num ${tone(own)}` }, signed(own)),
        h("em", {}, each.outcome ? sentence(each, side, view.game) : known(each), proof(each), bookMark(each))),
      h("span", { class: "pv", "aria-hidden": "true" }, each.pv.slice(1, SHOWN_PLIES).map((text, i) =>
        h("button", { type: "button", tabindex: -1, onpointerenter: () => this.#preview(each.pv.slice(0, i + 2)), onclick: () => this.#play(each.pv.slice(0, i + 2)) }, text))));
  }

  #play(texts) {
    const { match } = this.view;
    this.#preview(null);
    const entry = texts.length === 1 && match.state.moves.find((move) => move.text === texts[0]);
    if (entry) match.play(entry);
    else match.playLine(texts);
  }

  #preview(texts) {
    this.view.preview(texts);
  }

  drawGraph() {
    const { review, near, mainPly } = this.view;
    if (review) this.graph.show(review.points(near), review.marks, mainPly);
    else this.graph.element.hidden = true;
  }

  close() {
    this.watching = false;
    this.stop();
  }
}
