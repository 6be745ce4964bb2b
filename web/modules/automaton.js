// The Connect Four machine as it is built: 42 lights, seven touch pads and one for the menu, run by the
// firmware of the chip, compiled to WebAssembly. Keys 1 to 7 and M touch the pads as well.
//
// Address: #automaton
import { announce, h, s } from "./dom.js";
import { serverThere } from "./server.js";
import { t } from "./texts.js";

const WIDTH = 7, HEIGHT = 6, LEDS = WIDTH * HEIGHT, MENU = 7;
const STEP = 5; // milliseconds between two steps of the machine
const TOUCH = 60; // the least a touch lasts
const BRIGHTEST = 155, ALLOWANCE = 2500;
const BOARD_WIDTH = 124, BOARD_HEIGHT = 150, LEFT = 17, TOP = 30, PITCH = 15;

// The light of a cell, rows from the bottom: the chain runs to and fro from the top.
const led = (column, row) => (HEIGHT - 1 - row) * WIDTH + (row % 2 ? column : WIDTH - 1 - column);

class AutomatonView {
  constructor(machine, network) {
    this.machine = machine;
    this.network = network;
    this.held = new Map(); // pad: the time at which it may be left at the earliest
    this.leaving = new Set();
    machine.automaton_begin(crypto.getRandomValues(new Uint32Array(1))[0], network);
    this.element = h("div", { class: "automaton" }, h("h1", {}, t("automaton.title")), h("p", {}, t("automaton.text")), this.#board(), this.#legend());
    this.began = performance.now();
    this.stepped = 0;
    this.timer = setInterval(() => this.#run(), 15);
  }

  // In millimetres, as hardware/ has it.
  #board() {
    const hole = ([cx, cy]) => [s("circle", { class: "ring", cx, cy, r: 3.1 }), s("circle", { class: "hole", cx, cy, r: 1.7 })];
    const points = Array(LEDS);
    for (let row = 0; row < HEIGHT; row++)
      for (let column = 0; column < WIDTH; column++)
        points[led(column, row)] = [LEFT + column * PITCH, TOP + (HEIGHT - 1 - row) * PITCH];
    this.lights = points.map(([cx, cy]) => s("circle", { class: "light", cx, cy, r: 2 }));
    return s("svg", { class: "machine", viewBox: `0 0 ${BOARD_WIDTH} ${BOARD_HEIGHT}`, role: "group", "aria-label": t("automaton.title") },
      s("rect", { class: "copper", width: BOARD_WIDTH, height: BOARD_HEIGHT, rx: 4 }),
      [[4.4, 4.4], [BOARD_WIDTH - 4.4, 4.4], [4.4, BOARD_HEIGHT - 4.4], [BOARD_WIDTH - 4.4, BOARD_HEIGHT - 4.4]].map(hole),
      s("polyline", { class: "trace", points: points.map((point) => point.join(",")).join(" ") }), // the data line from light to light
      points.map(([x, y], index) => s("g", {}, s("circle", { class: "ring", cx: x, cy: y, r: 6.3 }),
        s("rect", { class: "package", x: x - 2.5, y: y - 2.5, width: 5, height: 5, rx: 0.3 }), this.lights[index])),
      Array.from({ length: WIDTH }, (_, pad) => this.#pad(pad, LEFT + pad * PITCH - 6, 2, 12, 12.4, String(pad + 1), t("automaton.pad", { column: pad + 1 }))),
      this.#pad(MENU, 114.2, 50.7, 7.8, 23, t("automaton.menu"), t("automaton.menu")),
      s("text", { class: "name", x: 62, y: 134 }, "POTEZ"), s("text", { class: "words", x: 62, y: 142 }, "CONNECT FOUR"));
  }

  #pad(pad, x, y, width, height, text, label) {
    return s("g", { class: "pad", role: "button", tabindex: 0, "aria-label": label, dataset: { pad },
      onpointerdown: (event) => { event.preventDefault(); this.#touch(pad); },
      onpointerup: () => this.#leave(pad), onpointerleave: () => this.#leave(pad), onpointercancel: () => this.#leave(pad),
      onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); this.#tap(pad); } } },
    s("rect", { x, y, width, height, rx: 1.5 }), s("text", { transform: `translate(${x + width / 2} ${y + height / 2})${height > 2 * width ? " rotate(-90)" : ""}`, "text-anchor": "middle", "dominant-baseline": "central" }, text));
  }

  #legend() {
    const choices = [["bright", 1], ["two", 3], ["hard", 4], ["easy", 5], ["perfect", 6], ...(this.network ? [["server", 7]] : [])];
    return h("dl", { class: "legend" }, choices.map(([name, pad]) => [h("dt", { class: name }, String(pad)), h("dd", {}, t(`automaton.${name}`))]));
  }

  #touch(pad) {
    this.held.set(pad, this.#now() + TOUCH);
    this.leaving.delete(pad);
  }

  #leave(pad) {
    if (this.held.has(pad)) this.leaving.add(pad);
  }

