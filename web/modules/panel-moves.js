// The tab "Play": the moves of the game, the level, and what can be changed while playing.
import { h, replace, reveal } from "./dom.js";
import { levelName } from "./players.js";
import { t } from "./texts.js";

const SIGNS = { blunder: "??", mistake: "?", inaccuracy: "?!" };

export class MovesPanel {
  constructor(view) {
    this.view = view;
    this.list = h("ol", { class: "moves", "aria-label": t("moves.label") });
    this.level = h("div", { class: "level" });
    this.element = h("div", { class: "body" }, this.list, this.level);
  }

  show() {
    const { match } = this.view;
    const { history } = match;
    if (!history.length) replace(this.list, h("li", { class: "none" }, t("moves.none")));
    else replace(this.list, history.map((entry, i) => this.#item(entry, i)));
    reveal(this.list, this.list.querySelector(".on"));
    this.#levels();
  }

  #item(entry, i) {
    const { match, review } = this.view;
    const two = this.view.game.seats === 2;
    const on = i === match.state.at - 1;
    const kind = match.tree.root.whole[i]?.text === entry.text ? review?.marks.get(i) : null;
    const mark = SIGNS[kind] ? { kind, sign: SIGNS[kind] } : null;
    return h("li", { class: i % 2 && two ? "even" : "odd" },
      two && i % 2 === 0 ? h("span", { class: "nr" }, i / 2 + 1) : null,
      h("button", { type: "button", class: `${on ? "on " : ""}${i >= match.state.at ? "later " : ""}${mark ? mark.kind : ""}`,
        "aria-current": on ? "step" : null, title: mark ? t(`mark.${mark.kind}`) : null,
        onclick: () => match.go(i + 1, { resume: !match.against }) }, entry.text, mark ? h("sup", {}, mark.sign) : null));
  }

  #levels() {
    const { match } = this.view;
    const side = match.players.findIndex((player) => player.kind === "level");
    if (side < 0) {
      replace(this.level);
      return;
    }
    const { level } = match.players[side];
    const { game } = this.view;
    const shown = h("b", {}, levelName(game, level));
    replace(this.level, h("label", { for: "level-range" }, h("span", {}, t("level")), shown),
      h("input", { id: "level-range", type: "range", min: 1, max: 10, value: level, "aria-valuetext": levelName(game, level),
        oninput: (event) => {
          shown.textContent = levelName(game, Number(event.target.value));
          event.target.setAttribute("aria-valuetext", shown.textContent);
        },
        onchange: (event) => {
          const players = [...match.players];
          players[side] = { kind: "level", level: Number(event.target.value) };
          match.setPlayers(players);
        } }),
      h("div", { class: "ends" }, h("span", {}, t("level.low")), h("span", {}, t("level.high"))));
  }
}
