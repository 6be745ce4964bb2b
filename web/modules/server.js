// What the page asks a server for, where there is one behind it and not only files.
import { api } from "./place.js";
import { keep, kept } from "./settings.js";
import { needTexts } from "./texts.js";

const SHARDS = 16; // of several servers, at most so many are asked for their lobbies

// What the server says about itself, null where there are only files.
export async function serverHealth() {
  if (!api) return null;
  try {
    const answer = await fetch(`${api}health`);
    const health = answer.ok ? await answer.json() : null;
    return health?.ok === true ? health : null;
  } catch {
    return null;
  }
}

export const serverThere = async () => (await serverHealth()) !== null;

// Whether the server has a laboratory for this machine; it has none for others.
export const labThere = async () => /^(localhost|127\..*|\[::1\])$/.test(location.hostname) && (await serverHealth())?.lab === true;

// A question about rooms; a refusal is thrown in the person's language.
async function ask(path, body = null) {
  const answer = await fetch(`${api}${path}`, body ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) } : {});
  const found = await answer.json().catch(() => ({}));
  if (answer.ok) return found;
  const [{ refusalText }] = await Promise.all([import("./refusal.js"), needTexts("net")]);
  throw new Error(refusalText({ message: String(answer.status), ...found.error }));
}

const timeOf = (clock) => (!clock ? null : clock.perMove ? { per_move: clock.perMove } : { seconds: clock[0] / 1000, increment: clock[1] / 1000 });

// Makes a room and gives its address.
export async function createRoom(game, { options, clock, side, listed = false }) {
  const name = kept("name");
  const room = await ask("rooms", { game: game.name, set: options, side: side ?? "random", time: timeOf(clock), ...(name ? { name } : {}), ...(listed ? { listed } : {}) });
  keep("seats", { ...kept("seats"), [room.room]: { token: room.token, invite: room.invite } });
  return `#net/${room.room}`;
}

// The room that waits under a code as people write it.
export const roomOfCode = async (code) => (await ask(`codes/${encodeURIComponent(code)}`)).room;

// The lobby, of several servers together.
export async function openGames({ shards = 0 }) {
  const numbers = Array.from({ length: shards }, (_, i) => i + 1).sort(() => Math.random() - 0.5).slice(0, SHARDS);
  const lists = await Promise.all(shards ? numbers.map((shard) => ask(`lobby?shard=${shard}`).catch(() => ({ games: [] }))) : [ask("lobby")]);
  return lists.flatMap(({ games }) => games).sort((a, b) => (a.room < b.room ? -1 : 1));
}
