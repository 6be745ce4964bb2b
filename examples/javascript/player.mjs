// A person plays against a level of strength: node player.mjs [GAME [LEVEL]]
import { createInterface } from "node:readline/promises";
import { open } from "potez";

const [name = "connect4", level = "4"] = process.argv.slice(2);
const game = await open(name);
const lines = createInterface({ input: process.stdin });
console.log(`${game.position}\nYour move (${game.moves.join(" ")}):`);
for await (const line of lines) {
  try {
    game.play(line);
    if (game.over) break;
    const { move } = await game.best("", { level: Number(level) });
    game.play(move);
    console.log(`I play ${move}.`);
  } catch (error) {
    console.log(error.message);
  }
  if (game.over) break;
  console.log(`${game.position}\nYour move (${game.moves.join(" ")}):`);
}
console.log(game.history.join(" "));
game.close();
