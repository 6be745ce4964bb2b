// The page's engine in Node, without a browser: the same questions that the page's worker asks.
//   node node-engine.js BUILD QUESTION...
// A question is JSON: { saved, kind, ask, give, plain, seed, table, keep }; without any they are the lines of
// standard input. `saved` is the text of a saved game, `kind` and `ask`
// are those of web/modules/worker.js; `give` names files to hand in first, { model, book, solved } and
// weights as { player: path }, besides or instead of the game's own files, which the page fetches,
// unless `plain` is true; `table` is in bytes. With
// `keep` the engine of the question before is asked, as the page does, after it has been told to forget. Prints a line of JSON for each. As a module: openEngine(build), then ask(question).
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
// the page's own module; outside a page its folder does not say that it is one
const { Engine } = await import(`data:text/javascript;base64,${readFileSync(join(root, "web/modules/engine.js")).toString("base64")}`);
const SEED = 1, TABLE = 32 << 20;

function fileOf(build, name) {
  return [join(build, "src/ports/browser", name), join(root, "models", name)].find((path) => existsSync(path));
}

// What the page would fetch for a game.
function ownFiles(build, game) {
  const files = {};
  for (const what of ["model", "book", "solved"]) if (game[what]) files[what] = fileOf(build, `${game.name}.${what}`);
  for (const { name, ships } of game.players) if (ships) (files.weights ??= {})[name] = fileOf(build, `${game.name}-${name}.weights`);
  return files;
}

function together(own, given) {
  return { ...own, ...given, weights: { ...own.weights, ...given?.weights } };
}

// Every question gets an engine of its own unless `keep` is true.
export function openEngine(build, name = "potez") {
  const module = new WebAssembly.Module(readFileSync(join(build, `src/ports/browser/${name}.wasm`)));
  let kept = null; // { engine, session, given }, as the page's worker keeps them
  return {
    ask({ saved, kind, ask = {}, give = null, plain = false, seed = SEED, table = TABLE, keep = false, onUpdate = null }) {
      const own = (keep && kept) || { engine: new Engine(module, { report: (text) => onUpdate?.(JSON.parse(text)) }), given: new Set() };
      const { engine, given } = own;
      kept = keep ? own : null;
      engine.calls.browser_seed(0, seed);
      engine.calls.browser_table(table);
      if (own.session) own.session.load(saved);
      const session = (own.session ??= engine.open(saved));
      const files = plain ? {} : together(ownFiles(build, session.game), give);
      const hand = (what, path, player) => {
        if (path && !given.has(path)) engine.give(session.slot, what, readFileSync(path), player);
        given.add(path);
      };
      for (const what of ["model", "book", "solved"]) hand(what, files[what]);
      for (const [player, path] of Object.entries(files.weights ?? {})) hand("weights", path, player);
      engine.begin(session.slot, kind, ask);
      while (engine.calls.browser_step()) ;
      return engine.found();
    },
    get games() {
      return new Engine(module).games;
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { ask } = openEngine(process.argv[2]);
  const questions = process.argv.slice(3);
  for await (const question of questions.length ? questions : createInterface({ input: process.stdin }))
    try {
      console.log(JSON.stringify(ask(JSON.parse(question))));
    } catch (error) {
      console.log(JSON.stringify({ error: error.message }));
    }
}
