// The page as files (potez page), shown by a plain static server under a sub-path: without the headers for shared
// memory, without a word of the server's interface, and then without a net.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { open, personsTurn, snap, start, stop } from "./browser.js";
import { playByKeys } from "./by-keys.js";
import { build } from "./program.js";

const UNDER = "/people/potez/"; // where the host shows the folder
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png" };
const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "potez-site-")); // every file is brought to the disk
const asked = []; // every path that the host was asked for
let host, address, sent = {}; // headers that the host sends with every file

function answer(request, response) {
  const { pathname } = new URL(request.url, "http://x");
  asked.push(pathname);
  const file = join(folder, "site", normalize(`/${decodeURIComponent(pathname).slice(UNDER.length)}`), pathname.endsWith("/") ? "index.html" : "");
  if (!pathname.startsWith(UNDER) || !existsSync(file) || !statSync(file).isFile()) response.writeHead(404).end();
  else createReadStream(file).pipe(response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream", ...sent }));
}

before(async () => {
  execFileSync(join(build, "src/ports/potez"), ["page", "--out", join(folder, "site"), "--quiet"]);
  await start(); // the browser
  host = createServer(answer);
  await new Promise((resolve) => { host.listen(0, "127.0.0.1", resolve); });
  address = `http://127.0.0.1:${host.address().port}${UNDER}`;
});

after(async () => {
  host.close();
  host.closeAllConnections();
  await stop();
  rmSync(folder, { recursive: true });
});

const playOne = async (page) => {
  await personsTurn(page);
  await page.locator('.cell[data-place="19"]').click();
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.state.at >= 2);
};

// How many helpers a proof by the page's own engine had.
const helpers = (page) => page.evaluate(async () => {
  const [{ newGame }, { Thinker }] = await Promise.all(["engine", "thinker"].map((name) => import(new URL(`modules/${name}.js`, document.baseURI))));
  const thinker = new Thinker(globalThis.potez.app.module, { threads: 2 });
  const { exact } = await thinker.think(newGame("connect4", { moves: [..."4443555274"] }), { player: "best" });
  const count = thinker.helpers?.length ?? 0;
  thinker.close();
  return { exact, count };
});

// One puzzle of every game, none of which was opened while there was a net.
async function solvePuzzles(page) {
  await page.goto(`${address}#puzzles`);
  await page.waitForFunction(() => document.querySelectorAll(".puzzle-card").length === 5);
  for (const game of ["connect4", "othello", "mill", "byte"]) {
    await page.goto(`${address}#puzzles/${game}`);
    await page.waitForFunction((name) => globalThis.potez.app.view?.puzzle?.id.startsWith(name) && globalThis.potez.app.view.table.board.choice, game);
    await playByKeys(page, await page.evaluate(() => globalThis.potez.app.view.puzzle.solution[0]));
    await page.waitForFunction(() => globalThis.potez.app.view.outcome === "right");
  }
}

// A drill whose first position only the solved ones prove: the engine's answer is proved without a net as well.
async function holdMill(page) {
  await page.goto(`${address}#lessons/mill/drill-3`);
  await page.waitForFunction(() => globalThis.potez.app.view?.drill);
  const { exact, outcome } = await page.evaluate(() => globalThis.potez.app.adviser.inquire("move", globalThis.potez.app.view.table.session.save(), { nodes: 1e6 }));
  assert.deepEqual({ exact, outcome }, { exact: true, outcome: "draw" });
}

test("every address in the list of files to keep is a file of the folder", () => {
  const listed = JSON.parse(readFileSync(join(folder, "site/files.json"), "utf8"));
  assert.deepEqual(listed.filter((name) => !existsSync(join(folder, "site", name))), []);
});

test("the folder plays under a sub-path, shares memory through the service worker, and goes on without a net", async () => {
  const page = await open(address, "", { workers: "allow" });
  // the page that nobody touched loads once more, and may share memory then
  await page.waitForFunction(() => globalThis.crossOriginIsolated && globalThis.potez?.app?.view, null, { timeout: 60000 });
  await page.goto(`${address}#othello`);
  await playOne(page);
  assert.deepEqual(await helpers(page), { exact: true, count: 1 });
  await page.locator('[role="tab"]', { hasText: "Analysis" }).click();
  await page.waitForFunction(() => document.querySelector(".analysis .lines .line-move"));
  await snap(page, "site-analysis");

  await page.goto(`${address}#net/abc`);
  const { "problem.files": sentence } = JSON.parse(readFileSync(join(folder, "site/texts/en.json"), "utf8"));
  await page.locator(".problem", { hasText: sentence }).waitFor();

  await page.context().setOffline(true);
  await page.goto(`${address}#othello`);
  await page.reload();
  await page.waitForFunction(() => globalThis.potez?.app?.view?.match);
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  await page.evaluate(() => globalThis.potez.app.startGame(globalThis.potez.app.game("connect4"), {}));
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.game.name === "connect4");
  assert.deepEqual(await helpers(page), { exact: true, count: 1 });
  for (const view of ["#zr2?level=44t1", "#automaton", "#mill"]) {
    await page.goto(address + view);
    await page.waitForFunction(() => globalThis.potez.app.view && !document.querySelector(".problem"));
  }
  await solvePuzzles(page);
  await holdMill(page);
  assert.deepEqual(page.complaints, []);
  assert.deepEqual(asked.filter((path) => !path.startsWith(UNDER) || path.includes("/api/")), []);
  await page.context().close();
});

test("a host that sends the two headers has threads at the first load, and without a service worker", async () => {
  sent = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
  try {
    const page = await open(address, "#othello");
    assert.equal(await page.evaluate(() => crossOriginIsolated && !navigator.serviceWorker.controller), true);
    await playOne(page);
    assert.deepEqual(await helpers(page), { exact: true, count: 1 });
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  } finally {
    sent = {};
  }
});

test("a page that somebody has touched is not loaded again under their hands", async () => {
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  host.removeAllListeners("request");
  host.on("request", async (request, response) => { // the worker's list comes late
    if (request.url.endsWith("files.json")) await held;
    answer(request, response);
  });
  const page = await open(address, "#othello", { workers: "allow" });
  await page.evaluate(() => {
    globalThis.sameLoad = true;
    navigator.serviceWorker.addEventListener("controllerchange", () => { globalThis.controlled = true; });
  });
  await playOne(page);
  release();
  await page.waitForFunction(() => globalThis.controlled, null, { timeout: 60000 });
  assert.equal((await helpers(page)).count, 0); // a load that had begun would cut this off
  assert.equal(await page.evaluate(() => globalThis.sameLoad && !crossOriginIsolated), true);
  await page.context().close();
});
