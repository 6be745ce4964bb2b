// A level of ZR 2 as the editor and the view in three dimensions hold it. The engine reads level
// files (and says what is wrong with one); here are the parts, what can be changed, and the text.

export const TELEPORTER = 4, INCREASER = 16, INCREASER_SAMPLE = 8;
export const LIMITS = { dimensions: 8, cells: 65536, value: 9999, colours: 5 };
export const colourNames = ["white", "blue", "turquoise", "red", "violet"];

const emptyCell = (value = 0) => ({ type: "1", value, target: 0, add: 0, colour: 0, group: 0 });

export class Level {
  constructor({ name, size, start = 0, target = 0, goal = 0, groups = [], cells = null, warning = "" }) {
    this.name = name;
    this.size = size;
    this.start = start;
    this.target = target;
    this.goal = goal;
    this.groups = groups;
    this.warning = warning; // what the reader passed over
    this.cells = cells ?? Array.from({ length: size.reduce((a, b) => a * b, 1) }, () => emptyCell());
  }

  // Reads the text of a level file; an EngineError tells line, column, what was expected and found.
  static read(engine, text) {
    const read = engine.json(engine.calls.browser_level(engine.input(text)));
    return new Level({ ...read, cells: read.cells.map(([type, value, target, add, colour, group]) => ({ type, value, target, add, colour, group })) });
  }

  copy() {
    return new Level({ ...this, size: [...this.size], groups: this.groups.map((group) => [...group]), cells: this.cells.map((cell) => ({ ...cell })) });
  }

  // The canonical layout: one row of cells per line.
  get text() {
    const cell = ({ type, value, target, add, colour, group }) => `(${type}, ${value}, ${target}, ${add}, ${colour}, ${group})`;
    const rows = [];
    for (let i = 0; i < this.cells.length; i += this.size[0]) rows.push(this.cells.slice(i, i + this.size[0]).map(cell).join(" "));
    return [this.name, `Target=${this.target}`, this.goal ? "ReachPoints" : "SumToZero", `(${this.coordinates(this.start).join(", ")})`, this.groups.length,
      ...this.groups.map((group) => `{${group.join(", ")}}`), this.size.join(" "), ...rows].join("\n");
  }

  coordinates(cell) {
    return this.size.map((side) => {
      const at = cell % side;
      cell = Math.floor(cell / side);
      return at;
    });
  }

  index(coordinates) {
    return coordinates.reduceRight((sum, at, i) => sum * this.size[i] + at, 0);
  }

  // The cell one step along a dimension, or null at the edge.
  beside(cell, dimension, step) {
    const at = this.coordinates(cell);
    if (dimension >= this.size.length) return null;
    at[dimension] += step;
    return at[dimension] >= 0 && at[dimension] < this.size[dimension] ? this.index(at) : null;
  }

  // Where a cell stands: layers of the third, fifth ... dimension side by side, of the fourth, sixth ...
  // behind each other, with room for their names between.
  place(cell) {
    const at = this.coordinates(cell), place = [0, 0], stride = [1, 1];
    at.forEach((each, i) => {
      place[i & 1] += each * stride[i & 1];
      stride[i & 1] = stride[i & 1] * this.size[i] + [1, 1.7, 0][Math.min(i, 2)];
    });
    return place;
  }

  get places() {
    return this.cells.map((_, cell) => this.place(cell));
  }

  isTeleporter(cell) {
    return Boolean(parseInt(this.cells[cell].type, 2) & TELEPORTER);
  }

  isIncreaser(cell) {
    return Boolean(parseInt(this.cells[cell].type, 2) & (INCREASER | INCREASER_SAMPLE));
  }

  // Where a working Teleporter leads, and the group that a working Increaser lowers; null for none.
  leadsTo(cell) {
    const { target } = this.cells[cell];
    return this.isTeleporter(cell) && target >= 0 && target < this.cells.length ? target : null;
  }

  lowers(cell) {
    const { group, add } = this.cells[cell];
    return this.isIncreaser(cell) && group >= 0 && group < this.groups.length ? { members: this.groups[group], add } : null;
  }

  setType(cell, bit, on) {
    const own = this.cells[cell];
    let type = parseInt(own.type, 2);
    if (bit === INCREASER && !on) type &= ~INCREASER_SAMPLE;
    type = on ? type | bit : type & ~bit;
    own.type = type.toString(2).padStart(1, "0");
  }

  get sum() {
    return this.cells.reduce((sum, cell) => sum + Math.max(0, cell.value), 0);
  }

  get values() {
    return this.cells.map((cell) => Math.max(0, cell.value));
  }
}

// "4 x 4", "4,4" or "4 4 2" as sides; a reason as { key, ... } when it cannot be one.
export function readSize(text) {
  const words = text.trim().split(/[\s,x×*]+/i).filter(Boolean);
  const column = (word) => text.indexOf(word) + 1;
  if (!words.length) return { problem: "zr2.size.none" };
  const wrong = words.find((word) => !/^\d+$/.test(word) || Number(word) < 1);
  if (wrong !== undefined) return { problem: "zr2.size.word", word: wrong, column: column(wrong) };
  if (words.length > LIMITS.dimensions) return { problem: "zr2.size.many", word: String(words.length), column: column(words[LIMITS.dimensions]) };
  const size = words.map(Number), cells = size.reduce((a, b) => a * b, 1);
  if (cells > LIMITS.cells) return { problem: "zr2.size.large", word: String(cells), column: 1 };
  return { size };
}

// A level in an address: its text, deflated where the browser can, in the letters of base64url.
const letters = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const MOST = 8 << 20; // bytes of a level's text; an address that unpacks to more is no level

async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > MOST) throw new Error("too long");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function packLevel(text) {
  const bytes = new TextEncoder().encode(text);
  if (!("CompressionStream" in globalThis)) return `t${letters(bytes)}`;
  return `z${letters(await through(bytes, new CompressionStream("deflate-raw")))}`;
}

export async function unpackLevel(packed) {
  const bytes = bytesOf(packed.slice(1));
  return new TextDecoder().decode(packed[0] === "z" ? await through(bytes, new DecompressionStream("deflate-raw")) : bytes);
}
