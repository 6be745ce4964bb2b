// The template game's view, on a page whose engine has that game alone and whose list has the line that
// docs/adding-a-game.md tells to add.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { desk, open, phone, snap, start, state, stop } from "./browser.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const build = process.env.POTEZ_BUILD ?? join(root, "build/release");
const LINE = '  template: () => import("../template/view.js"),\n';

let address;
before(async () => {
  const engine = readFileSync(join(build, "tests/template/potez-template.wasm"));
  const list = readFileSync(join(root, "web/modules/games.js"), "utf8").replace("const ownViews = {\n", (head) => head + LINE);
  assert.ok(list.includes(LINE));
  assert.ok(readFileSync(join(root, "docs/adding-a-game.md"), "utf8").includes(LINE.trim().replaceAll("template", "NAME")));
  address = await start({ isolated: false, own: { "engine/potez.wasm": engine, "engine/potez-simd.wasm": engine, "modules/games.js": list } });
});
after(stop);

const cell = (page, name) => page.locator(`.template [data-name="${name}"]`);
const told = (page) => page.locator(".template .told").textContent();
const at = (page, ply) => page.waitForFunction((wanted) => globalThis.potez.app.view?.match?.state.at === wanted, ply);

test("two people play it by mouse, and the address follows", async () => {
  const page = await open(address, "#template/b2");
  assert.equal(await told(page), "o to move");
  for (const name of ["b1", "a1", "c3", "a3", "a2"]) await cell(page, name).click();
  assert.ok(await cell(page, "a2").isDisabled());
  await cell(page, "c1").click();
  assert.equal(await told(page), "x wins");
  assert.equal(new URL(page.url()).hash, "#template/b2b1a1c3a3a2c1");
  assert.equal(await page.locator(".template .cells button:enabled").count(), 0);
  await page.reload();
  await page.waitForFunction(() => globalThis.potez?.app?.view);
  assert.equal(await told(page), "x wins");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("keys take back and advise, and the advice is proved", async () => {
  const page = await open(address, "#template/b2,b1,a1");
  await page.keyboard.press("h");
  await page.locator(".template .advised").waitFor();
  assert.equal(await page.locator(".template .advised").getAttribute("data-name"), "c3");
  await page.keyboard.press("u");
  await at(page, 2);
  assert.equal(await page.locator(".template .advised").count(), 0);
  await page.keyboard.press("y");
  await at(page, 3);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("the machine answers, and a game that was left goes on", async () => {
  const page = await open(address, "#template");
  await cell(page, "b2").click();
  await at(page, 2);
  const { history } = await state(page);
  await page.evaluate(() => globalThis.potez.app.leave());
  await page.locator(".home").waitFor();
  await page.goto(`${address}#template`);
  await page.locator(".template .cells").waitFor();
  assert.deepEqual((await state(page)).history, history);
  // what is pasted opens in the game's own view too
  await page.evaluate(() => globalThis.potez.app.openText(globalThis.potez.app.game("template"), "a1,b2,c3", {}));
  await at(page, 3);
  assert.equal(await cell(page, "c3").textContent(), "\u00d7");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

for (const [theme, size, name] of [["light", desk, "desk"], ["dark", phone, "phone"]])
  test(`it looks right: ${theme}, ${name}`, async () => {
    const page = await open(address, "#template/b2,b1,a1", { theme, size });
    await page.keyboard.press("h");
    await page.locator(".template .advised").waitFor();
    await snap(page, `template-${theme}-${name}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    await page.context().close();
  });
