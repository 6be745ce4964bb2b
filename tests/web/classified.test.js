// The classes of the review agree with games that were classified by hand (tests/data/games/classified.txt).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { openEngine } from "./node-engine.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const engine = openEngine(process.env.POTEZ_BUILD ?? `${root}/build/release`);
const LETTERS = { best: "b", only: "o", good: "g", inaccuracy: "I", mistake: "M", blunder: "B", forced: "F" };

test("twenty games classified by hand", () => {
  const games = readFileSync(`${root}/tests/data/games/classified.txt`, "utf8").split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split(";").map((part) => part.trim()));
  assert.equal(games.length, 20);
  for (const [game, before, text, classes] of games) {
    const moves = text.split(" "), position = /[.]/.test(before);
    const earlier = position ? [] : game === "othello" ? before.match(/../g) : [...before];
    const saved = `potez 1\ngame ${game}\n${position ? `start ${before}\n` : ""}at ${earlier.length + moves.length}\nmoves ${[...earlier, ...moves].join(" ")}\n`;
    const { review } = engine.ask({ saved, kind: "review", ask: { nodes: 200000 }, table: 8 << 20 });
    const own = review.filter(({ move, ply }) => move && ply > earlier.length);
    assert.deepEqual(own.map(({ move }) => move), moves);
    assert.equal(own.map(({ class: kind }) => LETTERS[kind]).join(""), classes, `${game} ${before} ${text}`);
  }
});

test("openings that everybody plays are no mistakes: estimates err, and first moves are mirror images", () => {
  for (const line of ["f5 d6 c3 d3 c4 f4 f6 f3", "f5 f6 e6 f4 e3 c5 c4 e7", "f5 d6 c5 f4 e3 c6 d3 f6"]) { // Comp'Oth, diagonal, rose
    const saved = `potez 1\ngame othello\nat ${line.split(" ").length}\nmoves ${line}\n`;
    const { review } = engine.ask({ saved, kind: "review", ask: { nodes: 200000 }, table: 8 << 20 });
    assert.equal(review[0].class, "best", JSON.stringify(review[0]));
    assert.deepEqual(review.filter(({ verdict }) => verdict), [], line);
  }
});
