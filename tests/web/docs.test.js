// The documentation as a site: found from the page, searched by keyboard, in both themes, on a phone.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { desk, open, phone, snap, start, stop } from "./browser.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let address;
before(async () => { address = await start(); });
after(stop);

// A page of the site, in the page that was opened on the games.
async function read(name, options = {}) {
  const page = await open(address, "", options);
  await page.goto(`${address}docs/${name}`);
  await page.waitForSelector(".search input");
  return page;
}

async function end(page) {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

test("the page leads there and back", async () => {
  const page = await open(address);
  await page.locator('a[href="docs/index.html"]').first().click();
  await page.waitForSelector("article h1");
  assert.equal(await page.locator("article h1").textContent(), "The pages");
  await page.locator("header .brand").click();
  await page.waitForFunction(() => globalThis.potez?.app?.view);
  await end(page);
});

test("a page has its pictures, tables, code and the list of pages", async () => {
  const page = await read("mill.html");
  assert.equal(await page.locator('.pages [aria-current="page"]').textContent(), "Nine Men's Morris: databases and perfect play");
  assert.ok(await page.locator("article table").count() > 5);
  assert.ok(await page.locator("article pre").count() > 3);
  await page.locator("article img").first().scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelector("article img").naturalWidth > 0);
  await page.locator('.pages a[href="#the-files"]').click();
  await page.waitForFunction(() => Math.abs(document.getElementById("the-files").getBoundingClientRect().top) < 60);
  await end(page);
});

test("a page far down the list begins at its top, and the list shows where it is", async () => {
  const page = await read("architecture.html");
  assert.equal(await page.evaluate(() => globalThis.scrollY), 0);
  const [top, bottom] = await page.locator('.pages [aria-current="page"]').evaluate((link) => [link.getBoundingClientRect().top, link.getBoundingClientRect().bottom]);
  assert.ok(top > 57 && bottom < page.viewportSize().height, `${top} to ${bottom}`);
  await end(page);
});

test("search by keyboard: slash, words, arrows, Enter", async () => {
  const page = await read("index.html");
  await page.keyboard.press("/");
  await page.keyboard.type("retrograde symmetry");
  await page.waitForSelector('.found [role="option"][aria-selected="true"]');
  const options = page.locator('.found [role="option"]');
  assert.ok(await options.count() >= 2);
  assert.match(await options.first().textContent(), /Nine Men's Morris/);
  assert.ok(await page.locator(".found mark").count() > 0);
  assert.equal(await page.locator(".search input").getAttribute("aria-activedescendant"), "found-0");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.locator(".search input").getAttribute("aria-activedescendant"), "found-1");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL(/docs\/mill\.html#/);
  assert.ok(await page.evaluate(() => document.getElementById(location.hash.slice(1)) !== null));
  await end(page);
});

test("search says when there is nothing, and Escape closes it", async () => {
  const page = await read("start/player.html");
  await page.keyboard.press("/");
  await page.keyboard.type("xylophone");
  await page.waitForSelector(".found .nothing");
  await page.keyboard.press("Enter");
  assert.match(page.url(), /start\/player\.html$/);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".found").isVisible(), false);
  assert.equal(await page.locator(".search input").getAttribute("aria-expanded"), "false");
  await end(page);
});

test("the theme is the page's own and can be changed here", async () => {
  const page = await read("othello.html", { theme: "dark" });
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), "dark");
  await page.locator(".tools button").click(); // auto, light, dark
  assert.equal(await theme(), "light");
  await page.goto(address);
  await page.waitForFunction(() => globalThis.potez?.app?.view);
  assert.equal(await theme(), "light");
  await end(page);
});

test("axe finds nothing, light or dark, desk or phone; nothing is wider than a phone", async () => {
  for (const [theme, size] of [["light", desk], ["dark", phone]]) {
    const page = await read("index.html", { theme, size });
    for (const name of ["index.html", "start/student.html", "mill.html", "library.html"]) {
      await page.goto(`${address}docs/${name}`);
      await page.waitForSelector(".search input");
      if (name === "mill.html") {
        await page.locator(".search input").fill("book");
        await page.waitForSelector('.found [role="option"]');
      }
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), [], `${name}, ${theme}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} fits`);
      await snap(page, `docs-${name.replaceAll(/\W/g, "-")}-${theme}`);
    }
    await end(page);
  }
});

test("pages can be read without scripts", async () => {
  const page = await open(address);
  const context = await page.context().browser().newContext({ javaScriptEnabled: false });
  const bare = await context.newPage();
  await bare.goto(`${address}docs/connect4.html`);
  assert.equal(await bare.locator("article h1").textContent(), "Connect Four, solved");
  assert.equal(await bare.locator(".search").isVisible(), false);
  await context.close();
  await end(page);
});
