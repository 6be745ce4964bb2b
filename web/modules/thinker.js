// The page's side of an engine worker. A new request takes the place of the one under way, whose promise then
// never settles: whoever asked again has no use for the old answer. Where the engine's memory can be shared,
// `threads` of them search one position together: the worker that is asked, and helpers that only ever hear of
// it through that memory. The npm package (bindings/npm) is made of this too: there `spawn` starts workers
// where there is no browser, `server` says whether one behind the page may know more, and `seed` fixes what is
// random.
import { EngineError, sharedMemory, sharesMemory } from "./engine.js";

const MEGABYTE = 1 << 20;

export class Thinker {
  constructor(module, { table = 32 * MEGABYTE, threads = 1, spawn = (address) => new Worker(address, { type: "module" }), server = true, seed = 0 } = {}) {
    Object.assign(this, { spawn, server, seed });
    this.module = module;
    this.table = table;
    this.threads = sharesMemory(module) ? threads : 1;
    this.helpers = [];
    this.id = 0;
    this.busy = false;
  }

  #begin() {
    this.memory = sharesMemory(this.module) ? sharedMemory() : undefined;
    const shared = this.memory ? new SharedArrayBuffer(4) : null;
    this.flag = shared ? new Int32Array(shared) : null;
    this.stopAddress = null;
    this.worker = this.#worker("worker");
    this.worker.postMessage({ kind: "start", module: this.module, memory: this.memory, shared, table: this.table, threads: this.threads, server: this.server, seed: this.seed });
    this.worker.onmessage = ({ data }) => this.#hear(data);
  }

  #worker(name) {
    const worker = this.spawn(new URL(`./${name}.js`, import.meta.url));
    worker.onerror = (event) => {
      const { id, busy } = this;
      this.close();
      this.busy = busy;
      this.#hear({ id, error: event.message ?? "the engine stopped" });
    };
    return worker;
  }

  // The engine has come, with stacks for its helpers.
  #ready({ stopAddress, stacks }) {
    this.stopAddress = stopAddress;
    this.helpers = stacks.filter(Boolean).map((stack) => {
      const helper = this.#worker("helper");
      helper.postMessage({ module: this.module, memory: this.memory, stack });
      return helper;
    });
  }

  #hear({ ready, id, update, answer, error }) {
    if (ready) {
      this.#ready(ready);
      return;
    }
    if (id !== this.id || !this.busy) return;
    if (update) {
      this.onUpdate?.(update);
      return;
    }
    this.busy = false;
    if (error !== undefined) this.reject(new EngineError(error));
    else this.resolve(answer);
  }

  // Ends the search under way, whose answer is then what it has found; false where no memory is shared.
  finish() {
    if (!this.flag) return false;
    Atomics.store(this.flag, 0, this.id);
    if (this.stopAddress !== null) Atomics.store(new Uint8Array(this.memory.buffer), this.stopAddress, 1);
    return true;
  }

  // Stops what is under way; nobody hears of it again.
  cancel() {
    if (!this.busy) return;
    this.busy = false;
    if (!this.finish()) {
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

  // kind: "move", "hint", "value", "moves", "review"; ask: see worker.js.
  inquire(kind, saved, ask, onUpdate) {
    return this.#ask({ kind, saved, ask }, onUpdate);
  }

  think(saved, ask, onUpdate) {
    return this.inquire("move", saved, ask, onUpdate);
  }

  // Walks: the most points from where a game stands; method is "best", "dfs" or "dfss".
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
    for (const helper of this.helpers.splice(0)) helper.terminate();
    this.worker?.terminate();
    this.worker = null;
    this.memory = undefined;
    this.stopAddress = null;
    this.busy = false;
  }
}
