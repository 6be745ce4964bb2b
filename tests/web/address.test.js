// Addresses: one that leads nowhere says so, and the buttons of the first page lead to something.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { desk, open, phone, snap, start, stop } from "./browser.js";

let address;
before(async () => { address = await start(); });
after(stop);

test("an address that leads nowhere says so and shows nothing else", async () => {
  const page = await open(address, "");
  for (const hash of ["#chess", "#blocks", "#toString", "#othello/zz9", "#othello/%zz", "#othello?size=99", "#zr2?level=Nowhere"]) {
    await page.goto("about:blank");
    await page.goto(address + hash);
    const problem = page.getByRole("alert");
    await problem.waitFor({ timeout: 5000 }).catch(() => assert.fail(`${hash} is not told of`));
    assert.equal(await page.locator(".board, .home").count(), 0, hash);
    const name = /^#(\w+)$/.exec(hash)?.[1];
    if (name) assert.ok((await problem.textContent()).includes(`“${name}”`), hash);
  }
  for (const [theme, size] of [["light", desk], ["dark", phone]]) {
    const other = await open(address, "", { theme, size });
    await other.evaluate(() => { location.hash = "#chess"; });
    await other.getByRole("alert").waitFor();
    await snap(other, `unknown-${theme}`);
    await other.getByRole("link", { name: "Potez, first page" }).last().click();
    await other.locator(".home").waitFor();
    await other.context().close();
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("the first page leads to a position worth analysing and to the first level", async () => {
  const page = await open(address, "");
  await page.getByRole("link", { name: "Analyse a position" }).click();
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.state.at > 0);
  assert.equal(await page.evaluate(() => globalThis.potez.app.view.tabName), "analysis");
  await page.locator(".lines .num").nth(3).waitFor();
  await page.waitForFunction(() => document.querySelector(".analysis .status b")?.textContent === "Exact", null, { timeout: 60000 });
  await page.getByRole("button", { name: "All 7 moves" }).click();
  const said = await page.locator(".lines li em").allTextContents();
  assert.equal(said.filter((text) => text.startsWith("Yellow wins")).length, 1, said.join());
  assert.equal(said.filter((text) => text.startsWith("Red wins")).length, 6, said.join());
  await snap(page, "home-analyse");
  await page.goto(address);
  await page.getByRole("link", { name: "Solve a level" }).and(page.locator('[href*="level="]')).click();
  await page.locator(".zr2-title").waitFor();
  assert.equal(await page.locator(".zr2-title").textContent(), "First steps");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
