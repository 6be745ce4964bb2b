// Analysis on several processors. Where the engine's threads share memory, one engine with all of them
// looks at move after move. Elsewhere the legal moves are dealt out to as many workers, each with an
// engine and a table of its own, and what they find is put together again; one core is left for the
// page, and with fewer than three cores, and for single questions, there is one worker.
import { sharesMemory, threadCount } from "./engine.js";
import { order } from "./order.js";
import { Thinker } from "./thinker.js";

const MOST = 4, MEGABYTE = 1 << 20, MEMORY = 64 * MEGABYTE;

export function poolSize(cores = navigator.hardwareConcurrency ?? 1) {
  return Math.max(1, Math.min(MOST, cores - 1));
}

export class Pool {
  constructor(module, { size = sharesMemory(module) ? 1 : poolSize(), threads = threadCount() } = {}) {
    if (size === 1 && sharesMemory(module)) {
      this.thinkers = [new Thinker(module, { table: MEMORY, threads })];
      return;
    }
    const table = size === 1 ? 32 * MEGABYTE : MEMORY / size;
    this.thinkers = Array.from({ length: size }, () => new Thinker(module, { table }));
  }

  // `moves` are the numbers of the legal moves; without them one worker does it all.
  async analyse(saved, limits, onUpdate, moves = []) {
    const size = Math.min(this.thinkers.length, moves.length);
    if (size < 2) return this.thinkers[0].analyse(saved, limits, onUpdate);
    const parts = Array(size).fill(null);
    const tell = (i) => (update) => {
      parts[i] = update;
      // something to show once every move has a score
      if (parts.every(Boolean)) onUpdate(together(parts));
    };
    const answers = await Promise.all(parts.map((_, i) =>
      this.thinkers[i].analyse(saved, { ...limits, only: moves.filter((_move, nr) => nr % size === i) }, tell(i))));
    return answers[0];
  }

  think(...question) {
    this.cancel();
    return this.thinkers[0].think(...question);
  }

  cancel() {
    for (const thinker of this.thinkers) thinker.cancel();
  }

  close() {
    for (const thinker of this.thinkers) thinker.close();
  }
}

// One update from those of all workers: no deeper than the least deep.
export function together(parts) {
  return {
    moves: parts.flatMap((part) => part.moves).sort(order),
    depth: Math.min(...parts.map((part) => (part.exact ? Infinity : part.depth)), Math.max(...parts.map((part) => part.depth))),
    nodes: parts.reduce((sum, part) => sum + part.nodes, 0),
    seconds: Math.max(...parts.map((part) => part.seconds)),
    proving: parts.some((part) => part.proving),
    done: parts.every((part) => part.done),
    exact: parts.every((part) => part.exact),
  };
}
