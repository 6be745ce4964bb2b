// The types of the npm package (bindings/npm/index.d.ts): a program that uses all of it compiles under tsc's strictest
// settings and runs; one that uses it wrongly is refused, and every export of the module is declared.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";

const root = fileURLToPath(new URL("../..", import.meta.url));
const build = process.env.POTEZ_BUILD ?? join(root, "build/release");
const compiler = fileURLToPath(new URL("./node_modules/typescript/bin/tsc", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "potez-types-"));

before(() => {
  const packed = execFileSync(join(root, "bindings/npm/build"), [build, place], { encoding: "utf8" }).trim();
  mkdirSync(join(place, "node_modules"));
  execFileSync("tar", ["-xzf", packed, "-C", join(place, "node_modules")]);
  execFileSync("mv", [join(place, "node_modules/package"), join(place, "node_modules/potez")]);
  writeFileSync(join(place, "package.json"), '{"private": true, "type": "module"}');
});
after(() => rmSync(place, { recursive: true }));

function compile(name, source) {
  writeFileSync(join(place, name), source);
  return spawnSync(process.execPath, [compiler, "--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--target", "es2022",
    "--module", "nodenext", "--moduleResolution", "nodenext", "--lib", "es2022,dom", name], { cwd: place, encoding: "utf8" });
}

const USE = `
import { PotezError, bestEngine, games, generateLevel, load, open, puzzles, readPuzzles } from "potez";
import type { Analysis, Answer, EngineName, GameFacts, Judgement, Limits, Puzzle, Review, Walk } from "potez";
const facts: GameFacts[] = await games();
const engine: EngineName = bestEngine();
const limits: Limits = { nodes: 500, book: false };
const game = await open("connect4", { moves: ["4", "4"], threads: 1, engine: "potez-simd" });
const answer: Answer = await game.best("alphabeta:2");
const probed: Answer = await game.probe();
const analysis: Analysis = await game.analyse(limits, (found: Analysis) => void found.depth);
const review: Review = await game.review(limits);
const again = await load(game.save(), { threads: 1 });
const side: 0 | 1 = again.side, winner: 0 | 1 | null = again.winner;
const made = await generateLevel({ size: [4, 4], seed: 3 });
const level = await open("zr2", { level: made.text });
const walk: Walk = await level.solve({ ms: 2000 }), judged: Judgement = await level.judge({ ms: 2000 });
const carried: Puzzle[] = await puzzles("connect4");
const first = carried[0];
if (!first) throw new PotezError("no puzzles");
const puzzled = await open(first.game, first);
try {
  readPuzzles("nonsense");
} catch (error) {
  if (!(error instanceof PotezError)) throw error;
}
console.log(JSON.stringify([facts.length, typeof engine, answer.move, analysis.moves.length, review.review.length, side, winner, walk.points, judged.walks,
  puzzled.position === first.position, typeof probed.score]));
for (const one of [game, again, level, puzzled]) one.close();
`;

test("a program that uses the whole package compiles and runs", () => {
  const compiled = compile("use.ts", USE);
  assert.equal(compiled.stdout, "");
  const [games, engine, move, moves, review, side, winner, points, walks, same, probed] =
    JSON.parse(execFileSync(process.execPath, ["use.js"], { cwd: place, encoding: "utf8", timeout: 120000 }));
  assert.deepEqual([games, engine, moves, review, side, winner, same, probed], [5, "string", 7, 3, 0, null, true, "number"]);
  assert.match(move, /^[1-7]$/);
  assert.ok(points > 0 && walks > 0);
});

test("what is wrong is refused, and every export is declared", async () => {
  const compiled = compile("wrong.ts", `
import { open } from "potez";
const game = await open("connect4");
game.play(4);
const move: number = game.moves[0];
await game.best("", { nodes: "many" });
game.side = 1;
`);
  assert.deepEqual(compiled.stdout.match(/wrong\.ts\((\d+)/g)?.map((where) => Number(where.slice(9))), [4, 5, 6, 7]);
  writeFileSync(join(place, "names.mjs"), 'console.log(Object.keys(await import("potez")).join(", "))');
  const names = execFileSync(process.execPath, ["names.mjs"], { cwd: place, encoding: "utf8" }).trim();
  assert.equal(compile("names.ts", `import { ${names} } from "potez";\nconsole.log(${names});\n`).stdout, "");
});
