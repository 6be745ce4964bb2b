// Potez for browsers and Node: a game has its rules here and thinks in a worker. The modules beside this file are
// those of Potez's own page (web/modules in its repository), so that there is one engine and one way to ask it.
import { readPuzzles as read } from "./modules/puzzle-file.js";
import { Engine, EngineError, Thinker, compileEngine, engineName, mayShare, newGame, threadCount } from "./modules/potez.js";

const MEGABYTE = 1 << 20;
const isNode = typeof process === "object" && Boolean(process.versions?.node);
const host = isNode ? await import("./node/host.js") : null;

export { EngineError as PotezError };

// Compiled once per engine: "potez", "potez-simd" or "potez-threads".
const modules = new Map();

async function compile(name) {
  return host ? WebAssembly.compile(await host.read(new URL(`./engine/${name}.wasm`, import.meta.url))) : compileEngine(name);
}

function moduleOf(name) {
  if (!modules.has(name)) modules.set(name, compile(name));
  return modules.get(name);
}

// The best engine that can be had here; Node always shares memory.
export function bestEngine() {
  return host ? (host.cores > 1 ? "potez-threads" : "potez-simd") : engineName();
}

let shared = null; // the rules of all games, in this thread

async function rules() {
  shared ??= moduleOf("potez").then((module) => new Engine(module));
  return shared;
}

// Names, rules, notation, sides, options and players of all games.
export async function games() {
  return (await rules()).games;
}

// A game at its beginning. More than the game's name: options, level, position, moves; and for the thinking engine,
// threads, table (bytes) and seed.
export async function open(name, { options = {}, level = null, position = null, moves = null, ...thinking } = {}) {
  const known = await games();
  if (!known.some((game) => game.name === name))
    throw new EngineError(`there is no game "${name}"; there are: ${known.map((game) => game.name).join(" ")}`);
  const game = await load(newGame(name, { options, level, start: position }), thinking);
  if (moves) game.play(moves);
  return game;
}

// A game that save() wrote.
export async function load(saved, thinking = {}) {
  return new Game((await rules()).open(saved), thinking);
}

// A level of ZR 2 that can be solved to zero: { text, difficulty }.
export async function generateLevel({ name = "generated", size = [6, 6], teleporters = 0, increasers = 0, difficulty = 0, symmetric = false, seed = 1 } = {}) {
  const thinker = new Asking({});
  try {
    return await thinker.ask((it) => it.generate({ name, size, teleporters, increasers, difficulty, symmetric, seed }));
  } finally {
    thinker.close();
  }
}

async function readText(path) {
  const address = new URL(path, import.meta.url);
  if (host) return new TextDecoder().decode(await host.read(address));
  const answer = await fetch(address);
  if (!answer.ok) throw new EngineError(`${address.pathname}: ${answer.status}`);
  return answer.text();
}

// The puzzles of a file's text.
export function readPuzzles(text) {
  try {
    return read(text);
  } catch (error) {
    throw new EngineError(error.message);
  }
}

// The puzzles that the package carries for a game; a game begins with one by open(puzzle.game, puzzle).
export async function puzzles(name) {
  if (!/^[a-z0-9]+$/.test(name)) throw new EngineError(`there are no puzzles for "${name}"`);
  try {
    return readPuzzles(await readText(`./puzzles/${name}.txt`));
  } catch (error) {
    if (error instanceof EngineError && !/: 404$/.test(error.message)) throw error;
    throw new EngineError(`there are no puzzles for "${name}"`);
  }
}

// A thinker with its workers, made when it is first asked.
class Asking {
  constructor({ engine = bestEngine(), threads = 0, table = 32 * MEGABYTE, seed = 0 }) {
    Object.assign(this, { engine, table, seed });
    this.threads = threads || (host ? Math.min(8, host.cores) : mayShare() ? threadCount() : 1);
    this.workers = [];
  }

