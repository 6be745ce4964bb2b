// Finished games of this browser, the latest first. They stay on this machine, beside the settings; only so
// many are kept, and the oldest go first.
//
// A game is { id, game, when, players, own, half, plies, saved, address }: `own` is the person's side, null for two
// people at one board; `half` are half points of the first side, of a walk 2 when its target was reached.
import { writeAddress } from "../modules/router.js";
import { keep, kept } from "../modules/settings.js";

const KEY = "history", MOST = 1000;

export function games() {
  const found = kept(KEY);
  return Array.isArray(found) ? found : [];
}

// Weights that somebody dropped on the page are not kept with every game.
const plainPlayer = ({ kind, level, name }) => ({ kind, ...(level === undefined ? {} : { level }), ...(name === undefined ? {} : { name }) });

// A view's game is over. Positions that were only looked at are nobody's games.
export function record({ match, game, won = null }) {
  const people = match.players.filter(({ kind }) => kind === "person").length;
  if (!people || !(match.kept || match.net) || match.ended?.reason === "aborted") return;
  const saved = match.session.save(), before = games();
  if (before[0]?.saved === saved && before[0].half === match.half) return; // the same once more
  const own = people === 2 ? null : match.players.findIndex(({ kind }) => kind === "person");
  const when = Date.now();
  keep(KEY, [{ id: `${when}-${before.length}`, game: game.name, when, players: match.players.map(plainPlayer), own, half: won === null ? match.half : won ? 2 : 0,
    plies: match.state.at, saved, address: game.seats === 1 ? location.hash : null }, ...before].slice(0, MOST));
}

// The person's half points, null where two people played here.
export function ownHalf({ own, half }) {
  return own === null ? null : own === 0 ? half : 2 - half;
}

// Where a game is looked at again: its review, or the board for games without one.
export function addressOf({ game, saved, address }) {
  if (address) return address;
  const options = Object.fromEntries([...saved.matchAll(/^option (\S+) (\S+)$/gm)].map(([, name, value]) => [name, value]));
  const moves = (/^moves (.*)$/m.exec(saved)?.[1] ?? "").split(" ").join(",");
  return writeAddress({ name: game, options, start: /^start (.*)$/m.exec(saved)?.[1] ?? null, tab: "review", moves });
}

// Who was played against: the key of a row of results.
export function opponentOf({ players, own }) {
  return own === null ? null : players[1 - own] ?? null;
}

export function remove(id) {
  keep(KEY, games().filter((each) => each.id !== id));
}

// All at once: an empty list forgets everything.
export function replaceAll(list) {
  keep(KEY, list.length ? list : null);
}

// A file of all games, for other programs and for the person.
export function exported() {
  return JSON.stringify({ format: "potez history 1", games: games().map(({ when, ...rest }) => ({ ...rest, when: new Date(when).toISOString() })) }, null, 1);
}
