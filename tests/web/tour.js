// Takes a picture of every view and dialog in every shape of window, to be looked at: node tour.js [SHAPE...] [--only VIEW,VIEW...]
// They go to build/web-pictures/tour, with a sheet of all for each shape (sheet-SHAPE-N.png). POTEZ_BUILD is the build whose program is shown; with
// POTEZ_FILES the files of web/ are shown as they are, without a server behind them.
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { desk, open, phone, pictures, start, stop } from "./browser.js";
import { serveProgram } from "./program.js";

const half = { width: desk.width / 2, height: desk.height / 2 }; // a desktop at 200 %
const shapes = {
  light: { size: desk }, dark: { size: desk, theme: "dark" }, cyrillic: { size: desk, locale: "sr" },
  phone: { size: phone, touch: true }, "phone-dark": { size: phone, theme: "dark", touch: true }, "phone-cyrillic": { size: phone, touch: true, locale: "sr" },
  landscape: { size: { width: 844, height: 390 }, touch: true }, "landscape-dark": { size: { width: 844, height: 390 }, theme: "dark", touch: true },
  zoom: { size: half }, "zoom-dark": { size: half, theme: "dark" }, "zoom-cyrillic": { size: half, locale: "sr" },
};
const PER_SHEET = 6, TALLEST = 3; // pictures; windows that a picture is high at most
const GAME = "#othello/f5d6c3d3c4f4f6f3", DRAWN = "#connect4?tab=review/4653135624733777";
const tab = (name) => (page) => page.evaluate((to) => globalThis.potez.app.view.tab(to), name);
const press = (key) => (page) => page.keyboard.press(key);
const click = (selector) => (page) => page.locator(selector).first().click({ timeout: 8000 });
const check = (selector) => (page) => page.locator(selector).first().check({ force: true, timeout: 8000 });
const wait = (selector) => (page) => page.locator(selector).first().waitFor({ timeout: 30000 });
const both = (...acts) => async (page) => { for (const act of acts) await act(page); };
const reviewed = (page) => page.waitForFunction(() => globalThis.potez.app.view.review?.done, null, { timeout: 120000 });
const roomOf = both(press("n"), check('dialog input[value="net"]'), check('dialog input[name="side"][value="0"]'), click('dialog button[type="submit"]'), wait(".banner input"));
const paste = (text) => async (page) => {
  await page.keyboard.press("l");
  await page.locator("#paste").fill(text);
  await page.locator("dialog button", { hasText: /Open|\u041e\u0442\u0432\u043e\u0440\u0438/ }).first().click({ timeout: 8000 });
};

// Name, address, and what to do there.
const stops = [
  ["home", ""], ["home-menu", "", (page) => page.locator(".burger").click({ timeout: 1000 }).catch(() => {})], ["play", "#othello"], ["play-hint", GAME, both(tab("play"), press("h"), wait(".advice"))],
  ["new", "#othello", press("n")], ["new-named", "#othello", both(press("n"), check('dialog input[value="named"]'))], ["new-weights", "#othello", both(press("n"), check('dialog input[value="model"]'))],
  ["new-mill", "#mill", press("n")], ["new-net", "#mill", both(press("n"), check('dialog input[value="net"]'))],
  ["analysis", GAME, both(tab("analysis"), wait(".lines li"))], ["analysis-connect4", "#connect4?tab=analysis/4653135624733777", wait(".lines li")],
  ["analysis-mill", `#mill?start=${encodeURIComponent("w..b..w...w.b....b.....b w 0 0 0")}&tab=analysis`, wait(".lines li")], ["analysis-byte", "#byte?tab=analysis/b2-c3", wait(".lines li")],
  ["review", GAME, both(tab("review"), reviewed)], ["review-connect4", DRAWN, both(reviewed, press("{"), press("."))],
  ["end", "#connect4/141417", both(tab("play"), (page) => page.locator('.cell[data-place="0"]').click(), wait(".end .decided button"))],
  ["rules", "#mill", tab("rules")], ["editor", "#byte", press("e")], ["editor-mill", "#mill/d2,d7,a1,g7", press("e")], ["share", GAME, press("l")], ["share-wrong", "#othello", paste("f5d6c3 z9 d3")],
  ["restarted", GAME, both(tab("play"), press("r"))], ["connect4", "#connect4"], ["mill", "#mill"], ["mill-closed", "#mill/d2,a7,d1,d7,a1,f6,a4,b6,g1xd7", tab("play")], ["byte", "#byte"],
  ["zr2", "#zr2?level=44t1"], ["zr2-flat", "#zr2?level=Chain%20reaction", press("f")], ["zr2-paused", "#zr2?level=44t1", press("Escape")], ["zr2-solve", "#zr2?level=44t1", tab("solve")], ["zr2-levels", "#zr2", tab("levels")], ["zr2-rules", "#zr2", tab("rules")], ["zr2-editor", "#zr2?view=editor&level=44t1"],
  ["automaton", "#automaton"], ["makers", "#automaton", async (page) => { await click(".build-one > summary")(page); await page.locator(".makers").waitFor(); await page.locator(".makers").scrollIntoViewIfNeeded(); await page.evaluate(() => scrollTo(0, document.querySelector(".makers").offsetTop - 60)); }],
  ["history", "#history"], ["lessons", "#lessons"], ["lesson", "#lessons/byte/first/3"], ["drill", "#lessons/connect4/drill-3"], ["puzzles", "#puzzles"], ["puzzle", "#puzzles/connect4/daily"],
  ["lobby", "#lobby"], ["friend", "", (page) => page.evaluate(async () => { (await import("/modules/dialog-friend.js")).friendDialog(globalThis.potez.app); })], ["room", "#connect4", roomOf],
  ["lab", "#lab"], ["lab-train", "#lab?tab=train"], ["lab-contest", "#lab?tab=contest"], ["lab-archive", "#lab?tab=archive"], ["unknown", "#nothing"],
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
const words = process.argv.slice(2), narrow = words.indexOf("--only");
const only = narrow < 0 ? null : words.splice(narrow, 2)[1].split(",");
const plain = await start();
const server = process.env.POTEZ_FILES ? { address: plain, close() {} } : await serveProgram("--quiet", "--lobby", "--lab", mkdtempSync(join(tmpdir(), "potez-tour-")));
try {
  for (const name of words.length ? words : Object.keys(shapes)) {
    const page = await open(server.address, "", shapes[name]), taken = [];
    for (const [stop, hash, act] of stops.filter(([each]) => !only || only.includes(each))) {
      await page.goto("about:blank");
      await page.goto(server.address + hash);
      await page.waitForFunction(() => globalThis.potez?.app?.view || document.querySelector(".problem"));
      try {
        await act?.(page);
      } catch (error) {
        console.log(`${name} ${stop}: ${error.message.split("\n")[0]}`);
      }
      await page.waitForTimeout(700); // for animations; this is no test
      const { width, height } = shapes[name].size, tall = await page.evaluate(() => (document.querySelector("dialog[open]") ? 0 : document.documentElement.scrollHeight));
      await page.screenshot(tall > height ? { path: `${pictures}/tour/${name}-${stop}.png`, fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(tall, TALLEST * height) } } : { path: `${pictures}/tour/${name}-${stop}.png` });
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
