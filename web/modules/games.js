// What the page adds to the engine's list of games: words in the person's language, views of their own
// for games or board styles that need more than the flat board, and pages that are no game. A view
// module exports open(app, game, route) and gives { element, key(event), close() }.
import { has, t } from "./texts.js";

const ownViews = {
  blocks: () => import("../zr2/view.js"),
};

// Loads the game's own view; undefined for a game that is shown as most are.
export const ownView = (game) => ownViews[game.name] ?? ownViews[game.board];

// Games whose openings have names (openings/GAME.json); their moves are squares of a board of eight by eight.
export const openings = new Set(["othello"]);

export const pages = new Map([
  ["automaton", () => import("./automaton.js")],
  ["history", () => import("../history/view.js")],
  ["lab", () => import("../lab/view.js")],
  ["lessons", () => import("../lessons/view.js")],
  ["net", () => import("./net.js")],
  ["puzzles", () => import("../lessons/puzzle-list.js")],
  ["lobby", () => import("./lobby.js")],
]);

// Pages that a page of files alone (place.js) cannot show.
export const needServer = new Set(["lab", "net", "lobby"]);

// Pages that the head of the page and the first page lead to, each with its icon; they are called nav.NAME.
export const places = { puzzles: "check", lessons: "book", history: "clock" };

// A position worth analysing: only one of the seven moves wins, and it takes 25 more to show it.
export const riddle = "#connect4?tab=analysis/4653135624733777";

export function gameTitle(game) {
  const key = `game.${game.name}`;
  return has(key) ? t(key) : game.title;
}

export function gameSummary(game) {
  const key = `game.${game.name}.summary`;
  return has(key) ? t(key) : game.summary;
}
