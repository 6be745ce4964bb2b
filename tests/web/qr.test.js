// QR codes: what the encoder makes is read again by a decoder that shares nothing with it (bits by bits, its own
// arithmetic of GF(256), errors noticed by syndromes), and agrees with codes that other programs and the
// literature give.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decode } from "./qr-decoder.js";
import { correction, formatBits, qrCode, qrPath, versionBits } from "../../web/modules/qr.js";

test("what is known of codes holds", () => {
  // the worked example of the correction that tutorials share, and the tables of the standard
  assert.deepEqual(correction([32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17], 10), [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
  assert.equal(formatBits(0), 0b101010000010010);
  assert.equal(formatBits(5), 0b100000011001110);
  assert.equal(versionBits(7), 0b000111110010010100);
});

test("a code is that of another program", () => {
  // qrencode 4.1.1 -8 -l M, row by row in hexadecimal
  const known = {
    "https://play.example.org/#net/AbCdEfGhIjKl":
      "1fd5337f 10588041 1746e15d 1755ea5d 174afa5d 104b8e41 1fd5557f 165e00 16e9d84b 1abfbed1 56144c6 190dc711 a62ec2c 5aafa47 185f0ae7 b60112 1c7307ba a9009ae 1440a8d4 5042914 deb5ffc 14971f 1fdb1f5a 105a9518 174a29f7 17525fb9 17544525 104bd59a 1fdd23aa",
    "https://games.example.org/#net?invite=abcdefghijklmnopqrstuv/ABCDEFGHIJKL":
      "1fc9f58d7f 104d5a5241 175ac7e35d 175c0b1f5d 175547a15d 1057b45741 1fd555557f 1e33f700 17c7a7df7c 786780522 1c704543e7 c0d50c4b1 a76880edf 20e5b2120 4e8b98ebb 1c124ca130 efb72f9d7 1f2765892e 185672164b d2de7c4f1 1cc22a5edc 58d572c08 146259fbb e0283e4b3 86326f7d7 14337001ac 13458043b3 17b7d1b2d3 12d84f5ffc 1eda3118 1fc5780157 105a6d8519 175df0d7f7 1752ad88dd 1750f1d40f 104d62f151 1fdd6b5c5f",
  };
  for (const [text, rows] of Object.entries(known)) {
    const code = qrCode(text);
    assert.deepEqual(Array.from({ length: code.size }, (_, y) => BigInt(`0b${Array.from({ length: code.size }, (__, x) => (code.dark(x, y) ? 1 : 0)).join("")}`).toString(16)), rows.split(" "), text);
  }
});

test("every length is read again", () => {
  const seen = new Set();
  for (let length = 0; length <= 213; length++) {
    const text = Array.from({ length }, (_, i) => String.fromCharCode(33 + ((i * 31 + length * 17) % 94))).join("");
    const found = decode(qrCode(text));
    assert.equal(found.text, text);
    seen.add(found.version);
  }
  assert.equal(seen.size, 10);
  assert.equal(decode(qrCode("Ћирилица и šđčćž \u2713")).text, "Ћирилица и šđčćž \u2713");
  assert.equal(qrCode("x".repeat(214)), null);
  const { path, size } = qrPath(qrCode("potez"));
  assert.equal(size, 29);
  assert.match(path, /^M4 4h1v1h-1z/);
});
