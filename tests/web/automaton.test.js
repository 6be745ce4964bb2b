// The Connect Four machine in the page, through potez serve itself: the menu, a disc by touch and by
// key, the machine's answer, a move from the server.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, phone, snap, start, stop } from "./browser.js";
import { serveProgram } from "./program.js";

let server, address;

before(async () => {
  await start(); // the browser
  server = await serveProgram();
  ({ address } = server);
});
after(async () => {
  await stop();
  server?.close();
});

// The lights in the order of the chain: '.' dark, else the number of the strongest part (0 red, 1 green, 2 blue).
const lights = (page, wanted) => page.waitForFunction((text) => document.querySelector(".automaton")?.dataset.lights === text, wanted);
const discs = (page, count) => page.waitForFunction((number) => document.querySelector(".automaton")?.dataset.lights.replaceAll(".", "").length === number, count, { timeout: 15000 });
const pad = (page, number) => page.locator(`[data-pad="${number}"]`).click({ delay: 80 });
const said = (page, text) => page.waitForFunction((wanted) => document.querySelector(".automaton [role=status]")?.textContent === wanted, text);
// The marks that are seen, in the order of the chain.
const marks = (page) => page.evaluate(() => [...document.querySelectorAll(".machine .marks")].map((each) =>
  [...each.children].map((mark, side) => (getComputedStyle(mark).display === "none" ? "" : side)).join("") || ".").join(""));
const MENU = "..2010" + "0" + ".".repeat(21) + "0" + ".".repeat(12) + "0";

test("two people by touch and by key, then the menu", async () => {
  const page = await open(address, "#automaton");
  await lights(page, MENU);
  await snap(page, "automaton-menu");
  await pad(page, 2); // two people
  await discs(page, 0);
  await page.waitForTimeout(100);
  await page.waitForFunction(() => document.querySelector(".automaton")?.dataset.lights === ".".repeat(42));
  await page.waitForTimeout(900);
  await pad(page, 3);
  await lights(page, `${".".repeat(38)}0...`);
  await page.waitForTimeout(400);
  await said(page, "Red: column 4. Green to move");
  assert.equal(await marks(page), `${".".repeat(38)}0...`);
  await page.keyboard.press("4");
  await lights(page, `${".".repeat(31)}1......0...`);
  await said(page, "Green: column 4. Red to move");
  assert.equal(await marks(page), `${".".repeat(31)}1......0...`);
  assert.equal(await page.locator('[data-pad="3"]').getAttribute("aria-label"), "Column 4, from below: Red, Green");
  await snap(page, "automaton-game");
  await page.keyboard.press("m");
  await lights(page, MENU);
  await said(page, "Menu: choose who plays");
  assert.equal(await marks(page), ".".repeat(42));
  assert.equal(await page.locator('[data-pad="3"]').getAttribute("aria-label"), "4: Hard");
  assert.deepEqual(page.complaints, []);
});

test("the end of a game is told, and a touch wakes a machine that waits", async () => {
  const page = await open(address, "#automaton", { theme: "dark" });
  await lights(page, MENU);
  await page.waitForTimeout(1500); // it waits
  await page.keyboard.press("3");
  await said(page, "Red to move");
  for (const [i, key] of [...("1212121")].entries()) {
    await page.keyboard.press(key);
    await said(page, i < 6 ? `${i % 2 ? "Green" : "Red"}: column ${key}. ${i % 2 ? "Red" : "Green"} to move` : "Red: column 1. Red wins");
  }
  await said(page, "Red wins \u00b7 any pad leads to the menu");
  await snap(page, "automaton-won");
  assert.deepEqual(page.complaints, []);
});

test("the machine answers, its own way and by the server, on a telephone", async () => {
  const page = await open(address, "#automaton", { size: phone, touch: true });
  await lights(page, MENU);
  await page.keyboard.press("6"); // perfect begins in the middle, by its book
  await lights(page, `${".".repeat(38)}0...`);
  await page.waitForTimeout(400);
  await pad(page, 0);
  await discs(page, 3);
  await pad(page, 7);
  await lights(page, MENU);
  const asked = page.waitForRequest((request) => request.url().includes("/api/v1/best?game=connect4"));
  await pad(page, 6);
  await asked;
  await discs(page, 1);
  await snap(page, "automaton-phone");
  assert.deepEqual(page.complaints, []);
});
