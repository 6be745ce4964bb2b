// Finished games are kept in the browser, counted, looked at again, saved as a file and deleted.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { open, personsTurn, phone, snap, start, stop } from "./browser.js";

let address;
before(async () => { address = await start(); });
after(stop);

const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("potez.history")) ?? []);

// A game of Connect Four just before its end, the person (first) against a level.
async function nearlyOver(page, moves, level = 3) {
  await page.evaluate(([line, strength]) => globalThis.potez.app.open({ saved: `potez 1\ngame connect4\nat ${line.length}\nmoves ${[...line].join(" ")}\n`,
    players: [{ kind: "person" }, { kind: "level", level: strength }], options: {}, position: null }), [moves, level]);
  await personsTurn(page);
}

// Drops a disc and waits for the end of the game.
async function finish(page, column) {
  const before = (await kept(page)).length;
  await page.locator(`.cell[data-place="${column - 1}"]`).click();
  await page.waitForFunction(() => globalThis.potez.app.view.match.over, null, { timeout: 60000 });
  await page.waitForFunction((count) => (JSON.parse(localStorage.getItem("potez.history")) ?? []).length > count, before);
}

const history = async (page) => {
  await page.goto(`${address}#history`);
  await page.locator(".history").waitFor();
};

test("games are kept with their results, the same one once, and looked at again", async () => {
  const page = await open(address, "#connect4");
  await nearlyOver(page, "121212");
  await finish(page, 1);
  await nearlyOver(page, "121232", 9);
  await finish(page, 7);
  assert.deepEqual((await kept(page)).map(({ game, own, half, plies }) => [game, own, half, plies]), [["connect4", 0, 0, 8], ["connect4", 0, 2, 7]]);
  await history(page);
  assert.deepEqual(await page.locator(".summary tbody tr").allTextContents(), ["Potez · level 90010 %", "Potez · level 3100100 %"]);
  assert.deepEqual(await page.locator(".played .result").allTextContents(), ["Lost", "Won"]);
  await page.locator(".played a").last().click();
  await page.waitForFunction(() => globalThis.potez.app.view?.tabName === "review");
  assert.equal(await page.evaluate(() => globalThis.potez.app.view.match.history.map(({ text }) => text).join("")), "1212121");
  assert.equal((await kept(page)).length, 2, "looking at a game is no new game");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("positions that are only looked at are nobody's games", async () => {
  const page = await open(address, "#connect4?tab=analysis/121212");
  await page.locator('.cell[data-place="0"]').click();
  await page.waitForFunction(() => globalThis.potez.app.view.match.over);
  await history(page);
  await page.locator(".history .none").waitFor();
  assert.deepEqual(await kept(page), []);
  await page.context().close();
});

test("two people at one board, and a walk of the puzzle", async () => {
  const page = await open(address, "#connect4");
  await page.evaluate(() => globalThis.potez.app.open({ saved: "potez 1\ngame connect4\nat 6\nmoves 1 2 1 2 1 2\n", players: [{ kind: "person" }, { kind: "person" }], options: {}, position: null }));
  await personsTurn(page);
  await finish(page, 1);
  await page.goto(`${address}#zr2?level=First%20steps`);
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.game.name === "zr2");
  for (const cell of [1, 2, 3, 4]) await page.evaluate((to) => globalThis.potez.app.view.stepTo(to), cell);
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("potez.history")).length === 2);
  const [walk, people] = await kept(page);
  assert.deepEqual([walk.game, walk.half, people.own], ["zr2", 2, null]);
  await history(page);
  assert.deepEqual(await page.locator(".played .result").allTextContents(), ["Target reached", "First side won"]);
  assert.match(await page.locator(".played a").first().getAttribute("href"), /^#zr2\?level=First/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

// Games as they would have been kept, the latest first.
const made = (count) => Array.from({ length: count }, (_, i) => ({ id: `${i}`, game: "othello", when: Date.UTC(2026, 0, 1) - i * 86400000, players: [{ kind: "person" }, { kind: "level", level: 4 }],
  own: 0, half: i % 3 === 0 ? 2 : i % 3 === 1 ? 0 : 1, plies: 4, saved: "potez 1\ngame othello\nat 4\nmoves f5 d6 c3 d3\n", address: null }));

test("a curve shows how one comes on, and says that it is an estimate", async () => {
  for (const [size, theme] of [[undefined, "light"], [phone, "dark"]]) {
    const page = await open(address, "", { size, theme });
    await page.evaluate((list) => localStorage.setItem("potez.history", JSON.stringify(list)), made(45));
    await history(page);
    assert.match(await page.locator(".summary figcaption").textContent(), /^About [\d,]+ by the last ten rated games \(estimate\)$/);
    assert.ok((await page.locator(".progress-line").getAttribute("d")).split("L").length > 40);
    assert.equal(await page.locator(".played li").count(), 30);
    await page.getByRole("button", { name: "Show all 45" }).click();
    assert.equal(await page.locator(".played li").count(), 45);
    await page.evaluate(() => scrollTo(0, 0));
    await snap(page, `history-${theme}`);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test("saved as a file, deleted one by one and all, and brought back", async () => {
  const page = await open(address, "");
  await page.evaluate((list) => localStorage.setItem("potez.history", JSON.stringify(list)), made(3));
  await history(page);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as a file" }).click()]);
  const read = JSON.parse(readFileSync(await file.path(), "utf8"));
  assert.equal(read.format, "potez history 1");
  assert.deepEqual(read.games.map(({ saved, when }) => [saved.includes("f5 d6"), when.slice(0, 4)]), [[true, "2026"], [true, "2025"], [true, "2025"]]);
  await page.locator(".played li button").first().click();
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("potez.history")).length === 2);
  await page.getByRole("button", { name: "Delete all" }).click();
  await page.locator(".history .none").waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("potez.history")), null);
  await page.getByRole("button", { name: "Bring back" }).click();
  await page.locator(".played li").first().waitFor();
  assert.equal(await page.locator(".played li").count(), 2);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("what somebody else wrote into the store does no harm", async () => {
  const page = await open(address, "", { before: () => localStorage.setItem("potez.history", '{"no":"list"}') });
  await history(page);
  await page.locator(".history .none").waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("an address that is asked for while another view is still on its way is the one that is shown", async () => {
  const page = await open(address, "#connect4");
  await page.route("**/modules/home.js*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  const slow = page.waitForResponse("**/modules/home.js*");
  await page.evaluate(() => { location.hash = ""; setTimeout(() => { location.hash = "#othello/f5"; }, 100); });
  await slow;
  await page.waitForFunction(() => globalThis.potez.app.view?.game?.name === "othello");
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  assert.equal(await page.evaluate(() => globalThis.potez.app.view?.game?.name), "othello");
  assert.equal(await page.locator(".board").count(), 1);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
