// Questions for the npm package, a line of JSON each: { name, options, level, moves, kind, player, limits, seed, table }.
//   node one_answer_npm.mjs PACKAGE
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { open } = await import(pathToFileURL(`${process.argv[2]}/index.js`));
for await (const line of createInterface({ input: process.stdin })) {
  const { name, options, level, moves, kind, player, limits, seed, table } = JSON.parse(line);
  let game = null;
  try {
    game = await open(name, { options, level, moves, threads: 1, seed, table, engine: "potez-simd" });
    console.log(JSON.stringify(await game.ask(kind, { player, ...limits })));
  } catch (error) {
    console.log(JSON.stringify({ error: error.message }));
  }
  game?.close();
}
