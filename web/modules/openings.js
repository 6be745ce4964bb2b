// Names of openings (openings/GAME.json, lines of moves with what players call them) and how the games of the
// server's archive continued. A position is known however it was reached and however the board is turned.
import { openings } from "./games.js";
import { api } from "./place.js";
import { serverThere } from "./server.js";

const SIDE = 8, MOST_PLIES = 24;

// The eight ways to lay a square board, as functions of column and row from 0.
const images = [0, 1, 2, 3, 4, 5, 6, 7].map((turn) => (x, y) => {
  const [a, b] = turn & 4 ? [y, x] : [x, y];
  return [turn & 1 ? SIDE - 1 - a : a, turn & 2 ? SIDE - 1 - b : b];
});

// The same for a position and all its images.
function keyOf(position) {
  const [board, rest] = [position.slice(0, SIDE * SIDE), position.slice(SIDE * SIDE)];
  const turned = images.map((image) => {
    const cells = Array(SIDE * SIDE);
    for (let i = 0; i < cells.length; i++) {
      const [x, y] = image(i % SIDE, Math.floor(i / SIDE));
      cells[y * SIDE + x] = board[i];
    }
    return cells.join("");
  });
  return turned.sort()[0] + rest;
}

// Keys of the positions along a game, the first move's first.
function keysAlong(engine, saved, plies) {
  const session = engine.open(saved);
  try {
    return Array.from({ length: Math.min(plies, MOST_PLIES) }, (_, i) => {
      session.go(i + 1);
      return keyOf(session.position);
    });
  } finally {
    session.close();
  }
}

const names = new Map(); // by game: promise of a Map of keys to names

async function loadNames(engine, game) {
  const answer = await fetch(new URL(`../openings/${game}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`openings/${game}.json: ${answer.status}`);
  const found = new Map();
  for (const [line, name] of Object.entries(await answer.json())) {
    const moves = line.match(/../g);
    found.set(keysAlong(engine, `potez 1\ngame ${game}\nat ${moves.length}\nmoves ${moves.join(" ")}\n`, moves.length).at(-1), name);
  }
  return found;
}

// The name of the opening that the game on the board has come to: the last that fits; null for none.
export async function openingName(match) {
  const { game, session: { engine } } = match;
  if (!openings.has(game.name)) return null;
  const saved = match.savedWith(match.node.texts), { ply } = match.node;
  if (!names.has(game.name)) names.set(game.name, loadNames(engine, game.name));
  const known = await names.get(game.name);
  return keysAlong(engine, saved, ply).map((key) => known.get(key)).findLast(Boolean) ?? null;
}

const square = (text) => [text.charCodeAt(0) - 97, Number(text.slice(1)) - 1];
const spelled = ([x, y]) => String.fromCharCode(97 + x) + (y + 1);
const turned = (texts, image) => texts.map((text) => (/^[a-h][1-8]$/.test(text) ? spelled(image(...square(text))) : text));

// How the start itself can be laid: the images that leave it as it is. Each undoes itself.
const startImages = [0, 3, 4, 7];
let there = null; // whether there is a server; asked once

async function asked(game, options, texts, image) {
  const answer = await fetch(`${api}archive`, { method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ game: game.name, set: options, moves: texts }) });
  return answer.ok ? (await answer.json()).moves.map((each) => ({ ...each, move: turned([each.move], image)[0] })) : [];
}

// How the archive's games that begin like this one continued: [{ move, games, first, draws, second }], most games
// first; nothing without a server.
export async function archived({ game, node: { texts } }, options) {
  if (!(await (there ??= serverThere()))) return [];
  const ways = openings.has(game.name) ? startImages : [0], sums = new Map();
  for (const found of await Promise.all(ways.map((way) => asked(game, options, turned(texts, images[way]), images[way]))))
    for (const { move, ...counts } of found) {
      const sum = sums.get(move) ?? { move, games: 0, first: 0, draws: 0, second: 0 };
      for (const key of Object.keys(counts)) sum[key] += counts[key];
      sums.set(move, sum);
    }
  return [...sums.values()].sort((a, b) => b.games - a.games);
}
