// The Connect Four machine as it is built: 42 lights, seven touch pads and one for the menu, run by the
// firmware of the chip, compiled to WebAssembly. Keys 1 to 7 and M touch the pads as well.
//
// Address: #automaton
import { announce, h, loadStyle, replace, s } from "./dom.js";
import { api } from "./place.js";
import { serverThere } from "./server.js";
import { needTexts, t } from "./texts.js";

const WIDTH = 7, HEIGHT = 6, LEDS = WIDTH * HEIGHT, MENU = 7;
const STEP = 5; // milliseconds between two steps of the machine
const TOUCH = 60; // the least a touch lasts
const AWAKE = 15, RESTING = 1000; // milliseconds between looks at the machine, and while it waits for a person
const STILL = 20; // looks without any change before it rests
const STATES = ["choose", "chosen", "turn", "ask", "think", "fall", "landed", "decided", "show", "shown", "end", "test"]; // as automaton.h has them
const HOLD = 3200; // of the menu's pad, which begins the self-test
const BRIGHTEST = 155, ALLOWANCE = 2500;
const BOARD_WIDTH = 124, BOARD_HEIGHT = 150, LEFT = 17, TOP = 30, PITCH = 15;

// The light of a cell, rows from the bottom: the chain runs to and fro from the top.
const led = (column, row) => (HEIGHT - 1 - row) * WIDTH + (row % 2 ? column : WIDTH - 1 - column);

// A player's mark, so that the discs differ in more than their colour: a cross and a ring.
const mark = (side, x = 0, y = 0) => (side === 0 ? s("path", { class: "mark cross", d: `M${x - 1.7} ${y - 1.7}l3.4 3.4m0 -3.4l-3.4 3.4` })
  : s("circle", { class: "mark hoop", cx: x, cy: y, r: 1.9 }));
const sideName = (side) => t(`automaton.side.${side}`);

