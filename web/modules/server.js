// What the page asks a server for, where there is one behind it and not only files.
import { EngineError } from "./engine.js";
import { keep, kept } from "./settings.js";

// Whether there is a server behind the page, and not only files.
export async function serverThere() {
  try {
    const answer = await fetch("/api/v1/health");
    return answer.ok && (await answer.json()).ok === true;
  } catch {
    return false;
  }
}

// Makes a room and gives its address.
export async function createRoom(game, { options, clock, side }) {
  const answer = await fetch("/api/v1/rooms", { method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ game: game.name, set: options, side: side ?? "random", time: clock ? { seconds: clock[0] / 1000, increment: clock[1] / 1000 } : null }) });
  const room = await answer.json();
  if (!answer.ok) throw new EngineError(room.error?.message ?? String(answer.status));
  keep("seats", { ...kept("seats"), [room.room]: { token: room.token, invite: room.invite } });
  return `#net/${room.room}`;
}
