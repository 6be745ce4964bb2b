// The analysis board: variations, the browser's back and forward, the engine's lines, one point of view.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, phone, snap, start, state, stop } from "./browser.js";

let address;
before(async () => { address = await start(); });
after(stop);

const GAME = "44455554"; // eight plies
const cell = (page, place) => page.locator(`.cell[data-place="${place}"]`);
const tree = (page) => page.evaluate(() => {
  const write = (node) => node.children.map((each) => [each.text, ...(each.comment ? [each.comment] : []), write(each)]);
  return write(globalThis.potez.app.view.match.tree.root);
});
const lines = (page) => page.locator(".lines li").nth(1).waitFor({ timeout: 30000 });

test("a branch and back: the game is whole, and the branch is kept", async () => {
  const page = await open(address, `#connect4/${GAME}`);
  for (let i = 0; i < 4; i++) await page.keyboard.press("[");
  await cell(page, 0).click();
  assert.deepEqual((await state(page)).history.join(""), "44451");
  assert.ok(page.url().endsWith("/44451"));
  await page.keyboard.press("[");
  assert.equal((await state(page)).history.join(""), GAME);
  await page.keyboard.press("}");
  assert.ok(page.url().endsWith(`/${GAME}`));
  assert.deepEqual(await page.locator(".tree .variation button").allTextContents(), ["1"]);
  // the same move again makes no second branch, and a longer one hangs where it belongs
  for (let i = 0; i < 4; i++) await page.keyboard.press("[");
  await cell(page, 0).click();
  await cell(page, 6).click();
  assert.equal((await state(page)).history.join(""), "444517");
  assert.deepEqual(await page.locator(".tree .variation button").allTextContents(), ["1", "7"]);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a variation is made the main line, commented, deleted, and kept over a reload", async () => {
  const page = await open(address, `#connect4/${GAME}`);
  for (let i = 0; i < 4; i++) await page.keyboard.press("[");
  await cell(page, 0).click();
  await page.getByLabel("Comment on this move").fill("too far away");
  assert.match(await page.locator(".tree .variation").textContent(), /too far away/);
  await page.getByRole("button", { name: "Main line" }).click();
  assert.equal((await tree(page))[0][1][0][1][0][1][0][1].map(([text]) => text).join(), "1,5");
  await page.evaluate(() => globalThis.potez.app.view.match.keep());
  await page.goto(`${address}#othello`);
  await page.goto(`${address}#connect4`);
  await page.waitForFunction(() => globalThis.potez.app.view?.game?.name === "connect4");
  await page.evaluate(() => globalThis.potez.app.view.tab("analysis"));
  assert.match(await page.locator(".tree").textContent(), /too far away/);
  await page.locator(".tree .variation button").first().click();
  await page.getByRole("button", { name: "Delete from here" }).click();
  assert.equal(await page.locator(".tree .variation").count(), 0);
  assert.equal((await state(page)).history.join(""), "44451");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("left in a variation and opened again, the game is still the main line", async () => {
  const page = await open(address, `#connect4/${GAME}`);
  for (let i = 0; i < 4; i++) await page.keyboard.press("[");
  await cell(page, 0).click();
  await page.evaluate(() => globalThis.potez.app.view.match.keep());
  await page.goto(`${address}#othello`);
  await page.waitForFunction(() => globalThis.potez.app.view?.game?.name === "othello");
  await page.goto(`${address}#connect4`);
  await page.waitForFunction(() => globalThis.potez.app.view?.game?.name === "connect4");
  await page.evaluate(() => globalThis.potez.app.view.tab("analysis"));
  assert.equal((await state(page)).history.join(""), "44451");
  await page.keyboard.press("[");
  assert.equal((await state(page)).history.join(""), GAME);
  await page.context().close();
});

test("deleting the end of the main line leaves the rest", async () => {
  const page = await open(address, `#connect4/${GAME}`);
  for (let i = 0; i < 3; i++) await page.keyboard.press("[");
  await page.getByRole("button", { name: "Delete from here" }).click();
  const now = await state(page);
  assert.equal(now.history.join(""), GAME.slice(0, 4));
  assert.equal(now.length, 4);
  await page.context().close();
});

test("back and forward of the browser follow the moves", async () => {
  const page = await open(address, "#connect4/4445");
  await cell(page, 0).click();
  await cell(page, 1).click();
  const played = async () => (await state(page)).at;
  assert.equal(await played(), 6);
  await page.goBack();
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.state.at === 5);
  await page.goBack();
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.state.at === 4);
  await page.goForward();
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.state.at === 5);
  assert.ok(page.url().endsWith("/44451"));
  assert.equal((await state(page)).history.join(""), "444512", "the same view, not a new one");
  await page.keyboard.press("Escape");
  await page.locator(".home").waitFor();
  await page.goBack();
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.state.at === 5);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("the engine's lines are previewed under the pointer and the focus, and played by a click", async () => {
  const page = await open(address, "#mill/d2,d7,a1,g7");
  await lines(page);
  await page.locator(".lines li").first().hover();
  await page.locator(".ghost-move").nth(1).waitFor({ state: "attached" });
  await snap(page, "analysis-preview");
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => !document.querySelector(".ghost-move"));
  await page.locator(".lines .line-move").first().focus();
  await page.locator(".ghost-move").nth(1).waitFor({ state: "attached" });
  await page.evaluate(() => globalThis.potez.app.adviser.cancel()); // so that the list stays as it is
  const texts = [await page.locator(".lines li").first().locator("b").textContent(), ...(await page.locator(".lines li").first().locator(".pv button").allTextContents()).slice(0, 3)];
  await page.locator(".lines li").first().locator(".pv button").nth(2).click();
  const now = await state(page);
  assert.equal(now.at, 8);
  assert.deepEqual(now.history.slice(4), texts);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("slides and moves of stacks have arrows that show where to", async () => {
  for (const hash of [`#mill?start=${encodeURIComponent("w..b..w...w.b....b.....b w 0 0 0")}&tab=analysis`, "#byte?tab=analysis/b2-c3"]) {
    const page = await open(address, hash);
    await lines(page);
    await page.locator(".arrow").first().waitFor({ state: "attached" });
    const best = await page.evaluate(() => {
      const { board, match } = globalThis.potez.app.view;
      const [text] = [...board.marks.scores].find(([, { rank }]) => rank === 0);
      const { steps } = match.state.moves.find((move) => move.text === text);
      return steps.filter(({ touch }) => touch === 1 || touch === 2).map(({ place }) => board.style.centre(place));
    });
    const far = Math.hypot(best[1][0] - best[0][0], best[1][1] - best[0][1]);
    const drawn = await page.evaluate(() => [...document.querySelectorAll(".arrow")].map((each) => { const { width, height } = each.getBBox(); return Math.hypot(width, height); }));
    assert.ok(drawn.some((length) => length > far / 3), `${drawn} for ${far}`);
    await snap(page, `arrows-${hash.slice(1, 5).replace("?", "")}`);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test("as many moves are listed as are wanted", async () => {
  const page = await open(address, "#mill/d2,d7,a1,g7");
  await lines(page);
  const { moves } = await state(page);
  assert.equal(await page.locator(".lines li").count(), 4);
  await page.getByRole("button", { name: `All ${moves.length} moves` }).click();
  assert.equal(await page.locator(".lines li").count(), moves.length);
  await page.context().close();
});

test("one point of view: bar, list, board and graph agree in sign, and it is said whose", async () => {
  const sign = (text) => (/^\+/.test(text) ? 1 : /^\u2212/.test(text) ? -1 : 0);
  for (const moves of ["71652117553346667213", "7165211755334666721"]) { // one side to move, then the other
    const page = await open(address, `#connect4/${moves}`);
    await page.waitForFunction(() => document.querySelector(".status b")?.textContent === "Exact", null, { timeout: 60000 });
    await page.waitForFunction(() => globalThis.potez.app.view.review?.done, null, { timeout: 60000 });
    const seen = async () => ({ bar: sign(await page.locator(".bar b").textContent()), list: sign(await page.locator(".lines .num").first().textContent()),
      board: sign(await page.evaluate(() => [...globalThis.potez.app.view.board.marks.scores.values()].find(({ rank }) => rank === 0).text)),
      graph: await page.evaluate((at) => { const { review, near } = globalThis.potez.app.view; return Math.sign(Math.round(20 * (review.points(near)[at].share - 0.5))); }, moves.length) });
    const first = await seen();
    assert.equal(new Set(Object.values(first)).size, 1, JSON.stringify(first));
    assert.notEqual(first.bar, 0);
    assert.match(await page.locator(".pov").textContent(), /good for Yellow \(threats/);
    await page.getByRole("button", { name: "Other side" }).click();
    const turned = await seen();
    assert.deepEqual(turned, Object.fromEntries(Object.entries(first).map(([key, value]) => [key, -value])));
    assert.match(await page.locator(".pov").textContent(), /good for Red/);
    assert.match(await page.locator(".verdict-line").textContent(), /^(Yellow|Red) wins in \d+ \(proved\)/);
    await page.context().close();
  }
});

test("an estimate says its depth and unit in words; the bar is not there while nothing is evaluated", async () => {
  const page = await open(address, "#othello/f5d6c3d3c4");
  await lines(page);
  await page.waitForFunction(() => /depth \d+/.test(document.querySelector(".verdict-line")?.textContent), null, { timeout: 30000 });
  assert.match(await page.locator(".verdict-line").textContent(), /^((Black|White) ahead by about [\d.]+ discs?|About even) \(depth \d+(, \d+ %)?\)/);
  assert.equal(await page.locator(".bar").isVisible(), true);
  assert.equal(await page.locator(".bar.proved").count(), 0);
  assert.equal(await page.locator(".score.proved").count(), 0);
  await page.evaluate(() => globalThis.potez.app.view.tab("play"));
  assert.equal(await page.locator(".bar").isVisible(), false);
  await page.context().close();
});

test("looking at a game under way changes nothing in it", async () => {
  const page = await open(address, "#connect4");
  await cell(page, 3).click();
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.state.at === 2);
  const before_ = (await state(page)).history.join("");
  await page.keyboard.press("a");
  await cell(page, 0).click();
  await cell(page, 1).click();
  assert.equal((await state(page)).at, 4);
  await page.keyboard.press("[");
  await page.keyboard.press("a");
  assert.equal((await state(page)).at, 2);
  assert.equal((await state(page)).history.slice(0, 2).join(""), before_);
  assert.equal((await state(page)).persons, true);
  await page.context().close();
});
