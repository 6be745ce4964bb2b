// Where the server has databases, the page's analysis, hints and reviews are proved by them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { open, start, stop } from "./browser.js";
import { build, serveProgram } from "./program.js";

let server;

before(async () => {
  await start(); // the browser
  const folder = mkdtempSync(join(tmpdir(), "potez-"));
  execFileSync(join(build, "src/ports/potez"), ["database", "build", "mill", "--set", "variant=six", "--dir", folder, "--quiet"]);
  server = await serveProgram("--database", folder);
});
after(async () => {
  await stop();
  server?.close();
});

// With an engine of its own: a question that the page itself asks meanwhile would take its place.
const ask = (page, kind) => page.evaluate(async (what) => {
  const { app } = globalThis.potez;
  const { Thinker } = await import("/modules/thinker.js");
  const thinker = new Thinker(app.adviser.module);
  const answer = await thinker.inquire(what, app.view.match.session.save(), { nodes: 100 });
  thinker.close();
  return answer;
}, kind);

// The same, again and again until the databases have answered: on a busy machine the page may lose patience with its server.
async function known(page, kind, isKnown) {
  for (let tries = 1; ; tries++) {
    const answer = await ask(page, kind);
    if (isKnown(answer) || tries === 10) return answer;
  }
}

test("six men are known from the first man on, nine are not", async () => {
  const page = await open(server.address, "#mill?variant=six/a5,b4");
  const moves = await known(page, "moves", ({ exact }) => exact);
  assert.equal(moves.exact, true);
  assert.equal(moves.moves[0].outcome, "win");
  assert.equal((await known(page, "hint", ({ plies }) => plies === 27)).plies, 27);
  const { review } = await known(page, "review", (answer) => answer.review.every(({ before_exact }) => before_exact));
  assert.deepEqual(review.map(({ class: verdict }) => verdict ?? null), ["best", "blunder", null]);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
  const other = await open(server.address, "#mill/a7");
  assert.equal((await ask(other, "moves")).exact, false);
  assert.deepEqual(other.complaints, []);
  await other.context().close();
});
