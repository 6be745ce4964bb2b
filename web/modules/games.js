// What the page adds to the engine's list of games: words in the person's language, and views of
// their own for board styles that need more than the flat board. A view module exports
// open(app, game, route) and gives { element, key(event), close() }.
import { has, t } from "./texts.js";

export const ownViews = {
  automaton: () => import("./automaton.js"),
  net: () => import("./net.js"),
  blocks: () => import("../zr2/view.js"),
};

export function gameTitle(game) {
  const key = `game.${game.name}`;
  return has(key) ? t(key) : game.title;
}

export function gameSummary(game) {
  const key = `game.${game.name}.summary`;
  return has(key) ? t(key) : game.summary;
}
