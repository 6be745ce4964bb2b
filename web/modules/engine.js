// The engine's rules, straight from WebAssembly. The page holds one of these for boards and moves
// (which take microseconds); every worker holds another for searching. The module is compiled once
// and handed to the workers.
//
// There are three modules. Where the browser lets the page share memory (the server's headers say that
// no foreign window can look in), it is the one whose searches use several threads; elsewhere the one
// with vector instructions, and in old browsers the one without. Only one is ever loaded.

const decoder = new TextDecoder();
const encoder = new TextEncoder();

// The smallest module with a vector instruction: v128.const 0, then i8x16.popcnt.
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

// The smallest module with a shared memory and an atomic instruction: i32.atomic.load.
const THREADS_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 5, 4, 1, 3, 1, 1, 10, 11, 1, 9, 0, 65, 0, 254, 16, 2, 0, 26, 11,
]);

const MOST_THREADS = 8; // as in ports/browser/crew.h
const KINDS = ["move", "hint", "value", "moves", "review"]; // as in minds/inquiry.h
const GIFTS = ["model", "book", "solved", "weights"]; // as in ports/browser/given.c
const PAGE = 65536, FIRST_PAGES = 128; // as in ports/browser/meson.build
const MOST_BYTES = 1 << 30, FEWEST_BYTES = 1 << 27;

// How many threads one search may use.
export function threadCount(cores = globalThis.navigator?.hardwareConcurrency ?? 1) {
  return Math.max(1, Math.min(MOST_THREADS, cores));
}

// Whether instances of this module can share their memory.
export function sharesMemory(module) {
  return WebAssembly.Module.imports(module).some(({ kind }) => kind === "memory");
}

// Shared memory must say how large it may become; small devices have less to promise.
export function sharedMemory() {
  for (let bytes = MOST_BYTES; ; bytes /= 2)
    try {
      return new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: bytes / PAGE, shared: true });
    } catch (error) {
      if (bytes <= FEWEST_BYTES) throw error;
    }
}

// Whether the browser lets this page share memory with its workers.
export function mayShare() {
  return Boolean(globalThis.crossOriginIsolated) && typeof SharedArrayBuffer === "function";
}

const wantsThreads = () => threadCount() > 1 && WebAssembly.validate(THREADS_PROBE);

function threadsWork() {
  if (!mayShare() || !wantsThreads()) return false;
  try {
    return sharedMemory().buffer instanceof SharedArrayBuffer;
  } catch {
    return false;
  }
}

let chosen = null;

// The module that this browser can use.
export function engineName() {
  chosen ??= !WebAssembly.validate(SIMD_PROBE) ? "potez" : threadsWork() ? "potez-threads" : "potez-simd";
  return chosen;
}

// The one that it can use once the page may share memory.
export function engineIfShared() {
  return !mayShare() && wantsThreads() ? "potez-threads" : engineName();
}

export async function compileEngine(name = engineName()) {
  const address = new URL(`../engine/${name}.wasm`, import.meta.url);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.pathname}: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

export class Engine {
  // `host` may have now() in milliseconds, report(text) and the memory to share.
  constructor(module, host = {}) {
    const memory = host.memory ?? (sharesMemory(module) ? sharedMemory() : undefined);
    const imports = {
      env: { memory },
      host: {
        now: host.now ?? (() => performance.now()),
        report: (length) => host.report?.(this.#output(length)),
      },
    };
    this.calls = new WebAssembly.Instance(module, imports).exports;
    this.memory = memory ?? this.calls.memory;
    this.free = [...Array(32).keys()];
  }

  #output(length) {
    const start = this.calls.browser_output();
    // slice: a decoder does not take memory that is shared
    return decoder.decode(new Uint8Array(this.memory.buffer, start, length).slice());
  }

  input(text) {
    return this.inputBytes(encoder.encode(text));
  }

  inputBytes(bytes) {
    const start = this.calls.browser_input(bytes.length);
    if (!start) throw new Error("out of memory");
    new Uint8Array(this.memory.buffer, start, bytes.length).set(bytes);
    return bytes.length;
  }

  text(length) {
    return this.#output(length);
  }

