// Analysis, sharing, addresses.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { desk, open, phone, snap, start, state, stop } from "./browser.js";

let address;
before(async () => { address = await start(); });
after(stop);

const scored = (page) => page.waitForFunction(() => document.querySelectorAll(".board .score").length > 0, null, { timeout: 20000 });

test("every legal move has a score on the board, the best a ring, the bar a number", async () => {
  const page = await open(address, "#othello/f5d6c3d3c4");
  await scored(page);
  const { moves } = await state(page);
  await page.waitForFunction((count) => document.querySelectorAll(".board .score").length === count, moves.length);
  assert.ok((await page.locator(".bar b").textContent()).length > 0);
  assert.ok(await page.locator(".lines li").count() > 3);
  assert.match(await page.locator(".status").textContent(), /Depth \d+|Exact/);
  await page.waitForTimeout(2500);
  await snap(page, "analysis-othello");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("an opening that cannot be proved is looked at ever deeper, best moves first", async () => {
  const page = await open(address, "#othello/f5d6c3d3c4");
  await page.waitForFunction(() => Number(/Depth (\d+)/.exec(document.querySelector(".status")?.textContent)?.[1]) > 9, null, { timeout: 15000 });
  const scores = (await page.locator(".lines .num").allTextContents()).map((text) => Number(text.replace("\u2212", "-")));
  assert.deepEqual(scores, [...scores].sort((a, b) => a - b), "White's best is what Black, at the bottom, likes least");
  await page.context().close();
});

test("a decided position is called exact, with the plies to its end", async () => {
  const page = await open(address, "#connect4/71652117553346667213");
  await scored(page);
  await page.waitForFunction(() => /wins|loses|draw/.test(document.querySelector(".lines")?.textContent ?? ""), null, { timeout: 30000 });
  await page.context().close();
});

test("scores have a real minus sign and whole numbers where they are proved", async () => {
  const page = await open(address, "#connect4/44443521");
  await scored(page);
  const texts = await page.locator(".board .score text").allTextContents();
  assert.ok(texts.every((text) => /^[+\u2212]?\d*([.,]\d)?$/.test(text)), texts.join(" "));
  await page.context().close();
});

test("stepping through, branching, and the graph", async () => {
  const page = await open(address, "#othello/f5d6c3d3c4f4f6");
  await page.locator(".graph-line").waitFor({ state: "attached", timeout: 20000 });
  await page.keyboard.press("[");
  assert.equal((await state(page)).at, 6);
  await page.keyboard.press("{");
  assert.equal((await state(page)).at, 0);
  await page.keyboard.press("]");
  assert.equal((await state(page)).at, 1);
  const { moves } = await state(page);
  const other = moves.find((move) => move.text !== "d6");
  await page.locator(`.cell[data-place="${other.steps[0].place}"]`).click();
  const now = await state(page);
  assert.deepEqual(now.history, ["f5", other.text]);
  assert.ok(page.url().endsWith(`/f5${other.text}`));
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("addresses round trip for every game, with options and a position", async () => {
  for (const hash of ["#connect4/4453", "#mill?tab=analysis/d2,d7,a1", "#byte?size=10&tab=analysis/b2-c3", "#connect4?width=8&tab=analysis/881"]) {
    const page = await open(address, hash);
    const [, moves] = /\/(.*)$/.exec(hash);
    assert.ok(page.url().includes(`/${moves}`), `${page.url()} for ${hash}`);
    assert.equal((await state(page)).at > 0, true);
    await page.context().close();
  }
  const position = "---------------------------OX------XO--------------------------- X;";
  const page = await open(address, `#othello?start=${encodeURIComponent(position)}/f5`);
  assert.equal((await state(page)).at, 1);
  await page.context().close();
});

test("a bad address says what is wrong", async () => {
  const page = await open(address, "#othello").catch(() => null);
  await page.goto(`${address}#othello/a1a1`);
  await page.locator(".problem").waitFor();
  assert.match(await page.locator(".problem").textContent(), /a1/);
  await page.goto(`${address}#connect4/4453`);
  await page.locator(".play").waitFor();
  await page.context().close();
});

test("sharing: pictures, the file, and pasting them back", async () => {
  const page = await open(address, "#othello/f5d6c3");
  await page.keyboard.press("l");
  await page.locator("dialog").waitFor();
  await snap(page, "dialog-share");
  for (const [name, head] of [["SVG", "<svg"], ["PNG", "\x89PNG"], ["Game file", "potez 1"]]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
    const bytes = await readFile(await download.path());
    assert.ok(bytes.subarray(0, 8).toString("latin1").startsWith(head), name);
    assert.ok(bytes.length > 60);
  }
  await page.locator("#paste").fill("f5f6e6");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.history[1]?.text === "f6");
  await page.keyboard.press("l");
  await page.locator("#paste").fill("zz9");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.waitForFunction(() => /zz9/.test(document.querySelector("#paste-problem")?.textContent));
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("without shared memory a search is ended with its worker", async () => {
  const plain = await start({ isolated: false });
  const page = await open(plain, "#othello/f5d6c3");
  assert.equal(await page.evaluate(() => crossOriginIsolated), false);
  await scored(page);
  await page.keyboard.press("[");
  await page.waitForTimeout(200);
  await scored(page);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("pictures of the main views", async () => {
  const views = { home: "", othello: "#othello/f5d6c3d3c4f4f6", connect4: "#connect4/44443521", mill: "#mill/d2,d7,a1,g7", byte: "#byte/b2-c3", zr2: "#zr2" };
  for (const [sizeName, size] of Object.entries({ desk, phone }))
    for (const theme of ["light", "dark"])
      for (const [name, hash] of Object.entries(views)) {
        const page = await open(address, hash, { size, theme, touch: size === phone });
        await page.waitForTimeout(1500);
        await snap(page, `${name}-${sizeName}-${theme}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= size.width, `${name} is ${wide} wide at ${size.width}`);
        if (name !== "home") {
          for (const part of name === "zr2" ? [".zr2-table", ".who", ".actions"] : [".board", ".who >> nth=0", ".who >> nth=1", ".actions"]) {
            const box = await page.locator(part).boundingBox();
            assert.ok(box.y >= 0 && box.y + box.height <= size.height, `${part} of ${name} lies in the window (${sizeName})`);
          }
        }
        assert.deepEqual(page.complaints, []);
        await page.context().close();
      }
});
