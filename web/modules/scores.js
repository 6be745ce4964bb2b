// What the engine's scores mean to people: signs, words, and a share of the bar.
import { number, t } from "./texts.js";

const OPEN = 2;
// Hundredths of a mind's unit that make the game about three quarters won.
const scales = { discs: 700, men: 130, threats: 260, stacks: 60 };

export function proved(answer) {
  return answer.exact && answer.outcome !== OPEN;
}

// How much of the bar belongs to the side that the score is for.
export function share(answer, unit) {
  if (proved(answer)) return answer.outcome > 0 ? 0.985 : answer.outcome < 0 ? 0.015 : 0.5;
  return Math.min(0.97, Math.max(0.03, 1 / (1 + Math.exp((-1.1 * answer.score) / (scales[unit] ?? 200)))));
}

// What is shown: whole numbers where it is proved or large, else one decimal.
function rounded({ exact, score }) {
  const value = score / 100;
  return exact || Math.abs(value) >= 10 ? Math.round(value) : Math.round(value * 10) / 10;
}

export function tone(answer) {
  const value = proved(answer) && answer.outcome !== 0 ? answer.outcome : rounded(answer);
  return value > 0 ? "good" : value < 0 ? "bad" : "even";
}

// "+6", "−0.4", "0". Proved results are whole numbers; guesses have one decimal where they are small.
export function signed(answer) {
  const value = rounded(answer), size = Math.abs(value);
  if (size === 0 && proved(answer) && answer.outcome !== 0) return answer.outcome > 0 ? "+" : "\u2212";
  return `${size === 0 ? "" : value > 0 ? "+" : "\u2212"}${number(size)}`;
}

// "wins in 13 moves", "draw", "better": a few words after the number.
export function verdict(answer) {
  if (!proved(answer)) return answer.depth ? t("score.depth", { n: answer.depth }) : "";
  if (answer.outcome === 0) return t("score.draw");
  const n = answer.plies >= 0 ? Math.ceil(answer.plies / 2) : 0;
  if (!n) return t(answer.outcome > 0 ? "score.wins" : "score.loses");
  return t(answer.outcome > 0 ? "score.wins.in" : "score.loses.in", { n });
}

export function short(count) {
  if (count >= 1e9) return `${number(Math.round(count / 1e8) / 10)} G`;
  if (count >= 1e6) return `${number(Math.round(count / 1e5) / 10)} M`;
  if (count >= 1e4) return `${number(Math.round(count / 1e3))} k`;
  return number(count);
}

// For the board: Map of move to { text, tone, best, rank }, from an analysis sorted best first.
export function boardScores(moves) {
  const scores = new Map();
  const top = moves[0];
  moves.forEach((each, rank) => {
    if (!each.depth && !each.exact) return;
    const best = rank === 0 || (each.score === top.score && each.outcome === top.outcome && each.plies === top.plies);
    scores.set(each.move, { text: signed(each), tone: tone(each), best, rank });
  });
  return scores;
}
