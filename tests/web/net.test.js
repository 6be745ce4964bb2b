// Games between two people over the net, through potez serve itself: invitations by link, code and QR code, a lobby,
// moves, a reload in the middle, somebody who leaves and comes back, spectators, offers, phrases, the end.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { open, phone, snap, start, state, stop } from "./browser.js";
import { serveProgram } from "./program.js";
import { decode } from "./qr-decoder.js";

let server, address;

before(async () => {
  await start(); // the browser
  server = await serveProgram("--lobby");
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
const close = async (...pages) => {
  for (const page of pages) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
};
const toast = (page, text) => page.locator("#toast", { hasText: text }).waitFor({ state: "attached" }); // it may have faded already

// A page that has opened a room as the first player and waits for the other.
async function waiting({ name = "", locale = "en", clock = null, ...more } = {}) {
  const one = await open(address, "#connect4", { locale, ...more });
  await one.keyboard.press("n");
  await one.locator('dialog input[value="net"]').check({ force: true });
  await one.locator('dialog input[name="side"][value="0"]').check({ force: true });
  if (name) await one.locator('dialog input[name="own-name"]').fill(name);
  if (clock) await one.locator('dialog select[name="clock"]').selectOption(clock);
  await one.locator('dialog button[type="submit"]').click();
  await one.locator(".banner input").first().waitFor();
  const link = await one.locator(".banner input").first().inputValue();
  return { one, invited: link.slice(link.indexOf("#")), link };
}

// A second page that follows the link and sits down.
async function joined(invited, { name = "", ...more } = {}) {
  const two = await open(address, invited, more);
  if (name) await two.locator('.join input[name="own-name"]').fill(name);
  await two.locator('.join button[type="submit"]').click();
  await two.waitForFunction(() => globalThis.potez.app.view?.match?.own === 1);
  return two;
}

test("two people, a reload in the middle, a spectator, the end and another game", async () => {
  const { one, invited } = await waiting();
  await snap(one, "net-waiting");
  const two = await joined(invited);
  await one.locator(".invitation").waitFor({ state: "detached" });
  const watcher = await open(address, (await one.url()).replace(/.*#/, "#"));
  assert.match(await watcher.locator(".watching").textContent(), /You are watching/);
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
  await toast(two, "Declined");
  await two.getByRole("button", { name: "Draw", exact: true }).click();
  await toast(two, "This was declined"); // not again before the next move
  await play(two, "1");
  assert.equal(await watcher.evaluate(() => globalThis.potez.app.view.match.personsTurn), false);
  await play(one, "4");
  for (const page of [one, two, watcher]) await page.locator(".end h2").waitFor();
  assert.equal(await one.locator(".end h2").textContent(), "You won");
  assert.equal(await two.locator(".end h2").textContent(), "Yellow wins");
  assert.equal(await watcher.locator(".end h2").textContent(), "Yellow wins");
  assert.equal(await watcher.getByRole("button", { name: "Play again" }).count(), 0);
  assert.deepEqual((await state(watcher)).history, ["4", "1", "4", "1", "4", "1", "4"]);
  await one.getByRole("button", { name: "Play again" }).click();
  await two.getByRole("button", { name: "Accept" }).click();
  for (const page of [one, two]) await page.waitForFunction(() => globalThis.potez.app.view?.match?.state.at === 0);
  assert.equal(await two.evaluate(() => globalThis.potez.app.view.match.own), 0);
  await close(one, two, watcher);
});

test("one side leaves and comes back, and both are called by their names", async () => {
  const { one, invited } = await waiting({ name: "Ana" });
  const two = await open(address, invited, { locale: "hr", size: phone });
  assert.match(await two.locator(".join b").textContent(), /Ana te poziva na partiju/);
  await snap(two, "net-join-phone");
  await two.locator('.join input[name="own-name"]').fill("Иво");
  await two.locator('.join button[type="submit"]').click();
  await one.locator(".who b", { hasText: "Иво" }).waitFor();
  await two.locator(".who b", { hasText: "Ana" }).waitFor();
  await play(one, "4");
  await two.waitForFunction(() => globalThis.potez.app.view?.match?.state.at === 1);
  const here = await two.url();
  await two.goto("about:blank");
  await one.locator(".who .away").waitFor();
  await toast(one, "Иво (Red) has left");
  await snap(one, "net-away");
  await two.goto(here);
  await one.locator(".who .away").waitFor({ state: "detached" });
  await toast(one, "Иво (Red) is back");
  await play(two, "4");
  await play(one, "1");
  await two.locator('[data-action="flag"]').click();
  await two.locator("dialog button.go").click();
  await two.locator(".end h2").waitFor();
  assert.equal(await two.locator(".end h2").textContent(), "Ana (Žuti) pobjeđuje"); // a lost game says who won
  assert.equal(await one.locator(".end h2").textContent(), "You won");
  assert.equal(await one.locator(".end .detail").textContent(), "by resignation");
  await two.locator(".end button.go").click();
  await one.locator(".banner", { hasText: "Иво (Red) wants another game" }).getByRole("button", { name: "Decline" }).click();
  await one.locator(".end button.go").click();
  await two.locator(".banner button.go").click();
  await one.waitForFunction(() => globalThis.potez.app.view?.match?.own === 1);
  await one.locator(".who b", { hasText: "Иво" }).waitFor();
  await close(one, two);
});

test("an invitation by code, link, QR code and the phone's own way", async () => {
  const before = () => { navigator.share = (what) => { globalThis.shared = what; return Promise.resolve(); }; };
  const { one, link } = await waiting({ name: "Ana", before, size: phone });
  const code = await one.locator(".code").textContent();
  assert.match(code, /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  await one.locator(".qr").waitFor();
  await snap(one, "net-invitation-phone");
  const modules = await one.locator(".qr path").getAttribute("d");
  const size = Number((await one.locator(".qr").getAttribute("viewBox")).split(" ")[2]);
  const dark = new Set([...modules.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x - 4} ${y - 4}`));
  assert.equal(decode({ size: size - 8, dark: (x, y) => dark.has(`${x} ${y}`) }).text, link);
  await one.getByRole("button", { name: "Send …" }).click();
  assert.deepEqual(await one.evaluate(() => globalThis.shared), { title: "Potez", text: "Play Connect Four with me", url: link });
  const two = await open(address, "");
  await two.getByRole("button", { name: "With a friend" }).click();
  await two.locator('dialog input[name="code"]').fill(code.toLowerCase().replace("-", " "));
  await two.getByRole("button", { name: "Open", exact: true }).click();
  await two.locator('.join button[type="submit"]').click();
  await one.locator(".invitation").waitFor({ state: "detached" });
  await turn(one);
  await close(two);
  await close(one);
});

test("a draw is offered and accepted", async () => {
  const { one, invited } = await waiting({ name: "Ana", clock: "each 30" });
  const two = await joined(invited, { name: "Ivo" });
  await play(one, "4");
  await play(two, "4");
  assert.equal(await one.locator(".clock").count(), 2);
  await one.locator('[data-action="check"]').click();
  await one.locator(".banner", { hasText: "You offer a draw" }).waitFor();
  await two.locator(".banner", { hasText: "Ana (Yellow) offers a draw" }).getByRole("button", { name: "Accept" }).click();
  for (const page of [one, two]) {
    await page.locator(".end h2").waitFor();
    assert.equal(await page.locator(".end h2").textContent(), "A draw");
    assert.equal(await page.locator(".end .detail").textContent(), "by agreement");
  }
  await close(one, two);
});

test("a move is taken back when the other side agrees, and not before", async () => {
  const { one, invited } = await waiting({ name: "Ana" });
  const two = await joined(invited);
  for (const [page, move] of [[one, "4"], [two, "1"], [one, "7"]]) await play(page, move);
  const plies = (page, count) => page.waitForFunction((wanted) => globalThis.potez.app.view?.match?.state.length === wanted, count);
  const ask = async (answer) => {
    await one.getByRole("button", { name: "Undo" }).click();
    await one.locator(".banner", { hasText: "You ask to take a move back" }).waitFor();
    await two.locator(".banner", { hasText: "Ana (Yellow) asks to take a move back" }).getByRole("button", { name: answer }).click();
    await one.locator(".banner").waitFor({ state: "detached" });
  };
  await plies(two, 3);
  await ask("Decline");
  await toast(one, "Declined");
  assert.deepEqual((await state(one)).history, ["4", "1", "7"]);
  await play(two, "1");
  await play(one, "6");
  await plies(two, 5);
  await ask("Accept");
  for (const page of [one, two]) await plies(page, 4);
  await play(one, "4"); // and on with another one
  await plies(two, 5);
  assert.deepEqual((await state(two)).history, ["4", "1", "7", "1", "4"]);
  await close(one, two);
});

test("phrases are read in the reader's language, or not at all", async () => {
  const { one, invited } = await waiting({ name: "Ana" });
  const two = await joined(invited, { locale: "sr" });
  await one.getByRole("button", { name: "Say" }).click();
  await one.getByRole("button", { name: "Good luck!" }).click();
  await toast(two, "Ana (Жути): Срећно!");
  await toast(one, "You: Good luck!");
  await two.locator('[data-action="speech"]').click();
  await two.locator(".phrases .link").click(); // hides them
  const heard = two.evaluate(() => new Promise((resolve) => { const { view } = globalThis.potez.app, { said } = view; view.said = (...all) => { said.apply(view, all); resolve(document.getElementById("toast").textContent); }; }));
  await one.getByRole("button", { name: "Say" }).click();
  await one.getByRole("button", { name: "Oops!" }).click();
  assert.doesNotMatch(await heard, /Упс/);
  await close(one, two);
});

test("the lobby", async () => {
  const one = await open(address, "#lobby");
  await one.locator(".lobby .about", { hasText: "Nobody is waiting" }).waitFor();
  await one.locator('input[name="own-name"]').fill("Ana");
  await one.getByRole("button", { name: "Open a game" }).click();
  assert.equal(await one.locator('dialog input[name="listed"]').isChecked(), true);
  await one.locator('dialog input[value="mill"]').check({ force: true });
  await one.locator('dialog select[name="clock"]').selectOption("other");
  await one.locator(".own-clock input").nth(0).fill("7");
  await one.locator(".own-clock input").nth(1).fill("4");
  await one.getByRole("button", { name: "Over the net" }).click();
  await one.locator(".invitation", { hasText: "in the lobby" }).waitFor();
  const two = await open(address, "#lobby", { locale: "hr" });
  const row = two.locator(".lobby-list li", { hasText: "Ana" });
  await row.waitFor();
  assert.match(await row.textContent(), /Mlin.*7 min \+ 4 s/);
  await snap(two, "net-lobby");
  await two.locator('input[name="own-name"]').fill("Ivo");
  await row.locator("a").click();
  await one.locator(".who b", { hasText: "Ivo" }).waitFor();
  await two.waitForFunction(() => globalThis.potez.app.view?.match?.own >= 0);
  await close(one, two);
});

test("the page that the program carries plays against the machine", async () => {
  const page = await open(address, "#othello");
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  await turn(page);
  await page.locator('.cell[data-place="19"]').click();
  await page.waitForFunction(() => globalThis.potez.app.view?.match?.state.at >= 2);
  await close(page);
});

test("resigning asks first", async () => {
  const { one, invited } = await waiting();
  const two = await joined(invited);
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
  await close(one, two);
});

test("every refusal of a room has words in every language, and they are used", async () => {
  const names = [...readFileSync(new URL("../../src/ports/server/deny.c", import.meta.url), "utf8").matchAll(/\[DENY_\w+\] =\s*\{"(\w+)"/g)].map(([, name]) => name);
  assert.ok(names.length > 30, `only ${names.length} found`);
  for (const code of ["en", "hr", "sr-Latn", "sr-Cyrl"]) {
    const texts = JSON.parse(readFileSync(new URL(`../../web/texts/net/${code}.json`, import.meta.url), "utf8"));
    assert.deepEqual(Object.keys(texts).filter((key) => key.startsWith("net.deny.")).sort(), names.map((name) => `net.deny.${name}`).sort(), code);
  }
  for (const [locale, said] of [["en", "There is no such game."], ["hr", "Takve partije nema."], ["sr-Latn-RS", "Takve partije nema."], ["sr", "Такве партије нема."]]) {
    const page = await open(address, "#othello", { locale });
    await page.evaluate(() => { location.hash = "#net/AAAAAAAAAAAA"; });
    await page.locator(".problem p", { hasText: said }).waitFor();
    await close(page);
  }
});
