// What the source documents describe of their programs' screens: the phase's rules beside the board, the
// document's rules as one choice, music, the boards of the thesis, the camera, the Target, the editor.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { open, phone, snap, start, state, stop } from "./browser.js";

// What a vector says of its origin.
function vector(name) {
  const text = readFileSync(fileURLToPath(new URL(`../../models/${name}.vector`, import.meta.url)), "latin1");
  const field = (key) => Number(new RegExp(`^${key} (-?[\\d.]+)`, "m").exec(text)[1]);
  return { generation: field("generation"), points: field("versus-random"), elo: Math.round(field("elo")) };
}

let address;
before(async () => { address = await start(); });
after(stop);

const play = (page, moves) => page.evaluate((texts) => {
  const { match } = globalThis.potez.app.view;
  for (const text of texts) match.play(match.state.moves.find((move) => move.text === text));
}, moves);

test("mill: the rules of the phase stand beside the board and change with it", async () => {
  const page = await open(address, `#mill?start=${encodeURIComponent(`ww.bb${".".repeat(19)} w 1 1 0`)}`);
  await page.evaluate(() => globalThis.potez.app.view.tab("play"));
  const note = page.locator(".phase-note");
  assert.match(await note.textContent(), /Phase 1/);
  await snap(page, "mill-phase");
  await play(page, ["a1", "g1"]);
  await page.waitForFunction(() => /Phase [23]/.test(document.querySelector(".phase-note")?.textContent));
  assert.match(await note.textContent(), /Phase 3/); // three men each, none in hand
  await page.evaluate(() => globalThis.potez.app.view.tab("analysis"));
  assert.ok(await note.isVisible());
  assert.deepEqual(page.complaints, []);
  await page.context().close();
  const other = await open(address, "#othello");
  assert.equal(await other.locator(".phase-note").textContent(), "");
  await other.context().close();
});

