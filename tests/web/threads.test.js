// Searching with several threads on shared memory, and doing without where the browser says no.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { goOffline, open, personsTurn, start, stop } from "./browser.js";
import { serveProgram } from "./program.js";

const build = process.env.POTEZ_BUILD ?? fileURLToPath(new URL("../../build/release", import.meta.url));
let address;
before(async () => { address = await start(); });
after(stop);

const engines = (page) => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => /engine\/(potez.*)\.wasm/.exec(name)?.[1]).filter(Boolean));

// A question to a thinker of its own: [{ threads, score, exact, nodes, ms }] for each number of threads.
const askAll = (page, question) => page.evaluate(async ({ game, moves, threads }) => {
  const { newGame } = await import("/modules/engine.js"), { Thinker } = await import("/modules/thinker.js");
  const answers = [];
  for (const count of threads) {
    const thinker = new Thinker(globalThis.potez.app.module, { threads: count });
    await thinker.think(newGame("connect4"), { player: "random" });
    // helpers come when they can
    await new Promise((resolve) => { setTimeout(resolve, 700); });
    const from = performance.now();
    const { score, proved: exact, nodes } = await thinker.inquire("value", newGame(game, { moves }), { book: false });
    answers.push({ threads: count, score, exact, nodes, ms: performance.now() - from, helpers: thinker.helpers.length });
    thinker.close();
  }
  return answers;
}, question);

test("potez serve lets its page share memory, with every script and worker", async () => {
  const program = await serveProgram();
  try {
    for (const path of ["", "index.html", "modules/main.js", "modules/worker.js", "modules/helper.js", "service-worker.js", "engine/potez-threads.wasm", "api/v1/health"]) {
      const { headers, status } = await fetch(program.address + path);
      assert.equal(status, 200, path);
      assert.equal(headers.get("cross-origin-opener-policy"), "same-origin", path);
      assert.equal(headers.get("cross-origin-embedder-policy"), "require-corp", path);
    }
    const page = await open(program.address, "#othello");
    assert.equal(await page.evaluate(() => crossOriginIsolated), true);
    assert.deepEqual(await engines(page), ["potez-threads"]);
    await page.evaluate(() => globalThis.potez.app.view.hint());
    assert.equal(await page.evaluate(() => globalThis.potez.app.adviser.helpers.length + 1), await page.evaluate(() => Math.min(8, navigator.hardwareConcurrency)));
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  } finally {
    program.close();
  }
});

// Positions that take one thread a second or two: Connect Four with 38 empty cells, Othello with 21 empty squares.
const problems = {
  connect4: [..."4443"],
  othello: "d3c5b6d2c4c3c2f3f4g3d1b2a2e1e3b5c6b7c1b4e6b1c7f6g2d8g6a3a7h1a6f2d6d7e2f5b3h6h7".match(/../g),
};

