// Searches in the background, one worker per method, so that the two original algorithms (dfs and
// dfss) and the solver can run side by side. A search that is given up answers with the best it had.
import { Thinker } from "../modules/potez.js";

export const METHODS = ["best", "dfs", "dfss"];

export class Solvers {
  constructor(app) {
    this.app = app;
    this.thinkers = new Map();
    this.under = new Map();
  }

  #thinker(name) {
    if (!this.thinkers.has(name)) this.thinkers.set(name, new Thinker(this.app.module, { table: 1 << 16 }));
    return this.thinkers.get(name);
  }

  busy(name) {
    return this.under.has(name);
  }

  // `name` is whose worker; the answer has `stopped` when it was given up.
  #run(name, ask, onUpdate) {
    this.cancel(name);
    return new Promise((resolve, reject) => {
      const own = { last: null, from: performance.now(), resolve };
      this.under.set(name, own);
      const done = (finish) => (value) => {
        if (this.under.get(name) !== own) return;
        this.under.delete(name);
        finish(value);
      };
      ask(this.#thinker(name), (update) => {
        own.last = update;
        onUpdate?.(update);
      }).then(done(resolve), done(reject));
    });
  }

  solve(method, saved, limits, onUpdate, name = method) {
    return this.#run(name, (thinker, hear) => thinker.solve(saved, method, limits, hear), onUpdate);
  }

  judge(saved, limits) {
    return this.#run("judge", (thinker) => thinker.judge(saved, limits));
  }

  generate(wish) {
    return this.#run("generate", (thinker) => thinker.generate(wish));
  }

  cancel(name) {
    const own = this.under.get(name);
    if (!own) return;
    this.under.delete(name);
    this.thinkers.get(name).cancel();
    own.resolve({ ...(own.last ?? { points: 0, bound: 0, proved: false, path: [], nodes: 0 }), us: (performance.now() - own.from) * 1000, stopped: true });
  }

  close() {
    for (const name of [...this.under.keys()]) this.cancel(name);
    for (const thinker of this.thinkers.values()) thinker.close();
  }
}

// "0.4 ms", "12 s"
export function spell(microseconds, t, number) {
  const ms = microseconds / 1000;
  if (ms < 1000) return t("zr2.ms", { s: number(ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)) });
  return t("seconds", { s: number(ms < 10000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1000)) });
}
