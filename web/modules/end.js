// The end of a game: the result, what decided it, and what to do next. It stands beside the board, so that
// what ended the game stays in sight.
import { announce, h, replace } from "./dom.js";
import { has, t, word } from "./texts.js";

export class EndPanel {
  constructor(view) {
    this.view = view;
    this.element = h("section", { class: "end", hidden: true, "aria-label": t("end.label") });
  }

  get open() {
    return !this.element.hidden;
  }

  hide() {
    this.element.hidden = true;
    this.shown = null;
  }

  title() {
    const { match, game } = this.view;
    if (game.seats === 1) return t(match.state.counts.some(([label, , value]) => label === "left" && value === 0) ? "end.solved" : "end.stuck");
    if (match.ended && match.ended.half === null) return t("end.aborted");
    if (match.half === 1) return t("end.draw");
    const winner = match.half === 2 ? 0 : 1;
    if (match.against && match.isPerson(winner)) return t("end.won");
    if (match.against && !match.net) return t("end.lost"); // over the net people win, and it says who
    return t("end.wins", { side: match.net ? match.nameOf(winner) : word("side", game.sides[winner], game.name) });
  }

  // How it ended, in numbers where the game has them.
  detail() {
    const { match, game } = this.view;
    if (match.ended?.reason && has(`end.reason.${match.ended.reason}`)) return t(`end.reason.${match.ended.reason}`);
    if (match.flagged !== null) return t("end.time", { side: word("side", game.sides[match.flagged], game.name) });
    if (match.state.repeated) return t("end.repeated");
    const counts = match.state.counts.filter(([, side]) => side >= 0);
    const labels = [...new Set(counts.map(([label]) => label))];
    const label = labels.at(-1);
    if (label && game.seats === 2) {
      const values = [0, 1].map((side) => counts.find(([each, of]) => each === label && of === side)?.[2]);
      return `${values[0]} : ${values[1]} ${word("count", label, game.name)}`;
    }
    if (game.seats === 1) return match.state.counts.map(([name, , value]) => `${word("count", name, game.name)} ${value}`).join(" \u00b7 ");
    return t("end.after", { n: match.state.at });
  }

  show({ quiet = false } = {}) {
    const { view } = this;
    const decided = h("p", { class: "decided", role: "status" });
    const title = this.title();
    const token = {};
    this.shown = token;
    replace(this.element,
      h("h2", {}, title), h("p", { class: "detail" }, this.detail()), decided,
      h("div", { class: "row" },
        view.match.net && view.match.own < 0 ? null : h("button", { type: "button", class: "go", onclick: () => view.restart({ sure: true }) }, t("end.again")),
        view.game.best ? h("button", { type: "button", onclick: () => { this.hide(); view.tab("review"); } }, t("end.review")) : null,
        h("button", { type: "button", onclick: () => view.app.leave() }, t("end.menu")),
        h("button", { type: "button", class: "square plain", "aria-label": t("close"), title: t("close"), onclick: () => this.hide() }, "\u00d7")));
    this.element.hidden = false;
    if (!quiet) {
      announce(`${title}. ${this.detail()}`);
      setTimeout(() => { if (this.shown === token) this.element.querySelector("button.go")?.focus({ preventScroll: true }); }, 350);
    }
    if (view.game.best && view.game.seats === 2) this.#decide(decided, token);
  }

  async #decide(place, token) {
    const { view } = this;
    const tell = () => { if (this.shown === token && !view.review?.done) place.textContent = `${t("end.looking")} ${Math.round(100 * (view.review?.part ?? 0))} %`; };
    this.progress = tell;
    tell();
    try {
      await (await view.needReview()).start();
    } catch {
      if (this.shown === token) place.textContent = "";
      return;
    }
    if (this.shown !== token || !view.review.done) return;
    const { review } = view, { decided } = review;
    if (!decided) {
      place.textContent = t("end.close");
      return;
    }
    replace(place, review.sentence(decided, "end.decided"), decided.exact ? "" : ` ${t("end.estimate")}`,
      decided.best && decided.best !== decided.move ? ` ${t("end.better", { move: decided.best })}` : "", " ",
      h("button", { type: "button", class: "link", onclick: () => {
        this.hide();
        view.goMain(decided.ply - 1);
        view.tab("review");
      } }, t("end.see")));
  }
}
