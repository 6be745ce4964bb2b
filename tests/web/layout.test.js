// Small windows: phones upright and on their side, and a magnification of 200 %. The board is whole, nothing is wider than the
// window, no label is cut off; and everything that Tab stops at says what it is.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, personsTurn, phone, start, stop } from "./browser.js";

const sizes = { phone, "small phone": { width: 360, height: 740 }, landscape: { width: 844, height: 390 }, "200 %": { width: 640, height: 360 } };
const games = ["othello", "connect4", "mill", "byte"];
const views = { home: "", othello: "#othello", connect4: "#connect4?tab=analysis/4453335", mill: "#mill", byte: "#byte", rules: "#mill?tab=rules", zr2: "#zr2?level=Wormhole",
  levels: "#zr2?level=Wormhole&tab=levels", editor: "#zr2?level=Millstone&view=editor", automaton: "#automaton",
  lessons: "#lessons", lesson: "#lessons/byte/first/3", "a walk": "#lessons/zr2/first/1", drill: "#lessons/connect4/drill-3", history: "#history", puzzles: "#puzzles", puzzle: "#puzzles/connect4/daily" };

let address;
before(async () => { address = await start(); });
after(stop);

const show = async (page, hash) => {
  await page.evaluate((to) => { location.hash = to; }, hash);
  await page.waitForFunction((to) => location.hash.startsWith(to.split(/[?/]/)[0]) && globalThis.potez.app.view?.element?.isConnected, hash, { timeout: 20000 });
};

// What is cut off of labels: buttons, tabs and headings.
const cut = (page) => page.evaluate(() => [...document.querySelectorAll(".tool span, .tabs button, .segments span, .row button, .row .button")]
  .filter((each) => each.clientWidth > 1 && getComputedStyle(each).clipPath === "none" && each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent));

for (const [name, size] of Object.entries(sizes))
  test(`${name}: nothing is wider than the window`, async () => {
    const page = await open(address, "#othello", { size, locale: "sr" });
    for (const [view, hash] of Object.entries(views)) {
      await show(page, hash);
      await page.waitForTimeout(150);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), view);
      assert.deepEqual(await cut(page), [], view);
    }
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

test("the whole board, both players and the buttons are in sight without scrolling", async () => {
  for (const [name, size] of Object.entries(sizes)) {
    if (name === "small phone") continue;
    const page = await open(address, "#othello", { size });
    for (const game of games) {
      await show(page, `#${game}`);
      await page.waitForFunction((wanted) => globalThis.potez.app.view?.game?.name === wanted, game, { timeout: 20000 });
      const boxes = await page.evaluate(() => [".board-host", ".actions", ...[".stage > .who:first-of-type", ".stage > .who:last-of-type"]].map((each) => [each, document.querySelector(each).getBoundingClientRect().bottom]));
      for (const [what, bottom] of boxes) assert.ok(bottom <= size.height + 1, `${name}, ${game}: ${what} ends at ${bottom}`);
    }
    await page.context().close();
  }
});

test("beside the board only the panel scrolls, not the page", async () => {
  const { landscape, "200 %": zoom } = sizes;
  for (const size of [{ width: 1280, height: 720 }, landscape, zoom]) {
    const page = await open(address, "#connect4?tab=analysis/4653135624733777", { size, locale: "sr" });
    for (const tab of ["analysis", "review"]) {
      await page.evaluate((to) => globalThis.potez.app.view.tab(to), tab);
      await page.waitForFunction(() => globalThis.potez.app.view.review?.done, null, { timeout: 120000 });
      assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), `${tab} at ${size.width}`);
    }
    await page.context().close();
  }
});

// Names, whose turn it is and what is counted stand side by side.
const overlaps = (page) => page.evaluate(() => [...document.querySelectorAll(".who")].filter((row) => {
  const right = Math.max(...[...row.querySelectorAll(".name > *")].map((each) => each.getBoundingClientRect().right));
  return right > (row.querySelector(".counts span")?.getBoundingClientRect().left ?? Infinity);
}).map((row) => row.textContent));