test("mill: the document's rules are one choice, and the options follow", async () => {
  const page = await open(address, "#mill");
  await page.keyboard.press("n");
  await page.locator("select.ruleset").selectOption("document");
  assert.equal(await page.locator('select[name="capture"]').inputValue(), "skip");
  assert.equal(await page.locator('select[name="draws"]').inputValue(), "off");
  await snap(page, "mill-rules-document");
  await page.locator('select[name="draws"]').selectOption("on");
  assert.equal(await page.locator("select.ruleset option:checked").textContent(), "A choice of your own");
  await page.locator("select.ruleset").selectOption("document");
  await page.locator(".dialog-new button.go").click();
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.session.save().includes("option capture skip"));
  assert.match(await page.evaluate(() => globalThis.potez.app.view.match.session.save()), /option draws off/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("music is off until asked for, follows the volume and is loaded on demand", async () => {
  const page = await open(address, "#mill");
  const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/music.js")));
  const playing = () => page.evaluate(async () => (await import("./modules/music.js")).playing());
  assert.equal(await loaded(), false);
  await page.locator("button.music").click();
  await page.waitForFunction(async () => (await import("./modules/music.js")).playing().bars > 0);
  const loud = await playing();
  assert.ok(loud.running && loud.loudness > 0);
  const slide = (value) => page.locator(".volume input").evaluate((input, to) => {
    input.value = to;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }, value);
  await slide(30);
  const soft = await playing();
  assert.ok(Math.abs(soft.loudness / loud.loudness - 0.25) < 0.01, `${soft.loudness} of ${loud.loudness}`); // half the slider, a quarter of the power
  await slide(0);
  await page.waitForFunction(async () => !(await import("./modules/music.js")).playing().running);
  await slide(60);
  await page.waitForFunction(async () => (await import("./modules/music.js")).playing().running);
  await page.locator("button.music").click();
  await page.waitForFunction(async () => !(await import("./modules/music.js")).playing().running);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("ZR 2: the boards of the thesis are a group of their own", async () => {
  const page = await open(address, "#zr2?level=44t3&tab=levels");
  const heads = page.locator(".zr2-lists h2");
  await heads.last().waitFor();
  assert.match(await heads.last().textContent(), /thesis.*0 of 7/);
  const names = await page.locator(".zr2-lists section:last-child .name b").allTextContents();
  assert.deepEqual(names, ["Table 1.1", "44ti2", "44t1", "44t2", "44t3", "44t4", "44t5"]);
  assert.equal(await page.locator('[data-count="target"] b').textContent(), "16");
  assert.equal(await page.evaluate(async () => (await (await import("./modules/levels.js")).levels()).length), 60);
  await snap(page, "zr2-thesis-boards");
  await page.context().close();
});

// 3 x 1, all ones, the player at the left on its own cell of value 0: two points; a Target of one is
// less than the most.
const easyTarget = "Less\nTarget=1\nSumToZero\n(0, 0)\n0\n3 1\n(1, 0, 0, 0, 0, 0) (1, 1, 0, 0, 0, 0) (1, 1, 0, 0, 0, 0)";

async function openText(page, text) {
  await page.evaluate(async (level) => {
    const { sourceOfText, addressOf } = await import("./zr2/sources.js");
    location.hash = addressOf(await sourceOfText(level));
  }, text);
  await page.waitForFunction((name) => globalThis.potez.app.view?.level?.name === name, text.split("\n")[0]);
}

test("ZR 2: the Target wins, and whoever wants more goes on", async () => {
  const page = await open(address, "#zr2");
  await openText(page, easyTarget);
  await play(page, ["1"]);
  await page.locator(".zr2-over:not(.zr2-pause) h2").waitFor();
  assert.match(await page.locator(".zr2-over:not(.zr2-pause) h2").textContent(), /Target reached/);
  assert.equal((await state(page)).over, false);
  await page.keyboard.press("d"); // nothing moves before that is answered
  assert.equal((await state(page)).at, 1);
  await snap(page, "zr2-target-reached");
  await page.locator('[data-action="more"]').click();
  await play(page, ["2"]);
  await page.locator(".zr2-over:not(.zr2-pause) h2").waitFor();
  assert.equal((await state(page)).over, true);
  assert.equal(await page.locator('[data-action="more"]').count(), 0);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("ZR 2: a listing with a cell too many is read with a warning", async () => {
  const page = await open(address, "#zr2");
  await openText(page, `${easyTarget} (1, 1, 0, 0, 0, 0)`);
  await page.waitForFunction(() => /column 58: the board has 3 cells/.test(document.body.textContent));
  await page.context().close();
});

test("ZR 2: the camera turns and zooms around the player, or around the board", async () => {
  const page = await open(address, "#zr2?level=44t3", { deep: true });
  const there = await page.waitForFunction(() => globalThis.potez.app.view.stage.scene, null, { timeout: 20000 }).catch(() => null);
  if (!there) return page.context().close(); // no picture in three dimensions here
  // where the player's cell is seen, before and after a turn and a zoom, in shares of the picture
  const shift = (orbit) => page.evaluate(async (around) => {
    const { choose } = await import("./zr2/store.js");
    choose("orbit", around);
    const { view } = globalThis.potez.app, { scene } = view.stage, { camera } = scene;
    view.draw();
    camera.reset(true);
    const seen = () => {
      const at = scene.where(view.player), box = scene.canvas.getBoundingClientRect();
      return [at.x / box.width, at.y / box.height];
    };
    const before = seen();
    camera.turn(0.7);
    camera.step(1, false);
    const turned = seen();
    camera.zoom(0.7);
    camera.step(1, false);
    const zoomed = seen();
    camera.reset(true);
    return [turned, zoomed].map(([x, y]) => Math.hypot(x - before[0], y - before[1]));
  }, orbit);
  const player = await shift("player"), board = await shift("board");
  assert.ok(player[0] < 0.01, `the player stays when turning: ${player}`);
  assert.ok(player[1] < 0.08, `and nearly when zooming: ${player}`);
  assert.ok(board[0] > 0.1, `around the board it goes round: ${board}`);
  await page.context().close();
});

test("ZR 2's editor: a new board is empty and filled with one click", async () => {
  const page = await open(address, "#zr2?view=editor");
  await page.locator("#new-size").fill("3 x 2");
  await page.locator(".zr2-form button.go").click();
  const values = () => page.evaluate(() => globalThis.potez.app.view.level.values);
  assert.deepEqual(await values(), [0, 0, 0, 0, 0, 0]);
  await page.locator('[data-action="grid"]').click();
  assert.deepEqual(await values(), [0, 1, 1, 1, 1, 1]); // the player's cell is not visited at the start
  await snap(page, "zr2-editor-filled");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("Othello: the trained agents have cards with their origin, curves and depth", async () => {
  const page = await open(address, "#othello");
  await page.keyboard.press("n");
  await page.locator("dialog input[value=named]").check({ force: true });
  const choose = page.locator("dialog .more select").first();
  const inThesis = { linear: "GA_linear_bot", nn1: "GA_NN_bot1", nn2: "GA_NN_bot2", lines: "Ours" };
  // the numbers of the card are those of the file that ships
  const told = async (file) => {
    const { generation, points, elo } = vector(file);
    assert.match(await page.locator(".player-card p").textContent(), new RegExp(`generation ${generation} .* ${points.toLocaleString("en")} of 10,000 .* Elo ${elo} `), file);
    await page.waitForFunction(() => [...document.querySelectorAll(".player-card img")].filter((image) => image.complete && image.naturalWidth > 0).length === 2);
  };
  for (const name of Object.keys(inThesis)) {
    await choose.selectOption(name);
    assert.ok((await page.locator("dialog .fact-from dd").textContent()).includes(inThesis[name]), name);
    await told(`othello-${name}`);
  }
  await snap(page, "othello-card");
  await choose.selectOption("swh");
  assert.equal(await page.locator(".player-card").textContent(), "");
  for (const name of ["nn2", "nn1", "linear"]) {
    await choose.selectOption(name);
    await page.locator("dialog input[type=number]").fill("2");
    await told(`othello-${name}-2`); // from two plies on it plays by other weights
  }
  await page.locator(".dialog-new button.go").click();
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.players.some(({ name }) => name === "linear:2"));
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("the rules of the phase on a phone", async () => {
  const page = await open(address, "#mill", { size: phone });
  assert.ok(await page.locator(".phase-note .phase").isVisible());
  await page.locator(".phase-note").scrollIntoViewIfNeeded();
  await snap(page, "mill-phase-phone");
  await page.context().close();
});