for (const [game, moves] of Object.entries(problems))
  test(`${game}: two threads prove what one proves, and see more positions a second`, async (running) => {
    const page = await open(address, "#connect4");
    if (await page.evaluate(() => navigator.hardwareConcurrency) < 2) return running.skip("one processor");
    const native = JSON.parse(execFileSync(join(build, "src/ports/potez"), ["solve", game, `moves:${moves.join("")}`, "--json", "--quiet", "--threads", "1", "--no-book"]));
    const best = { 1: 0, 2: 0 };
    for (let round = 0; round < 3 || (round < 8 && best[2] <= best[1]); round++) // others may be at work, too
      for (const answer of await askAll(page, { game, moves, threads: [1, 2] })) {
        assert.equal(answer.exact, true);
        assert.equal(answer.score, native.score, JSON.stringify({ ...answer, native }));
        assert.equal(answer.helpers, answer.threads - 1);
        best[answer.threads] = Math.max(best[answer.threads], answer.nodes / answer.ms / 1000);
      }
    console.log(`# ${game}: ${best[1].toFixed(2)} million positions a second with one thread, ${best[2].toFixed(2)} with two: ${(best[2] / best[1]).toFixed(2)} times`);
    assert.ok(best[2] > best[1]);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

test("more threads than processors find the same", async () => {
  const page = await open(address, "#connect4");
  const answers = await askAll(page, { game: "connect4", moves: [..."4443555274"], threads: [1, 8, 3] });
  assert.deepEqual(answers.map(({ helpers }) => helpers), [0, 7, 2]);
  assert.equal(new Set(answers.map(({ score, exact }) => `${score} ${exact}`)).size, 1, JSON.stringify(answers));
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a search with threads is stopped through the memory, and its workers live on", async () => {
  const page = await open(address, "#connect4");
  const found = await page.evaluate(async () => {
    const { newGame } = await import("/modules/engine.js"), { Thinker } = await import("/modules/thinker.js");
    const thinker = new Thinker(globalThis.potez.app.module, { threads: 2 });
    const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
    let settled = false, slowest = 0, worker = null;
    for (let round = 0; round < 5; round++) {
      thinker.think(newGame("othello"), { ms: 1e6, book: false }).then(() => { settled = true; });
      worker ??= thinker.worker;
      await pause(400);
      const from = performance.now();
      thinker.cancel();
      await thinker.think(newGame("connect4"), { player: "random" });
      slowest = Math.max(slowest, performance.now() - from);
    }
    const same = worker === thinker.worker;
    const { proved: exact } = await thinker.inquire("value", newGame("connect4", { moves: [..."44443521"] }), {});
    thinker.close();
    return { settled, slowest, same, exact };
  });
  assert.equal(found.settled, false);
  assert.equal(found.same, true);
  assert.equal(found.exact, true);
  assert.ok(found.slowest < 1500, `${found.slowest} ms until the next answer`);
  console.log(`# stopped within ${Math.round(found.slowest)} ms`);
  await page.context().close();
});

test("a helper that fails ends the search with a message, and the next one works", async () => {
  const page = await open(address, "#connect4");
  const found = await page.evaluate(async () => {
    const { newGame } = await import("/modules/engine.js"), { Thinker } = await import("/modules/thinker.js");
    const thinker = new Thinker(globalThis.potez.app.module, { threads: 2 });
    await thinker.think(newGame("connect4"), { player: "random" });
    while (!thinker.helpers.length) await new Promise((resolve) => { setTimeout(resolve, 20); });
    const answer = thinker.think(newGame("othello"), { ms: 1e6, book: false }).then(() => "answered", (error) => error.message);
    thinker.helpers[0].dispatchEvent(new ErrorEvent("error", { message: "unreachable" }));
    const message = await answer;
    const { proved: exact } = await thinker.inquire("value", newGame("connect4", { moves: [..."44443521"] }), {});
    thinker.close();
    return { message, exact };
  });
  assert.deepEqual(found, { message: "unreachable", exact: true });
  await page.context().close();
});

// What a page does that may not share memory.
async function playsWithout(page) {
  assert.deepEqual(await engines(page), ["potez-simd"]);
  const answers = await askAll(page, { game: "connect4", moves: [..."4443555274"], threads: [2] });
  assert.deepEqual(answers.map(({ exact, helpers }) => ({ exact, helpers })), [{ exact: true, helpers: 0 }]);
  await page.goto(`${page.url().split("#")[0]}#othello`);
  await personsTurn(page);
  await page.locator('.cell[data-place="19"]').click();
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.state.at >= 2);
  await page.evaluate(() => globalThis.potez.app.view.hint());
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

test("without the server's headers the page plays with one thread", async () => {
  const page = await open(await start({ isolated: false }), "#othello");
  assert.equal(await page.evaluate(() => crossOriginIsolated), false);
  await playsWithout(page);
});

test("without SharedArrayBuffer the page plays with one thread", async () => {
  const page = await open(address, "#othello", { before: () => { delete globalThis.SharedArrayBuffer; } });
  await playsWithout(page);
});

test("with one processor the page loads the engine without threads", async () => {
  const page = await open(address, "#othello", { before: () => { Object.defineProperty(navigator, "hardwareConcurrency", { value: 1 }); } });
  await playsWithout(page);
});

test("what the service worker kept may share memory too", async () => {
  const page = await open(address, "", { workers: "allow" });
  await goOffline(page);
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  const [answer] = await askAll(page, { game: "connect4", moves: [..."4443555274"], threads: [2] });
  assert.equal(answer.exact, true);
  assert.equal(answer.helpers, 1);
  const kept = await page.evaluate(async () => (await (await caches.open("potez-1")).keys()).map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith("/engine/")).sort());
  assert.deepEqual(kept, ["/engine/automaton.wasm", "/engine/potez-threads.wasm"]);
  await page.context().close();
});

test("another board does not inherit what was proved of this one", async () => {
  const page = await open(address, "#connect4");
  // the same two discs, in the corner of two boards: drawn on the wider one, lost on the other
  const answers = await page.evaluate(async () => {
    const { newGame } = await import("/modules/engine.js"), { Thinker } = await import("/modules/thinker.js");
    const thinker = new Thinker(globalThis.potez.app.module, { threads: 2 }), found = [];
    for (const width of [6, 5]) {
      const { outcome } = await thinker.think(newGame("connect4", { options: { width, height: 4 }, moves: ["1", "2"] }), { player: `alphabeta:${4 * width - 2}` });
      found.push(outcome);
    }
    thinker.close();
    return found;
  });
  assert.deepEqual(answers, ["draw", "loss"]);
  await page.context().close();
});
