// Reads a QR code of level M, bytes, versions 1 to 10: written apart from the page's encoder and sharing nothing with it.
// Errors are noticed by the syndromes, not corrected.
import assert from "node:assert/strict";

// Multiplication digit by digit.
function product(a, b) {
  let sum = 0;
  for (let i = 7; i >= 0; i--) {
    sum = (sum << 1) ^ (sum & 128 ? 0x11d : 0);
    if ((b >> i) & 1) sum ^= a;
  }
  return sum;
}

function syndromes(block, count) {
  let root = 1;
  return Array.from({ length: count }, () => {
    const value = block.reduce((sum, each) => product(sum, root) ^ each, 0);
    root = product(root, 2);
    return value;
  });
}

const BLOCKS = { 1: [[26, 16]], 2: [[44, 28]], 3: [[70, 44]], 4: [[50, 32], [50, 32]], 5: [[67, 43], [67, 43]], 6: Array(4).fill([43, 27]), 7: Array(4).fill([49, 31]),
  8: [[60, 38], [60, 38], [61, 39], [61, 39]], 9: [[58, 36], [58, 36], [58, 36], [59, 37], [59, 37]], 10: [[69, 43], [69, 43], [69, 43], [69, 43], [70, 44]] };
const CENTRES = { 1: [], 2: [6, 18], 3: [6, 22], 4: [6, 26], 5: [6, 30], 6: [6, 34], 7: [6, 22, 38], 8: [6, 24, 42], 9: [6, 26, 46], 10: [6, 28, 50] };
const TURNED = [(i, j) => (i + j) % 2, (i) => i % 2, (i, j) => j % 3, (i, j) => (i + j) % 3, (i, j) => ((i >> 1) + Math.trunc(j / 3)) % 2,
  (i, j) => ((i * j) % 2) + ((i * j) % 3), (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2, (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2];

// The fixed modules of a version: corners with format, timing, alignment, version.
function reserved(version, size, x, y) {
  const low = 8, high = size - 8;
  if ((x <= low && y <= low) || (x >= high && y <= low) || (x <= low && y >= high)) return true;
  if (x === 6 || y === 6) return true;
  if (version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11))) return true;
  const centres = CENTRES[version];
  return centres.some((cy, j) => centres.some((cx, i) => !(i === 0 && j === 0) && !(i === 0 && j === centres.length - 1) && !(j === 0 && i === centres.length - 1)
    && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2));
}

export function decode({ size, dark }) {
  const version = (size - 17) / 4;
  for (const [x, y] of [[0, 0], [size - 7, 0], [0, size - 7]])
    assert.deepEqual(Array.from({ length: 7 }, (_, i) => Array.from({ length: 7 }, (__, j) => (dark(x + j, y + i) ? 1 : 0)).join("")),
      ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]);
  const first = [[0, 8], [1, 8], [2, 8], [3, 8], [4, 8], [5, 8], [7, 8], [8, 8], [8, 7], [8, 5], [8, 4], [8, 3], [8, 2], [8, 1], [8, 0]];
  const second = Array.from({ length: 15 }, (_, i) => (i < 7 ? [8, size - 1 - i] : [size - 15 + i, 8]));
  const told = [first, second].map((places) => parseInt(places.map(([x, y]) => (dark(x, y) ? 1 : 0)).join(""), 2) ^ 0x5412);
  assert.equal(told[0], told[1]);
  assert.equal(told[0] >> 13, 0, "level M");
  const mask = (told[0] >> 10) & 7;
  const bits = [];
  for (let column = size - 1, up = true; column > 0; column -= 2, up = !up) {
    if (column === 6) column--;
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      for (const x of [column, column - 1]) if (!reserved(version, size, x, y)) bits.push((dark(x, y) ? 1 : 0) ^ (TURNED[mask](y, x) === 0 ? 1 : 0));
    }
  }
  const words = Array.from({ length: bits.length >> 3 }, (_, i) => parseInt(bits.slice(8 * i, 8 * i + 8).join(""), 2));
  const shape = BLOCKS[version], blocks = shape.map(() => []);
  let at = 0;
  for (let i = 0; i < Math.max(...shape.map(([, data]) => data)); i++) shape.forEach(([, data], b) => { if (i < data) blocks[b].push(words[at++]); });
  const [all, own] = shape[0];
  for (let i = 0; i < all - own; i++) for (const block of blocks) block.push(words[at++]);
  for (const block of blocks) assert.ok(syndromes(block, all - own).every((each) => each === 0), "the codewords correct each other");
  const data = blocks.flatMap((block, b) => block.slice(0, shape[b][1])).map((each) => each.toString(2).padStart(8, "0")).join("");
  assert.equal(data.slice(0, 4), "0100");
  const wide = version < 10 ? 8 : 16, length = parseInt(data.slice(4, 4 + wide), 2);
  const bytes = Uint8Array.from({ length }, (_, i) => parseInt(data.substr(4 + wide + 8 * i, 8), 2));
  return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), version };
}
