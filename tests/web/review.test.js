// The review on the page says what the command line says and what exact solving says, and shows it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { desk, open, phone, snap, start, state, stop } from "./browser.js";

const build = process.env.POTEZ_BUILD ?? fileURLToPath(new URL("../../build/release", import.meta.url));
const data = fileURLToPath(new URL("../data", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "potez-review-"));
const NODES = 200000; // as in web/modules/review.js

let address;
before(async () => { address = await start(); });
after(stop);

function potez(...words) {
  const text = execFileSync(join(build, "src/ports/potez"), [...words, "--json", "--threads", "1", "--quiet"], { encoding: "utf8", maxBuffer: 1 << 28 });
  return text.trim().split("\n").map((line) => JSON.parse(line));
}

// The games of a file of test data: moves before the first semicolon.
const games = (name) => readFileSync(join(data, "games", name), "utf8").split("\n")
  .filter((line) => line && !line.startsWith("#")).map((line) => line.split(";")[0].trim().split(" "));

// Opens a game in the tab Review, waits for the end of it and gives what was found and what is shown.
async function reviewed(page, hash) {
  await page.goto(address);
  await page.goto(address + hash);
  await page.waitForFunction(() => globalThis.potez.app.view?.review?.done, null, { timeout: 120000 });
  return page.evaluate(() => {
    const { review, match, game } = globalThis.potez.app.view;
    const count = (what) => document.querySelectorAll(what).length;
    return { found: review.found, saved: match.savedWith(review.texts), sides: game.sides,
      shown: { dots: count(".review .graph-dot"), marks: count(".review .graph-mark"), mistakes: count(".mistakes > li:not(.none)"),
        proofs: count(".mistakes .proof"), accuracy: [...document.querySelectorAll(".accuracy")].map((each) => Number(/\d+/.exec(each.textContent)[0])),
        verdict: document.querySelector(".review .verdict")?.textContent } };
  });
}

const VALUES = ["ply", "side", "move", "best", "score", "outcome", "plies", "before_exact", "after", "after_outcome", "after_exact", "loss", "drop", "class", "exact"];
const pick = (moment) => Object.fromEntries(VALUES.map((key) => [key, moment[key]]));

// The page's review against the command line's, and what is shown against what was found.
function compare({ found, saved, shown, sides }, game) {
  const file = join(folder, "game.potez");
  writeFileSync(file, saved);
  const lines = potez("analyse", game, "--game", file, "--nodes", String(NODES), "--table", "8M");
  const sums = lines.at(-1), moments = lines.slice(0, -1);
  const own = found.review.filter(({ move }) => move);
  assert.deepEqual(own.map(pick), moments.filter(({ move }) => move).map(pick), saved);
  for (const key of ["accuracy", "blunders", "mistakes", "inaccuracies", "decided", "worst"]) assert.deepEqual(found[key], sums[key], `${key} of ${saved}`);
  const bad = own.filter(({ class: kind }) => ["blunder", "mistake", "inaccuracy"].includes(kind));
  assert.equal(shown.mistakes, bad.length);
  assert.equal(shown.marks, bad.length);
  assert.equal(shown.proofs, bad.filter(({ exact }) => exact).length);
  assert.equal(shown.dots, found.review.filter(({ before_exact }) => before_exact).length);
  assert.deepEqual(shown.accuracy, sides.map((side) => Math.round(found.accuracy[side])));
  if (found.decided) assert.ok(shown.verdict.includes(own.find(({ ply }) => ply === found.decided).move), shown.verdict);
  return own;
}

// Proved values against exact solving: the position's value and, from all moves, the class of the move.
function compareSolved(own, solve) {
  let compared = 0;
  for (const moment of own) {
    if (!moment.before_exact) continue;
    const { score, outcome, moves } = solve(moment.ply - 1);
    assert.equal(moment.outcome, outcome, JSON.stringify(moment));
    if (moment.plies !== null) assert.equal(moment.score, score, JSON.stringify(moment)); // else a win, how quick is open
    if (moment.after_exact && moves) assert.equal(moment.after, moves[moment.move], JSON.stringify(moment));
    compared++;
  }
  return compared;
}

