// Names of openings, how the archive's games continued, and the book's moves.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { open, start, stop } from "./browser.js";
import { build, serveProgram } from "./program.js";

const table = JSON.parse(readFileSync(fileURLToPath(new URL("../../web/openings/othello.json", import.meta.url)), "utf8"));
let address, server;
before(async () => { address = await start(); });
after(async () => {
  await stop();
  server?.close();
});

const nameOf = (page, moves) => page.evaluate(async (text) => {
  const { engine } = globalThis.potez.app;
  const { openingName } = await import("./modules/openings.js");
  const { Match } = await import("./modules/match.js");
  const { newGame } = await import("./modules/engine.js");
  const match = new Match({ engine, thinker: { cancel() {} }, saved: newGame("othello", { moves: text.match(/../g) }), players: [], kept: false });
  try {
    return await openingName(match);
  } finally {
    match.close();
  }
}, moves);

// The other three boards that the first move can be on.
const turns = { half: ([x, y]) => [9 - x, 9 - y], mirror: ([x, y]) => [y, x], other: ([x, y]) => [9 - y, 9 - x] };
const laid = (moves, turn) => moves.match(/../g).map((move) => {
  const [x, y] = turn([move.charCodeAt(0) - 96, Number(move[1])]);
  return String.fromCharCode(96 + x) + y;
}).join("");

test("every line of the table is played and named, on all four boards", async () => {
  const page = await open(address, "#othello");
  for (const [moves, name] of Object.entries(table)) {
    assert.equal(await nameOf(page, moves), name, moves);
    for (const turn of Object.values(turns)) assert.equal(await nameOf(page, laid(moves, turn)), name, `${moves} turned`);
  }
  assert.equal(await nameOf(page, "f5"), null);
  assert.equal(await nameOf(page, "f5d6c3d3c4f4"), "Tiger", "the last name that was reached stays");
  await page.context().close();
});

test("the name stands beside the board in play and analysis", async () => {
  const page = await open(address, "#othello/f5d6c3d3c4");
  for (const tab of ["play", "analysis"]) {
    await page.evaluate((name) => globalThis.potez.app.view.tab(name), tab);
    await page.locator(".opening-note b", { hasText: "Tiger" }).waitFor({ timeout: 20000 });
  }
  await page.evaluate(() => globalThis.potez.app.view.match.go(2));
  await page.locator(".opening-note b", { hasText: "Perpendicular" }).waitFor({ timeout: 20000 });
  await page.evaluate(() => globalThis.potez.app.view.match.go(0));
  await page.locator(".opening-note").waitFor({ state: "hidden", timeout: 20000 });
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a hint and the analysis say what is from the book", async () => {
  const page = await open(address, "#othello/f5d6");
  await page.locator(".lines .book-mark").first().waitFor({ timeout: 30000 });
  await page.evaluate(() => { globalThis.potez.app.view.tab("play"); globalThis.potez.app.view.hint(); });
  await page.waitForFunction(() => /opening book/.test(document.getElementById("toast").textContent), null, { timeout: 30000 });
  assert.doesNotMatch(await page.locator("#toast").textContent(), /depth 0/);
  await page.context().close();
});

test("where the server has an archive, analysis shows what its games went on with", async () => {
  const folder = mkdtempSync(join(tmpdir(), "potez-")), lines = join(folder, "lines.txt");
  writeFileSync(lines, "f5d6c3\nf5d6c4\nf5f4\nd3c5\n"); // the last begins as the first, on another board
  execFileSync(join(build, "src/ports/potez"), ["archive", "import", lines, "--game", "othello", "--archive", join(folder, "archive.sqlite")], { timeout: 30000 });
  server = await serveProgram("--data", folder);
  const page = await open(server.address, "#othello?tab=analysis/f5");
  const rows = page.locator(".archive li");
  await rows.first().waitFor({ timeout: 20000 });
  assert.deepEqual(await rows.evaluateAll((all) => all.map((row) => [row.querySelector("b").textContent, row.querySelector("span").textContent])), [["d6", "3"], ["f4", "1"]]);
  await rows.first().locator("button").click();
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.state.at === 2);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