class AutomatonView {
  constructor(machine, network) {
    this.machine = machine;
    this.network = network;
    this.held = new Map(); // pad: the time at which it may be left at the earliest
    this.leaving = new Set();
    machine.automaton_begin(crypto.getRandomValues(new Uint32Array(1))[0], network);
    this.choices = [["bright", 1], ["two", 3], ["hard", 4], ["easy", 5], ["perfect", 6], ...(network ? [["server", 7]] : [])];
    this.discs = Array(WIDTH).fill("");
    this.turn = h("p", { class: "turn", role: "status" });
    this.element = h("div", { class: "automaton" }, h("h1", {}, t("automaton.title")), h("p", {}, t("automaton.text")), this.turn, this.#board(), this.#legend(), this.#buildOne());
    this.began = performance.now();
    this.stepped = 0;
    this.still = 0;
    this.#every(AWAKE);
  }

  // Looks at the machine this often from now on.
  #every(period) {
    if (period === this.period) return;
    this.period = period;
    clearInterval(this.timer);
    this.timer = setInterval(() => this.#run(), period);
  }

  // In millimetres, as hardware/ has it.
  #board() {
    const hole = ([cx, cy]) => [s("circle", { class: "ring", cx, cy, r: 3.1 }), s("circle", { class: "hole", cx, cy, r: 1.7 })];
    const points = Array(LEDS);
    for (let row = 0; row < HEIGHT; row++)
      for (let column = 0; column < WIDTH; column++)
        points[led(column, row)] = [LEFT + column * PITCH, TOP + (HEIGHT - 1 - row) * PITCH];
    this.lights = points.map(([cx, cy]) => s("circle", { class: "light", cx, cy, r: 2 }));
    this.marks = points.map(([x, y]) => s("g", { class: "marks" }, mark(0, x, y), mark(1, x, y)));
    this.pads = Array.from({ length: WIDTH }, (_, pad) => this.#pad(pad, LEFT + pad * PITCH - 6, 2, 12, 12.4, String(pad + 1), t("automaton.pad", { column: pad + 1 })));
    return s("svg", { class: "machine", viewBox: `0 0 ${BOARD_WIDTH} ${BOARD_HEIGHT}`, role: "group", "aria-label": t("automaton.title") },
      s("rect", { class: "copper", width: BOARD_WIDTH, height: BOARD_HEIGHT, rx: 4 }),
      [[4.4, 4.4], [BOARD_WIDTH - 4.4, 4.4], [4.4, BOARD_HEIGHT - 4.4], [BOARD_WIDTH - 4.4, BOARD_HEIGHT - 4.4]].map(hole),
      s("polyline", { class: "trace", points: points.map((point) => point.join(",")).join(" ") }), // the data line from light to light
      points.map(([x, y], index) => s("g", {}, s("circle", { class: "ring", cx: x, cy: y, r: 6.3 }),
        s("rect", { class: "package", x: x - 2.5, y: y - 2.5, width: 5, height: 5, rx: 0.3 }), this.lights[index], this.marks[index])),
      this.pads,
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
    return h("dl", { class: "legend" }, this.choices.map(([name, pad]) => [h("dt", { class: name }, String(pad)), h("dd", {}, t(`automaton.${name}`))]));
  }

  // What makers need, loaded when it is opened.
  #buildOne() {
    const open = async (event) => {
      if (!event.target.open || this.makers) return;
      this.makers = {}; // on its way
      try {
        this.makers = await (await import("./makers.js")).openMakers(this);
        event.target.append(this.makers.element);
      } catch (error) {
        event.target.append(h("p", { role: "alert" }, error.message));
      }
    };
    return h("details", { class: "build-one", ontoggle: open }, h("summary", {}, t("automaton.build")));
  }

  // A board on the USB port takes the place of the one that is simulated; null: back to that.
  follow(board) {
    this.board = board;
    this.element.classList.toggle("real", Boolean(board));
    this.held.clear();
    this.changed = true;
    this.said = this.word = null;
    this.stepped = this.#now();
    if (board) clearInterval(this.timer);
    this.period = null;
    if (!board && !this.closed) this.#every(AWAKE);
  }

  // News of a board on the USB port.
  tell(text) {
    if (text !== this.turn.textContent) replace(this.turn, h("span", {}, text));
  }

  showLights({ brightness, colours, plain }) {
    this.#paint(colours, brightness, plain);
  }

  selfTest() {
    this.#touch(MENU, HOLD);
    this.#leave(MENU);
  }

  #touch(pad, least = TOUCH) {
    if (this.board) {
      this.board.send(`touch ${pad === MENU ? "m" : pad + 1}`);
      return;
    }
    if (this.period === RESTING) this.stepped = this.#now(); // what the machine slept through is past
    this.#every(AWAKE);
    this.held.set(pad, this.#now() + least);
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
    this.#follow(this.#situation());
  }

  // Lights follow a new state one step later, so words and rest wait until both hold still.
  #follow(situation) {
    const still = situation.word === this.word && !this.changed && this.held.size === 0;
    this.still = still ? this.still + 1 : 0;
    this.word = situation.word;
    if (this.changed) this.#draw(situation);
    if (this.still > 0 && this.word !== this.said) this.#say(situation);
    this.#every(situation.waits && this.still >= STILL ? RESTING : AWAKE);
  }

