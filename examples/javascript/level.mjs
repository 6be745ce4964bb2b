// Makes a level of ZR 2, or reads one from a file, and checks it: node level.mjs [FILE]
import { readFileSync } from "node:fs";
import { generateLevel, open } from "potez";

const level = process.argv[2]
  ? readFileSync(process.argv[2], "utf8")
  : (await generateLevel({ size: [5, 5], teleporters: 2, seed: 7 })).text;
const game = await open("zr2", { level });
const walk = await game.solve({ ms: 10000 });
console.log(walk.proved ? `${walk.points} points, proved (${walk.proof})` : `${walk.points} to ${walk.bound} points`);
const found = await game.judge({ ms: 1000 });
console.log(`${found.exact ? "" : "at least "}${found.walks} best walks, difficulty ${found.difficulty / 10}`);
game.close();