  json(length) {
    const value = JSON.parse(this.#output(length));
    if (value.error !== undefined) throw new EngineError(value.error);
    return value;
  }

  get games() {
    return (this.list ??= this.json(this.calls.browser_games()).games);
  }

  // A file that the engine lacks; `name` is the player whose weights it holds.
  give(slot, what, bytes, name = "") {
    const head = encoder.encode(what === "weights" ? `${name}\0` : ""), all = new Uint8Array(head.length + bytes.length);
    all.set(head);
    all.set(bytes, head.length);
    this.json(this.calls.browser_give(slot, GIFTS.indexOf(what), this.inputBytes(all)));
  }

  // The moves that the opening book would play, as texts.
  book(slot) {
    return this.json(this.calls.browser_book(slot)).moves;
  }

  // Begins a question; browser_step works on it.
  begin(slot, kind, { player = "", level = 0, ms = 0, depth = null, nodes = 0, clock = 0, increment = 0, every = false, forget = false, book = true }) {
    this.input(`${player}\0`);
    const flags = (every ? 1 : 0) | (forget ? 2 : 0) | (book ? 0 : 4);
    const plies = depth === 0 ? -1 : depth ?? 0; // the engine's 0 is no limit
    this.json(this.calls.browser_begin(slot, KINDS.indexOf(kind), level, ms, plies, nodes, clock, increment, flags));
  }

  // The text of a position that was put together by hand: contents of every place, side to move, counts.
  arrange(slot, content, side, counts) {
    this.input(`${content.join(",")},${side},${counts.join(",")}\0`);
    const text = this.#output(this.calls.browser_arrange(slot));
    if (text.startsWith("{")) throw new EngineError(JSON.parse(text).error);
    return text;
  }

  found() {
    return this.json(this.calls.browser_found());
  }

  open(saved) {
    const slot = this.free.shift();
    if (slot === undefined) throw new Error("every slot is taken");
    const session = new Session(this, slot);
    try {
      session.load(saved);
    } catch (error) {
      this.free.push(slot);
      throw error;
    }
    return session;
  }
}

// A sentence from the engine for the person: bad moves, a bad level.
export class EngineError extends Error {
  static speak = (message) => message; // puts it into the person's language, where there is one

  constructor(message) {
    const plain = message.replace(/^line \d+, (?:start|moves): /, ""); // lines of a saved game, which nobody has seen
    super(EngineError.speak(plain));
    this.plain = plain; // as the engine said it, for whoever looks for what is wrong
  }
}

// A game in progress inside the engine (games/session.h).
export class Session {
  constructor(engine, slot) {
    this.engine = engine;
    this.slot = slot;
  }

  load(saved) {
    const { engine, slot } = this;
    engine.json(engine.calls.browser_open(slot, engine.input(saved)));
    this.saved = null;
    const name = /^game (\w+)$/m.exec(saved)[1];
    this.game = engine.games.find((game) => game.name === name);
    this.geometry = engine.json(engine.calls.browser_geometry(slot));
  }

  close() {
    if (this.slot !== null) this.engine.free.push(this.slot);
    this.slot = null;
  }

  get state() {
    const state = this.engine.json(this.engine.calls.browser_state(this.slot));
    state.moves = state.moves.map(readMove);
    return state;
  }

  // Every move of the game: [{ side, move, text, steps }].
  get history() {
    return this.engine.json(this.engine.calls.browser_history(this.slot))
      .map(([side, move]) => ({ side, ...readMove(move) }));
  }

  get position() {
    return this.engine.text(this.engine.calls.browser_position(this.slot));
  }

  save() {
    return this.engine.text(this.engine.calls.browser_save(this.slot));
  }

  play(move) {
    return this.engine.calls.browser_play(this.slot, move) !== 0;
  }

  playText(text) {
    this.engine.json(this.engine.calls.browser_play_text(this.slot, this.engine.input(text)));
  }

  go(ply) {
    this.engine.calls.browser_go(this.slot, ply);
  }

  clockSet(first, second, increment) {
    this.engine.calls.browser_clock_set(this.slot, first, second, increment);
  }

  clockRun() {
    this.engine.calls.browser_clock_run(this.slot);
  }

  clockStop() {
    this.engine.calls.browser_clock_stop(this.slot);
  }

  clockLeft(side) {
    return this.engine.calls.browser_clock_left(this.slot, side);
  }
}

export const TOUCH_PUT = 0, TOUCH_FROM = 1, TOUCH_TO = 2, TOUCH_CAPTURE = 3;

function readMove([move, text, flat]) {
  const steps = [];
  for (let i = 0; i < flat.length; i += 3) steps.push({ place: flat[i], level: flat[i + 1], touch: flat[i + 2] });
  return { move, text, steps };
}

// The text of a game that has not begun, or has made `moves` (an array of texts).
export function newGame(game, { options = {}, level = null, start = null, clock = null, moves = [] } = {}) {
  let text = `potez 1\ngame ${game}\n`;
  for (const [name, value] of Object.entries(options)) text += `option ${name} ${value}\n`;
  if (level !== null) text += `level ${encoder.encode(level).length}\n${level}\n`;
  if (start !== null) text += `start ${start}\n`;
  if (clock) text += `clock ${clock[0] * 1000} ${clock[0] * 1000} ${clock[1] * 1000}\n`;
  return `${text}at ${moves.length}\nmoves${moves.map((move) => ` ${move}`).join("")}\n`;
}