  // What the machine does now; `waits` when nothing happens until a person touches a pad.
  #situation() {
    const word = this.machine.automaton_situation();
    const name = STATES[word & 255], side = (word >> 8) & 1, machines = Boolean(word & 512), asleep = Boolean(word & 2048);
    const waits = asleep || name === "choose" || name === "end" || (name === "turn" && !machines);
    return { word, name, side, machines, drawn: Boolean(word & 1024), asleep, waits, menu: name === "choose" || name === "chosen" };
  }

  // The situation in words, seen and read aloud. While a disc falls the last words stay.
  #say(situation) {
    this.said = situation.word;
    const { name, side } = situation;
    if (name === "fall" || name === "landed") return;
    if (name === "choose" && !situation.asleep) this.#nameChoices();
    const over = ["decided", "show", "shown", "end"].includes(name) && !situation.asleep;
    const who = over ? 1 - side : side;
    const text = name === "test" ? t("automaton.test") : situation.asleep ? t("automaton.asleep") : situation.menu ? t(`automaton.${name}`)
      : over ? (situation.drawn ? t("automaton.draw") : t("automaton.won", { side: sideName(who) }))
        : t(situation.machines ? "automaton.thinks" : "automaton.turn", { side: sideName(who) });
    const last = name === "turn" || name === "decided" ? this.#columns() : null;
    const more = name === "end" && !situation.asleep ? ` \u00b7 ${t("automaton.again")}` : "";
    const token = name === "test" || situation.asleep || situation.menu || (over && situation.drawn) ? null
      : s("svg", { class: `token side-${who}`, viewBox: "-5 -5 10 10", width: 22, height: 22, "aria-hidden": "true" }, s("circle", { r: 4.4 }), mark(who));
    const line = `${last ? `${last}. ` : ""}${text}${more}`;
    if (line !== this.turn.textContent) replace(this.turn, token, h("span", {}, line));
  }

  // In the menu a pad stands for a choice.
  #nameChoices() {
    this.discs.fill(null);
    this.pads.forEach((pad, column) => {
      const choice = this.choices.find(([, number]) => number === column + 1);
      pad.setAttribute("aria-label", choice ? `${column + 1}: ${t(`automaton.${choice[0]}`)}` : t("automaton.pad", { column: column + 1 }));
    });
  }

  // Tells every pad which discs lie below it; gives the disc that is new in words, if there is one.
  #columns() {
    let said = null;
    this.pads.forEach((pad, column) => {
      let discs = "";
      for (let row = 0; row < HEIGHT; row++) discs += this.element.dataset.lights[led(column, row)].replace(".", "");
      if (discs === this.discs[column]) return;
      if (discs.length > (this.discs[column]?.length ?? 0)) said = t("automaton.played", { side: sideName(discs.at(-1)), column: column + 1 });
      this.discs[column] = discs;
      pad.setAttribute("aria-label", discs ? t("automaton.filled", { column: column + 1, discs: [...discs].map(sideName).join(", ") }) : t("automaton.pad", { column: column + 1 }));
    });
    return said;
  }

  #draw({ menu, name }) {
    this.changed = false;
    const bytes = new Uint8Array(this.machine.memory.buffer, this.machine.automaton_lights(), 3 * LEDS + 1);
    this.#paint(Array.from({ length: LEDS }, (_, index) => [...bytes.subarray(3 * index, 3 * index + 3)]), bytes[3 * LEDS], !menu && name !== "test");
  }

  // `game`: the lights are discs, which are marked.
  #paint(colours, brightness, game) {
    const bright = 0.8 + 0.2 * Math.min(1, brightness / 180);
    const text = [];
    this.lights.forEach((light, index) => {
      const colour = colours[index], dark = colour.every((part) => part === 0);
      light.classList.toggle("lit", !dark);
      light.style.fill = light.style.color = dark ? "" : `rgb(${colour.map((part) => Math.round((part / BRIGHTEST) * 255 * bright)).join(" ")})`;
      const strongest = dark ? "." : colour.indexOf(Math.max(...colour));
      text.push(strongest);
      const pure = colour.filter((part) => part > 0).length === 1; // a player's colour; that of a draw is mixed
      this.marks[index].dataset.side = pure && game ? strongest : "";
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
      const answer = await fetch(`${api}best?game=connect4&moves=${moves}&time=1.5`, { headers: { Accept: "text/plain" }, signal: AbortSignal.timeout(ALLOWANCE) });
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
    this.makers?.close?.();
  }
}

export async function open() {
  const address = new URL("../engine/automaton.wasm", import.meta.url);
  const [bytes, network] = await Promise.all([fetch(address).then((answer) => answer.arrayBuffer()), serverThere(), needTexts("automaton"),
    loadStyle(new URL("../style/automaton.css", import.meta.url).href)]);
  const { instance } = await WebAssembly.instantiate(bytes);
  return new AutomatonView(instance.exports, network);
}
