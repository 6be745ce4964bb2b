// Languages, access for everyone, use offline.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { goOffline, open, personsTurn, phone, snap, start, stop } from "./browser.js";

const web = fileURLToPath(new URL("../../web", import.meta.url));
const build = process.env.POTEZ_BUILD ?? fileURLToPath(new URL("../../build/release", import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const languages = ["en", "hr", "sr-Latn", "sr-Cyrl"];

let address;
before(async () => { address = await start(); });
after(stop);

const files = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  statSync(join(folder, entry.name)).isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)]);
const parts = readdirSync(join(web, "texts"), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
const readTexts = (path) => JSON.parse(readFileSync(join(web, `texts/${path}.json`), "utf8"));
const texts = Object.fromEntries(languages.map((code) => [code, Object.assign({}, readTexts(code), ...parts.map((part) => readTexts(`${part}/${code}`)))]));

test("every language has every text, with the same places and its own plural forms", () => {
  const places = (text) => [...new Set((typeof text === "string" ? text : Object.values(text).join()).match(/\{\w+\}/g) ?? [])].sort();
  for (const code of languages) {
    assert.deepEqual(Object.keys(texts[code]).sort(), Object.keys(texts.en).sort(), code);
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories.filter((form) => form !== "many").sort();
    for (const [key, text] of Object.entries(texts[code])) {
      assert.deepEqual(places(text), places(texts.en[key]), `${code} ${key}`);
      if (typeof text === "object") assert.deepEqual(Object.keys(text).sort(), forms, `${code} ${key}`);
      assert.ok(typeof text === "object" || text.length > 0, `${code} ${key}`);
    }
  }
});

test("every text that the program names is there", () => {
  for (const file of ["modules", "zr2", "template", "lessons", "history"].flatMap((folder) => files(join(web, folder))).filter((each) => each.endsWith(".js")))
    for (const [, key] of readFileSync(file, "utf8").matchAll(/\bt\("([\w.]+)"(?=[,)])/g)) assert.ok(key in texts.en, `${key} in ${file}`);
});

test("every proof that the solver of ZR 2 can name has a text", () => {
  const source = readFileSync(fileURLToPath(new URL("../../src/minds/zr2/solve.c", import.meta.url)), "utf8");
  const names = [...source.matchAll(/\[ZR2_PROOF_\w+\] = "(\w+)"/g)].map(([, name]) => name);
  assert.ok(names.length >= 5);
  for (const name of names) assert.ok(`zr2.proof.${name}` in texts.en, name);
});

test("undo and redo are called what they do", () => {
  for (const [code, undo, redo] of [["en", "Undo", "Redo"], ["hr", "Poništi", "Ponovi"], ["sr-Latn", "Poništi", "Ponovi"], ["sr-Cyrl", "Поништи", "Понови"]]) {
    assert.deepEqual([texts[code].undo, texts[code].redo], [undo, redo]);
    for (const key of ["keys.undo", "zr2.keys.undo"]) assert.equal(texts[code][key], `${undo}, ${redo}`.toLowerCase(), `${code} ${key}`);
  }
});

test("npm runs no script of a package", () => {
  const root = join(web, ".."), calls = [];
  for (const file of [...files(join(root, "tools")), join(root, "tests/web/run"), join(root, "check"), join(root, "run")])
    for (const line of readFileSync(file, "utf8").split("\n")) if (/\bnpm (ci|i|install)\b/.test(line)) calls.push([file, line]);
  assert.equal(calls.length, 2);
  for (const [file, line] of calls) assert.match(line, /--ignore-scripts/, file);
});

test("the Cyrillic texts are those of the tool", async () => {
  const { execFileSync } = await import("node:child_process");
  const read = () => ["", ...parts].map((part) => readFileSync(join(web, "texts", part, "sr-Cyrl.json"), "utf8"));
  const kept = read();
  execFileSync(join(web, "../tools/cyrillic"), { timeout: 30000 });
  assert.deepEqual(read(), kept);
});

test("the browser's language is the default, and all views have all words in each", async () => {
  for (const [locale, code] of [["en-GB", "en"], ["hr-HR", "hr"], ["sr-Latn-RS", "sr-Latn"], ["sr-RS", "sr-Cyrl"], ["de-DE", "en"]]) {
    const page = await open(address, "#othello", { locale });
    assert.equal(await page.getAttribute("html", "lang"), code);
    for (const game of ["othello", "connect4", "mill", "byte", "zr2"]) {
      await page.goto(`${address}#${game}`);
      await page.waitForFunction((name) => globalThis.potez.app.view?.game?.name === name, game);
      for (const tab of ["analysis", "review", "rules", "play"]) await page.evaluate((name) => globalThis.potez.app.view.tab(name), tab);
      if (game !== "zr2") {
        await page.keyboard.press("e");
        await page.locator(".editor").waitFor();
        await page.keyboard.press("Escape");
        const units = await page.evaluate(() => [`unit.${globalThis.potez.app.view.game.unit}`, `units.${globalThis.potez.app.view.game.unit}`]);
        for (const key of units) assert.ok(key in texts[code], `${code} ${key}`);
        await page.keyboard.press("n");
        await page.locator("dialog input[value=named]").check({ force: true });
        for (const option of await page.locator("dialog .more select option").all()) await page.locator("dialog .more select").first().selectOption(await option.getAttribute("value"));
        await page.keyboard.press("Escape");
      }
    }
    await page.evaluate(() => globalThis.potez.app.view.tab("levels"));
    await page.goto(`${address}#zr2?view=editor&level=Machine%20room`);
    await page.waitForFunction(() => globalThis.potez.app.view?.editing);
    await page.evaluate(() => {
      const { view } = globalThis.potez.app;
      for (const cell of view.level.cells.keys()) view.select(cell);
      for (const mode of ["raise", "lower", "player", "group", "target", "select"]) view.setMode(mode);
    });
    for (const action of ["dice", "list", "plus"]) {
      await page.locator(`.zr2-tools [data-action="${action}"]`).click();
      await page.keyboard.press("Escape");
    }
    for (const hash of ["#lessons", "#lessons/byte/first/2", "#lessons/mill/drill-1", "#history", "#puzzles", ...["connect4", "othello", "mill", "byte"].map((game) => `#puzzles/${game}`)]) {
      await page.goto(`${address}${hash}`);
      await page.evaluate(() => globalThis.potez.app.route()); // until it is shown
    }
    await page.goto(`${address}#zr2`);
    await page.waitForFunction(() => globalThis.potez.app.view?.match);
    assert.deepEqual(await page.evaluate(() => [...globalThis.potez.missing]), [], code);
    await page.evaluate(() => globalThis.potez.app.view.tab("rules"));
    if (code !== "en") await snap(page, `language-${code}`);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

async function check(page, name) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));
  assert.deepEqual(violations.map(({ id, nodes }) => `${name}: ${id}: ${nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary?.split("\n").slice(1, 3).join(" ")}`).join("; ")}`), []);
}

test("axe finds nothing in any view, light or dark", async () => {
  for (const theme of ["light", "dark"])
    for (const [name, hash] of Object.entries({ home: "", othello: "#othello/f5d6c3", connect4: "#connect4/4453", mill: "#mill/d2,d7", byte: "#byte", zr2: "#zr2?level=Wormhole", levels: "#zr2?level=Wormhole&tab=levels", solve: "#zr2?level=Millstone&tab=solve", editor: "#zr2?level=Millstone&view=editor", automaton: "#automaton", lessons: "#lessons", lesson: "#lessons/byte/first/2", drill: "#lessons/mill/drill-1", history: "#history", puzzles: "#puzzles", puzzle: "#puzzles/byte/daily" })) {
      const page = await open(address, hash, { theme });
      await page.waitForTimeout(1200);
      await check(page, `${name} ${theme}`);
      if (name === "home") {
        await page.getByRole("button", { name: "With a friend" }).click();
        await page.locator("dialog").waitFor({ timeout: 20000 });
        await check(page, `a friend ${theme}`);
        await page.keyboard.press("Escape");
        await page.evaluate(() => { location.hash = "#nothing"; });
        await page.locator(".problem").waitFor({ timeout: 20000 });
        await check(page, `unknown address ${theme}`);
      }
      if (name === "othello") {
        await page.evaluate(() => globalThis.potez.app.view.tab("rules"));
        await check(page, `rules ${theme}`);
        await page.keyboard.press("n");
        await check(page, `new ${theme}`);
        for (const kind of ["named", "model"]) {
          await page.locator(`dialog input[value=${kind}]`).check({ force: true });
          await check(page, `new, ${kind} ${theme}`);
        }
        await page.keyboard.press("Escape");
        await page.keyboard.press("l");
        await check(page, `share ${theme}`);
        await page.keyboard.press("Escape");
        await page.keyboard.press("e");
        await page.locator(".editor").waitFor();
        await check(page, `position editor ${theme}`);
        await page.keyboard.press("Escape");
        await page.evaluate(() => globalThis.potez.app.view.tab("review"));
        await page.waitForFunction(() => globalThis.potez.app.view.review?.done, null, { timeout: 60000 });
        await check(page, `review ${theme}`);
      }
      await page.context().close();
    }
});

test("the board is a grid with one cell in the order of Tab, and moves are announced", async () => {
  const page = await open(address, "#othello");
  await personsTurn(page);
  assert.equal(await page.locator('.cell[tabindex="0"]').count(), 1);
  await page.locator('.cell[tabindex="0"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const label = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  assert.equal(label, "d3, empty, can be played");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /Black: d3/.test(document.getElementById("announcer").textContent));
  await page.keyboard.press("Control+End");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^h8/);
  await page.context().close();
});

test("works offline after the first visit", async () => {
  const page = await open(address, "", { workers: "allow" });
  await goOffline(page);
  await page.goto(`${address}#othello`);
  await personsTurn(page);
  await page.locator('.cell[data-place="19"]').click();
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.state.at >= 2);
  await page.context().close();
});

