// A machine on a USB port of this computer, by Web Serial: lines of text both ways (docs/automaton.md has them all).
// Lines that are none of these go to the log alone.
const BAUD = 115200, LONGEST = 120;

export const hasSerial = () => "serial" in navigator;

export class SerialBoard {
  // onLine(text) for every line that comes, onGone() when the machine was unplugged.
  constructor(port, { onLine, onGone }) {
    Object.assign(this, { port, onLine, onGone });
  }

  async open() {
    await this.port.open({ baudRate: BAUD });
    this.writer = this.port.writable.getWriter();
    this.reader = this.port.readable.getReader();
    this.reading = this.#read();
    await this.send("hello");
    await this.send("lights on");
  }

  send(command) {
    return this.writer.write(new TextEncoder().encode(`${command}\n`)).catch(() => null); // unplugged: reading ends too
  }

  async #read() {
    const decoder = new TextDecoder();
    let rest = "";
    try {
      for (;;) {
        const { value, done } = await this.reader.read();
        if (done) break;
        const lines = (rest + decoder.decode(value, { stream: true })).split(/\r?\n/);
        rest = lines.pop().slice(0, LONGEST + 1);
        for (const line of lines) if (line && line.length <= LONGEST) this.onLine(line);
      }
    } catch {
      // unplugged
    }
    if (!this.closed) this.onGone();
  }

  async close() {
    this.closed = true;
    await this.send("lights off");
    await this.reader.cancel().catch(() => null);
    await this.reading;
    this.reader.releaseLock();
    this.writer.releaseLock();
    await this.port.close().catch(() => null);
  }
}

const COLOURS = { R: [155, 0, 0], G: [0, 155, 0], B: [0, 0, 155], Y: [155, 155, 0], M: [155, 0, 155], C: [0, 155, 155], W: [155, 155, 155] };

// "lights 5 ..BRGM...": { brightness, colours } in the order of the chain; null for another line.
export function readLights(line) {
  const [, brightness, letters] = /^lights (\d{1,3}) ([.?RGBYMCWrgbymcw]{42})$/.exec(line) ?? [];
  if (!letters) return null;
  const colour = (letter) => COLOURS[letter] ?? COLOURS[letter.toUpperCase()]?.map((part) => (part ? 60 : 0)) ?? (letter === "?" ? [90, 90, 90] : [0, 0, 0]);
  return { brightness: Number(brightness), colours: [...letters].map(colour), plain: /^[.RG]*$/.test(letters) };
}

// What a line means, as a text's name and what it speaks of; null for one that is only for the log.
export function readNews(line) {
  const [, player, column] = /^player ([12])(?:: column ([1-7])| wins)$/.exec(line) ?? [];
  if (player) return column ? ["automaton.played", { side: player - 1, column }] : ["automaton.won", { side: player - 1 }];
  const [, step, pads] = /^test: (lights|pads|pad|passed|not touched|left|no sensor)((?: [1-7m])*)$/.exec(line) ?? [];
  if (step) return [`makers.test.${step.replace(" ", "-")}`, { pads: pads.trim() }];
  if (line === "a draw") return ["automaton.draw", {}];
  if (/^mode: [a-z ]+$/.test(line)) return ["automaton.chosen", {}];
  if (/^potez automaton \d+$/.test(line)) return ["makers.joined", {}];
  if (line.startsWith("MPR121 not found")) return ["makers.no-sensor", {}];
  return null;
}
