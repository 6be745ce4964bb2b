// Puzzles: solved and failed in each game, refuted on the board, the one of the day, streaks, and a level that follows.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, phone, snap, start, stop } from "./browser.js";
import { playByKeys } from "./by-keys.js";

const games = ["connect4", "othello", "mill", "byte"];

let address;
before(async () => { address = await start(); });
after(stop);

const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("potez.puzzles")) ?? {});
const asks = (page) => page.waitForFunction(() => {
  const { view } = globalThis.potez.app;
  return view?.puzzle && view.outcome === null && view.table.board.choice;
}, null, { timeout: 60000 });
const outcome = (page) => page.waitForFunction(() => globalThis.potez.app.view?.outcome, null, { timeout: 60000 }).then((found) => found.jsonValue());
const puzzle = (page) => page.evaluate(() => {
  const { id, kind, value, solution, line, difficulty, wrong } = globalThis.potez.app.view.puzzle;
  return { id, kind, value, solution, line, difficulty, wrong: [...wrong].map(([move, { value: worth, reply }]) => ({ move, value: worth, reply })) };
});

for (const game of games)
  test(`${game}: a wrong try is refuted on the board, then the puzzle is solved`, async () => {
    const page = await open(address, `#puzzles/${game}`);
    await asks(page);
    const { id, solution, wrong } = await puzzle(page);
    const bad = wrong.find(({ reply, value }) => reply && value.kind !== "win");
    await playByKeys(page, bad.move);
    assert.equal(await outcome(page), "wrong");
    await page.waitForFunction(([move, reply]) => {
      const { table } = globalThis.potez.app.view;
      return table.session.history.slice(0, table.state.at).map(({ text }) => text).join(" ").startsWith(`${move} ${reply}`);
    }, [bad.move, bad.reply]);
    const told = await page.locator(".told").textContent();
    assert.ok(told.includes("is refuted by"), told);
    assert.ok(told.includes("(proved)") && told.includes(bad.reply), told);
    const failed = await kept(page);
    assert.ok(failed.levels[game] < 3, "the level goes down");
    assert.equal(failed.done[id], undefined);
    await page.locator('[data-action="restart"]').press("Enter");
    await asks(page);
    await playByKeys(page, solution[0]);
    assert.equal(await outcome(page), "right");
    const solved = await kept(page);
    assert.equal(solved.done[id], "later");
    assert.equal(solved.levels[game], failed.levels[game], "a second try does not count");
    await page.locator(".task-buttons a.go").press("Enter");
    await page.waitForFunction((old) => globalThis.potez.app.view?.puzzle && globalThis.potez.app.view.puzzle.id !== old, id);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

for (const game of games)
  test(`${game}: solved at the first try, and best play is shown to its end`, async () => {
    const page = await open(address, `#puzzles/${game}`, game === "byte" ? { size: phone, theme: "dark" } : {});
    await asks(page);
    const { id, line, solution } = await puzzle(page);
    assert.equal(line[0], solution[0]);
    await playByKeys(page, line[0]);
    assert.equal(await outcome(page), "right");
    await page.waitForFunction((length) => globalThis.potez.app.view.table.state.at === length, line.length);
    const { done, levels, runs } = await kept(page);
    assert.equal(done[id], "first");
    assert.ok(levels[game] > 3, "the level goes up");
    assert.equal(runs[game], 1);
    await snap(page, `puzzle-${game}`);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

test("a win that takes longer is no failure, and its answer no refutation", async () => {
  const page = await open(address, "#puzzles/connect4/connect4-40227845");
  await asks(page);
  const { wrong } = await puzzle(page), slow = wrong.find(({ value }) => value.kind === "win");
  await playByKeys(page, slow.move);
  assert.equal(await outcome(page), "wrong");
  assert.equal(await page.locator(".told").textContent(), `${slow.move} wins as well, but takes ${Math.ceil(slow.value.n / 2)} moves (proved). There is a quicker way. The best reply to ${slow.move} is ${slow.reply}.`);
  assert.deepEqual(await kept(page), {});
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("the next one is as hard as the person can do, and what was just failed does not come back at once", async () => {
  const page = await open(address, "#puzzles");
  const found = await page.evaluate(async (names) => {
    const { nextOf, noteTry, puzzlesOf, standingIn } = await import("./lessons/puzzles.js"), told = {};
    for (const name of names) {
      const game = globalThis.potez.app.game(name), all = await puzzlesOf(game), level = () => standingIn(game).level, failed = [];
      for (let i = 0; i < 12; i++) {
        failed.push(nextOf(game, all, failed.at(-1)?.id));
        noteTry(game, failed.at(-1), false);
      }
      const low = level(), solved = [];
      for (let i = 0; i < 60; i++) {
        solved.push(nextOf(game, all, solved.at(-1)?.id));
        noteTry(game, solved.at(-1), true);
      }
      told[name] = { different: new Set(failed.map(({ id }) => id)).size, low, high: level(), again: new Set(solved.map(({ id }) => id)).size,
        easy: failed.at(-1).difficulty, hard: Math.max(...solved.map(({ difficulty }) => difficulty)) };
    }
    return told;
  }, games);
  for (const [game, { different, low, high, again, easy, hard }] of Object.entries(found)) {
    assert.equal(different, 12, `${game}: every failure is followed by another puzzle`);
    assert.equal(again, 60, `${game}: what is solved does not come back`);
    assert.ok(low < 2 && easy <= 2, `${game}: ${low}, ${easy}`);
    assert.ok(high > 6 && hard >= 7, `${game}: ${high}, ${hard}`);
  }
  await page.context().close();
});

test("a hint leaves three moves, the solution is shown, and neither counts as solved", async () => {
  const page = await open(address, "#puzzles/othello");
  await asks(page);
  const { id, solution, line } = await puzzle(page);
  await page.keyboard.press("h");
  const left = await page.evaluate(() => globalThis.potez.app.view.table.board.choice.moves.map(({ text }) => text));
  assert.ok(left.length <= 3 && left.includes(solution[0]), left.join());
  await page.locator('[data-action="check"]').click();
  await page.waitForFunction((length) => globalThis.potez.app.view.table.state.at === length, line.length);
  const { done, levels } = await kept(page);
  assert.equal(done[id], undefined);
  assert.ok(levels.othello < 3);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("the reader understands every puzzle that ships", async () => {
  const page = await open(address, "#puzzles");
  const wrong = await page.evaluate(async (names) => {
    const { readPuzzles } = await import("./lessons/puzzles.js"), found = [];
    for (const name of names) {
      const text = await (await fetch(`puzzles/${name}.txt`)).text(), all = readPuzzles(text);
      if (all.length !== text.match(/^puzzle /gm).length) found.push(`${name}: ${all.length}`);
      for (const { id, options, position, solution, line, wrong: bad, difficulty } of all) {
        const session = globalThis.potez.app.engine.open(`potez 1\ngame ${name}\n${Object.entries(options).map(([key, value]) => `option ${key} ${value}\n`).join("")}start ${position}\nat 0\nmoves\n`);
        const legal = session.state.moves.map(({ text: move }) => move).sort().join(), known = [...solution, ...bad.keys()].sort().join();
        if (legal !== known) found.push(`${id}: ${legal} | ${known}`);
        if (!(difficulty >= 1 && difficulty <= 10)) found.push(`${id}: difficulty ${difficulty}`);
        session.playText(line.join(" "));
        session.close();
      }
    }
    return found;
  }, games);
  assert.deepEqual(wrong, []);
  await page.context().close();
});

test("the date alone decides on the puzzle of the day, and days in a row are counted", async () => {
  const page = await open(address, "#puzzles");
  await page.locator(".puzzle-card").first().waitFor();
  const days = await page.evaluate(async () => {
    const { dailyOf, puzzlesOf } = await import("./lessons/puzzles.js"), all = await puzzlesOf(globalThis.potez.app.game("byte"));
    return { ids: Array.from({ length: all.length }, (_, i) => dailyOf(all, new Date(Date.UTC(2026, 10, 18 + i)).toISOString().slice(0, 10)).id), count: all.length, again: dailyOf(all, "2026-11-18").id };
  });
  assert.equal(new Set(days.ids).size, days.count, "every one has its day");
  assert.equal(days.again, days.ids[0]);
  await page.goto(`${address}#puzzles/byte/daily`);
  await asks(page);
  await playByKeys(page, (await puzzle(page)).solution[0]);
  assert.equal(await outcome(page), "right");
  await page.evaluate(async () => {
    const { dayOf, noteDaily } = await import("./lessons/puzzles.js");
    for (const ago of [1, 2, 4]) noteDaily("mill", dayOf(new Date(Date.now() - ago * 86400000)));
  });
  await page.goto(`${address}#puzzles`);
  await page.getByText("3 days in a row").waitFor();
  assert.equal(await page.locator(".puzzle-card a.done").count(), 1);
  await page.evaluate(() => scrollTo(0, 0));
  await snap(page, "puzzles");
  assert.equal(await page.locator('.puzzle-card a.button[href="#zr2?tab=levels"]').count(), 1);
  await page.locator(".puzzle-card .picture").first().click({ force: true }); // the picture leads to the puzzle, too
  await asks(page);
  await page.goBack();
  await page.getByRole("button", { name: "Forget what I have solved" }).click();
  await page.getByText("3 days in a row").waitFor({ state: "detached" });
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

// A day on which ZR 2's level is "A dead end comes last".
const thatDay = () => {
  const Real = Date, noon = 20812 * 86400000 + 43200000;
  globalThis.Date = class extends Real {
    constructor(...parts) {
      super(...(parts.length ? parts : [noon]));
    }

    static now() {
      return noon;
    }
  };
};

test("ZR 2's puzzle of the day is one of its levels, failed and solved", async () => {
  const page = await open(address, "#puzzles", { before: thatDay });
  await page.getByRole("link", { name: "Today's level: A dead end comes last" }).click();
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.game.name === "zr2");
  // The cells are clicked one by one on the flat board; where the way ends before the walk does, the last cell that can be reached.
  const walk = async (moves) => {
    const way = [...moves], now = () => page.evaluate(() => ({ over: globalThis.potez.app.view.match.over, last: globalThis.potez.app.view.match.state.moves.at(-1)?.move }));
    await page.evaluate(() => globalThis.potez.app.view.restart());
    if (!await page.locator(".zr2-flat").isVisible()) await page.keyboard.press("f");
    for (let { over, last } = await now(); !over; ({ over, last } = await now())) await page.locator(`.zr2-flat .cell[data-place="${way.shift() ?? last}"]`).click({ force: true });
    return page.evaluate(() => globalThis.potez.app.view.won);
  };
  assert.equal(await walk([]), false, "the last step of the list leads into the dead end");
  await page.goto(`${address}#puzzles`);
  await page.locator(".puzzle-card").first().waitFor();
  assert.equal(await page.locator(".puzzle-card a.done").count(), 0);
  await page.goBack();
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.game.name === "zr2");
  const { pv } = await page.evaluate(async () => {
    const { app } = globalThis.potez;
    app.view.restart();
    return app.adviser.inquire("value", app.view.match.session.save(), {});
  });
  assert.equal(await walk(pv), true);
  await page.goto(`${address}#puzzles`);
  await page.locator('.puzzle-card a.done[href^="#zr2?level="]').waitFor();
  await page.getByText("1 day in a row").waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("an address of no puzzle is told so", async () => {
  const page = await open(address, "#puzzles");
  for (const hash of ["#puzzles/byte/none", "#puzzles/chess"]) {
    await page.evaluate((to) => { location.hash = to; }, hash);
    await page.locator(".problem").waitFor();
    assert.match(await page.locator(".problem").textContent(), /no puzzle/);
  }
  await page.context().close();
});
