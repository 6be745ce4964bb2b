// The tab "Review": the score over the game with its marks, how well each side played, and the mistakes
// as sentences, each with a way to play it better from there.
import { announce, h, replace, reveal } from "./dom.js";
import { BAD } from "./review.js";
import { Graph } from "./graph.js";
import { icon } from "./icons.js";
import { proof } from "./scores.js";
import { number, t, word } from "./texts.js";

const MACHINE = { kind: "level", level: 6 }; // who answers when the game had no machine

export class ReviewPanel {
  constructor(view) {
    this.view = view;
    this.head = h("div", { class: "review-head" });
    this.graph = new Graph({ tall: 150, go: (ply) => view.goMain(ply) });
    this.legend = h("p", { class: "legend" });
    this.sides = h("div", { class: "review-sides" });
    this.list = h("ol", { class: "mistakes", "aria-label": t("review.mistakes") });
    this.steps = h("div", { class: "row steps" });
    this.element = h("div", { class: "body review" }, this.head, this.graph.element, this.legend, this.sides, this.list, this.steps);
  }

  opened() {
    this.view.review.start().catch((error) => replace(this.head, t("engine.failed", { error: error.message })));
    this.show();
  }

  show() {
    const { review, near, match } = this.view;
    const bare = !review.texts.length;
    if (this.view.mainPly !== this.shown - 1) this.shown = null;
    this.#head(bare);
    this.graph.show(review.points(near), review.marks, this.view.mainPly);
    replace(this.legend, bare ? "" : [this.view.pointOfView(), " ", h("span", { class: "key proved" }, t("words.proved")), h("span", { class: "key guess" }, t("review.estimate"))]);
    replace(this.sides, bare || !review.found ? [] : [near, 1 - near].map((side) => this.#side(side)));
    replace(this.list, this.#mistakes());
    replace(this.steps, this.#steps(match));
  }

  #head(bare) {
    const { review } = this.view;
    if (bare) {
      replace(this.head, t("review.none"));
    } else if (!review.done) {
      const percent = Math.round(100 * review.part);
      replace(this.head, h("span", {}, t("review.running", { percent })),
        h("progress", { max: 100, value: percent, "aria-label": t("review.running", { percent }) }));
    } else {
      const { decided } = review;
      replace(this.head, h("p", { class: "verdict" }, decided ? [review.sentence(decided, "end.decided"), decided.exact ? proof(decided) : ` ${t("end.estimate")}`]
        : t(review.mistakes.length ? "end.close" : "review.clean")));
    }
  }

  #side(side) {
    const { review, game } = this.view;
    const key = game.sides[side], { found } = review;
    const counts = BAD.map((kind) => [kind, found[{ blunder: "blunders", mistake: "mistakes", inaccuracy: "inaccuracies" }[kind]][key]]);
    return h("div", { class: "review-side" }, this.view.token(side),
      h("b", {}, word("side", key, game.name)),
      h("span", { class: "accuracy" }, t("review.accuracy", { percent: number(Math.round(found.accuracy[key])) })),
      h("small", {}, counts.filter(([, n]) => n).map(([kind, n]) => h("span", { class: `count ${kind}` }, t(`review.${kind}`, { n })))));
  }

  #mistakes() {
    const { review, node } = { review: this.view.review, node: this.view.match.node };
    const { mistakes } = review;
    if (!mistakes.length) return review.done && review.texts.length ? h("li", { class: "none" }, t("review.clean")) : [];
    return mistakes.map((moment) => {
      const on = this.view.mainPly === moment.ply - 1 && node.ply === moment.ply - 1;
      return h("li", { class: `${moment.class}${on ? " on" : ""}` },
        h("button", { type: "button", class: "mistake-line", "aria-current": on ? "step" : null, onclick: () => this.#see(moment) },
          h("b", { class: "sign", title: t(`mark.${moment.class}`) }, { blunder: "??", mistake: "?", inaccuracy: "?!" }[moment.class]),
          h("span", {}, review.sentence(moment), " ", moment.best && moment.best !== moment.move ? t("end.better", { move: moment.best }) : "",
            moment.exact ? proof(moment) : h("em", {}, ` ${t("review.estimate")}`))),
        h("button", { type: "button", class: "better", onclick: () => this.better(moment) }, icon("play", 16), t("review.better")));
    });
  }

  // The position before the mistake, with the better move and the one that was made.
  #see(moment) {
    this.shown = moment.ply;
    this.view.goMain(moment.ply - 1);
    this.show();
    const { match, board, review } = this.view;
    const find = (text) => match.state.moves.find((move) => move.text === text);
    board.point([moment.best !== moment.move ? { ...find(moment.best), kind: "best", exact: moment.exact } : null, { ...find(moment.move), kind: "played" }].filter((each) => each?.steps));
    reveal(this.view.body, this.list.querySelector(".on"), { covered: this.steps.offsetHeight });
    announce(`${review.sentence(moment)} ${t("end.better", { move: moment.best })}`);
  }

  // The same position again, the erring side's person against the machine.
  better(moment) {
    const { match } = this.view;
    const side = this.view.review.side(moment);
    const machine = match.players.find(({ kind }) => kind === "level" || kind === "named") ?? MACHINE;
    const players = [machine, machine];
    players[side] = { kind: "person" };
    this.view.playFrom(match.tree.find(this.view.review.texts.slice(0, moment.ply - 1)), players);
  }

  // The mistakes that way from the ply on the board; one that is made there counts until it was shown.
  #ahead(way) {
    const { review, mainPly } = this.view;
    return review.mistakes.filter(({ ply }) => (ply - 1 - mainPly) * way > 0 || (way > 0 && ply - 1 === mainPly && this.shown !== ply));
  }

  // The nearest of them.
  step(way) {
    const ahead = this.#ahead(way);
    const moment = way > 0 ? ahead[0] : ahead.at(-1);
    if (moment) this.#see(moment);
  }

  #steps() {
    const { review } = this.view;
    return [
      ...[["back", "previous", -1, ","], ["forward", "next", 1, "."]].map(([name, label, way, key]) =>
        h("button", { type: "button", class: "square", disabled: !this.#ahead(way).length, "aria-label": t(`review.${label}`), title: `${t(`review.${label}`)} (${key})`, onclick: () => this.step(way) }, icon(name))),
      review.done ? h("button", { type: "button", class: "deeper", onclick: () => { review.deeper(); this.show(); } }, t("analysis.deeper")) : null,
    ];
  }
}
