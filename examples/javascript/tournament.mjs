// Everybody plays everybody: node tournament.mjs GAME PLAYER PLAYER...
import { open } from "potez";

const [name, ...players] = process.argv.slice(2);
const points = new Map(players.map((player) => [player, 0]));

async function play(first, second) {
  const game = await open(name, { threads: 1 });
  const seats = [first, second];
  while (!game.over && game.ply < 300) game.play((await game.best(seats[game.side])).move);
  const { winner } = game;
  game.close();
  seats.forEach((player, side) => points.set(player, points.get(player) + (winner === null ? 0.5 : winner === side ? 1 : 0)));
  console.log(`${first} - ${second}: ${winner === null ? "drawn" : `${seats[winner]} wins`}`);
}

for (const a of players) for (const b of players) if (a !== b) await play(a, b);
for (const [player, sum] of [...points].sort((x, y) => y[1] - x[1])) console.log(`${sum} ${player}`);
