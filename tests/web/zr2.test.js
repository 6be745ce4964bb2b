// ZR 2: levels played by keys, mouse and touch in three dimensions; the level editor from a new board to
// a solved one; files, addresses, the generator, the searches in the background.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, test } from "node:test";
import { closeAll, open, phone, snap, start, state, stop } from "./browser.js";

let address;
before(async () => { address = await start(); });
after(stop);
afterEach(closeAll); // a search that a failed test left behind would slow the next one

// The view with its board in three dimensions ready.
async function deep(hash, options) {
  const page = await open(address, hash, options);
  await page.waitForFunction(() => globalThis.potez.app.view.stage?.scene?.level);
  return page;
}

// The best walk from where the game stands, by the page's own solver.
const walk = (page) => page.evaluate(async () => {
  const { view } = globalThis.potez.app;
  return (await view.solvers.solve("best", view.match.session.save(), { ms: 20000 }, null, "test")).path;
});
const where = (page, cell) => page.evaluate((each) => {
  const { scene } = globalThis.potez.app.view.stage;
  scene.camera.step(1, false);
  return scene.where(each);
}, cell);
const shown = (page) => page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));

test("a level by keyboard, with the camera turned on the way", async () => {
  const page = await deep("#zr2?level=Round%20the%20block");
  const path = await walk(page);
  for (const [i, cell] of path.entries()) {
    if (i % 5 === 2) {
      // a quarter turn: the same key now means another direction
      for (let turns = 0; turns < 4; turns++) await page.keyboard.press("ArrowRight");
      await shown(page);
    }
    const key = await page.evaluate((each) => globalThis.potez.app.view.stage.scene.steps.get(each), cell);
    assert.match(key, /^[WASD]$/);
    await page.keyboard.press(key.toLowerCase());
    assert.equal((await state(page)).at, i + 1);
  }
  await page.locator(".zr2-over h2", { hasText: "Solved" }).waitFor();
  assert.match(await page.locator("#announcer").textContent(), /Solved/);
  assert.equal(await page.locator('[data-count="left"] b').textContent(), "0");
  await page.getByRole("tab", { name: "Levels" }).click();
  await page.locator('.zr2-level.on [aria-label="solved"]').waitFor();
  await page.getByRole("button", { name: "Next level" }).click();
  await page.waitForFunction(() => globalThis.potez.app.view?.level?.name === "There and back");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a level by mouse: steps, what a cell would do, turning, undo and redo", async () => {
  const page = await deep("#zr2?level=Through%20the%20wall");
  const path = await walk(page);
  const door = await page.evaluate(() => globalThis.potez.app.view.level.cells.findIndex((_, cell) => globalThis.potez.app.view.level.leadsTo(cell) !== null));
  const at = await where(page, door);
  await page.mouse.move(at.x, at.y);
  await page.waitForFunction((cell) => globalThis.potez.app.view.stage.scene.hovered === cell, door);
  assert.match(await page.locator(".zr2-info").textContent(), /Teleporter to \(\d, \d\)/);
  await snap(page, "zr2-preview");
  const turn = await page.evaluate(() => globalThis.potez.app.view.stage.scene.camera.to.turn);
  await page.mouse.move(120, 640);
  await page.mouse.down();
  await page.mouse.move(200, 640, { steps: 4 });
  await page.mouse.up();
  assert.ok(Math.abs(await page.evaluate(() => globalThis.potez.app.view.stage.scene.camera.to.turn) - turn) > 0.3);
  assert.equal((await state(page)).at, 0, "turning is not stepping");
  await page.mouse.wheel(0, 120);
  await page.keyboard.press("0");
  for (const [i, cell] of path.entries()) {
    const { x, y } = await where(page, cell);
    await page.mouse.click(x, y);
    assert.equal((await state(page)).at, i + 1, `step ${i + 1} to ${cell}`);
    if (i === 3) {
      await page.keyboard.press("b");
      assert.equal((await state(page)).at, 3);
      await page.keyboard.press("n");
      assert.equal((await state(page)).at, 4);
    }
  }
  await page.locator(".zr2-over h2", { hasText: "Solved" }).waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("the solution is played back, paused and stopped; help is not counted as solving", async () => {
  const page = await deep("#zr2?level=The%20press");
  await page.locator("#speed").fill("5");
  await page.locator(".zr2-title").click();
  await page.keyboard.press("Control+v");
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.state.at >= 2);
  await page.keyboard.press("Escape");
  const { at } = await state(page);
  await page.waitForTimeout(150);
  assert.ok((await state(page)).at <= at + 1, "stopped");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Paused" }).waitFor();
  const paused = (await state(page)).at;
  await page.keyboard.press("w");
  assert.equal((await state(page)).at, paused);
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("button", { name: "Solution", exact: true }).click();
  await page.locator(".zr2-over h2", { hasText: "Solved" }).waitFor({ timeout: 90000 });
  assert.match(await page.locator(".zr2-over .decided").textContent(), /With help/);
  assert.equal(await page.evaluate(() => localStorage.getItem("potez.zr2.solved")), null);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("more than two dimensions, touch, and the flat board", async () => {
  const page = await deep("#zr2?level=Two%20floors", { size: phone, touch: true });
  const path = await walk(page);
  for (const cell of path.slice(0, 3)) {
    const { x, y } = await where(page, cell);
    await page.touchscreen.tap(x, y);
  }
  assert.equal((await state(page)).at, 3);
  await snap(page, "zr2-phone");
  await page.getByRole("button", { name: "Flat" }).tap();
  for (const cell of path.slice(3)) await page.locator(`.zr2-flat .cell[data-place="${cell}"]`).click({ force: true });
  await page.locator(".zr2-over h2", { hasText: "Solved" }).waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("the solver proves, dfs runs beside it and can be given up", async () => {
  const page = await deep("#zr2?level=44t2&tab=solve");
  await page.locator(".zr2-progress .good", { hasText: "32 of 32, proved" }).waitFor();
  await page.waitForFunction(() => /\d \/ 10/.test(document.querySelector(".zr2-facts")?.textContent), null, { timeout: 20000 });
  await page.goto(`${address}#zr2?level=Glacier&tab=solve`);
  await page.waitForFunction(() => globalThis.potez.app.view?.level?.name === "Glacier");
  await page.getByRole("button", { name: "Run DFS", exact: true }).click();
  await page.getByRole("button", { name: "Stop DFS", exact: true }).click();
  await page.locator(".zr2-method", { hasText: "given up" }).waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a level is made in the editor, tested, shared and played", async () => {
  const page = await open(address, "#zr2?view=editor");
  const dialog = page.locator("dialog");
  await dialog.getByLabel("Name").fill("Two rooms");
  await dialog.getByLabel("Sides of the board").fill("4 x q");
  await dialog.getByRole("button", { name: "Make" }).click();
  assert.equal(await dialog.getByRole("alert").textContent(), "Column 5: expected a whole number from 1 up, found “q”.");
  await dialog.getByLabel("Sides of the board").fill("4 x 3");
  await dialog.getByLabel("Value of every cell").fill("1");
  await dialog.getByRole("button", { name: "Make" }).click();
  await page.waitForFunction(() => globalThis.potez.app.view.stage.scene?.places?.length === 12);
  const verdict = page.locator(".zr2-verdict b");
  await page.waitForFunction(() => /Can be emptied: all 12/.test(document.querySelector(".zr2-verdict b")?.textContent));
  // shift-click adds, shift-right-click takes
  const click = async (cell, options = {}) => {
    const { x, y } = await where(page, cell);
    if (options.shift) await page.keyboard.down("Shift");
    await page.mouse.click(x, y, { button: options.button ?? "left" });
    if (options.shift) await page.keyboard.up("Shift");
  };
  const level = () => page.evaluate(() => globalThis.potez.app.view.level);
  await click(11, { shift: true });
  await click(11, { shift: true });
  await click(3, { shift: true, button: "right" });
  assert.deepEqual((await level()).cells.map((cell) => cell.value), [1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 3]);
  // the player is picked up and put down
  const man = await page.evaluate(() => {
    const { scene } = globalThis.potez.app.view.stage;
    const point = scene.player.position.clone().project(scene.camera.lens), box = scene.canvas.getBoundingClientRect();
    return { x: box.left + ((point.x + 1) / 2) * box.width, y: box.top + ((1 - point.y) / 2) * box.height };
  });
  await page.mouse.click(man.x, man.y);
  assert.ok(await page.evaluate(() => globalThis.potez.app.view.chosen));
  await click(5);
  assert.equal((await level()).start, 5);
  // a Teleporter with a target picked on the board, an Increaser with a group
  await click(0);
  await page.getByRole("checkbox", { name: "Teleporter" }).check();
  await page.getByRole("button", { name: "Pick it on the board" }).click();
  await click(11);
  assert.equal((await level()).cells[0].target, 11);
  assert.equal((await level()).cells[0].type, "101");
  await page.getByRole("button", { name: "Add a group" }).click();
  await click(8);
  await click(10);
  await click(10, { button: "right" });
  await page.keyboard.press("Escape");
  await click(2);
  await page.getByRole("checkbox", { name: "Increaser" }).check();
  assert.deepEqual((await level()).groups, [[8]]);
  assert.deepEqual((await level()).cells[2], { type: "10001", value: 1, target: 0, add: -1, colour: 3, group: 0 });
  await page.getByLabel("Adds to each cell").fill("2");
  await page.getByLabel("Adds to each cell").press("Enter");
  assert.match(await page.locator("#cell-add-problem").textContent(), /from −9,999 to 0, found 2/);
  await page.getByLabel("Adds to each cell").fill("-1");
  await page.getByLabel("Adds to each cell").press("Enter");
  await snap(page, "editor-light");
  // the same Target from all three
  for (const name of ["DFS", "DFSS", "Solver"]) await page.getByRole("button", { name: `Run ${name}`, exact: true }).click();
  await page.waitForFunction(() => [...document.querySelectorAll(".zr2-test > span")].every((each) => /points, proved/.test(each.textContent)), null, { timeout: 20000 });
  const points = await page.evaluate(() => [...document.querySelectorAll(".zr2-test > span")].map((each) => /(\d+) points/.exec(each.textContent)[1]));
  assert.equal(new Set(points).size, 1);
  assert.equal(await page.locator('[data-fact="target"] dd').textContent(), points[0]);
  assert.match(await verdict.textContent(), new RegExp(`${points[0]}`));
  // undo and redo
  const before_ = (await level()).cells[2];
  await page.locator(".zr2-editor h1").click();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+y");
  assert.deepEqual((await level()).cells[2], before_);
  // the file, and the address
  await page.waitForFunction(() => globalThis.potez.app.view.level.target > 0);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export" }).click()]);
  assert.equal(file.suggestedFilename(), "Two-rooms.lvl");
  const text = readFileSync(await file.path(), "utf8");
  assert.match(text, new RegExp(`^Two rooms\nTarget=${points[0]}\nSumToZero\n\\(1, 1\\)\n1\n\\{8\\}\n4 3\n\\(101, 1, 11, 0, 1, 0\\) `));
  await page.getByRole("button", { name: "Keep" }).click();
  await page.waitForFunction(() => location.hash.includes("board=z"));
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForFunction(() => globalThis.potez.app.view?.match && globalThis.potez.app.view.level.name === "Two rooms");
  const shared = page.url();
  // the tests left their walk in the buffer
  await page.locator("#speed").fill("5");
  await page.locator(".zr2-title").click();
  await page.keyboard.press("Control+v");
  await page.locator(".zr2-over:not(.zr2-pause) h2").waitFor({ timeout: 90000 });
  assert.equal(await page.locator('[data-count="points"] b').textContent(), points[0]);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
  const other = await deep(shared.slice(address.length).replace(/\/.*$/, ""));
  assert.equal(await other.locator(".zr2-title").textContent(), "Two rooms");
  assert.deepEqual(other.complaints, []);
  await other.context().close();
});

test("a level is edited by keyboard on the flat board", async () => {
  const page = await open(address, "#zr2?view=editor&level=44t1");
  await page.waitForFunction(() => globalThis.potez.app.view.stage.scene?.level);
  await page.keyboard.press("f");
  await page.locator('.zr2-cell[tabindex="0"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^\(1, 1\), value 1/);
  for (const key of ["+", "+", "t", "c"]) await page.keyboard.press(key);
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.press("p");
  const { cells, start: from } = await page.evaluate(() => globalThis.potez.app.view.level);
  assert.deepEqual(cells[5], { type: "101", value: 3, target: 6, add: 0, colour: 2, group: 0 });
  assert.equal(from, 6);
  await page.waitForFunction(() => /\d/.test(document.querySelector(".zr2-verdict b")?.textContent));
  await snap(page, "editor-flat");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("bad files are answered with line and column, in the person's language; good ones open", async () => {
  for (const [locale, message] of [["en", "Line 3, column 1: expected “SumToZero” or “ReachPoints”, found \"SumToOne\"."], ["hr", "Redak 3, stupac 1: očekuje se „SumToZero” ili „ReachPoints”, a piše \"SumToOne\"."]]) {
    const page = await open(address, "#zr2?view=editor&level=44t1", { locale });
    await page.locator('.zr2-tools [data-action="list"]').click();
    await page.locator("#open-text").fill("x\nTarget=0\nSumToOne\n(0)\n0\n2\n(1, 1, 0, 0, 0, 0) (1, 1, 0, 0, 0, 0)\n");
    await page.locator("dialog .end-row button").click();
    assert.equal(await page.locator("dialog [role=alert]").textContent(), message);
    await page.locator("#open-file").setInputFiles({ name: "a.lvl", mimeType: "text/plain", buffer: Buffer.from("Row\nTarget=0\nSumToZero\n(0)\n0\n3\n(1, 0, 0, 0, 0, 0) (1, 1, 0, 0, 0, 0)\n(1, 2, 0, 0, 0, 0)\n") });
    await page.waitForFunction(() => globalThis.potez.app.view.level.name === "Row");
    await page.waitForFunction(() => globalThis.potez.app.view.level.target === 2);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
  const page = await open(address, "#byte");
  await page.goto(`${address}#zr2?board=zAAAA`);
  await page.locator(".problem", { hasText: "a part of it is missing" }).waitFor();
  await page.context().close();
});

test("the generator makes a level as wished, and refuses what cannot be", async () => {
  const page = await open(address, "#zr2?view=editor&level=44t1");
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByLabel("Sides of the board").fill("5 x 4");
  await page.getByLabel("Teleporters").fill("9");
  await page.locator("dialog").getByRole("button", { name: "Make" }).click();
  assert.match(await page.locator("dialog [role=alert]").textContent(), /At most 5/);
  await page.getByLabel("Teleporters").fill("2");
  await page.getByLabel("Seed").fill("7");
  await page.locator("dialog").getByRole("button", { name: "Make" }).click();
  await page.waitForFunction(() => globalThis.potez.app.view.level.name === "Level 7", null, { timeout: 20000 });
  const { size, doors, sum, target } = await page.evaluate(() => {
    const { level } = globalThis.potez.app.view;
    return { size: level.size, doors: level.cells.filter((_, cell) => level.isTeleporter(cell)).length, sum: level.sum, target: level.target };
  });
  assert.deepEqual([size, doors, target], [[5, 4], 2, sum]);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("in three dimensions without the net, once it was seen", async () => {
  const page = await open(address, "#zr2?level=44t1", { workers: "allow" });
  await page.evaluate(async () => { await navigator.serviceWorker.ready; });
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.waitForFunction(() => caches.match(new URL("vendor/three.core.min.js", document.baseURI)), null, { timeout: 10000 });
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForFunction(() => globalThis.potez?.app?.view?.stage?.scene?.level);
  await page.context().close();
});

test("every level of the list is written as it is read, solved as it says, and packed into an address", async () => {
  const page = await open(address, "#zr2?level=44t1");
  const wrong = await page.evaluate(async () => {
    const { Level, packLevel, unpackLevel } = await import("./zr2/level.js"), { levels, levelText } = await import("./modules/levels.js");
    const { engine } = globalThis.potez.app, found = [];
    for (const entry of await levels()) {
      const { text } = await levelText(entry.name), level = Level.read(engine, text);
      if (level.text !== text || (await unpackLevel(await packLevel(text))) !== text) found.push(entry.name);
      if (level.sum !== entry.sum || level.target !== entry.target || String(level.size) !== String(entry.size)) found.push(entry.name);
      for (let cell = 0; cell < level.cells.length; cell++) if (level.index(level.coordinates(cell)) !== cell) found.push(entry.name);
    }
    return found;
  });
  assert.deepEqual(wrong, []);
  await page.context().close();
});

test("pictures of ZR 2", async () => {
  const views = { "zr2-light": ["#zr2?level=Wormhole/", {}], "zr2-dark": ["#zr2?level=Factory&tab=solve", { theme: "dark" }], "zr2-levels": ["#zr2?level=Ferry&tab=levels", {}],
    "editor-dark": ["#zr2?view=editor&level=Machine%20room", { theme: "dark" }], "editor-phone": ["#zr2?view=editor&level=Elevator", { size: phone, touch: true }], "zr2-layers": ["#zr2?level=Cube", {}] };
  for (const [name, [hash, options]] of Object.entries(views)) {
    const page = await deep(hash, options);
    await page.waitForTimeout(900);
    await snap(page, name);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});