test("the players' lines do not run into each other, and dialogs are no wider than themselves", async () => {
  for (const [name, size] of Object.entries(sizes)) {
    const page = await open(address, "#othello", { size, locale: "sr" });
    for (const game of games) {
      await show(page, `#${game}`);
      await page.waitForFunction((wanted) => globalThis.potez.app.view?.game?.name === wanted, game, { timeout: 20000 });
      assert.deepEqual(await overlaps(page), [], `${name}, ${game}`);
      await page.keyboard.press("n");
      await page.locator("dialog[open] form").waitFor();
      const { wide, start: end } = await page.evaluate(() => {
        const dialog = document.querySelector("dialog[open]"), button = dialog.querySelector("button[type=submit]").getBoundingClientRect();
        return { wide: dialog.scrollWidth - dialog.clientWidth, start: button.bottom - innerHeight };
      });
      assert.ok(wide <= 0, `${name}, ${game}: the dialog is ${wide} px too wide`);
      assert.ok(end <= 0, `${name}, ${game}: the button that starts is out of sight`);
      await page.keyboard.press("Escape");
      await page.locator("dialog[open]").waitFor({ state: "detached" });
    }
    await page.context().close();
  }
});

test("labels of the buttons fit in every language", async () => {
  for (const size of [phone, { width: 1280, height: 720 }]) for (const locale of ["en", "hr", "sr-Latn-RS", "sr"]) {
    const page = await open(address, "#othello", { size, locale });
    for (const game of games) {
      await show(page, `#${game}`);
      await page.waitForFunction((wanted) => globalThis.potez.app.view?.game?.name === wanted, game, { timeout: 20000 });
      for (const against of [1, 0]) { // "sides" against the machine, "turn" with two people
        if (!against) await page.evaluate(() => { const { view } = globalThis.potez.app; view.match.setPlayers([{ kind: "person" }, { kind: "person" }]); view.drawActions(); });
        assert.deepEqual(await cut(page), [], `${locale} ${game} ${size.width}`);
      }
    }
    await page.context().close();
  }
});

test("the names of the levels fit their cards in every language", async () => {
  for (const locale of ["en", "hr", "sr-Latn-RS", "sr"]) {
    const page = await open(address, "#zr2?level=Wormhole&tab=levels", { locale });
    await page.locator(".zr2-level").nth(60).waitFor({ timeout: 30000 });
    const wrong = await page.evaluate(() => [...document.querySelectorAll(".zr2-level b, .zr2-level small")].filter((each) => each.scrollWidth > each.clientWidth + 1 || each.getBoundingClientRect().right > each.closest(".zr2-level").getBoundingClientRect().right).map((each) => each.textContent));
    assert.deepEqual(wrong, [], locale);
    await page.context().close();
  }
});

test("every stop of Tab says what it is, and a rack's places are columns", async () => {
  const page = await open(address, "#connect4");
  await personsTurn(page);
  for (let i = 0; i < 24; i++) {
    await page.keyboard.press("Tab");
    const stopped = await page.evaluate(() => {
      const { activeElement: at } = document;
      return { tag: at.tagName, name: at.getAttribute("aria-label") || at.getAttribute("aria-labelledby") || at.textContent.trim() || at.labels?.[0]?.textContent || "" };
    });
    assert.ok(stopped.tag === "BODY" || stopped.name, JSON.stringify(stopped));
  }
  assert.match(await page.locator('.cell[tabindex="0"]').getAttribute("aria-label"), /^column 1, row 1, empty/);
  await page.locator('.cell[data-place="3"]').click();
  await page.waitForFunction(() => /Yellow: column 4/.test(document.getElementById("announcer").textContent), null, { timeout: 20000 });
  await page.context().close();
});

test("values of the flat board stand clear of its markers", async () => {
  const page = await open(address, "#zr2?level=Chain%20reaction");
  await page.keyboard.press("f");
  await page.locator(".zr2-flat .board text").first().waitFor({ timeout: 20000 });
  const hidden = await page.evaluate(() => [...document.querySelectorAll(".zr2-flat .board .under text")].filter((text) => {
    const box = text.getBoundingClientRect();
    const over = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return over.some((each) => each.matches?.(".target circle"));
  }).length);
  assert.equal(hidden, 0);
  const order = await page.evaluate(() => {
    // whatever is painted after a number and covers its middle hides it
    const groups = [...document.querySelectorAll(".zr2-flat .board .under g")], wrong = [];
    groups.forEach((group, i) => {
      const text = group.querySelector("text");
      if (!text) return;
      const { x, y, width, height } = text.getBBox(), middle = new DOMPoint(x + width / 2, y + height / 2);
      for (const later of groups.slice(i + 1)) for (const path of later.querySelectorAll("path")) if (path.isPointInFill(middle) && path.getAttribute("fill") !== "none") wrong.push(text.textContent);
    });
    return wrong;
  });
  assert.deepEqual(order, []);
  await page.context().close();
});
