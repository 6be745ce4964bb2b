// Makes the documentation's pictures of the page again (docs/pictures): node pictures.js [NAME...]
// POTEZ_BUILD is the build whose engine is used. Those of the laboratory, the openings, lessons and puzzles and of ZR 2 need
// a server with an archive or a long training and are made by hand.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { desk, open, phone, start, stop } from "./browser.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const LONG = 300000; // milliseconds
const reviewed = (page) => page.waitForFunction(() => globalThis.potez.app.view.review?.done, null, { timeout: LONG });
const proved = (page) => page.waitForFunction(() => document.querySelector(".status b")?.textContent === "Exact", null, { timeout: LONG });
const deep = (depth) => (page) => page.waitForFunction((wanted) => Number(/depth (\d+)/.exec(document.querySelector(".verdict-line")?.textContent)?.[1]) >= wanted, depth, { timeout: LONG });
const top = async (page) => {
  await page.waitForTimeout(500);
  await page.evaluate(() => { document.querySelector(".panel-body").scrollTop = 0; });
};

// A game of two masters, from the data of the tests.
const masters = readFileSync(`${root}/tests/data/games/wthor.txt`, "utf8").split("\n").find((line) => line && !line.startsWith("#")).split(";")[0].replaceAll(/[^a-h1-8]/g, "");
const riddle = "4653135624733777";

const wanted = {
  analysis: { hash: `#othello?tab=review/${masters}`, act: async (page) => { await reviewed(page); await page.keyboard.press("}"); await page.keyboard.press(","); await top(page); } },
  "page-home-light": { hash: "", act: (page) => page.waitForTimeout(3000) },
  "page-connect4-dark": { hash: `#connect4?tab=analysis/${riddle}`, theme: "dark", act: async (page) => { await proved(page); await reviewed(page); } },
  "page-review-dark": { hash: `#connect4?tab=review/${riddle}`, theme: "dark", act: async (page) => { await reviewed(page); await page.keyboard.press("{"); await page.keyboard.press("."); await top(page); } },
  "page-mill-phone-light": { hash: `#mill?start=${encodeURIComponent("w..b..w...w.b....b.....b w 0 0 0")}&tab=analysis`, size: phone, act: proved },
  "page-byte-phone-dark": { hash: "#byte?tab=analysis/b2-c3", size: phone, theme: "dark", act: deep(7) },
};

const address = await start();
try {
  for (const [name, { hash, act, size = desk, theme = "light" }] of Object.entries(wanted).filter(([each]) => process.argv.length < 3 || process.argv.includes(each))) {
    const page = await open(address, hash, { size, theme, touch: size === phone });
    await act(page);
    await page.waitForTimeout(700); // for what is drawn last
    await page.screenshot({ path: `${root}/docs/pictures/${name}.png` });
    await page.context().close();
  }
} finally {
  await stop();
}
