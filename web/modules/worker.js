// The engine that thinks, in a worker of its own. One request at a time:
//   { id, kind: "think", saved, player, limits }      -> reports, then the answer
//   { id, kind: "analyse", saved, limits }            -> updates with every legal move, then the end
//   { id, kind: "review", saved, limits }             -> the value of every position of the game
//   { id, kind: "bench", saved, player, limits }      -> nodes and seconds
//   { id, kind: "solve", saved, method, limits }      -> ZR 2: better walks and bounds, then the best
//   { id, kind: "judge", saved, limits }              -> ZR 2: number of best walks, difficulty
//   { id, kind: "generate", wish }                    -> ZR 2: the text of a new level
// Where memory may be shared, a number in `flag` stops the search whose id is not above it, in the
// middle of a search; elsewhere the page ends the worker. With the engine whose memory is shared, the
// page can also set its stop byte itself, and helpers (helper.js) search with this worker.
import { Engine } from "./engine.js";
import { order } from "./order.js";

let engine = null, session = null, flag = null, current = 0, stopAddress = 0, reportTo = null;

function now() {
  if (flag && Atomics.load(flag, 0) >= current)
    new Uint8Array(engine.memory.buffer)[stopAddress] = 1;
  return performance.now();
}

const STACK = 1 << 20;

function start({ module, memory, shared, table, threads }) {
  engine = new Engine(module, { memory, now, report: (text) => reportTo?.(JSON.parse(text)) });
  flag = shared ? new Int32Array(shared) : null;
  stopAddress = engine.calls.potez_stop_address();
  const seed = crypto.getRandomValues(new Uint32Array(2));
  engine.calls.potez_seed(seed[0], seed[1]);
  engine.calls.potez_table(table);
  if (memory) postMessage({ ready: { stopAddress, stacks: Array.from({ length: threads - 1 }, () => engine.calls.potez_stack(STACK)) } });
}

function stopped() {
  return flag !== null && Atomics.load(flag, 0) >= current;
}

function load(saved) {
  if (session) session.load(saved);
  else session = engine.open(saved);
}

// What the game's mind has learned, fetched when it is first asked. A slow net does not keep anybody
// waiting: until the model is there the engine judges by rules of thumb.
const PATIENCE = 3000;
const models = new Map();

