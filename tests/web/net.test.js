// A game between two people over the net, through potez serve itself: invitation, moves, a reload in
// the middle, a spectator, an offer, the end.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, snap, start, state, stop } from "./browser.js";
import { serveProgram } from "./program.js";

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

const turn = (page) => page.waitForFunction(() => globalThis.potez.app.view?.match?.personsTurn && globalThis.potez.app.view.board.choice);
const play = async (page, text) => {
  await turn(page);
  const move = (await state(page)).moves.find((each) => each.text === text);
  await page.locator(`.cell[data-place="${move.steps[0].place}"]`).click({ force: true });
};

// A page that has opened a room as the first player and waits for the other.
async function waiting() {
  const one = await open(address, "#connect4");
  await one.keyboard.press("n");
  await one.getByRole("radio", { name: "Over the net" }).check();
  await one.getByRole("radio", { name: "Yellow, first" }).check();
  await one.getByRole("button", { name: "Start", exact: true }).click();
  await one.locator(".banner input").waitFor();
  const link = await one.locator(".banner input").inputValue();
  return { one, invited: link.slice(link.indexOf("#")) };
}

test("two people, a reload in the middle, a spectator, the end and another game", async () => {
  const { one, invited } = await waiting();
  await snap(one, "net-waiting");
  const two = await open(address, invited);
  await one.locator(".banner").waitFor({ state: "detached" });
  const watcher = await open(address, (await one.url()).replace(/.*#/, "#"));
  await play(one, "4");
  await play(two, "1");
  await play(one, "4");
  await two.waitForFunction(() => globalThis.potez.app.view?.match?.state.at === 3);
  await two.reload();
  await two.waitForFunction(() => globalThis.potez?.app?.view?.match?.state.at === 3);
  assert.equal((await state(two)).persons, true);
  await play(two, "1");
  await play(one, "4");
  await two.getByRole("button", { name: "Draw", exact: true }).click();
  await one.getByRole("button", { name: "Decline" }).click();
  await play(two, "1");
  assert.equal(await watcher.evaluate(() => globalThis.potez.app.view.match.personsTurn), false);
  await play(one, "4");
  for (const page of [one, two, watcher]) await page.locator(".end h2").waitFor();
  assert.equal(await one.locator(".end h2").textContent(), "You won");
  assert.equal(await two.locator(".end h2").textContent(), "Yellow wins");
  assert.equal(await watcher.locator(".end h2").textContent(), "Yellow wins");
  assert.deepEqual((await state(watcher)).history, ["4", "1", "4", "1", "4", "1", "4"]);
  await one.getByRole("button", { name: "Play again" }).click();
  await two.getByRole("button", { name: "Accept" }).click();
  for (const page of [one, two]) await page.waitForFunction(() => globalThis.potez.app.view?.match?.state.at === 0);
  assert.equal(await two.evaluate(() => globalThis.potez.app.view.match.own), 0);
  for (const page of [one, two, watcher]) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test("the page that the program carries plays against the machine", async () => {
  const page = await open(address, "#othello");
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  await turn(page);
  await page.locator('.cell[data-place="19"]').click();
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.state.at >= 2);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("resigning asks first", async () => {
  const { one, invited } = await waiting();
  const two = await open(address, invited);
  await play(one, "4");
  await play(two, "1");
  await turn(one);
  await one.getByRole("button", { name: "Resign" }).click();
  await one.getByRole("button", { name: "Go on playing" }).click();
  await play(one, "4");
  await one.getByRole("button", { name: "Resign" }).click();
  await one.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await two.locator(".end h2").waitFor();
  assert.equal(await two.locator(".end h2").textContent(), "You won");
  for (const page of [one, two]) await page.context().close();
});
