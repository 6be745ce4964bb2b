// A view that nobody touches comes to rest: neither the page nor its workers nor the drawing may keep a
// processor busy. Motion is allowed here, unlike in most tests.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, start, stop } from "./browser.js";
import { serveProgram } from "./program.js";

const WATCHED = 2, MOST = 0.01; // seconds; share of a processor
const SETTLED = 60; // seconds after which every view must rest

let server, address;
before(async () => {
  await start(); // the browser
  server = await serveProgram();
  ({ address } = server);
});
after(async () => {
  await stop();
  server?.close();
});

// Seconds of work so far: of the page's own thread, and of all threads of the pages and of the drawing.
async function meter(page) {
  const own = await page.context().newCDPSession(page), all = await page.context().browser().newBrowserCDPSession();
  await own.send("Performance.enable");
  return async () => {
    const { metrics } = await own.send("Performance.getMetrics");
    const { processInfo } = await all.send("SystemInfo.getProcessInfo");
    const busy = processInfo.filter(({ type }) => type === "renderer" || type === "GPU");
    return { page: metrics.find(({ name }) => name === "TaskDuration").value, all: busy.reduce((sum, { cpuTime }) => sum + cpuTime, 0) };
  };
}

// Watches until the view is at rest; fails when it is not after SETTLED seconds.
async function rests(page, name) {
  const work = await meter(page), until = Date.now() + 1000 * SETTLED;
  for (;;) {
    const before = await work(), from = performance.now();
    await page.waitForTimeout(1000 * WATCHED);
    const now = await work(), took = (performance.now() - from) / 1000; // a busy machine takes longer
    const share = { page: (now.page - before.page) / took, all: (now.all - before.all) / took };
    if (share.page < MOST && share.all < MOST) return;
    assert.ok(Date.now() < until, `${name} still uses ${(100 * share.page).toFixed(1)} % of a processor, its threads ${(100 * share.all).toFixed(1)} %`);
  }
}

const views = { home: "", othello: "#othello", connect4: "#connect4", mill: "#mill", byte: "#byte", rules: "#othello?tab=rules",
  analysis: "#connect4?tab=analysis/4653135624733777", review: "#connect4?tab=review/4653135624733777", zr2: "#zr2?level=Wormhole", levels: "#zr2?level=Wormhole&tab=levels",
  solve: "#zr2?level=Wormhole&tab=solve", editor: "#zr2?level=Wormhole&view=editor", automaton: "#automaton", lessons: "#lessons", lesson: "#lessons/byte/first/2", drill: "#lessons/connect4/drill-3", history: "#history", puzzles: "#puzzles", puzzle: "#puzzles/mill/daily" };

for (const [name, hash] of Object.entries(views)) {
  test(`${name} comes to rest`, async () => {
    const page = await open(address, hash, { still: false });
    await rests(page, name);
    await page.context().close();
  });
}

test("a message in place of a view and an invitation that nobody took rest too", async () => {
  const page = await open(address, "#connect4", { still: false });
  await page.evaluate(() => { location.hash = "#nothing"; });
  await page.locator(".problem").waitFor();
  await rests(page, "an unknown address");
  await page.goto(`${address}#connect4`);
  await page.waitForFunction(() => globalThis.potez.app.view?.match);
  await page.keyboard.press("n");
  await page.getByRole("radio", { name: "Over the net" }).check();
  await page.getByRole("radio", { name: "Red", exact: true }).check(); // so that one waits for the other's move
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator(".banner input").waitFor();
  await rests(page, "a game over the net");
  await page.context().close();
});

test("the first page does not begin to move where nobody sees it or wants it", async () => {
  const hide = () => Object.defineProperty(document, "hidden", { get: () => true });
  for (const options of [{ still: true }, { still: false, before: hide }]) {
    const page = await open(address, "", options);
    const boards = () => page.evaluate(() => { const { hero, live } = globalThis.potez.app.view; return [hero, ...live].map(({ session }) => session?.state.at ?? null); });
    const first = await boards();
    await rests(page, JSON.stringify(options));
    assert.deepEqual((await boards()).slice(0, first.length), first); // and not one of them has moved
    await page.context().close();
  }
});

test("the first page goes on when somebody comes back", async () => {
  const page = await open(address, "", { still: false });
  await rests(page, "home");
  const at = () => page.evaluate(() => globalThis.potez.app.view.hero.session.state.at);
  const rested = await at();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.waitForFunction((old) => globalThis.potez.app.view.hero.session.state.at !== old, rested);
  await page.context().close();
});
