// The lessons that come with the page (lessons/GAME.json; lessons/list.json names the games, those that few
// people know first), and how far this browser's person has come in them.
//
// A lesson is { id, steps }. A step is a position (options, start, moves, a level's text or the name of a
// shipped one) and what is asked for: `answers`, the moves that are right ("any" for every legal one), or a
// `goal` that is played for: "solve" (a walk), "win" or "draw" (against the engine). `claims` say why; a test
// proves them.
import { newGame } from "../modules/potez.js";
import { levelText } from "../modules/levels.js";
import { keep, kept } from "../modules/settings.js";
import { has, needTexts, t } from "../modules/texts.js";

const files = new Map();

async function file(name) {
  if (!files.has(name)) {
    const answer = await fetch(new URL(`./${name}.json`, import.meta.url));
    if (!answer.ok) throw new Error(`lessons/${name}.json: ${answer.status}`);
    files.set(name, await answer.json());
  }
  return files.get(name);
}

// [{ game, lessons }] of the games that the engine has.
export async function allLessons(app) {
  const [list] = await Promise.all([file("list"), needTexts("lessons")]);
  const found = list.map((name) => app.game(name)).filter(Boolean);
  return Promise.all(found.map(async (game) => ({ game, lessons: await file(game.name) })));
}

// The text of the game that a step begins with.
export async function stepGame(game, { options = {}, start = null, moves = [], level = null, shipped = null }) {
  const text = shipped ? (await levelText(shipped)).text : level?.join("\n") ?? null;
  return newGame(game.name, { options, start, moves, level: text });
}

export const isDrill = ({ steps }) => steps.length === 1 && Boolean(steps[0].goal);

export function lessonTitle(game, lesson, all) {
  const key = `lessons.${game.name}.${lesson.id}`;
  if (has(key)) return t(key);
  const drills = all.filter(isDrill);
  return t(`lessons.drill.${lesson.steps[0].goal}`, { n: drills.indexOf(lesson) + 1 });
}

const PROGRESS = "lessons"; // { "byte/first": steps done }

export function stepsDone(game, lesson) {
  return Math.min(kept(PROGRESS)?.[`${game.name}/${lesson.id}`] ?? 0, lesson.steps.length);
}

// A step counts once; what was done before stays done.
export function noteStep(game, lesson, step) {
  if (step + 1 > stepsDone(game, lesson)) keep(PROGRESS, { ...kept(PROGRESS), [`${game.name}/${lesson.id}`]: step + 1 });
}

export function forgetLessons() {
  keep(PROGRESS, null);
}
