// The proved value of a position of Connect Four and of every move: node solver.mjs [MOVES]
import { open } from "potez";

const game = await open("connect4", { moves: process.argv[2] });
const { words, pv, moves } = await game.value({ every: true });
console.log(words);
console.log(`best play: ${pv.join(" ")}`);
for (const [move, score] of Object.entries(moves)) console.log(`${move}: ${score}`);
game.close();
