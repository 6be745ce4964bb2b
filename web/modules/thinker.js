// The page's side of an engine worker. A new request takes the place of the one under way, whose
// promise then never settles: whoever asked again has no use for the old answer.
import { EngineError } from "./engine.js";

const MEGABYTE = 1 << 20;

export class Thinker {
  constructor(module, { table = 32 * MEGABYTE } = {}) {
    this.module = module;
    this.table = table;
    this.id = 0;
    this.busy = false;
  }

  #begin() {
    const shared = globalThis.crossOriginIsolated ? new SharedArrayBuffer(4) : null;
    this.flag = shared ? new Int32Array(shared) : null;
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.postMessage({ kind: "start", module: this.module, shared, table: this.table });
    this.worker.onmessage = ({ data }) => this.#hear(data);
    this.worker.onerror = (event) => this.#hear({ id: this.id, error: event.message ?? "the engine stopped" });
  }

  #hear({ id, update, answer, error }) {
    if (id !== this.id || !this.busy) return;
    if (update) {
      this.onUpdate?.(update);
      return;
    }
    this.busy = false;
    if (error !== undefined) this.reject(new EngineError(error));
    else this.resolve(answer);
  }

  // Stops what is under way.
  cancel() {
    if (!this.busy) return;
    this.busy = false;
    if (this.flag) {
      Atomics.store(this.flag, 0, this.id);
    } else {
      this.worker.terminate();
      this.worker = null;
    }
  }

  #ask(request, onUpdate) {
    this.cancel();
    if (!this.worker) this.#begin();
    this.id++;
    this.busy = true;
    this.onUpdate = onUpdate;
    this.worker.postMessage({ ...request, id: this.id });
    return new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
  }

  think(saved, player, limits, onUpdate) {
    return this.#ask({ kind: "think", saved, player, limits }, onUpdate);
  }

  analyse(saved, limits, onUpdate) {
    return this.#ask({ kind: "analyse", saved, limits }, onUpdate);
  }

  review(saved, limits, onUpdate) {
    return this.#ask({ kind: "review", saved, limits }, onUpdate);
  }

  bench(saved, player, limits) {
    return this.#ask({ kind: "bench", saved, player, limits });
  }

  // ZR 2: the most points from where a game stands; method is "best", "dfs" or "dfss".
  solve(saved, method, limits, onUpdate) {
    return this.#ask({ kind: "solve", saved, method, limits }, onUpdate);
  }

  judge(saved, limits) {
    return this.#ask({ kind: "judge", saved, limits });
  }

  generate(wish) {
    return this.#ask({ kind: "generate", wish });
  }

  close() {
    this.worker?.terminate();
    this.worker = null;
    this.busy = false;
  }
}
