// What is said about a named player before a game: where it is from, its idea, what it does not see, how strong it is
// by our own tournament, and for the trained ones how they were trained, with the curves of their runs
// (docs/evolution.md). The pictures are loaded when they are shown.
import { h, replace } from "./dom.js";
import { playerAbout, standing } from "./players.js";
import { has, number, t, word } from "./texts.js";

// The run that each vector comes from, as `potez model info` tells it: generation, points of 10,000 against
// random, Elo on the ladder of the run. Names with -2 are the vectors that a player uses from depth 2 on.
const trained = {
  "othello-linear": { generation: 475, points: 9842, elo: 530 },
  "othello-linear-2": { generation: 325, points: 9931, elo: 688 },
  "othello-nn2": { generation: 725, points: 9030, elo: 461 },
  "othello-nn2-2": { generation: 950, points: 9309, elo: 533 },
  "othello-nn1": { generation: 100, points: 8274, elo: 161 },
  "othello-nn1-2": { generation: 900, points: 9369, elo: 511 },
  "othello-lines": { generation: 875, points: 9081, elo: 334 },
};

function curve(name, kind) {
  const text = t(`card.curve.${kind}`);
  const source = new URL(`../curves/${name}-${kind}.svg`, import.meta.url).href;
  return h("a", { href: source, target: "_blank", rel: "noopener", title: text }, h("figure", {}, h("img", { src: source, alt: text, loading: "lazy", width: 720, height: 440 }), h("figcaption", {}, text)));
}

function fact(game, kind, what, argument) {
  if (what === "idea") return playerAbout(game, kind);
  if (what !== "rating") return has(`player.${what}.${game.name}.${kind.name}`) ? t(`player.${what}.${game.name}.${kind.name}`) : "\u2013";
  const known = standing(game, { kind: "named", name: argument ? `${kind.name}:${argument}` : kind.name });
  return known ? t("card.rated", { elo: String(known.about), error: String(known.error), grade: word("grade", known.grade) }) : t("card.unrated");
}

function origin(name, depth) {
  const deeper = depth > 1 ? trained[`${name}-2`] : undefined;
  return deeper ? { name: `${name}-2`, run: deeper } : { name, run: trained[name] };
}

export function playerCard() {
  const facts = h("dl", { class: "about" }), more = h("div", { class: "player-card" });
  const show = (game, kind, argument) => {
    replace(facts, ["from", "idea", "blind", "rating"].map((what) => h("div", { class: `fact-${what}` }, h("dt", {}, t(`card.${what}`)), h("dd", {}, fact(game, kind, what, argument)))));
    const { name, run } = origin(`${game.name}-${kind.name}`, argument);
    replace(more, run ? [h("p", {}, t("card.trained", { generation: run.generation, points: number(run.points), elo: run.elo })),
      h("div", { class: "curves" }, curve(name, "random"), curve(name, "elo"))] : null);
  };
  return { elements: [facts, more], show };
}
