// The levels that come with the page: levels/list.json names those that are played in order, today's is
// the same for everyone; levels/document/list.json the boards that the game's description prints.
import { has, needTexts, t } from "./texts.js";

const lists = new Map();

async function listed(path) {
  if (!lists.has(path)) {
    const answer = await fetch(new URL(`../${path}`, import.meta.url));
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    lists.set(path, await answer.json());
  }
  return lists.get(path);
}

export async function levels() {
  await needTexts("levels"); // their names
  return listed("levels/list.json");
}

// A level's name in the person's language; boards of the thesis are called by their numbers.
export function levelTitle(name) {
  const like = /^Like (\w+)$/.exec(name), key = `level.title.${name}`;
  return like ? t("level.like", { name: like[1] }) : has(key) ? t(key) : name;
}

export async function allLevels() {
  return [...await levels(), ...await listed("levels/document/list.json")];
}

export async function todaysLevel(date = new Date()) {
  const all = await levels();
  const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86400000);
  return all[(day * 7) % all.length];
}

// The text of a level by name; without one, today's.
export async function levelText(name) {
  const chosen = name ?? (await todaysLevel()).name;
  const all = await allLevels();
  const found = all.find((level) => level.name === chosen) ?? all[0];
  const answer = await fetch(new URL(`../levels/${found.file}`, import.meta.url));
  if (!answer.ok) throw new Error(`levels/${found.file}: ${answer.status}`);
  return { name: found.name, text: (await answer.text()).replace(/\n$/, "") };
}