async function fetchModel({ name }) {
  const address = new URL(`../models/${name}.model`, import.meta.url);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.pathname}: ${answer.status}`);
  models.set(name, { bytes: new Uint8Array(await answer.arrayBuffer()) });
}

async function learn() {
  const { game } = session;
  if (!game.mind?.model) return;
  if (!models.has(game.name)) {
    const coming = fetchModel(game).catch(() => models.delete(game.name)); // asked again next time
    models.set(game.name, { coming });
  }
  const patience = new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
  await Promise.race([models.get(game.name).coming, patience]);
  const { bytes } = models.get(game.name) ?? {};
  if (!bytes || session.game !== game) return;
  models.set(game.name, {});
  engine.calls.potez_table(1); // it knows values of another measure
  try {
    engine.json(engine.calls.potez_model(session.slot, engine.inputBytes(bytes)));
  } catch (error) {
    console.warn(`${game.name}.model: ${error.message}`); // and goes on without
  }
}

// Without a limit of time a search would never ask the clock and could not be stopped.
const FOREVER = 1e9;

function ask(player, { ms = FOREVER, depth = 0, nodes = 0 } = {}) {
  engine.input(`${player}\0`);
  return engine.json(engine.calls.potez_think(session.slot, ms, depth, nodes));
}

function score(move, player, { ms = FOREVER, depth = 0, nodes = 0 } = {}) {
  engine.input(`${player}\0`);
  return engine.json(engine.calls.potez_score(session.slot, move, ms, depth, nodes));
}

// Searches of a few milliseconds are over before helpers are awake.
const ALONE_DEPTH = 8, ALL = 100;

const breath = () => new Promise((resolve) => { setTimeout(resolve); });

// Every move a ply deeper in each round, the best first, so that there is something to show at once
// and it only gets better; after the first rounds, proofs in between where the mind has them.
const PROOF_DEPTH = 8, FIRST_SLICE = 800, GROWTH = 3;

async function analyse({ limits = {} }, tell) {
  const { mind } = session.game;
  const { ms = 20000, depth: deepest = 60, solve = mind.solves, only = null } = limits;
  const started = performance.now();
  const left = () => ms - (performance.now() - started);
  const moves = session.state.moves.filter(({ move }) => !only || only.includes(move));
  let found = moves.map(({ move, text }) => ({ move, text, score: 0, depth: 0, exact: false, outcome: 2, plies: -1, line: [] }));
  let nodes = 0, depth = 1, proving = false;
  const update = (done) => {
    tell({ moves: [...found].sort(order), depth, nodes, seconds: (performance.now() - started) / 1000, proving, done,
      exact: found.length > 0 && found.every((each) => each.exact) });
  };
  const look = async (each, player, limit) => {
    const answer = score(each.move, player, limit);
    nodes += answer.nodes;
    if (!stopped() && (answer.exact || answer.depth > each.depth))
      Object.assign(each, answer, { move: each.move, line: [each.text, ...answer.line] });
    await breath();
  };
  // Proofs get no more time than deeper looks, in growing slices: what one slice learned stays in the
  // table for the next. The first that takes longer ends the round, for the others will hardly be easier.
  let proofs = 0, slice = FIRST_SLICE;
  const prove = async () => {
    const from = performance.now();
    let held = true;
    proving = true;
    engine.calls.potez_threads(ALL);
    for (const each of found)
      if (!each.exact && held && left() > 0 && !stopped()) {
        await look(each, "solve", { ms: Math.min(left(), slice) });
        held = each.exact;
        if (held) update(false);
      }
    if (!held) slice *= GROWTH;
    proving = false;
    proofs += performance.now() - from;
    found = [...found].sort(order);
  };
  for (; depth <= deepest && left() > 0 && !stopped(); depth++) {
    engine.calls.potez_threads(depth < ALONE_DEPTH ? 1 : ALL);
    for (const each of found)
      if (!each.exact && left() > 0 && !stopped())
        await look(each, mind.best, { ms: Math.min(left(), 4000), depth: Math.max(1, depth - 1) });
    found = [...found].sort(order);
    if (found.every((each) => each.exact)) break;
    if (depth > 1 || found.length > 20) update(false);
    if (solve && depth >= PROOF_DEPTH && proofs <= performance.now() - started - proofs) await prove();
  }
  update(true);
}

// Values of all positions of a game, seen by the first side, for the graph and what decided it.
async function review({ limits = {} }, tell) {
  const { mind } = session.game;
  const plies = limits.plies ?? [...Array(session.state.length + 1).keys()].reverse();
  for (let pass = 0; pass < (limits.passes ?? 2); pass++)
    for (const ply of plies) {
      if (stopped()) return;
      session.go(ply);
      const state = session.state;
      const sign = state.side === 0 ? 1 : -1;
      if (state.over) {
        if (pass === 0)
          tell({ ply, score: 100 * state.score, outcome: state.half - 1, exact: true, move: null, line: [] });
        continue;
      }
      const answer = ask(mind.best, { ms: pass ? limits.ms ?? 300 : Math.min(40, limits.ms ?? 40) });
      tell({ ply, ...answer, score: sign * answer.score,
        outcome: answer.outcome === 2 ? 2 : sign * answer.outcome });
      await breath();
    }
}

// ZR 2. Boards larger than these prove little more with more memory than a phone has.
const MEGABYTES = 64, METHODS = ["best", "dfs", "dfss"];

function solve({ saved, method, limits: { ms = FOREVER, megabytes = MEGABYTES } = {} }, tell) {
  load(saved);
  reportTo = tell;
  try {
    return engine.json(engine.calls.potez_zr2_solve(session.slot, METHODS.indexOf(method), ms, megabytes));
  } finally {
    reportTo = null;
  }
}

function judge({ saved, limits: { ms = FOREVER, megabytes = MEGABYTES } = {} }) {
  load(saved);
  return engine.json(engine.calls.potez_zr2_judge(session.slot, ms, megabytes));
}

function generate({ wish: { name, size, teleporters, increasers, difficulty, symmetric, seed } }) {
  const side = (i) => size[i] ?? 0;
  engine.input(`${name}\0`);
  return engine.json(engine.calls.potez_zr2_generate(side(0), side(1), side(2), side(3), teleporters, increasers,
    difficulty, symmetric ? 1 : 0, seed));
}

const LEARNED = new Set(["think", "analyse", "review", "bench"]);

onmessage = async ({ data }) => {
  if (data.kind === "start") {
    start(data);
    return;
  }
  current = data.id;
  engine.calls.potez_threads(ALL);
  const tell = (update) => {
    if (!stopped()) postMessage({ id: data.id, update });
  };
  try {
    let answer = {};
    if (LEARNED.has(data.kind)) {
      load(data.saved);
      await learn();
      if (current !== data.id) return; // another question came meanwhile
    }
    if (data.kind === "think") {
      reportTo = tell;
      answer = ask(data.player, data.limits);
      reportTo = null;
    } else if (data.kind === "bench") {
      engine.calls.potez_table(1);
      const from = performance.now();
      answer = ask(data.player, data.limits);
      answer.seconds = (performance.now() - from) / 1000;
    } else if (data.kind === "analyse") {
      await analyse(data, tell);
    } else if (data.kind === "review") {
      await review(data, tell);
    } else if (data.kind === "solve") {
      answer = solve(data, tell);
    } else if (data.kind === "judge") {
      answer = judge(data);
    } else if (data.kind === "generate") {
      answer = generate(data);
    }
    postMessage({ id: data.id, answer });
  } catch (error) {
    postMessage({ id: data.id, error: error.message });
  }
};
