// What the server behind the page knows for certain, where it has databases (potez serve --database): its
// answers are those of the engine here, key by key. Null where it has none, or would have to search.
import { api } from "./place.js";

const ROUTES = { hint: "hint", value: "solve", moves: "analyse", review: "review" };
const PATIENCE = 4000; // ms
let games = null; // with databases there; asked once

async function ask(path, body) {
  const answer = await fetch(`${api}${path}`, { signal: AbortSignal.timeout(PATIENCE),
    ...(body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }) });
  return answer.ok ? answer.json() : null;
}

function isProved(kind, answer) {
  return kind === "review" ? answer.review.every((moment) => moment.before_exact && (moment.exact ?? true)) : answer.exact ?? answer.proved;
}

export async function known(game, kind, saved) {
  if (!api || !game.databases || !ROUTES[kind]) return null;
  try {
    games ??= ask("health").then((health) => health?.databases ?? [], () => []);
    if (!(await games).includes(game.name)) return null;
    const answer = await ask(ROUTES[kind], { saved, nodes: 1, ...(kind === "value" && { every: true }) });
    return answer && isProved(kind, answer) ? answer : null;
  } catch {
    return null;
  }
}
