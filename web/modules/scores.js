// What the engine's answers mean to people: signs, words, and a share of the bar. An answer is for one
// side; `turned` is the same for the other. Proved and estimated never look alike: whoever shows an
// answer shows `proof` with it.
import { h } from "./dom.js";
import { number, t, word } from "./texts.js";

const bars = { win: 0.985, draw: 0.5, loss: 0.015 };
const others = { win: "loss", draw: "draw", loss: "win" };

// The answer as the other side sees it.
export function turned(answer) {
  return { ...answer, score: -answer.score, outcome: others[answer.outcome] ?? null };
}

// An answer for `side` as `by` sees it.
export function seen(answer, side, by) {
  return side === by ? answer : turned(answer);
}

// How much of the bar belongs to the side that the score is for.
export function share(answer, scale) {
  if (answer.outcome) return bars[answer.outcome];
  return Math.min(0.97, Math.max(0.03, 1 / (1 + Math.exp((-1.1 * answer.score) / (scale || 2)))));
}

// What is shown: whole numbers where it is proved or large, else one decimal.
function rounded({ exact, score }) {
  return exact || Math.abs(score) >= 10 ? Math.round(score) : Math.round(score * 10) / 10;
}

export function tone(answer) {
  const value = { win: 1, loss: -1 }[answer.outcome] ?? rounded(answer);
  return value > 0 ? "good" : value < 0 ? "bad" : "even";
}

// "+6", "−0.4", "0". Proved results are whole numbers; guesses have one decimal where they are small.
export function signed(answer) {
  const value = rounded(answer), size = Math.abs(value);
  if (size === 0 && ["win", "loss"].includes(answer.outcome)) return answer.outcome === "win" ? "+" : "\u2212";
  return `${size === 0 ? "" : value > 0 ? "+" : "\u2212"}${number(size)}`;
}

// "3 discs", "1.5 men".
function amount(answer, game) {
  return t(`unit.${game.unit}`, { n: Math.abs(rounded(answer)) });
}

const movesTo = ({ plies }) => Math.ceil((plies ?? 0) / 2);

// How it is known: "proved", "depth 20", "depth 20, 95 %", "book" where nothing was searched.
export function known({ exact, outcome, depth, probability, book }) {
  if (exact && outcome) return t("words.proved");
  if (!depth) return book ? t("words.book") : "";
  return probability && probability < 100 ? t("words.probable", { n: depth, p: probability }) : t("words.depth", { n: depth });
}

// "Yellow wins in 6", "Black ahead by about 3 discs", "About even": an answer for `side`.
export function sentence(answer, side, game) {
  const { outcome, score } = answer;
  if (outcome === "draw") return t("words.draw");
  const ahead = outcome ? outcome === "win" : score > 0;
  const name = word("side", game.sides[ahead ? side : 1 - side], game.name);
  if (!outcome) return Math.abs(score) < 0.1 ? t("words.even") : t("words.ahead", { side: name, amount: amount(answer, game) });
  if (game.margin) return t("words.wins.by", { side: name, amount: amount(answer, game) });
  const n = movesTo(answer);
  return n ? t("words.wins.in", { side: name, n }) : t("words.wins", { side: name });
}

// The same with how it is known: "Yellow wins in 6 (proved)".
export function said(answer, side, game) {
  const how = known(answer);
  return `${sentence(answer, side, game)}${how ? ` (${how})` : ""}`;
}

// A value as a thing, to its own side: "a win in 6", "about 3 discs behind".
export function thing(answer, game) {
  const { outcome, score } = answer;
  if (outcome === "draw") return t("value.draw");
  if (!outcome) return Math.abs(score) < 0.1 ? t("value.even") : t(score > 0 ? "value.ahead" : "value.behind", { amount: amount(answer, game) });
  if (game.margin) return t(`value.${outcome}.by`, { amount: amount(answer, game) });
  const n = movesTo(answer);
  return n ? t(`value.${outcome}.in`, { n }) : t(`value.${outcome}`);
}

// The small mark of what is proved; nothing beside an estimate.
export function proof({ exact }) {
  return exact ? h("i", { class: "proof", title: t("words.proved") }, h("span", { class: "unseen" }, t("words.proved"))) : null;
}

// The mark of a move that the opening book would play.
export function bookMark({ book }) {
  return book ? h("i", { class: "book-mark", title: t("book.move") }, t("words.book")) : null;
}

export function short(count) {
  if (count >= 1e9) return `${number(Math.round(count / 1e8) / 10)} G`;
  if (count >= 1e6) return `${number(Math.round(count / 1e5) / 10)} M`;
  if (count >= 1e4) return `${number(Math.round(count / 1e3))} k`;
  return number(count);
}

// Whether an analysis has looked at every move.
export function whole({ moves }) {
  return moves.length > 0 && moves.every(({ pv }) => pv.length);
}

// For the board: Map of a move's text to { text, tone, best, rank, exact }, from an analysis, best first;
// the moves are `side`'s, the numbers as `by` sees them.
export function boardScores(moves, side = 0, by = side) {
  const scores = new Map();
  const top = moves[0];
  moves.forEach((each, rank) => {
    if (!each.pv.length) return;
    const best = rank === 0 || (each.score === top.score && each.outcome === top.outcome && each.plies === top.plies);
    const own = seen(each, side, by);
    scores.set(each.move, { text: signed(own), tone: tone(own), best, rank, exact: Boolean(each.exact) });
  });
  return scores;
}
