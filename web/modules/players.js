// Who plays: people, levels 1 to 10 and the engine's named players. A player is
// { kind: "person" } or { kind: "level", level } or { kind: "named", name }, as kept with a game.
import { newGame } from "./potez.js";
import { has as hasText, t, word } from "./texts.js";

export const person = { kind: "person" };

// What to ask the engine for.
export function asked({ kind, level, name, file }) {
  if (file) return { player: name, weights: Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0)) };
  return kind === "named" ? { player: name } : { level };
}

export function playerName(player) {
  if (player.kind === "person") return t("player.you");
  if (player.kind === "remote") return player.called ?? t("player.remote");
  if (player.kind === "level") return t("player.level", { level: player.level });
  const [name, argument] = player.name.split(":");
  return t("player.named", { name: word("player", name) + (argument ? ` ${argument}` : "") });
}

// How strong a player is by our own tournament: { elo, error, about, grade }; undefined where that is not known.
export function standing(game, { kind, level, name = "" }) {
  if (kind === "level") return game.players.find((each) => each.name === "level")?.standing.find(({ player }) => player === `level:${level}`);
  const [own, argument] = name.split(":"), found = game.players.find((each) => each.name === own);
  return argument && argument !== String(found?.standard) ? undefined : found?.standing[0];
}

// "4, club beginner, about 900".
export function levelName(game, level) {
  const known = standing(game, { kind: "level", level });
  return known ? t("level.is", { level, grade: word("grade", known.grade), elo: String(known.about) }) : String(level);
}

// "club beginner, about 900"; nothing of a person.
export function strength(game, player) {
  const known = player.kind === "person" || player.kind === "remote" ? undefined : standing(game, player);
  return known ? t("strength", { grade: word("grade", known.grade), elo: String(known.about) }) : "";
}

// What a named player does. The words belong to a game and a player together, because two games may each
// have a player of the same name; without them the engine's own words for this very player are shown.
export function playerAbout(game, player) {
  const key = `player.about.${game.name}.${player.name}`;
  return hasText(key) ? t(key) : player.summary;
}

// Named players to offer: not the plain levels, and not what only serves comparison.
export function namedPlayers(game) {
  return game.players.filter((player) => player.name !== "level" && !player.file);
}

// What a new game begins with.
export function freshGame(game, { options = {}, players = null, position = null, clock = null, level = null, levelName = null, tab = "play" }) {
  const standard = game.seats === 2 && game.best ? [person, { kind: "level", level: 3 }] : Array(game.seats).fill(person);
  return { saved: newGame(game.name, { options, start: position, clock, level }), players: players ?? standard,
    options, position, clock, level, levelName, tab };
}