const COUNT = Number(process.env.POTEZ_REVIEWS ?? 6); // ./check --long: thirty

test(`${COUNT} games of Connect Four: every value, class and deciding move as the command line and exact solving have them`, async () => {
  const page = await open(address);
  let compared = 0, decided = 0;
  for (const texts of games("connect4.txt").filter((game) => game.length > 8).slice(0, COUNT)) {
    const answer = await reviewed(page, `#connect4?tab=review/${texts.join("")}`);
    const own = compare(answer, "connect4");
    const wanted = own.filter(({ before_exact }) => before_exact).map(({ ply }) => ply - 1);
    const file = join(folder, "positions.txt");
    writeFileSync(file, wanted.filter((ply) => ply > 0).map((ply) => `${texts.slice(0, ply).join("")}\n`).join(""));
    const solved = potez("solve", "connect4", "--file", file, "--all-moves");
    const at = new Map(wanted.filter((ply) => ply > 0).map((ply, i) => [ply, solved[i]]));
    at.set(0, { score: 1, outcome: "win" }); // the first player wins with the last disc
    compared += compareSolved(own, (ply) => at.get(ply));
    decided += answer.found.decided ? 1 : 0;
  }
  console.log(`# ${compared} proved values, ${decided} deciding moves, no difference`);
  assert.ok(compared > 10 * COUNT);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test(`${Math.ceil(COUNT / 3)} games of Othello from 24 empty squares on, and as many of mill inside the databases`, async () => {
  const page = await open(address);
  let compared = 0;
  for (const texts of games("othello.txt").slice(0, Math.ceil(COUNT / 3))) {
    const plain = texts.filter((text) => text !== "pass");
    const { start: position, rest } = await page.evaluate((moves) => {
      const { engine } = globalThis.potez.app;
      const session = engine.open("potez 1\ngame othello\nat 0\nmoves\n");
      session.playText(moves.slice(0, 36).join(""));
      const text = session.position, before_ = session.history.length;
      session.playText(moves.slice(36).join(""));
      const later = session.history.slice(before_).map((entry) => entry.text);
      session.close();
      return { start: text, rest: later };
    }, plain);
    const answer = await reviewed(page, `#othello?start=${encodeURIComponent(position)}&tab=review/${rest.join("")}`);
    const own = compare(answer, "othello");
    const last = own.filter(({ ply, before_exact }) => before_exact && rest.length - ply < 14);
    compared += compareSolved(last, (ply) => potez("solve", "othello", `moves:${[...plain.slice(0, 36), ...rest.slice(0, ply)].join("")}`, "--all-moves").at(-1));
  }
  for (let i = 0; i < Math.ceil(COUNT / 3); i++) {
    const { start: position, moves } = await page.evaluate((seed) => {
      const { engine } = globalThis.potez.app;
      let random = seed;
      const lot = (n) => { random = (random * 48271) % 2147483647; return random % n; };
      for (;;) {
        const board = Array(24).fill(".");
        for (const man of "wwwwbbbb") {
          let at = lot(24);
          while (board[at] !== ".") at = lot(24);
          board[at] = man;
        }
        const text = `${board.join("")} w 0 0 0`;
        const session = engine.open(`potez 1\ngame mill\nstart ${text}\nat 0\nmoves\n`);
        const played = [];
        for (let state_ = session.state; !state_.over && played.length < 24; state_ = session.state) {
          const chosen = state_.moves[lot(state_.moves.length)];
          played.push(chosen.text);
          session.play(chosen.move);
        }
        session.close();
        if (played.length > 6) return { start: text, moves: played };
      }
    }, 77 + i);
    const answer = await reviewed(page, `#mill?start=${encodeURIComponent(position)}&tab=review/${moves.join(",")}`);
    const own = compare(answer, "mill");
    assert.ok(own.every(({ exact }) => exact), "all of it is known");
    compared += own.length;
  }
  console.log(`# ${compared} proved values, no difference`);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("the end of a game, its review, a step from mistake to mistake, and playing it better", async () => {
  const page = await open(address, "#connect4/141417");
  await page.evaluate(() => globalThis.potez.app.view.tab("play"));
  await page.locator('.cell[data-place="0"]').click();
  // what ended the game is marked, and nothing lies over it
  await page.locator(".end .decided button").waitFor({ timeout: 60000 });
  assert.equal(await page.locator(".made").count(), 4);
  for (const place of [0, 7, 14, 21]) {
    const { x, y, width, height } = await page.locator(`.cell[data-place="${place}"]`).boundingBox();
    assert.equal(await page.evaluate(([px, py]) => document.elementFromPoint(px, py).closest(".cell")?.dataset.place, [x + width / 2, y + height / 2]), String(place));
  }
  const sentence = await page.locator(".end .decided").textContent();
  await page.locator(".end").getByRole("button", { name: "Review" }).click();
  await page.locator(".mistakes li").first().waitFor();
  const verdict = await page.locator(".review .verdict").textContent();
  assert.ok(sentence.startsWith(verdict.slice(0, 30)), "the panel and the review say the same");
  await snap(page, "review-connect4");
  // from mistake to mistake, by buttons and by keys
  const count = await page.locator(".mistakes li").count();
  assert.ok(count >= 2);
  await page.keyboard.press("{");
  const plies = [];
  for (let i = 0; i < count; i++) {
    await page.keyboard.press(".");
    plies.push((await state(page)).at);
  }
  assert.deepEqual(plies, [...new Set(plies)].sort((a, b) => a - b));
  assert.equal(await page.locator(".mistakes li.on").count(), 1);
  assert.ok(await page.locator(".marks .ring").count() >= 1, "the better move is shown");
  await page.getByRole("button", { name: "Previous mistake" }).click();
  assert.equal((await state(page)).at, plies.at(-2));
  // the last mistake was Red's: Red is the person's now, and the machine answers
  await page.locator(".better").last().click();
  const now = await state(page);
  assert.equal(now.at, plies.at(-1));
  assert.deepEqual(now.players.map(({ kind }) => kind), ["level", "person"]);
  assert.equal(await page.evaluate(() => globalThis.potez.app.view.tabName), "play");
  await page.locator('.cell[data-place="0"]').click();
  await page.waitForFunction((at) => globalThis.potez.app.view?.match?.state.at >= at + 2, plies.at(-1), { timeout: 60000 });
  // and the game that was reviewed is still there
  const kept = await page.evaluate(() => {
    const { match } = globalThis.potez.app.view;
    return match.tree.find([..."1414171"]) !== null;
  });
  assert.ok(kept);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a game that is pasted can be reviewed; proved and estimated look different", async () => {
  const page = await open(address, "#othello");
  await page.keyboard.press("l");
  await page.locator("#paste").fill(games("othello.txt")[2].filter((text) => text !== "pass").join(""));
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("tab", { name: "Review" }).click();
  await page.waitForFunction(() => globalThis.potez.app.view?.review?.done, null, { timeout: 200000 });
  const path = async (what) => (await page.locator(`.review .graph-line ${what}`).getAttribute("d")).length;
  assert.ok(await path(".guess") > 20 && await path("path:not(.guess)") > 20);
  assert.ok(await page.locator(".mistakes .proof").count() > 0 && await page.locator(".mistakes em").count() > 0);
  for (const [name, size] of [["desk", desk], ["phone", phone]]) {
    await page.setViewportSize(size);
    await snap(page, `review-othello-${name}`);
  }
  await page.context().close();
});

test("mills that are closed and stacks that are finished are marked", async () => {
  const page = await open(address, "#mill/d2,a7,d1,d7,a1,f6,a4,b6,g1xd7");
  assert.equal(await page.locator(".made").count(), 3);
  await page.keyboard.press("[");
  assert.equal(await page.locator(".made").count(), 0);
  await page.context().close();
});
