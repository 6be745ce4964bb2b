// QR codes for addresses: text in, a square of light and dark modules out (ISO/IEC 18004, byte mode, error
// correction level M, versions 1 to 10: up to 213 bytes).
//
// The way: the text becomes data codewords, these are cut into blocks, each block gets its Reed-Solomon
// codewords over GF(256), and all are interleaved. The bits run up and down in columns of two through what
// the fixed patterns leave free, under the one of eight masks that looks least like a pattern itself.

// Of each version at level M: codewords in all, of them for correction in each block, blocks.
const VERSIONS = [[26, 10, 1], [44, 16, 1], [70, 26, 1], [100, 18, 2], [134, 24, 2], [172, 16, 4], [196, 18, 4], [242, 22, 4], [292, 22, 5], [346, 26, 5]];
const LEVEL_M = 0;

// Multiplication in GF(256) with the polynomial x^8 + x^4 + x^3 + x^2 + 1.
const powers = new Uint8Array(510), logarithms = new Uint8Array(256);
for (let i = 0, value = 1; i < 255; i++) {
  powers[i] = powers[i + 255] = value;
  logarithms[value] = i;
  value = (value << 1) ^ (value & 128 ? 0x11d : 0);
}
const times = (a, b) => (a && b ? powers[logarithms[a] + logarithms[b]] : 0);

// The codewords that correct `data`: the remainder of its polynomial by the product of (x - 2^i).
export function correction(data, count) {
  let divisor = [1];
  for (let i = 0; i < count; i++)
    divisor = [...divisor, 0].map((each, at) => each ^ times(divisor[at - 1] ?? 0, powers[i]));
  const rest = [...data, ...Array(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i];
    divisor.forEach((each, at) => { rest[i + at] ^= times(each, factor); });
  }
  return rest.slice(data.length);
}

// A value with the remainder of a binary code behind it.
function coded(value, bits, polynomial) {
  let rest = value << bits;
  for (let at = 31 - Math.clz32(rest); rest >> bits; at = 31 - Math.clz32(rest)) rest ^= polynomial << (at - bits);
  return (value << bits) | rest;
}

export const formatBits = (mask) => coded((LEVEL_M << 3) | mask, 10, 0x537) ^ 0x5412;
export const versionBits = (version) => coded(version, 12, 0x1f25);

// Mode, length, bytes, an end, and two codewords in turn until all are filled.
function dataCodewords(bytes, version, count) {
  const bits = [];
  const put = (value, length) => { for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1); };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, count * 8 - bits.length));
  put(0, -bits.length & 7);
  const words = Array.from({ length: bits.length / 8 }, (_, i) => parseInt(bits.slice(8 * i, 8 * i + 8).join(""), 2));
  for (let i = 0; words.length < count; i++) words.push(i % 2 ? 17 : 236);
  return words;
}

// Blocks differ by one codeword at most, the shorter ones first; column by column, data before correction.
function interleaved(words, each, blocks) {
  const short = Math.floor(words.length / blocks), long = words.length % blocks;
  let at = 0;
  const parts = Array.from({ length: blocks }, (_, i) => words.slice(at, at += short + (i >= blocks - long ? 1 : 0)));
  const checks = parts.map((part) => correction(part, each));
  const columns = (list, length) => Array.from({ length }, (_, i) => list.map((one) => one[i])).flat().filter((one) => one !== undefined);
  return [...columns(parts, short + 1), ...columns(checks, each)];
}

// A square that knows which of its modules belong to fixed patterns.
class Square {
  constructor(version) {
    this.version = version;
    this.size = 17 + 4 * version;
    this.dark = new Uint8Array(this.size * this.size);
    this.fixed = new Uint8Array(this.size * this.size);
  }

  at(x, y) {
    return this.dark[y * this.size + x];
  }

