// What the page says of the players: every player of every game in every language, and never the words
// of another game's player.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { open, start, stop } from "./browser.js";

const locales = { en: "en", hr: "hr", "sr-Latn": "sr-Latn", "sr-Cyrl": "sr" };
const read = (code) => JSON.parse(readFileSync(fileURLToPath(new URL(`../../web/texts/players/${code}.json`, import.meta.url)), "utf8"));

let address;
before(async () => { address = await start(); });
after(stop);

// The games that offer named players, with these and the engine's own words for them.
const offered = (page) => page.evaluate(() => globalThis.potez.app.engine.games.filter((game) => game.seats === 2)
  .map(({ name, players }) => ({ name, players: players.filter((player) => player.name !== "level" && !player.file) })));

// What the dialog for a new game says of each player.
async function said(page, game) {
  await page.goto(`${address}#${game.name}`);
  await page.waitForFunction((name) => globalThis.potez.app.view?.game?.name === name, game.name);
  await page.keyboard.press("n");
  await page.locator("dialog input[value=named]").check({ force: true });
  const told = {};
  for (const { name } of game.players) {
    await page.locator("dialog .more select").first().selectOption(name);
    told[name] = await page.locator("dialog .fact-idea dd").textContent();
    for (const fact of ["from", "blind", "rating"]) assert.ok((await page.locator(`dialog .fact-${fact} dd`).textContent()).length > 3, `${game.name} ${name} ${fact}`);
  }
  await page.keyboard.press("Escape");
  return told;
}

test("every player of every game has words of its own in every language", async () => {
  for (const [code, locale] of Object.entries(locales)) {
    const texts = read(code), page = await open(address, "#othello", { locale });
    const games = await offered(page), wanted = [];
    for (const game of games) {
      const told = await said(page, game);
      for (const { name } of game.players) {
        wanted.push(`player.about.${game.name}.${name}`);
        assert.equal(told[name], texts[wanted.at(-1)], `${code} ${game.name} ${name}`);
      }
    }
    assert.deepEqual(Object.keys(texts).filter((key) => /^(word\.)?player\.about\./.test(key)).sort(), wanted.sort(), code);
    await page.context().close();
  }
});

test("only players that do the same thing in two games share their words", () => {
  for (const code of Object.keys(locales)) {
    const seen = new Map();
    for (const [key, text] of Object.entries(read(code)).filter(([each]) => each.startsWith("player.about."))) {
      const name = key.split(".").at(-1);
      if (seen.has(text)) assert.deepEqual([name, seen.get(text)], ["random", "random"], `${code} ${key}`);
      seen.set(text, name);
    }
  }
});

test("Othello's swh weighs squares", () => {
  assert.match(read("en")["player.about.othello.swh"], /weights of the squares/);
  for (const code of ["hr", "sr-Latn"]) assert.match(read(code)["player.about.othello.swh"], /težinama polja/);
  assert.match(read("sr-Cyrl")["player.about.othello.swh"], /тежинама поља/);
});

test("a player without words is told of in the engine's, not in another game's", async () => {
  const page = await open(address, "#othello");
  const texts = read("en"), [othello] = await offered(page);
  delete texts["player.about.othello.swh"];
  for (const key of ["player.about.connect4.swh", "player.about.swh", "word.player.about.swh"]) texts[key] = "of another game";
  await page.route("**/texts/players/en.json", (route) => route.fulfill({ json: texts }));
  await page.reload();
  await page.waitForFunction(() => globalThis.potez?.app?.view);
  const told = await said(page, othello);
  assert.equal(told.swh, othello.players.find(({ name }) => name === "swh").summary);
  await page.context().close();
});
