// The npm package (bindings/npm) in a browser: unpacked, served and imported, with and without shared memory.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { open, start, stop } from "./browser.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const build = process.env.POTEZ_BUILD ?? join(root, "build/release");
const place = mkdtempSync(join(tmpdir(), "potez-package-"));
const own = {};

function collect(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) collect(path);
    else own[relative(place, path)] = readFileSync(path);
  }
}

before(() => {
  const packed = execFileSync(join(root, "bindings/npm/build"), [build, place], { encoding: "utf8" }).trim();
  execFileSync("tar", ["-xzf", packed, "-C", place]);
  collect(join(place, "package"));
});
after(async () => {
  await stop();
  rmSync(place, { recursive: true });
});

for (const isolated of [true, false])
  test(`a game is opened, asked about and closed, ${isolated ? "with" : "without"} shared memory`, async () => {
    const page = await open(await start({ own, isolated }));
    const found = await page.evaluate(async () => {
      const potez = await import("/package/index.js");
      const game = await potez.open("connect4", { moves: "4455" });
      const { move, words } = await game.best();
      const value = await game.value({ every: true });
      game.close();
      return { engine: potez.bestEngine(), move, words, proved: value.proved, games: (await potez.games()).length };
    });
    assert.equal(found.engine.startsWith("potez"), true);
    if (!isolated) assert.equal(found.engine, "potez-simd");
    assert.match(found.words, /Yellow wins in 2 \(proved, book\)/);
    assert.equal(found.proved, true);
    assert.equal(found.games, 5);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

test("models and books are fetched when a game first needs them, and only its own", async () => {
  const page = await open(await start({ own, isolated: false }));
  const fetched = [];
  page.context().on("request", (request) => {
    const file = /\/package\/.*models\/(.+)$/.exec(request.url()); // the first page has an engine of its own
    if (file) fetched.push(file[1]);
  });
  const ask = (name) => page.evaluate(async (game) => {
    const potez = await import("/package/index.js");
    const opened = await potez.open(game);
    opened.play(opened.moves[0]);
    await opened.best("", { nodes: 2000 });
    opened.close();
  }, name);
  await page.evaluate(async () => (await (await import("/package/index.js")).open("othello")).close());
  assert.deepEqual(fetched, []);
  await ask("othello");
  assert.ok(fetched.length > 0 && fetched.every((file) => file.startsWith("othello")), fetched.join(" "));
  await ask("mill");
  assert.ok(fetched.some((file) => file.startsWith("mill")), fetched.join(" "));
  assert.ok(fetched.every((file) => /^(othello|mill)/.test(file)), fetched.join(" "));
  await page.context().close();
});
