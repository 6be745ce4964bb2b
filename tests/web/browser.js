// What the page's tests share: a server, a browser, pages that must not complain.
import { chromium } from "playwright-core";
import { mkdirSync } from "node:fs";
import { serve } from "./server.js";

export const desk = { width: 1280, height: 720 }, phone = { width: 390, height: 844 };
export const pictures = process.env.POTEZ_PICTURES ?? "../../build/web-pictures";
mkdirSync(pictures, { recursive: true });

const build = process.env.POTEZ_BUILD;
let browser = null;
const servers = [];

export async function start(options = {}) {
  browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
  const server = await serve({ ...(build ? { build } : {}), ...options });
  servers.push(server);
  return server.address;
}

export async function stop() {
  await browser?.close();
  browser = null;
  for (const server of servers.splice(0)) await server.close();
}

export async function closeAll() {
  for (const context of browser?.contexts() ?? []) await context.close();
}

// A page in a context of its own. Errors (but not what WebGL without a graphics card says of itself), failed requests and requests to other machines are kept in
// page.complaints, which must stay empty. `before` runs in the page ahead of its scripts.
export async function open(address, hash = "", { size = desk, theme = "light", locale = "en", still = true, touch = false, workers = "block", before = null } = {}) {
  const context = await browser.newContext({ viewport: size, colorScheme: theme, locale, hasTouch: touch,
    reducedMotion: still ? "reduce" : "no-preference", serviceWorkers: workers, acceptDownloads: true });
  if (before) await context.addInitScript(before);
  const page = await context.newPage();
  page.complaints = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type()) && !/blocked by Playwright|GPU stall due to ReadPixels/.test(message.text())) page.complaints.push(message.text()); });
  page.on("pageerror", (error) => page.complaints.push(error.message));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!["127.0.0.1", ""].includes(url.hostname)) page.complaints.push(`a request left the machine: ${url}`);
  });
  page.on("response", (response) => { if (response.status() >= 400) page.complaints.push(`${response.status()} ${response.url()}`); });
  await page.goto(address + hash);
  await page.waitForFunction(() => globalThis.potez?.app?.view);
  return page;
}

// Waits until the service worker has kept everything, then goes on without a net.
export async function goOffline(page) {
  await page.evaluate(async () => { await navigator.serviceWorker.ready; });
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForFunction(() => globalThis.potez?.app?.view);
}

// The state of the game on the page, as the engine sees it.
export const state = (page) => page.evaluate(() => {
  const { match } = globalThis.potez.app.view;
  const { side, at, length, moves } = match.state;
  return { side, at, length, over: match.over, moves, half: match.half, persons: match.personsTurn, players: match.players,
    names: match.session.geometry.places.map(([, , name]) => name), history: match.history.map((entry) => entry.text) };
});

// Waits until a person can move, or the game is over.
export const personsTurn = (page) => page.waitForFunction(() => {
  const { view } = globalThis.potez.app;
  return view?.match && (view.match.over || (view.match.personsTurn && view.board.choice !== null));
}, null, { timeout: 60000 });

export async function snap(page, name) {
  await page.screenshot({ path: `${pictures}/${name}.png` });
}
