// A file of weights, dropped on the page or chosen in the dialog, is an opponent: the same as the program's `model`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { open, personsTurn, start, state, stop } from "./browser.js";
import { build } from "./program.js";

const models = fileURLToPath(new URL("../../models", import.meta.url));
const vector = (name) => join(models, `${name}.vector`);

let address;
before(async () => { address = await start(); });
after(stop);

async function drop(page, name, bytes) {
  await page.evaluate(([file, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], file));
    for (const kind of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
  }, [name, bytes]);
}

const native = (game, file, moves) => JSON.parse(execFileSync(join(build, "src/ports/potez"),
  ["best", game, `moves:${moves}`, "--player", `model:${file}`, "--json", "--quiet", "--seed", "1"], { timeout: 30000 })).move;

test("a dropped vector plays as the program's player does", async () => {
  const page = await open(address, "#othello");
  await drop(page, "othello-linear.vector", readFileSync(vector("othello-linear"), "utf8"));
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.players[1].name === "model:othello-linear.vector", null, { timeout: 20000 });
  await personsTurn(page);
  await page.locator('.cell[data-place="37"]').click(); // f5
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.state.at >= 2, null, { timeout: 30000 });
  const { history } = await state(page);
  assert.equal(history[1], native("othello", vector("othello-linear"), "f5"));
  assert.match(await page.locator(".who").first().textContent(), /othello-linear/);
  await page.reload(); // the file is kept with the game
  await personsTurn(page);
  assert.equal((await state(page)).players[1].name, "model:othello-linear.vector");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a vector of another game opens that game; what is no vector is refused with a reason", async () => {
  const page = await open(address, "#othello");
  await drop(page, "mill-priority.vector", readFileSync(vector("mill-priority"), "utf8"));
  await page.waitForFunction(() => globalThis.potez.app.view?.game?.name === "mill", null, { timeout: 20000 });
  await drop(page, "letter.txt", "Dear Potez");
  await page.locator("#toast.wrong.shown").waitFor({ timeout: 20000 });
  assert.match(await page.locator("#toast").textContent(), /weights/);
  assert.equal(await page.evaluate(() => globalThis.potez.app.view.game.name), "mill");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("the dialog takes a file as an opponent", async () => {
  const page = await open(address, "#connect4");
  await page.keyboard.press("n");
  await page.locator("dialog input[value=model]").check({ force: true });
  await page.locator("dialog input[type=file]").setInputFiles(vector("othello-nn2"));
  await page.locator("dialog .wrong:not([hidden])").waitFor({ timeout: 20000 });
  await page.locator("dialog input[type=file]").setInputFiles(vector("connect4-hard"));
  await page.locator("dialog .wrong").waitFor({ state: "hidden", timeout: 20000 });
  await page.locator("dialog button.go").click();
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.players[1].name === "model:connect4-hard.vector", null, { timeout: 20000 });
  await page.locator('.cell[data-place="3"]').first().click();
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.state.at >= 2, null, { timeout: 30000 });
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
