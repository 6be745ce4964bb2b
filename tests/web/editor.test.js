// The position editor and what can be pasted.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, personsTurn, phone, snap, start, state, stop } from "./browser.js";

let address;
before(async () => { address = await start(); });
after(stop);

const place = async (page, name) => (await state(page)).names.indexOf(name);
const put = async (page, name) => page.locator(`.editor .cell[data-place="${await place(page, name)}"]`).click({ force: true });
const text = (page) => page.getByLabel("The position as text").inputValue();
const edit = async (page) => {
  await page.keyboard.press("e");
  await page.locator(".editor").waitFor();
};

test("Othello: an empty board, discs of both sides, the other side to move", async () => {
  const page = await open(address, "#othello");
  await edit(page);
  await page.getByRole("button", { name: "Empty board" }).click();
  for (const name of ["d4", "d5", "d6"]) await put(page, name);
  await page.getByRole("radio", { name: "Put: White" }).check({ force: true });
  await put(page, "d7");
  await page.getByRole("radio", { name: "Take away" }).check({ force: true });
  await put(page, "d4");
  await page.locator('input[name="editor-turn"][value="1"]').check({ force: true });
  await snap(page, "editor-othello");
  assert.match(await text(page), /^-{35}X-{7}X-{7}O-{12} O;$/);
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.waitForFunction(() => globalThis.potez.app.view?.start?.position);
  const now = await state(page);
  assert.deepEqual(now.moves.map((move) => move.text), ["d4"]);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("Connect Four: discs fall, and what cannot be is refused with a reason", async () => {
  const page = await open(address, "#connect4");
  await edit(page);
  for (const name of ["a6", "b6"]) await page.locator(`.editor .cell[data-place="${name === "a6" ? 35 : 36}"]`).click({ force: true });
  assert.match(await page.locator("#editor-problem").textContent(), /2 discs of x and 0 of o/);
  assert.ok(await page.getByRole("button", { name: "Analyse" }).isDisabled());
  await page.getByRole("radio", { name: "Put: Red" }).check({ force: true });
  await page.locator('.editor .cell[data-place="0"]').click({ force: true });
  assert.match(await text(page), /o\.{6}\/xx\.{5}$/);
  assert.match(await page.locator("#editor-problem").textContent(), /Red's turn/); // two of x, one of o
  await page.getByRole("button", { name: "Play from here" }).click();
  await page.waitForFunction(() => globalThis.potez.app.view?.start?.position && globalThis.potez.app.view?.match?.state.content[7] === "1");
  await page.context().close();
});

test("mill: men in hand are asked for; a right click takes", async () => {
  const page = await open(address, "#mill", { size: phone });
  await edit(page);
  for (const name of ["a1", "a4", "d1"]) await put(page, name);
  await page.getByRole("radio", { name: "Put: Red" }).check({ force: true });
  for (const name of ["g1", "g4", "g7", "f6"]) await put(page, name);
  await page.locator(`.editor .cell[data-place="${await place(page, "f6")}"]`).click({ button: "right", force: true });
  for (const label of ["Blue: in hand", "Red: in hand"]) await page.getByLabel(label).fill("6");
  assert.equal(await page.locator("#editor-problem").textContent(), "");
  await snap(page, "editor-mill-phone");
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.waitForFunction(() => globalThis.potez.app.view?.start?.position);
  assert.equal((await state(page)).moves.length > 10, true);
  await page.context().close();
});

test("Byte: checkers are stacked; every position of a game can be put together again", async () => {
  const page = await open(address, "#byte");
  await edit(page);
  await page.getByRole("button", { name: "Start of the game" }).click();
  await put(page, "b2");
  assert.match(await page.locator("#editor-problem").textContent(), /checkers/); // one too many
  await page.keyboard.press("Escape");
  const differences = await page.evaluate(() => {
    const { engine } = globalThis.potez.app, wrong = [];
    let random = 5;
    for (const game of engine.games.filter(({ seats }) => seats === 2)) {
      const session = engine.open(`potez 1\ngame ${game.name}\nat 0\nmoves\n`);
      for (let ply = 0; ply < 80 && !session.state.over; ply++) {
        const { state: now, position } = session;
        const made = engine.arrange(session.slot, now.content, now.side, now.counts.map(([, , value]) => value));
        // mill's last number counts plies since a capture: a position by hand has none
        if (made.replace(/ \d+$/, "") !== position.replace(/ \d+$/, "")) wrong.push([game.name, position, made]);
        random = (random * 48271) % 2147483647;
        session.play(now.moves[random % now.moves.length].move);
      }
      session.close();
    }
    return wrong;
  });
  assert.deepEqual(differences, []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

const PASTED = [
  ["othello", "1. f5 d6 2. c3 d3 3. c4", "f5 d6 c3 d3 c4"],
  ["othello", "f5 d6\nc3 d3\n\nc4", "f5 d6 c3 d3 c4"],
  ["othello", "1 f5 d6\n2 c3 d3\n3 c4 f4", "f5 d6 c3 d3 c4 f4"],
  ["othello", "F5D6C3D3C4", "f5 d6 c3 d3 c4"],
  ["othello", "(;GM[Othello]PC[GGS/os]PB[a]PW[b]TI[15:00]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5//2]W[d6/0.1/3]B[c3]W[d3];)", "f5 d6 c3 d3"],
  ["othello", '[Event "x"]\n[Black "a"]\n\n1. f5 {good} d6!? 2. c3 (2. c4 d3) d3 1-0', "f5 d6 c3 d3"],
  ["connect4", "1. 4 4 2. 4 5 3. 3", "4 4 4 5 3"],
  ["connect4", "https://connect4.gamesolver.org/?pos=44455", "4 4 4 5 5"],
  ["connect4", "4,4,4\n5,5", "4 4 4 5 5"],
  ["mill", "1. d2 d7\n2. a1 g7", "d2 d7 a1 g7"],
  ["byte", "1. b2-c3", "b2-c3"],
];

test("transcripts of many kinds, addresses, OBF and Sanmill's FEN can be pasted", async () => {
  const page = await open(address, "#othello");
  for (const [game, pasted, wanted] of PASTED) {
    await page.goto(`${address}#${game}`);
    await page.waitForFunction((name) => globalThis.potez.app.view?.game?.name === name && globalThis.potez.app.view.tabName === "play", game);
    await page.evaluate(async ([name, words]) => { const { app } = globalThis.potez; await app.openText(app.game(name), words, {}); }, [game, pasted]);
    await page.waitForFunction(() => globalThis.potez.app.view?.tabName === "analysis");
    assert.equal((await state(page)).history.join(" "), wanted, pasted);
    await page.goto(address);
    await page.locator(".home").waitFor();
  }
  for (const [game, pasted, side] of [
    ["othello", "--------------------------OX------XXX----------------------- ----".replace(" ", "") + " O; % d3:+2", 1],
    ["mill", "OO******/********/@@****** w p p 2 7 2 7 0 0 0 3", 0],
    ["mill", "**O*@*O*/********/O@@***** b m s 3 0 3 0 0 0 0 0 0 0 0 0 1", 1],
  ]) {
    await page.goto(`${address}#${game}`);
    await page.waitForFunction((name) => globalThis.potez.app.view?.game?.name === name, game);
    await page.evaluate(async ([name, words]) => { const { app } = globalThis.potez; await app.openText(app.game(name), words, {}); }, [game, pasted]);
    await page.waitForFunction(() => globalThis.potez.app.view?.start?.position);
    assert.equal((await state(page)).side, side, pasted);
  }
  await page.context().close();
});

test("what is wrong stands beside the field and says where", async () => {
  const page = await open(address, "#othello");
  await personsTurn(page);
  for (const [pasted, said] of [["f5d6zz", /move 3, column 5/], ["f5 d6 a1", /move 3, column 7.*a1/], ["1. f5 d6 2. f5", /move 3, column 13/]]) {
    await page.keyboard.press("l");
    await page.locator("#paste").fill(pasted);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.waitForFunction(() => document.querySelector("#paste-problem")?.textContent);
    assert.match(await page.locator("#paste-problem").textContent(), said);
    assert.equal(await page.locator("#paste").getAttribute("aria-invalid"), "true");
    // the field marks the very move
    assert.equal(await page.locator("#paste").evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd)), pasted.slice(-2));
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("dialog[open]")); // it hears keys again
  }
  await page.context().close();
});
