// What minds have learned comes to the page when a game is thought about, and not before.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { open, start, stop } from "./browser.js";
import { openEngine } from "./node-engine.js";

const build = process.env.POTEZ_BUILD ?? fileURLToPath(new URL("../../build/release", import.meta.url));
let address;
before(async () => { address = await start(); });
after(stop);

const questions = {
  othello: { moves: "f5d6c3d3c4".match(/../g), depth: 6 },
  mill: { moves: ["d6", "f4", "d2", "b4"], depth: 5 },
};

// The score of the same search in the page, by a thinker of its own.
const ask = (page, game) => page.evaluate(async ({ game, moves, depth }) => {
  const { newGame } = await import("/modules/engine.js"), { Thinker } = await import("/modules/thinker.js");
  globalThis.thinker ??= new Thinker(globalThis.potez.app.module);
  return (await globalThis.thinker.think(newGame(game, { moves }), { player: "best", depth, book: false })).score;
}, { game, ...questions[game] });

const native = (game) => {
  const { moves, depth } = questions[game];
  const answer = execFileSync(join(build, "src/ports/potez"), ["best", game, `moves:${moves.join(game === "mill" ? " " : "")}`, "--depth", depth,
    "--json", "--quiet", "--threads", "1", "--no-book", "--no-database"]);
  return JSON.parse(answer).score;
};

for (const game of Object.keys(questions))
  test(`${game}: the page judges as the program does`, async () => {
    const page = await open(address, "#connect4");
    const asked = [];
    page.context().on("request", (request) => { if (request.url().includes("/models/")) asked.push(new URL(request.url()).pathname); });
    await page.evaluate(() => globalThis.potez.app.view.hint());
    assert.deepEqual(asked, ["/models/connect4.book"]);
    assert.equal(await ask(page, game), native(game));
    await ask(page, game); // by the same model
    assert.equal(asked.filter((path) => path === `/models/${game}.model`).length, 1);
    assert.equal(new Set(asked).size, asked.length);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

test("without its model the engine plays on, and takes it when it comes", async () => {
  const page = await open(address, "#connect4");
  await page.context().route("**/models/*", (route) => route.abort());
  const without = await ask(page, "othello");
  assert.notEqual(without, native("othello"));
  await page.context().unroute("**/models/*");
  assert.equal(await ask(page, "othello"), native("othello"));
  await page.context().close();
});

test("a damaged model is named and left", async () => {
  const page = await open(address, "#connect4");
  await page.context().route("**/models/*", (route) => route.fulfill({ body: "nonsense", headers: { "Cross-Origin-Embedder-Policy": "require-corp" } }));
  assert.equal(typeof await ask(page, "mill"), "number");
  assert.match(page.complaints.join("\n"), /mill\.model: /);
  await page.context().close();
});

test("a model with a network is refused in a sentence", () => {
  const folder = mkdtempSync(join(tmpdir(), "potez-network-")), file = join(folder, "network.model");
  const train = (...words) => execFileSync(join(build, "src/ports/potez"), ["train", "othello", "--labels", folder, "--quiet", ...words], { timeout: 60000 });
  train("--model", "patterns", "--blocks", "1", "--games", "3", "--play-depth", "2", "--exact", "6");
  train("--model", "network", "--rounds", "1", "--games", "1", "--out", folder);
  for (const give of [{ model: file }, { weights: { [`model:${file}`]: file } }])
    assert.throws(() => openEngine(build).ask({ saved: "potez 1\ngame othello\nat 1\nmoves f5\n", kind: "best", ask: { nodes: 100 }, give }), /has a network/);
  rmSync(folder, { recursive: true });
});
