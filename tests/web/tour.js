// Takes a picture of every view and dialog in every shape of window, to be looked at: node tour.js [SHAPE...]
// They go to build/web-pictures/tour, with a sheet of all for each shape (sheet-SHAPE-N.png).
import { mkdirSync, readFileSync } from "node:fs";
import { desk, open, phone, pictures, start, stop } from "./browser.js";
import { serveProgram } from "./program.js";

const shapes = {
  light: { size: desk }, dark: { size: desk, theme: "dark" },
  phone: { size: phone, touch: true }, "phone-dark": { size: phone, theme: "dark", touch: true },
  landscape: { size: { width: 844, height: 390 }, touch: true },
  zoom: { size: { width: desk.width / 2, height: desk.height / 2 } }, "zoom-dark": { size: { width: desk.width / 2, height: desk.height / 2 }, theme: "dark" }, // 200 %
};
const PER_SHEET = 6;
const GAME = "#othello/f5d6c3d3c4f4f6f3";
const tab = (name) => (page) => page.evaluate((to) => globalThis.potez.app.view.tab(to), name);
const press = (key) => (page) => page.keyboard.press(key);
const click = (selector) => (page) => page.locator(selector).first().click();

// Name, address, and what to do there.
const stops = [
  ["home", ""], ["play", "#othello"], ["new", "#othello", press("n")], ["analysis", GAME, tab("analysis")], ["review", GAME, tab("review")],
  ["rules", "#mill", tab("rules")], ["editor", "#byte", press("e")], ["share", GAME, (page) => page.evaluate(() => globalThis.potez.app.view.share?.())],
  ["keys", "#othello", press("?")], ["connect4", "#connect4"], ["mill", "#mill"], ["byte", "#byte"],
  ["zr2", "#zr2?level=44t1"], ["zr2-levels", "#zr2", tab("levels")], ["zr2-rules", "#zr2", tab("rules")], ["zr2-editor", "#zr2?view=editor&level=44t1"],
  ["automaton", "#automaton"], ["makers", "#automaton", async (page) => { await click(".build-one > summary")(page); await page.locator(".makers").waitFor(); await page.locator(".makers").scrollIntoViewIfNeeded(); await page.evaluate(() => scrollTo(0, document.querySelector(".makers").offsetTop - 60)); }],
  ["history", "#history"], ["lessons", "#lessons"], ["puzzles", "#puzzles"], ["lobby", "#lobby"], ["unknown", "#nothing"],
  ["friend", "", (page) => page.evaluate(async () => { (await import("/modules/dialog-friend.js")).friendDialog(globalThis.potez.app); })],
  ["lesson", "#lessons", click("main a[href*='lesson']")], ["puzzle", "#puzzles", click("main a[href*='puzzle']")],
];

async function sheet(page, names, file) {
  const columns = names[0].startsWith("phone") ? 6 : 3;
  const images = names.map((name) => `<figure><img src="data:image/png;base64,${readFileSync(`${pictures}/tour/${name}.png`).toString("base64")}"><figcaption>${name}</figcaption></figure>`);
  await page.goto("about:blank");
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.setContent(`<style>body{margin:4px;display:grid;grid-template-columns:repeat(${columns},1fr);gap:6px;font:13px sans-serif}figure{margin:0}img{width:100%;border:1px solid #888}</style>${images.join("")}`);
  await page.screenshot({ path: `${pictures}/tour/${file}.png`, fullPage: true });
}

mkdirSync(`${pictures}/tour`, { recursive: true });
await start();
const server = await serveProgram("--quiet");
try {
  for (const name of process.argv.slice(2).length ? process.argv.slice(2) : Object.keys(shapes)) {
    const page = await open(server.address, "", shapes[name]), taken = [];
    for (const [stop, hash, act] of stops) {
      await page.goto("about:blank");
      await page.goto(server.address + hash);
      await page.waitForFunction(() => globalThis.potez?.app?.view || document.querySelector(".problem"));
      try {
        await act?.(page);
      } catch (error) {
        console.log(`${name} ${stop}: ${error.message.split("\n")[0]}`);
      }
      await page.waitForTimeout(700); // for animations; this is no test
      await page.screenshot({ path: `${pictures}/tour/${name}-${stop}.png` });
      taken.push(`${name}-${stop}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) console.log(`${name} ${stop}: ${wide} px too wide`);
    }
    for (const complaint of page.complaints) console.log(`${name}: ${complaint}`);
    await page.context().close();
    const blank = await open(server.address, "");
    for (let i = 0; i < taken.length; i += PER_SHEET) await sheet(blank, taken.slice(i, i + PER_SHEET), `sheet-${name}-${i / PER_SHEET}`);
    await blank.context().close();
  }
} finally {
  server.close();
  await stop();
}
