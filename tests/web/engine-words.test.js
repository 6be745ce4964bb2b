// What the engine says is in the person's language: every sentence that it can say to the page has its words, and the
// names of the levels and the kinds of cells have theirs.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { open, start, stop } from "./browser.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));
const languages = ["hr", "sr-Latn", "sr-Cyrl"];

let address;
before(async () => { address = await start(); });
after(stop);

// Sources whose errors reach the page: rules and notations, reading, players, the page's own port. ZR 2's reader has words of
// its own (zr2.expected.…).
const sources = () => ["src/games", "src/games/othello", "src/games/connect4", "src/games/mill", "src/games/byte", "src/ports/browser"]
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)))
  .concat(["src/base/reader.c", "src/minds/mind.c", "src/minds/model.c", "src/minds/vector.c", "src/minds/inquiry.c", "src/minds/inquiry_terms.c"].map((file) => join(root, file)))
  .filter((file) => file.endsWith(".c") && statSync(file).isFile());

// What the laboratory refuses, and what a training says of its settings and an import of its file; these have their words in texts/lab.
const laboratory = () => readdirSync(join(root, "src/ports/server")).filter((name) => /^(?:laboratory\w*|question)\.c$/.test(name))
  .map((name) => join(root, "src/ports/server", name)).concat(["evolve/problems.c", "archive.c", "archive_text.c"].map((name) => join(root, "src/lab", name)));

const LITERALS = '((?:"(?:[^"\\\\]|\\\\.)*"\\s*(?:PRI\\w+\\s*)?)+)';
const CALL = new RegExp(`\\b(?:error_set|error_machine|error_prefix|reader_fail)\\s*\\(\\s*[^,"]*,\\s*${LITERALS}`, "g");
const ANSWER = new RegExp(`\\bexchange_error\\s*\\([^"]*"\\w+",\\s*(?:[^";]*\\?\\s*)?${LITERALS}`, "g");

function sentences(file) {
  const source = readFileSync(file, "utf8");
  return [CALL, ANSWER].flatMap((call) => [...source.matchAll(call)]).map(([, literals]) => {
    let count = 0;
    return [...literals.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text).join("").replace(/\\"/g, '"')
      .replace(/%(?:\.\*s|[0-9.]*(?:ll|l|z)?[a-z])/g, () => `{${++count}}`);
  }).filter((text) => /[a-z]/i.test(text.replace(/\{\d\}/g, ""))); // nothing to translate in the others
}

test("every sentence of the engine has words in every language", () => {
  const wanted = [...new Set(sources().flatMap(sentences))];
  assert.ok(wanted.length > 100, `only ${wanted.length} found`);
  for (const code of ["en", ...languages]) {
    const texts = read(`web/texts/engine/${code}.json`);
    const missing = wanted.filter((text) => !(`engine.${text}` in texts));
    assert.deepEqual(missing, [], `${code}: ${missing.length} untranslated`);
    if (code !== "en") for (const [key, text] of Object.entries(texts)) assert.notEqual(text, key.slice(7), `${code}: ${key}`);
  }
});

test("every sentence of the laboratory has words in every language", () => {
  const wanted = [...new Set(laboratory().flatMap(sentences))].filter((text) => !text.startsWith("--lab: ")); // said at the terminal alone
  assert.ok(wanted.length > 70, `only ${wanted.length} found`);
  for (const code of ["en", ...languages]) {
    const own = read(`web/texts/lab/${code}.json`), texts = { ...own, ...read(`web/texts/engine/${code}.json`) };
    assert.deepEqual(wanted.filter((text) => !(`engine.${text}` in texts)), [], code);
    if (code !== "en") for (const [key, text] of Object.entries(own)) assert.notEqual(text, key.replace(/^engine\./, ""), `${code}: ${key}`);
  }
});

test("every level has a name in every language", () => {
  const names = [...read("levels/list.json"), ...read("levels/document/list.json")].map(({ name }) => name).filter((name) => !/^Like |^44t/.test(name));
  for (const code of languages) {
    const texts = read(`web/texts/levels/${code}.json`);
    assert.deepEqual(names.filter((name) => !texts[`level.title.${name}`] || texts[`level.title.${name}`] === name), [], code);
  }
});

test("cells are called something in every language", () => {
  for (const code of languages) assert.doesNotMatch(JSON.stringify(read(`web/texts/zr2/${code}.json`)), /Increaser/, code);
});

for (const [locale, moves, said] of [["hr", "#connect4/9", /očekuje se stupac od 1 do 7, a piše „9”/], ["sr-Latn-RS", "#othello/a1", /a1 ne bi ništa okrenulo/], ["sr", "#mill/d2,d2", /d2 је заузето/], ["en", "#connect4/9", /expected a column from 1 to 7, found "9"/]])
  test(`an impossible address is told about in ${locale}`, async () => {
    const page = await open(address, "#byte", { locale });
    await page.waitForLoadState("networkidle");
    await page.evaluate((hash) => { location.hash = hash; }, moves);
    await page.locator(".problem").waitFor({ timeout: 20000 });
    assert.match(await page.locator(".problem p").first().textContent(), said);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

test("levels are listed under their names", async () => {
  const page = await open(address, "#zr2?level=Wormhole&tab=levels", { locale: "hr" });
  await page.locator(".zr2-level b", { hasText: "Strojarnica" }).waitFor({ timeout: 20000 });
  assert.equal(await page.locator(".zr2-title").textContent(), "Crvotočina");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