  #tap(pad) {
    this.#touch(pad);
    this.#leave(pad);
  }

  #now() {
    return performance.now() - this.began;
  }

  // The machine steps every few milliseconds of its time; what a slow page missed is made up for.
  #run() {
    const now = this.#now();
    this.stepped = Math.max(this.stepped, now - 200);
    for (; this.stepped < now; this.stepped += STEP) {
      let pads = 0;
      for (const pad of this.held.keys()) pads |= 1 << pad;
      const frames = this.machine.automaton_tick(Math.floor(this.stepped), pads);
      if (frames !== this.frames) {
        this.frames = frames;
        this.changed = true;
      }
      for (const pad of this.leaving) {
        if (this.stepped < this.held.get(pad)) continue;
        this.held.delete(pad);
        this.leaving.delete(pad);
      }
    }
    this.#ask();
    if (this.changed) this.#draw();
  }

  #draw() {
    this.changed = false;
    const bytes = new Uint8Array(this.machine.memory.buffer, this.machine.automaton_lights(), 3 * LEDS + 1);
    const bright = 0.8 + 0.2 * Math.min(1, bytes[3 * LEDS] / 180);
    const text = [];
    this.lights.forEach((light, index) => {
      const colour = [...bytes.subarray(3 * index, 3 * index + 3)];
      const dark = colour.every((part) => part === 0);
      light.classList.toggle("lit", !dark);
      light.style.fill = light.style.color = dark ? "" : `rgb(${colour.map((part) => Math.round((part / BRIGHTEST) * 255 * bright)).join(" ")})`;
      text.push(dark ? "." : colour.indexOf(Math.max(...colour)));
    });
    this.element.dataset.lights = text.join("");
  }

  // The machine's question to a server, if it has one.
  async #ask() {
    const at = this.machine.automaton_question();
    if (!at) return;
    const memory = new Uint8Array(this.machine.memory.buffer, at, LEDS + 1);
    const moves = String.fromCharCode(...memory.subarray(0, memory.indexOf(0)));
    let column = -1;
    try {
      const answer = await fetch(`/api/v1/best?game=connect4&moves=${moves}&time=1.5`, { headers: { Accept: "text/plain" }, signal: AbortSignal.timeout(ALLOWANCE) });
      if (answer.ok) column = Number((await answer.text()).trim()) - 1;
    } catch {
      // the machine thinks for itself
    }
    if (!this.closed) this.machine.automaton_answer(Number.isInteger(column) ? column : -1);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const pad = event.code === "KeyM" || event.key.toLowerCase() === "m" ? MENU : /^[1-7]$/.test(event.key) ? Number(event.key) - 1 : -1;
    if (pad < 0) return false;
    this.#tap(pad);
    announce(pad === MENU ? t("automaton.menu") : t("automaton.pad", { column: pad + 1 }));
    return true;
  }

  close() {
    this.closed = true;
    clearInterval(this.timer);
  }
}

export async function open() {
  const address = new URL("../engine/automaton.wasm", import.meta.url);
  const [bytes, network] = await Promise.all([fetch(address).then((answer) => answer.arrayBuffer()), serverThere()]);
  const { instance } = await WebAssembly.instantiate(bytes);
  return new AutomatonView(instance.exports, network);
}
