// For makers, below the machine: parts, pictures, files, the self-test, and a machine on a serial port. The port is a
// stand-in for navigator.serial whose other end is the simulated machine's pseudo-terminal (potez automaton --serial).
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { constants, createReadStream, createWriteStream, openSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { open, phone, snap, start, stop } from "./browser.js";
import { build, serveProgram } from "./program.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const text = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
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

const lights = (page, wanted) => page.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector(".automaton")?.dataset.lights), `^${wanted}$`, { timeout: 60000 });
const said = (page, wanted) => page.waitForFunction((words) => document.querySelector(".automaton [role=status]")?.textContent === words, wanted, { timeout: 60000 });
const OFFLINE_MENU = "\\.\\.2010" + "\\.{22}0\\.{12}0"; // without a network
const MENU = "..2010" + "0" + ".".repeat(21) + "0" + ".".repeat(12) + "0";

async function openMakers(hash, options) {
  const page = await open(address, hash, options);
  await page.locator(".build-one > summary").click();
  await page.locator(".makers table").waitFor();
  return page;
}

// A machine, and the port that a page is given for it.
async function cable(page) {
  const machine = spawn(join(build, "src/ports/potez"), ["automaton", "--serial"], { stdio: ["ignore", "pipe", "inherit"] });
  const path = await new Promise((resolve) => { machine.stdout.once("data", (data) => resolve(String(data).trim())); });
  const flags = constants.O_NOCTTY | constants.O_NONBLOCK;
  const out = createWriteStream(null, { fd: openSync(path, constants.O_WRONLY | flags) });
  const incoming = createReadStream(null, { fd: openSync(path, constants.O_RDONLY | constants.O_NOCTTY) });
  incoming.on("data", (data) => page.evaluate((bytes) => globalThis.fromMachine?.(bytes), [...data]).catch(() => null));
  incoming.on("error", () => null);
  await page.exposeFunction("toMachine", (bytes) => { out.write(Buffer.from(bytes)); });
  return () => {
    machine.kill();
    out.destroy();
    incoming.destroy();
  };
}

// In the page, ahead of its scripts: one port, which can be unplugged by globalThis.unplug().
function standIn() {
  let incoming = null;
  globalThis.fromMachine = (bytes) => incoming?.enqueue(new Uint8Array(bytes));
  globalThis.unplug = () => incoming.error(new DOMException("The device has been lost.", "NetworkError"));
  const port = {
    async open({ baudRate }) {
      if (baudRate !== 115200) throw new Error(`${baudRate} baud`);
      this.readable = new ReadableStream({ start: (controller) => { incoming = controller; } });
      this.writable = new WritableStream({ write: (chunk) => globalThis.toMachine([...chunk]) });
      globalThis.portOpen = true;
    },
    async close() {
      if (this.readable.locked || this.writable.locked) throw new TypeError("still in use");
      globalThis.portOpen = false;
    },
  };
  Object.defineProperty(navigator, "serial", { value: { requestPort: async () => port } });
}

test("parts, board, schematic and firmware are those of the project", async () => {
  const page = await openMakers("#automaton");
  const rows = await page.locator(".makers tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  const documented = text("docs/automaton-board.md").split("\n## Parts\n\n")[1].split("\n\n")[0].split("\n").slice(2).map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
  assert.deepEqual(rows, documented);
  for (const picture of await page.locator(".makers img").all()) {
    await picture.scrollIntoViewIfNeeded();
    await page.waitForFunction((image) => image.complete && image.naturalWidth > 300, await picture.elementHandle());
  }
  const about = await (await fetch(`${address}makers/makers.json`)).json();
  assert.ok("automaton-board.zip" in about.files);
  for (const [name, { bytes, sha256 }] of Object.entries(about.files)) {
    const content = Buffer.from(await (await fetch(`${address}makers/${name}`)).arrayBuffer());
    assert.equal(content.length, bytes);
    assert.equal(createHash("sha256").update(content).digest("hex"), sha256);
    assert.equal(await page.locator(`.makers a[download="${name}"]`).count(), 1);
  }
  await page.evaluate(axe);
  const found = await page.evaluate(async () => (await globalThis.axe.run(document.querySelector(".automaton"))).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`));
  assert.deepEqual(found, []);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("the self-test of the machine on the page, to its end by keys", async () => {
  const page = await openMakers("#automaton", { size: phone, theme: "dark" });
  await snap(page, "makers-phone");
  await page.locator(".makers button", { hasText: "Begin the self-test" }).click();
  for (const colour of ["0", "1", "2"]) await lights(page, colour.repeat(42));
  await lights(page, "0{7}\\.{35}");
  await said(page, "Self-test of lights and pads");
  for (const key of "1234567") {
    await page.keyboard.press(key);
    await page.waitForFunction((column) => document.querySelector(".automaton")?.dataset.lights[column] === "1", Number(key) - 1);
  }
  await page.keyboard.press("m");
  await lights(page, "1{35}2{7}");
  await lights(page, MENU);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a machine on the serial port takes the place of the one that is drawn", async () => {
  const page = await openMakers("#automaton", { before: standIn });
  const unplugAll = await cable(page);
  try {
    await page.locator(".makers button", { hasText: "Connect a machine" }).click();
    await said(page, "The machine answers");
    await lights(page, OFFLINE_MENU);
    await page.keyboard.press("3");
    await said(page, "A game begins");
    await lights(page, "\\.{42}");
    await page.locator('[data-pad="3"]').click();
    await lights(page, `${"\\.".repeat(38)}0\\.{3}`);
    await said(page, "Red: column 4");
    await page.locator(".makers button", { hasText: "Begin the self-test" }).click();
    await said(page, "Test: touch every pad");
    for (const key of "1234567m") {
      await page.keyboard.press(key);
      if (key !== "m") await said(page, `Test: pad ${key} works`); // the last one is followed at once by the end
    }
    await said(page, "Test passed: all pads work");
    await snap(page, "makers-serial");
    await page.evaluate(() => globalThis.fromMachine([..."\u00ff<b>nonsense</b>\nlights 5 toolittle\n".split("")].map((letter) => letter.charCodeAt(0) & 255)));
    await page.waitForFunction(() => document.querySelector(".serial-log")?.textContent.includes("<b>nonsense</b>"));
    await page.locator(".makers button", { hasText: "Disconnect" }).click();
    await page.waitForFunction(() => globalThis.portOpen === false);
    await lights(page, MENU); // the one that is drawn again
    await page.locator(".makers button", { hasText: "Connect a machine" }).click();
    await page.locator(".makers button", { hasText: "Disconnect" }).waitFor();
    await page.evaluate(() => globalThis.unplug());
    await page.locator(".makers button", { hasText: "Connect a machine" }).waitFor();
    assert.match(await page.locator(".serial-log").textContent(), /The machine was unplugged/);
    assert.deepEqual(page.complaints, []);
  } finally {
    unplugAll();
  }
  await page.context().close();
});

test("where the browser has no serial ports the page says so", async () => {
  const page = await openMakers("#automaton", { before: () => { delete Object.getPrototypeOf(navigator).serial; } });
  await page.getByText("This browser cannot open serial ports").waitFor();
  assert.equal(await page.locator(".makers button", { hasText: "Connect" }).count(), 0);
  await page.context().close();
});
