// The puzzles that come with the page (puzzles/GAME.txt, docs/puzzles.md), which one is asked next, and what this
// browser's person has solved. A game's puzzles are fetched when they are first asked for.
import { readPuzzles as readFile } from "../modules/puzzle-file.js";
import { keep, kept } from "../modules/settings.js";

const DAY = 86400000, STRIDE = 83; // coprime to the number of puzzles, so that every one has its day
const FIRST_LEVEL = 3, EASIEST = 1, HARDEST = 10, SPREAD = 4, STEP = 1;
const RECENT = 20; // tries that are remembered, so that what was just failed does not come back at once

const files = new Map();

// "win 5": the word and the number; a draw has none.
function valueOf(words) {
  const [kind, n = null] = words.split(" ");
  return { kind, n: n && Number(n) };
}

export function readPuzzles(text) {
  return readFile(text).map((puzzle) => ({ ...puzzle, value: valueOf(puzzle.value),
    wrong: new Map(puzzle.wrong.map(({ move, reply, value }) => [move, { value: valueOf(value), reply }])) }));
}

// All puzzles of a game, the same order everywhere; none where the page has no file of them.
export function puzzlesOf(game) {
  if (!files.has(game.name)) files.set(game.name, fetchPuzzles(game.name).catch((error) => {
    files.delete(game.name); // asked again next time
    throw error;
  }));
  return files.get(game.name);
}

async function fetchPuzzles(name) {
  const answer = await fetch(new URL(`../puzzles/${name}.txt`, import.meta.url));
  if (!answer.ok) throw new Error(`puzzles/${name}.txt: ${answer.status}`);
  return readPuzzles(await answer.text()).sort((a, b) => (a.id < b.id ? -1 : 1));
}

// The person's own day: "2026-11-18".
export function dayOf(date = new Date()) {
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
}

// The puzzle of a day: the date alone decides.
export function dailyOf(puzzles, day = dayOf()) {
  return puzzles[(Math.floor(Date.parse(day) / DAY) * STRIDE) % puzzles.length];
}

const KEY = "puzzles"; // { levels: { GAME }, runs: { GAME }, done: { ID: "first" or "later" }, days: [day], daily: { GAME: day }, recent: { GAME: [id] } }

function state() {
  const { levels = {}, runs = {}, done = {}, days = [], daily = {}, recent = {} } = kept(KEY) ?? {};
  return { levels, runs, done, days, daily, recent };
}

// How the person stands in a game.
export function standingIn(game) {
  const { levels, runs, done, daily } = state();
  return { level: levels[game.name] ?? FIRST_LEVEL, run: runs[game.name] ?? 0, solved: Object.keys(done).filter((id) => id.startsWith(`${game.name}-`)).length, today: daily[game.name] === dayOf() };
}

// What came of a first try: the level moves as a rating would, towards what can just be done.
export function noteTry(game, { id, difficulty }, solved) {
  const { levels, runs, done, recent, ...rest } = state();
  if (done[id]) return;
  const tried = [id, ...(recent[game.name] ?? []).filter((each) => each !== id)].slice(0, RECENT);
  const level = levels[game.name] ?? FIRST_LEVEL, expected = 1 / (1 + 10 ** ((difficulty - level) / SPREAD));
  const next = Math.min(HARDEST, Math.max(EASIEST, level + STEP * ((solved ? 1 : 0) - expected)));
  keep(KEY, { ...rest, levels: { ...levels, [game.name]: next }, runs: { ...runs, [game.name]: solved ? (runs[game.name] ?? 0) + 1 : 0 }, done: solved ? { ...done, [id]: "first" } : done, recent: { ...recent, [game.name]: tried } });
}

// Solved after all.
export function noteSolved({ id }) {
  const own = state();
  keep(KEY, { ...own, done: { ...own.done, [id]: own.done[id] ?? "later" } });
}

export function noteDaily(name, day = dayOf()) {
  const { days, daily, ...rest } = state();
  keep(KEY, { ...rest, days: days.includes(day) ? days : [...days, day], daily: { ...daily, [name]: day } });
}

// Days in a row with a daily puzzle solved, up to today; today need not be done yet.
export function streak(today = dayOf()) {
  const { days } = state();
  const before = (day) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);
  let count = 0;
  for (let day = days.includes(today) ? today : before(today); days.includes(day); day = before(day)) count++;
  return count;
}

// The next one: not yet solved nor tried just now, as hard as the person can just do; when all are solved they begin again.
export function nextOf(game, puzzles, current = null) {
  const { done, recent } = state(), { level } = standingIn(game), tried = recent[game.name] ?? [];
  const others = puzzles.filter(({ id }) => id !== current), open = others.filter(({ id }) => !done[id]), fresh = open.filter(({ id }) => !tried.includes(id));
  const near = (puzzle) => Math.abs(puzzle.difficulty - level);
  return [fresh, open, others].find(({ length }) => length).reduce((best, each) => (near(each) < near(best) ? each : best));
}

export function forgetPuzzles() {
  keep(KEY, null);
}
