// Which level: by the list's name, a person's own, or packed into the address; with its title and the
// name under which it is remembered as solved.
import { EngineError } from "../modules/potez.js";
import { has, t } from "../modules/texts.js";
import { allLevels, levels, levelTitle, levelText, todaysLevel } from "../modules/levels.js";
import { writeAddress } from "../modules/router.js";
import { packLevel, unpackLevel } from "./level.js";
import { ownLevels, solved } from "./store.js";

export function sourceOfEntry(entry, text) {
  return { kind: "list", name: entry.name, title: levelTitle(entry.name), text, entry, key: entry.name, query: { level: entry.name } };
}

export function sourceOfOwn(own) {
  return { kind: "own", name: own.name, title: own.name, text: own.text, key: `own:${own.name}`, query: { options: { own: own.name } } };
}

export async function sourceOfText(text) {
  const packed = await packLevel(text);
  return { kind: "address", name: text.split("\n", 1)[0].trim(), title: text.split("\n", 1)[0].trim(), text, key: `text:${packed}`, query: { options: { board: packed } } };
}

// The source that an address names; null when it names none.
export async function sourceOfRoute(route) {
  const { board, own } = route.options;
  if (board) {
    let text;
    try {
      text = await unpackLevel(board);
    } catch {
      throw new EngineError(t("zr2.address.bad"));
    }
    return sourceOfText(text);
  }
  if (own) {
    const found = ownLevels().find((level) => level.name === own);
    if (!found) throw new EngineError(t("zr2.own.gone", { name: own }));
    return sourceOfOwn(found);
  }
  if (!route.level) return null;
  const entry = (await allLevels()).find((level) => level.name === route.level);
  if (!entry) throw new EngineError(t("zr2.level.none", { name: route.level }));
  return sourceOfEntry(entry, (await levelText(entry.name)).text);
}

// Without any other wish: today's level, or the first one not solved yet when that is done.
export async function sourceToPlay() {
  const done = solved(), today = await todaysLevel();
  const entry = done[today.name] ? (await levels()).find((level) => !done[level.name]) ?? today : today;
  return sourceOfEntry(entry, (await levelText(entry.name)).text);
}

// The one after this in the list, null at its end.
export async function nextSource(source) {
  if (source.kind !== "list") return null;
  const all = await allLevels();
  const entry = all[all.findIndex((level) => level.name === source.name) + 1];
  return entry && (entry.group === "document") === (source.entry.group === "document") ? sourceOfEntry(entry, (await levelText(entry.name)).text) : null;
}

export function addressOf(source, more = {}) {
  return writeAddress({ name: "zr2", ...source.query, ...more, options: { ...source.query.options, ...more.options } });
}

// A level that a saved game holds.
export function levelIn(saved) {
  const head = /^level (\d+)\n/m.exec(saved);
  if (!head) return null;
  const bytes = new TextEncoder().encode(saved.slice(head.index + head[0].length)).slice(0, Number(head[1]));
  return new TextDecoder().decode(bytes);
}

export async function sourceOfKept(text) {
  for (const entry of await allLevels()) {
    if (entry.name !== text.split("\n", 1)[0]) continue;
    const found = (await levelText(entry.name)).text;
    if (found === text) return sourceOfEntry(entry, text);
  }
  const own = ownLevels().find((level) => level.text === text);
  return own ? sourceOfOwn(own) : sourceOfText(text);
}

// What the reader of a level file passed over, in the person's language.
export function spellWarning(message) {
  const [line, column, cells, more] = message.match(/\d+/g).map(Number);
  return t("zr2.surplus", { line, column, cells, n: more });
}

// What is wrong with a level file, in the person's language where its words are known:
// "line 4, column 2: expected a value (0 to 9999), found ...".
export function spellProblem(error) {
  const message = error.plain ?? error.message;
  const parts = /^line (\d+), column (\d+): expected (.*), found (.*)$/s.exec(message);
  if (!parts) return error.message;
  const [, line, column, expected, found] = parts;
  const [, what, range = ""] = /^(.*?)( \(-?\d+ to -?\d+\))?$/s.exec(expected);
  const slug = what.startsWith("the end of the line") ? "line-end" : what.replace(/[^a-zA-Z]+/g, " ").trim().split(" ").join("-").toLowerCase();
  const key = `zr2.expected.${slug}`;
  const seen = { "the end of the text": "zr2.problem.end", "the end of the line": "zr2.problem.line" }[found];
  return t("zr2.problem", { line: Number(line), column: Number(column), expected: (has(key) ? t(key) : what) + range.replace(" to ", " \u2026 "), found: seen ? t(seen) : found });
}