  fix(x, y, dark) {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y * this.size + x] = dark ? 1 : 0;
    this.fixed[y * this.size + x] = 1;
  }

  // Rings around a centre: dark where the distance is not `light`.
  #rings(x, y, radius, light) {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) this.fix(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  }

  drawPatterns() {
    const { size, version } = this, last = size - 7;
    for (let i = 0; i < size; i++) {
      this.fix(6, i, i % 2 === 0);
      this.fix(i, 6, i % 2 === 0);
    }
    const lines = version === 1 ? [] : version < 7 ? [6, last] : [6, (6 + last) / 2, last];
    for (const y of lines)
      for (const x of lines) if (x + y > 12 && Math.abs(x - y) !== last - 6) this.#rings(x, y, 2, [1]); // not in the corners
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) this.#rings(x, y, 4, [2, 4]);
    this.drawFormat(0);
    if (version >= 7)
      for (let i = 0; i < 18; i++) {
        const dark = (versionBits(version) >> i) & 1, along = Math.floor(i / 3), across = size - 11 + (i % 3);
        this.fix(along, across, dark);
        this.fix(across, along, dark);
      }
  }

  // Twice: around the upper left corner, and along the other two.
  drawFormat(mask) {
    const { size } = this, bits = formatBits(mask);
    for (let i = 0; i < 15; i++) {
      const dark = (bits >> i) & 1;
      const [x, y] = i < 6 ? [8, i] : i < 8 ? [8, i + 1] : i === 8 ? [7, 8] : [14 - i, 8];
      this.fix(x, y, dark);
      if (i < 8) this.fix(size - 1 - i, 8, dark);
      else this.fix(8, size - 15 + i, dark);
    }
    this.fix(8, size - 8, true);
  }

  drawData(words) {
    const { size } = this;
    let at = 0;
    for (let right = size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5; // the column of the timing pattern is left out
      const up = ((right + 1) & 2) === 0;
      for (let step = 0; step < size; step++)
        for (let x = right; x > right - 2; x--) {
          const y = up ? size - 1 - step : step;
          if (this.fixed[y * size + x]) continue;
          this.dark[y * size + x] = ((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
          at++;
        }
    }
  }

  mask(number) {
    const turned = MASKS[number];
    for (let y = 0; y < this.size; y++)
      for (let x = 0; x < this.size; x++)
        if (!this.fixed[y * this.size + x] && turned(x, y)) this.dark[y * this.size + x] ^= 1;
  }
}

const MASKS = [(x, y) => (x + y) % 2 === 0, (x, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0];

// What a reader could stumble over: long runs, squares of one colour, what looks like a corner, an uneven share.
function penalty(square) {
  const { size } = square, lines = [];
  for (let i = 0; i < size; i++) {
    lines.push(Array.from({ length: size }, (_, x) => square.at(x, i)).join(""));
    lines.push(Array.from({ length: size }, (_, y) => square.at(i, y)).join(""));
  }
  let points = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2;
    points += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const sum = square.at(x, y) + square.at(x - 1, y) + square.at(x, y - 1) + square.at(x - 1, y - 1);
      if (sum === 0 || sum === 4) points += 3;
    }
  const share = square.dark.reduce((sum, each) => sum + each, 0) / (size * size);
  return points + 10 * Math.floor(Math.abs(share * 20 - 10));
}

// { size, dark(x, y) } of a text; null when it is too long.
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const room = ([all, each, blocks], i) => all - each * blocks - (i < 9 ? 2 : 3); // bytes besides mode and length
  const index = VERSIONS.findIndex((entry, i) => bytes.length <= room(entry, i));
  if (index < 0) return null;
  const [all, each, blocks] = VERSIONS[index];
  const words = interleaved(dataCodewords(bytes, index + 1, all - each * blocks), each, blocks);
  let best = null;
  for (let mask = 0; mask < 8; mask++) {
    const square = new Square(index + 1);
    square.drawPatterns();
    square.drawFormat(mask);
    square.drawData(words);
    square.mask(mask);
    const points = penalty(square);
    if (!best || points < best.points) best = { square, points };
  }
  return { size: best.square.size, dark: (x, y) => best.square.at(x, y) === 1 };
}

// The dark modules as one path of an SVG picture with a quiet border of four modules.
export function qrPath(code) {
  let path = "";
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) if (code.dark(x, y)) path += `M${x + 4} ${y + 4}h1v1h-1z`;
  return { path, size: code.size + 8 };
}
