// Who plays: people, levels 1 to 10 and the engine's named players. A player is
// { kind: "person" } or { kind: "level", level } or { kind: "named", name }, as kept with a game.
import { has as hasText, t, word } from "./texts.js";

// Where a game has no player "level" of its own, its levels are depths of its plain search.
const depths = [0, 1, 1, 2, 3, 4, 5, 6, 8, 10];
const MOST_MS = 2500, BEST_MS = 2000;

export const person = { kind: "person" };

function has(game, name) {
  return game.mind?.players.some((player) => player.name === name);
}

// What to ask the engine: its player and limits.
export function request(game, player) {
  if (player.kind === "named") {
    const kind = game.mind.players.find((each) => each.name === player.name.split(":")[0]);
    return { player: player.name, limits: kind?.limits && !kind.argument ? { ms: BEST_MS } : { ms: 15000 } };
  }
  if (has(game, "level")) return { player: `level:${player.level}`, limits: { ms: MOST_MS } };
  const depth = depths[player.level - 1];
  if (depth === 0 || !has(game, "alphabeta")) return { player: "random", limits: {} };
  // two levels share depth 1: the lower one plays at random now and then
  const careless = player.level === 2 && Math.random() < 0.4;
  return careless ? { player: "random", limits: {} } : { player: `alphabeta:${depth}`, limits: { ms: MOST_MS } };
}

export function playerName(player) {
  if (player.kind === "person") return t("player.you");
  if (player.kind === "remote") return t("player.remote");
  if (player.kind === "level") return t("player.level", { level: player.level });
  const [name, argument] = player.name.split(":");
  return t("player.named", { name: word("player", name) + (argument ? ` ${argument}` : "") });
}

// What a named player does. The words belong to a game and a player together, because two games may each
// have a player of the same name; without them the engine's own words for this very player are shown.
export function playerAbout(game, player) {
  const key = `player.about.${game.name}.${player.name}`;
  return hasText(key) ? t(key) : player.summary;
}

// Named players to offer: not the plain levels, and not what only serves comparison.
export function namedPlayers(game) {
  return (game.mind?.players ?? []).filter((player) => player.name !== "level");
}