test("the list of files to keep is that of web/", () => {
  const kept = JSON.parse(readFileSync(join(web, "files.json"), "utf8"));
  const there = files(web).map((file) => file.slice(web.length + 1)).filter((file) => !/^fonts\/.*\.txt$|^files\.json$|^service-worker\.js$|^curves\/|^docs\/|^template\//.test(file));
  assert.deepEqual(kept.filter((file) => file !== "./" && !/^(engine|models)\//.test(file)).sort(), there.sort());
});

test("the first load is under 300 kB compressed", async () => {
  const page = await open(address, "#othello", { size: phone });
  const loaded = new Set();
  page.on("request", (request) => loaded.add(new URL(request.url()).pathname));
  await page.reload();
  await personsTurn(page);
  await page.locator('.cell[data-place="19"]').click();
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.state.at >= 2);
  let sum = 0;
  for (const path of loaded) {
    if (path.startsWith("/models/")) continue; // these come when a game is thought about, and nobody waits for them
    const file = path.startsWith("/engine/") ? join(build, "src/ports/browser", path.slice(8)) : join(web, path === "/" ? "index.html" : path);
    sum += /\.(woff2|png)$/.test(file) ? statSync(file).size : brotliCompressSync(readFileSync(file)).length;
  }
  console.log(`# first load: ${Math.round(sum / 1000)} kB in ${loaded.size} files`);
  assert.ok(sum < 300000, `${sum} bytes`);
  await page.context().close();
});
