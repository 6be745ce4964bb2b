// Lessons done by keyboard, drills against the engine, what is kept.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { open, phone, snap, start, stop } from "./browser.js";
import { playByKeys } from "./by-keys.js";

const read = (path) => JSON.parse(readFileSync(new URL(`../../web/lessons/${path}.json`, import.meta.url), "utf8"));
const games = read("list");

let address;
before(async () => { address = await start(); });
after(stop);

const view = (page, what) => page.evaluate(what);
const ready = (page, at) => page.waitForFunction((wanted) => {
  const own = globalThis.potez.app.view;
  return own?.table && own.at === wanted && own.table.board.choice && own.outcome === null;
}, at, { timeout: 60000 });
const outcome = (page) => page.waitForFunction(() => globalThis.potez.app.view?.outcome, null, { timeout: 60000 }).then((found) => found.jsonValue());

// The moves of a walk, one by one, as the engine's hint gives them.
async function solveByHints(page) {
  while (await page.evaluate(() => globalThis.potez.app.view.outcome === null)) {
    const at = await page.evaluate(() => globalThis.potez.app.view.table.state.at);
    await page.keyboard.press("h");
    const advice = await page.waitForFunction(() => globalThis.potez.app.view.table.board.marks.best?.text, null, { timeout: 60000 });
    await playByKeys(page, await advice.jsonValue());
    await page.waitForFunction((before) => {
      const own = globalThis.potez.app.view;
      return own.outcome || (own.table.state.at > before && own.table.board.choice && own.table.state.side === own.drill.side);
    }, at, { timeout: 60000 });
  }
}

for (const game of games)
  test(`${game}: the first lesson to its end by keyboard`, async () => {
    const [{ id, steps }] = read(game);
    const page = await open(address, `#lessons/${game}/${id}`);
    for (const [at, step] of steps.entries()) {
      await ready(page, at);
      assert.match(await page.locator(".task-words h2").textContent(), new RegExp(`${at + 1} of ${steps.length}`));
      if (step.goal) await solveByHints(page);
      else await playByKeys(page, step.answers === "any" ? await view(page, () => globalThis.potez.app.view.table.state.moves[0].text) : step.answers[0]);
      assert.equal(await outcome(page), "right", step.id);
      assert.ok(await page.locator(".told.right").textContent());
      await page.waitForFunction(() => document.activeElement?.matches(".task-buttons .go"));
      await page.keyboard.press("Enter");
    }
    await page.waitForFunction((own) => !location.hash.startsWith(`#lessons/${own}`), `${game}/${id}`);
    await page.goto(`${address}#lessons`);
    await page.locator(`a[href="#lessons/${game}/${id}"].done`).waitFor();
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

test("a wrong move is told, and can be tried again", async () => {
  const page = await open(address, "#lessons/byte/first/6");
  await ready(page, 5);
  await playByKeys(page, "f4:3-e3");
  assert.equal(await outcome(page), "wrong");
  assert.equal(await page.getByRole("status").filter({ hasText: /./ }).first().textContent(), "That does not win the stack at once.");
  await page.keyboard.press("Enter");
  await ready(page, 5);
  assert.ok(await page.evaluate(() => document.activeElement.matches(".cell")));
  await playByKeys(page, "e3-f4");
  assert.equal(await outcome(page), "right");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

for (const [game, id] of [["byte", "drill-1"], ["connect4", "drill-3"], ["othello", "drill-1"], ["mill", "drill-1"]])
  test(`${game}, ${id}: done against the engine`, async () => {
    const page = await open(address, `#lessons/${game}/${id}`);
    await ready(page, 0);
    await solveByHints(page);
    assert.equal(await outcome(page), "right");
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

test("a win that slips away is told at once and can be had back", async () => {
  const page = await open(address, "#lessons/othello/drill-2", { size: phone });
  await ready(page, 0);
  await page.keyboard.press("h");
  await page.waitForFunction(() => globalThis.potez.app.view.table.board.marks.best);
  const wrong = await view(page, () => {
    const { table } = globalThis.potez.app.view;
    return table.state.moves.find((move) => move.text !== table.board.marks.best.text).steps[0].place;
  });
  await page.locator(`.cell[data-place="${wrong}"]`).click();
  assert.equal(await outcome(page), "wrong");
  assert.match(await page.locator(".told").textContent(), /out of reach \(proved\)/);
  await snap(page, "drill-slipped-phone");
  await page.getByRole("button", { name: "Take back" }).click();
  await ready(page, 0);
  assert.equal(await view(page, () => globalThis.potez.app.view.table.state.at), 0);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("what was done is kept, and forgotten when asked to", async () => {
  const page = await open(address, "#lessons/byte/first");
  await ready(page, 0);
  await playByKeys(page, "b2-c3");
  await outcome(page);
  await page.goto(`${address}#lessons/byte/first`);
  await page.reload();
  await page.waitForFunction(() => globalThis.potez?.app?.view?.table);
  assert.equal(await view(page, () => globalThis.potez.app.view.at), 1);
  await page.goto(`${address}#lessons`);
  await page.getByText("1 of 7 steps").first().waitFor();
  await snap(page, "lessons");
  await page.getByRole("button", { name: "Forget what I have done" }).click();
  await page.getByText("1 of 7 steps").waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => localStorage.getItem("potez.lessons")), null);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("an address of no lesson is told so", async () => {
  const page = await open(address, "#lessons");
  await page.evaluate(() => { location.hash = "#lessons/byte/none"; });
  await page.locator(".problem").waitFor();
  assert.match(await page.locator(".problem").textContent(), /no lesson “byte\/none”/);
  await page.context().close();
});
