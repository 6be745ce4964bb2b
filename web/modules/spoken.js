// What a game sounds like, and what a screen reader says about its moves and places.
import { sound } from "./sounds.js";
import { t, word } from "./texts.js";

export function noise({ steps }, style, kind) {
  if (steps.some((step) => step.touch === 3)) sound("take");
  if (style.enter === "fall") sound("fall");
  else if (steps.some((step) => step.touch === 1)) sound("slide");
  else sound("put");
  if (style.enter === "pop" && kind === "squares") sound("turn");
}

// A move of `side`, and what it led to.
export function spokenMove({ text, steps }, side, { match, game }) {
  const name = word("side", game.sides[side], game.name);
  if (!steps.length) return t("passes", { side: name });
  const counts = match.state.counts.filter(([, of]) => of >= 0)
    .map(([label, of, value]) => `${word("side", game.sides[of], game.name)}: ${value} ${word("count", label, game.name)}`).join(", ");
  return `${name}: ${game.board === "rack" ? t("move.column", { column: text }) : text}. ${counts}`;
}

// A place's name: in a rack the page numbers the columns, and so do the moves.
function nameOf(place, { match, game }) {
  const [, , name] = match.session.geometry.places[place], [, column, row] = /^([a-z])(\d+)$/.exec(name) ?? [];
  return game.board === "rack" && column ? t("place.column", { column: column.charCodeAt(0) - 96, row: Number(row) }) : name || String(place);
}

// A place in words: its name, what stands there, what can be done.
export function spokenPlace(place, view) {
  const { match, game, board } = view;
  const content = board.at(place);
  const sides = [...content].map((piece) => word("side", game.sides[Number(piece)], game.name));
  const parts = [nameOf(place, view)];
  if (content.length === 0) parts.push(t("place.empty"));
  else if (content.length === 1) parts.push(sides[0]);
  else parts.push(t("place.stack", { n: content.length, top: sides.at(-1) }));
  const cell = match.state.cells.find(([index]) => index === place);
  if (cell) parts.push(t("place.number", { n: Math.max(0, cell[1]) }));
  const next = board.choice?.next.get(place);
  if (next) parts.push(t(["place.put", "place.from", "place.to", "place.capture"][next[0].touch]));
  if (board.choice?.taken.some((step) => step.place === place)) parts.push(t("place.chosen"));
  const score = next && board.marks.scores?.get(next[0].moves[0].text);
  if (score) parts.push(score.exact ? `${score.text}, ${t("words.proved")}` : score.text);
  return parts.join(", ");
}