  #spawn = (address) => {
    const worker = host.spawn(address);
    this.workers.push(worker);
    return worker;
  };

  // `question` asks the thinker and passes on what is known so far; `brief` asks for what can be had at once.
  async ask(question, onUpdate = undefined, brief = undefined) {
    this.thinker ??= new Thinker(await moduleOf(this.engine), { table: this.table, threads: this.threads, seed: this.seed, server: false,
      ...(host && { spawn: this.#spawn }) });
    if (this.thinker.busy) throw new EngineError("this game is asked something already");
    Object.assign(this, { brief, known: null });
    const answer = question(this.thinker, (update) => {
      this.known = update;
      onUpdate?.(update);
    });
    this.#hold(true);
    try {
      return await new Promise((resolve, reject) => {
        Object.assign(this, { resolve, reject });
        answer.then(resolve, reject);
      });
    } finally {
      this.#hold(false);
    }
  }

  // Whether the process stays alive for the workers.
  #hold(on) {
    for (const worker of this.workers) on ? worker.ref() : worker.unref();
  }

  // Without shared memory a search cannot hear of it: it is thrown away, and what it said last is the answer.
  stop() {
    if (!this.thinker?.busy || this.thinker.finish()) return;
    this.thinker.cancel();
    this.workers.length = 0;
    if (this.known) this.resolve(this.known);
    else if (this.brief) {
      this.brief(this.thinker).then(this.resolve, this.reject);
      this.#hold(true);
    } else this.reject(new EngineError("stopped"));
  }

  close() {
    if (this.thinker?.busy) this.reject(new EngineError("the game was closed"));
    this.thinker?.close();
    this.workers.length = 0;
  }
}

// A game in progress. Rules answer at once, questions are promises.
export class Game {
  #session;
  #asking;

  constructor(session, thinking) {
    this.#session = session;
    this.#asking = new Asking(thinking);
  }

  get name() { return this.#session.game.name; }
  get facts() { return this.#session.game; } // rules, notation, sides, options, players
  get geometry() { return this.#session.geometry; }
  get state() { return this.#session.state; }
  get position() { return this.#session.position; }
  get moves() { return this.state.moves.map(({ text }) => text); }
  get history() { return this.#session.history.slice(0, this.ply).map(({ text }) => text); }
  get ply() { return this.state.at; }
  get side() { return this.state.side; }
  get sideName() { return this.facts.sides[this.side]; }
  get over() { return this.state.over; }
  get score() { return this.state.score; }

  get winner() {
    const { over, half } = this.state;
    return !over || this.facts.seats === 1 || half === 1 ? null : half === 2 ? 0 : 1;
  }

  // One move or several, all or none.
  play(moves) {
    this.#session.playText(Array.isArray(moves) ? moves.join(" ") : moves);
  }

  undo(plies = 1) { return this.#go(-plies); }
  redo(plies = 1) { return this.#go(plies); }

  #go(plies) {
    const before = this.ply;
    this.#session.go(Math.max(0, before + plies));
    return Math.abs(this.ply - before);
  }

  save() { return this.#session.save(); }

  // kind: "move", "hint", "value", "moves" or "review"; limits: player, level, ms, depth, nodes, clock, increment, every,
  // forget, book; onUpdate hears what is known so far.
  ask(kind, limits = {}, onUpdate = undefined) {
    const saved = this.save();
    return this.#asking.ask((thinker, heard) => thinker.inquire(kind, saved, limits, heard), onUpdate,
      (thinker) => thinker.inquire(kind, saved, { ...limits, ms: 0, depth: null, nodes: 1 })
        .catch(() => thinker.inquire(kind, saved, limits))); // players that say themselves how far they look
  }

  best(player = "", limits = {}) { return this.ask("move", { player, ...limits }); }
  hint(limits = {}, onUpdate = undefined) { return this.ask("hint", limits, onUpdate); }
  value(limits = {}) { return this.ask("value", limits); }
  probe() { return this.ask("value", { nodes: 1, every: true }); } // what is known without thinking
  analyse(limits = {}, onUpdate = undefined) { return this.ask("moves", limits, onUpdate); }
  review(limits = {}, onUpdate = undefined) { return this.ask("review", limits, onUpdate); }

  // Levels: the best walk, and how many there are and how hard one is to find; limits: ms, megabytes.
  solve(limits = {}, onUpdate = undefined) {
    const saved = this.save();
    return this.#asking.ask((thinker, heard) => thinker.solve(saved, "best", limits, heard), onUpdate,
      (thinker) => thinker.solve(saved, "best", { ...limits, ms: 1 }));
  }

  judge(limits = {}) {
    const saved = this.save();
    return this.#asking.ask((thinker) => thinker.judge(saved, limits), undefined, (thinker) => thinker.judge(saved, { ...limits, ms: 1 }));
  }

  // Ends the thinking, whose answer is then what is known.
  stop() { this.#asking.stop(); }

  close() {
    this.#asking.close();
    this.#session.close();
  }
}
