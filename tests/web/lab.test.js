// The laboratory with potez serve itself: a training watched to its end, a tournament, the archive, tables and pictures saved.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { closeAll, open, personsTurn, phone, pictures, snap, start, state, stop } from "./browser.js";
import { serveProgram } from "./program.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "potez-lab-"));
const LONG = 240000; // milliseconds, at most, for a run on a busy machine

let server, address;
before(async () => {
  await start(); // the browser
  server = await serveProgram("--lab", folder);
  ({ address } = server);
});
after(async () => {
  await stop();
  server?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const lab = (path) => fetch(`${address}api/v1/lab${path}`).then((answer) => answer.json());
const finished = (page) => page.locator('.lab-run .lab-state[data-state="done"]').waitFor({ timeout: LONG });

async function saved(page, press) {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}

// Every table in sight is saved as CSV, row by row, and every picture as an SVG that a browser reads; how many of each.
async function saveAll(page) {
  await page.evaluate(() => { for (const each of document.querySelectorAll("#lab-panel details")) each.open = true; });
  const seen = { csv: await page.locator("#lab-panel table:visible").count(), svg: await page.locator("#lab-panel svg.picture-svg:visible").count() }, count = { csv: 0, svg: 0 };
  assert.equal(await page.locator('#lab-panel svg[role="img"]:visible').count(), seen.svg, "no picture without a frame");
  for (const button of await page.locator("#lab-panel .save:visible").all()) {
    const { name, text } = await saved(page, () => button.click()), kind = name.split(".").at(-1);
    const rows = await button.evaluate((each) => each.parentElement.querySelectorAll("tr").length);
    if (kind === "csv") assert.equal(text.trim().split("\r\n").length, rows, name);
    else assert.equal(await page.evaluate((file) => new DOMParser().parseFromString(file, "image/svg+xml").documentElement.localName, text), "svg", name);
    count[kind]++;
  }
  assert.deepEqual(count, seen);
  return count;
}

async function fill(page, values) {
  for (const details of await page.locator("form details").all()) await details.evaluate((each) => { each.open = true; });
  for (const [name, value] of Object.entries(values)) await page.locator(`form [name="${name}"]`).fill(String(value));
}

async function complete(page) {
  assert.deepEqual(page.complaints, []);
  assert.deepEqual(await page.evaluate(() => [...globalThis.potez.missing]), []);
  await page.context().close();
}

test("the first page leads to the laboratory, and a training of five generations is watched to its end", async () => {
  const page = await open(address);
  await page.locator('.tile[href="#lab"]').click({ timeout: 20000 });
  await page.getByRole("tab", { name: "New training" }).click();
  await page.locator("select[name=game]").selectOption("othello");
  await page.locator("select[name=model]").selectOption("linear");
  await fill(page, { generations: 5, population: 12, opponents: 4, elite: 2, starts: 1, "test-every": 1, "test-best": 2, "test-games": 20, "ladder-games": 0 });
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator('.lab-run .lab-state[data-state="running"], .lab-run .lab-state[data-state="done"]').waitFor({ timeout: LONG });
  await finished(page);
  const { runs: [{ run }] } = await lab("/runs"), told = await lab(`/runs/${run}`);
  assert.deepEqual(told.generations, [0, 1, 2, 3, 4, 5]);
  // the curve, its table and its picture
  assert.equal(await page.locator(".lab-details .curve").count(), 1);
  assert.equal(await page.locator(".lab-details .dot").count(), 6);
  await page.locator("summary", { hasText: "All measurements" }).click();
  const table = await saved(page, () => page.getByRole("button", { name: `CSV: run-${run}-curve.csv` }).click());
  const rows = table.text.trim().split("\r\n").map((line) => line.split(","));
  assert.deepEqual(rows[0], told.curve.columns);
  assert.deepEqual(rows.slice(1).map((row) => row.map(Number)), told.curve.rows.map((row) => row.map(Number)));
  const picture = await saved(page, () => page.getByRole("button", { name: `SVG: run-${run}-curve.svg` }).click());
  assert.match(picture.text, /^<svg[^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.match(picture.text, /<path[^>]*stroke="rgb\(13, 122, 111\)"/);
  // what it was set to, beside what is usual
  await page.locator("summary", { hasText: "Settings" }).click();
  const set = await saved(page, () => page.getByRole("button", { name: `CSV: run-${run}-settings.csv` }).click());
  assert.deepEqual(set.text.split("\r\n").filter((line) => /--(population|generations|sigma|rescale),/.test(line)),
    ["Population,--population,12,100", "Generations,--generations,5,200", `"Mutation, sigma",--sigma,0.3,0.3`, "Scaling,--rescale,vector,vector"]);
  // weights on the board: 64 squares of ten classes, and bars for the other two
  await page.locator(".lab-pictures .weight").first().waitFor({ timeout: 20000 });
  const { weights, pictures: boards } = await lab(`/weights/${run}/5`);
  const expected = boards[0].map((index) => weights[index].toFixed(2).replace("-", "\u2212"));
  assert.equal(expected.length, 64);
  await page.waitForFunction((texts) => [...document.querySelectorAll(".lab-pictures .weight")].map((each) => each.textContent).join() === texts, expected.join(), { timeout: 20000 });
  assert.equal(await page.locator(".lab-pictures figure:last-of-type rect").count(), weights.length - 10);
  await snap(page, "lab-training");
  assert.deepEqual(await saveAll(page), { csv: 3, svg: 3 });
  // nothing is at work, so nothing is asked any more
  let asked = 0;
  page.on("request", () => { asked++; });
  await page.waitForTimeout(2500);
  assert.equal(asked, 0);
  // an earlier generation by keyboard, then a game against it
  await page.locator(".lab-generation input").focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowLeft");
  await page.locator("output", { hasText: "Generation 2" }).waitFor();
  await page.getByRole("button", { name: "Play against it" }).click();
  await page.waitForFunction((name) => globalThis.potez.app.view?.match?.players[1].name === name, `model:run-${run}-2.vector`, { timeout: 20000 });
  await personsTurn(page);
  await page.locator('.cell[data-place="37"]').click();
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.state.at >= 2, null, { timeout: 30000 });
  assert.equal((await state(page)).history.length >= 2, true);
  await complete(page);
});

test("a tournament of three players, with cross table and ratings", async () => {
  const page = await open(address, "#lab?tab=contest");
  await page.locator("select[name=kind]").selectOption("tournament");
  await page.locator("select[name=game]").selectOption("connect4");
  for (const [i, name] of ["hard:2", "easy", "random"].entries()) await page.locator(".lab-players input").nth(i).fill(name);
  assert.equal(await page.locator("form [name=games]").getAttribute("placeholder"), "100"); // what is played where nothing is set
  await fill(page, { games: 6, seed: 3 });
  await page.locator("form [name=keep]").check();
  await page.getByRole("button", { name: "Start" }).click();
  await finished(page);
  const { runs: [{ run }] } = await lab("/runs"), { ratings } = await lab(`/runs/${run}`);
  assert.deepEqual(await page.locator(".lab-details tbody tr").evaluateAll((rows) => rows.map((row) => row.cells[1].textContent)), ratings.map(({ player }) => player));
  assert.equal(await page.locator(".lab-run svg .dot").count(), 3);
  const cross = await saved(page, () => page.getByRole("button", { name: `CSV: run-${run}-cross.csv` }).click());
  assert.equal(cross.text.split("\r\n")[0], "rank,player,elo,elo_error,points,games,1,2,3");
  assert.equal(cross.text.split("\r\n")[1].split(",")[1], ratings[0].player);
  await page.locator("summary", { hasText: "Settings" }).click();
  const set = await saved(page, () => page.getByRole("button", { name: `CSV: run-${run}-settings.csv` }).click());
  assert.match(set.text, /^Games,--games,6,100\r$/m);
  assert.match((await saved(page, () => page.getByRole("button", { name: `SVG: run-${run}-ratings.svg` }).click())).text, /<circle/);
  await snap(page, "lab-tournament");
  assert.deepEqual(await saveAll(page), { csv: 2, svg: 1 });
  await complete(page);
});

test("a match with a sequential test is stopped, goes on and is removed; refusals are told", async () => {
  const page = await open(address, "#lab?tab=contest", { locale: "hr" });
  await page.locator("select[name=game]").selectOption("connect4");
  await page.locator(".lab-players input").first().fill("engine:true");
  await page.getByRole("button", { name: "Pokreni" }).click();
  await page.locator(".lab-form .field-problem", { hasText: "connect4 nema igrača „engine”" }).waitFor({ timeout: 20000 });
  page.complaints.length = 0; // the browser reports the refusal
  // a question so fine that it is not answered before somebody has pressed the button
  for (const [i, name] of ["alphabeta:7", "alphabeta:6"].entries()) await page.locator(".lab-players input").nth(i).fill(name);
  await fill(page, { games: 10000 });
  for (const [i, value] of [-1, 1].entries()) await page.locator("form [name=sprt]").nth(i).fill(String(value));
  await page.getByRole("button", { name: "Pokreni" }).click();
  await page.locator(".lab-run .curve").first().waitFor({ timeout: LONG });
  await page.getByRole("button", { name: "Zaustavi" }).click();
  await page.locator('.lab-run .lab-state[data-state="stopped"]').waitFor({ timeout: LONG });
  const { runs: [{ run }] } = await lab("/runs"), { score, played } = await lab(`/runs/${run}`);
  assert.match(await page.locator(".lab-score").textContent(), new RegExp(`Pobjede ${score.wins},`));
  assert.match(await page.locator(".lab-test").textContent(), /Još nije odlučeno|Jest|Nije/);
  assert.equal(await page.locator(".lab-run .bound").count(), 3);
  await snap(page, "lab-match-hr");
  assert.deepEqual(await saveAll(page), { csv: 3, svg: 2 });
  await page.reload(); // the address names the run
  await page.getByRole("button", { name: "Nastavi" }).click({ timeout: 20000 });
  await page.locator('.lab-run .lab-state[data-state="running"]').waitFor({ timeout: LONG });
  await page.waitForFunction(async ([path, before]) => (await (await fetch(path)).json()).played > before, [`${address}api/v1/lab/runs/${run}`, played], { timeout: LONG, polling: 300 });
  await page.getByRole("button", { name: "Zaustavi" }).click();
  await page.getByRole("button", { name: "Ukloni" }).click({ timeout: LONG });
  await page.getByRole("button", { name: "Ukloniti zauvijek?" }).click();
  await page.waitForFunction((name) => !document.querySelector(`.lab-runs [data-run="${name}"]`), run, { timeout: 20000 });
  await complete(page);
});

test("a training's form and its failure are in the person's language", async () => {
  const page = await open(address, "#lab?tab=train", { locale: "hr" });
  await page.locator("select[name=game]").selectOption("othello");
  await page.locator("select[name=model]").selectOption("nn2");
  await page.locator("select[name=preset]").selectOption("source-nn2-2");
  assert.equal(await page.locator("select[name=preset] option:checked").textContent(), "kao u završnom radu, dubina 2");
  assert.equal(await page.locator(".lab-form .about code").textContent(), "--model nn2 --preset source-nn2-2");
  const choices = await page.locator(".lab-settings option").evaluateAll((all) => all.map(({ title, textContent }) => [title, textContent]));
  assert.ok(choices.length >= 21, String(choices.length));
  assert.deepEqual(choices.filter(([identifier, text]) => identifier === text), []);
  await fill(page, { population: 4, opponents: 50 });
  await page.getByRole("button", { name: "Pokreni" }).click();
  await page.locator(".lab-errors", { hasText: "broj protivnika mora biti paran i manji od populacije, koja je 4" }).waitFor({ timeout: LONG });
  await page.getByRole("button", { name: "Ukloni" }).click({ timeout: LONG });
  await page.getByRole("button", { name: "Ukloniti zauvijek?" }).click();
  await page.locator(".lab-run").waitFor({ state: "detached", timeout: 20000 });
  await complete(page);
});

test("the archive is searched, a game replayed, exported and imported", async () => {
  const page = await open(address, "#lab?tab=archive");
  await page.locator(".lab-archive tbody tr").first().waitFor({ timeout: 20000 });
  await page.locator(".lab-archive [name=game]").selectOption("connect4");
  await page.locator(".lab-archive [name=player]").fill("EASY");
  await page.getByRole("button", { name: "Search" }).click();
  await page.waitForFunction(() => document.querySelector(".lab-archive [role=status]")?.textContent === "12 games");
  assert.equal(await page.locator(".lab-archive tbody tr").count(), 12);
  const table = await saved(page, () => page.getByRole("button", { name: "CSV: games.csv" }).click());
  assert.equal(table.text.trim().split("\r\n").length, 13);
  await snap(page, "lab-archive");
  assert.deepEqual(await saveAll(page), { csv: 1, svg: 0 });
  const exported = await saved(page, () => page.getByRole("button", { name: "Export" }).click());
  assert.equal(exported.name, "games.pgn");
  assert.equal(exported.text.match(/\[Game "connect4"\]/gi)?.length, 12, exported.text.slice(0, 400));
  await page.locator(".lab-archive input[type=file]").setInputFiles({ name: "lines.txt", mimeType: "text/plain", buffer: Buffer.from("4453\n44444433\n") });
  await page.locator("#toast.shown", { hasText: "Kept: 2" }).waitFor({ timeout: LONG });
  await page.locator(".lab-archive [name=player]").fill("");
  await page.getByRole("button", { name: "Search" }).click();
  await page.waitForFunction(() => document.querySelector(".lab-archive [role=status]")?.textContent === "20 games");
  const id = Number(await page.locator(".lab-archive tbody th").last().textContent()), { moves } = await lab(`/archive/${id}`);
  await page.getByRole("button", { name: `Replay ${id}`, exact: true }).click();
  await page.waitForFunction(() => globalThis.potez.app.view?.match, null, { timeout: 20000 });
  assert.deepEqual((await state(page)).history, moves.split(" "));
  await page.goBack();
  await page.getByRole("button", { name: `Review ${id}`, exact: true }).click({ timeout: 20000 });
  await page.waitForFunction(() => globalThis.potez.app.view?.review, null, { timeout: 30000 });
  await complete(page);
});

test("accessible in every tab, light and dark, in four languages and on the phone", async () => {
  const { runs } = await lab("/runs"), shown = runs.filter(({ kind }) => kind !== "import").map(({ run }) => `#lab?run=${run}`);
  const looks = [["light", "en", undefined], ["dark", "sr", phone], ["dark", "hr", undefined], ["light", "sr-Latn-RS", phone]];
  for (const [theme, locale, size] of looks) {
    const page = await open(address, "#lab", { theme, locale, ...(size ? { size } : {}) });
    for (const hash of size ? ["#lab?tab=train", "#lab?tab=archive", shown.at(-1)] : ["#lab", "#lab?tab=train", "#lab?tab=contest", "#lab?tab=archive", ...shown]) {
      await page.evaluate((to) => { location.hash = to; }, hash);
      await page.waitForFunction((to) => location.hash === to && document.querySelector(to.includes("run=") ? `.lab-run[data-run="${to.slice(-4)}"] .picture-svg` : to.includes("archive") ? ".lab-archive tbody tr" : "#lab-panel > *"), hash, { timeout: 20000 });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${locale} ${hash} is wider than the window`);
      // letters in pictures are as large as they were meant to be, not as the window has shrunk them
      await page.waitForFunction(() => [...document.querySelectorAll(".picture-svg")].every((svg) => !svg.clientWidth || !svg.querySelector(".axis") || svg.clientWidth >= 0.95 * svg.viewBox.baseVal.width), null, { timeout: 20000 });
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`), [], `${theme} ${locale} ${hash}`);
      await page.screenshot({ path: `${pictures}/lab-${theme}-${locale}${hash.replace(/\W+/g, "-")}.png`, fullPage: true });
    }
    await complete(page);
  }
});

test("a page on another machine's name, or without a laboratory, says how to get one", async () => {
  const plain = await serveProgram();
  const page = await open(plain.address, "");
  assert.equal(await page.locator('.tile[href="#lab"]').count(), 0);
  await page.evaluate(() => { location.hash = "#lab"; });
  await page.locator(".problem", { hasText: "potez serve --lab" }).waitFor({ timeout: 20000 });
  await closeAll();
  plain.close();
});
