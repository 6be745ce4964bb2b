// A board played by keys alone, in views that have a table (lessons, drills, puzzles).
import assert from "node:assert/strict";

const onBoard = (page) => page.evaluate(() => Boolean(document.activeElement?.matches(".cell")));

// Plays a move of the present position: Tab to the board, arrows to each place, Enter.
export async function playByKeys(page, text) {
  const steps = await page.evaluate((wanted) => globalThis.potez.app.view.table.state.moves.find((move) => move.text === wanted)?.steps, text);
  assert.ok(steps, `${text} is legal`);
  if (!await onBoard(page)) {
    await page.evaluate(() => globalThis.potez.app.view.heading.focus());
    for (let i = 0; i < 6 && !await onBoard(page); i++) await page.keyboard.press("Tab");
  }
  for (const { place, level } of steps) {
    await walk(page, place);
    const taken = () => page.evaluate(() => `${globalThis.potez.app.view.table.state.at} ${globalThis.potez.app.view.table.board.choice?.taken.length}`);
    const before = await taken();
    await page.keyboard.press("Enter");
    if (await page.locator(".level-picker").count()) await page.keyboard.press(String(level + 1));
    assert.notEqual(await taken(), before, `${text}: the board takes place ${place}`);
  }
}

// The arrows that lead from the place in focus to another (as web/boards/keys.js goes), pressed one by one.
async function walk(page, to) {
  const keys = await page.evaluate((wanted) => {
    const { places, roving } = globalThis.potez.app.view.table.board;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const next = (from, [dx, dy]) => {
      let best = null, least = Infinity;
      places.forEach(([x, y], place) => {
        const [right, up] = [x - places[from][0], y - places[from][1]], ahead = right * dx + up * dy, aside = Math.abs(right * dy) + Math.abs(up * dx);
        const far = ahead + 2.1 * aside + (dx && aside ? 100 : 0);
        if (ahead > 0 && far < least) [best, least] = [place, far];
      });
      return best;
    };
    const ways = new Map([[roving, []]]);
    for (const [from, way] of ways)
      for (const [key, arrow] of Object.entries(arrows)) {
        const found = next(from, arrow);
        if (found !== null && !ways.has(found)) ways.set(found, [...way, key]);
      }
    return ways.get(wanted);
  }, to);
  assert.ok(keys, `no way to place ${to}`);
  for (const key of keys) await page.keyboard.press(key);
  assert.equal(await page.evaluate(() => globalThis.potez.app.view.table.board.roving), to);
}
