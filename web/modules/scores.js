// What the engine's answers mean to people: signs, words, and a share of the bar.
import { number, t } from "./texts.js";

const bars = { win: 0.985, draw: 0.5, loss: 0.015 };
const others = { win: "loss", draw: "draw", loss: "win" };

// The answer as the other side sees it.
export function turned(answer) {
  return { ...answer, score: -answer.score, outcome: others[answer.outcome] ?? null };
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

// "wins in 13 moves", "draw", "depth 8": a few words after the number.
export function verdict({ outcome, plies, depth }) {
  if (!outcome) return depth ? t("score.depth", { n: depth }) : "";
  if (outcome === "draw") return t("score.draw");
  const n = Math.ceil((plies ?? 0) / 2), key = outcome === "win" ? "score.wins" : "score.loses";
  return n ? t(`${key}.in`, { n }) : t(key);
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

// For the board: Map of a move's text to { text, tone, best, rank }, from an analysis, best first.
export function boardScores(moves) {
  const scores = new Map();
  const top = moves[0];
  moves.forEach((each, rank) => {
    if (!each.pv.length) return;
    const best = rank === 0 || (each.score === top.score && each.outcome === top.outcome && each.plies === top.plies);
    scores.set(each.move, { text: signed(each), tone: tone(each), best, rank });
  });
  return scores;
}
