// The engine that thinks, in a worker of its own. One request at a time:
//   { id, kind, saved, ask }                -> a question about a game (minds/inquiry.h): updates, then all that was found
//   { id, kind: "solve", saved, method, limits } -> walks: better ones and bounds, then the best
//   { id, kind: "judge", saved, limits }    -> walks: number of best ones, difficulty
//   { id, kind: "generate", wish }          -> the text of a new level
// kind "move", "hint", "value", "moves" or "review" with ask = { player, level, ms, depth, nodes, clock,
// increment, every, forget, fresh, book, weights }; what is left out is not limited or the strongest.
// With the engine whose memory is shared, the page ends a search by its stop byte, and helpers (helper.js)
// search with this worker; elsewhere the page ends the worker.
import { Engine } from "./engine.js";
import { known } from "./known.js";

let engine = null, session = null, flag = null, current = 0, stopAddress = 0, tell = null, server = true;

const STACK = 1 << 20;

function start({ module, memory, shared, table, threads, seed: lot, ...more }) {
  server = more.server ?? true;
  engine = new Engine(module, { memory, report: (text) => { if (!stopped()) tell?.(JSON.parse(text)); } });
  flag = shared ? new Int32Array(shared) : null;
  stopAddress = engine.calls.browser_stop_address();
  const seed = lot ? [0, lot] : crypto.getRandomValues(new Uint32Array(2));
  engine.calls.browser_seed(seed[0], seed[1]);
  engine.calls.browser_table(table);
  if (memory) postMessage({ ready: { stopAddress, stacks: Array.from({ length: threads - 1 }, () => engine.calls.browser_stack(STACK)) } });
}

function stopped() {
  return flag !== null && Atomics.load(flag, 0) >= current;
}

function load(saved) {
  if (session) session.load(saved);
  else session = engine.open(saved);
}

// What the engine lacks and the game has, fetched when it is first thought about. A slow net does not
// keep anybody waiting: until a file is there the engine does without.
const PATIENCE = 3000;
const files = new Map(); // by address: { coming }, then { bytes }, then {}

function wanted(game, player) {
  const list = ["model", "book", "solved"].filter((what) => game[what]).map((what) => ({ what, name: "", path: `models/${game.name}.${what}` }));
  if (game.players.some(({ name, ships }) => ships && name === player))
    list.push({ what: "weights", name: player, path: `models/${game.name}-${player}.weights` });
  return list;
}

async function fetchFile(path) {
  const answer = await fetch(new URL(`../${path}`, import.meta.url));
  if (answer.ok) files.set(path, { bytes: new Uint8Array(await answer.arrayBuffer()) });
  else files.set(path, {}); // there is none
}

function give({ what, name, path }) {
  const { bytes } = files.get(path) ?? {};
  if (!bytes) return;
  files.set(path, {});
  try {
    engine.give(session.slot, what, bytes, name);
    engine.calls.browser_table(1); // it knows values of another measure
  } catch (error) {
    console.warn(`${path}: ${error.message}`); // and goes on without
  }
}

async function learn(player) {
  const { game } = session;
  const list = wanted(game, player);
  const coming = list.map(({ path }) => {
    if (!files.has(path)) files.set(path, { coming: fetchFile(path).catch(() => files.delete(path)) }); // asked again next time
    return files.get(path).coming;
  });
  await Promise.race([Promise.all(coming), new Promise((resolve) => { setTimeout(resolve, PATIENCE); })]);
  if (session.game === game) list.forEach(give);
}

// Weights that the page has; the engine's memory only grows, so it gets them once.
const handed = new Map(); // by player

function hand({ player, weights }) {
  const before = handed.get(player);
  if (!weights || (before?.length === weights.length && before.every((byte, i) => byte === weights[i]))) return;
  engine.give(session.slot, "weights", weights, player);
  handed.set(player, weights);
}

async function inquire({ id, kind, saved, ask }) {
  load(saved);
  const found = !server || ask.player || ask.level ? null : await known(session.game, kind, saved);
  if (found) return found;
  await learn(ask.player);
  if (current !== id) return null; // another question came meanwhile
  hand(ask);
  if (ask.fresh) engine.calls.browser_table(1);
  const book = kind === "moves" ? engine.book(session.slot) : [];
  const marked = (found) => {
    if (book.length) for (const each of found.moves) each.book = book.includes(each.move);
    return found;
  };
  const plain = tell;
  tell = (update) => plain(marked(update));
  engine.begin(session.slot, kind, ask);
  // the page says first that it has had enough, and then sets the byte that beginning has cleared
  if (stopped()) new Uint8Array(engine.memory.buffer)[stopAddress] = 1;
  while (engine.calls.browser_step()) ;
  return marked(engine.found());
}

// Walks. Boards larger than these prove little more with more memory than a phone has.
const MEGABYTES = 64, METHODS = ["best", "dfs", "dfss"], FOREVER = 1e9;

const others = {
  solve({ saved, method, limits: { ms = FOREVER, megabytes = MEGABYTES } = {} }) {
    load(saved);
    return engine.json(engine.calls.browser_level_solve(session.slot, METHODS.indexOf(method), ms, megabytes));
  },
  judge({ saved, limits: { ms = FOREVER, megabytes = MEGABYTES } = {} }) {
    load(saved);
    return engine.json(engine.calls.browser_level_judge(session.slot, ms, megabytes));
  },
  generate({ wish: { name, size, teleporters, increasers, difficulty, symmetric, seed } }) {
    const side = (i) => size[i] ?? 0;
    engine.input(`${name}\0`);
    return engine.json(engine.calls.browser_level_generate(side(0), side(1), side(2), side(3), teleporters, increasers,
      difficulty, symmetric ? 1 : 0, seed));
  },
};

onmessage = async ({ data }) => {
  if (data.kind === "start") {
    start(data);
    return;
  }
  const { id } = data;
  current = id;
  tell = (update) => postMessage({ id, update });
  try {
    postMessage({ id, answer: await (others[data.kind] ?? inquire)(data) });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
};
