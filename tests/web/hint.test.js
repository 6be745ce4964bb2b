// Hints in Connect Four: the first comes at once, the last is proved and keeps the value.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, start, stop } from "./browser.js";

const COUNT = Number(process.env.POTEZ_HINTS ?? 200), SOON = 300, MOST = 8000; // milliseconds, as in web/modules/hints.js

let address;
before(async () => { address = await start(); });
after(stop);

// Random positions with 8 to 30 discs that are not over.
const positions = (page, count) => page.evaluate((wanted) => {
  const { engine } = globalThis.potez.app, found = [];
  let random = 4711;
  const lot = (n) => { random = (random * 48271) % 2147483647; return random % n; };
  while (found.length < wanted) {
    const session = engine.open("potez 1\ngame connect4\nat 0\nmoves\n");
    const discs = 8 + (found.length % 23);
    for (let i = 0; i < discs && !session.state.over; i++) session.play(session.state.moves[lot(session.state.moves.length)].move);
    if (!session.state.over) found.push(session.save());
    session.close();
  }
  return found;
}, count);

const ask = (page, saved, ms) => page.evaluate(async ([game, most]) => {
  const { adviser } = globalThis.potez.app, from = performance.now();
  let first = null;
  const answer = await adviser.inquire("hint", game, { ms: most }, () => { first ??= performance.now() - from; });
  return { first: first ?? performance.now() - from, answer };
}, [saved, ms]);

test(`${COUNT} random positions: the first hint within 0.3 s, the final one exact`, async () => {
  const page = await open(address, "#connect4");
  const saved = await positions(page, COUNT);
  await ask(page, saved[0], MOST); // the book has come
  let slowest = 0, late = 0;
  for (const each of saved) {
    let { first, answer } = await ask(page, each, MOST);
    if (first > SOON || !answer.exact) { // the machine may have been busy: once more, and then it counts
      late++;
      ({ first, answer } = await ask(page, each, MOST));
    }
    assert.ok(first <= SOON, `${first} ms for ${each}`);
    assert.ok(answer.exact, each);
    slowest = Math.max(slowest, first);
    const { moves } = await page.evaluate((game) => globalThis.potez.app.thinker.inquire("value", game, { every: true }), each);
    assert.equal(moves[answer.move], Math.max(...Object.values(moves).filter((value) => value !== null)), `${answer.move} of ${JSON.stringify(moves)} in ${each}`);
  }
  console.log(`# ${COUNT} hints, all exact; the slowest first one after ${Math.round(slowest)} ms, ${late} asked twice`);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
