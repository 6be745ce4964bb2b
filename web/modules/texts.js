// The page's words. texts/LANGUAGE.json maps keys to strings with {places}; a string that depends on
// a number is an object of plural forms, chosen by the language's own rules and the place {n}. Words that
// only some views need are parts of their own, texts/PART/LANGUAGE.json, fetched with the view (needTexts).
// Words of the engine (sides, counts, options) are looked up as "word.…" and fall back to the
// engine's English.

export const languages = { en: "English", hr: "Hrvatski", "sr-Latn": "Srpski", "sr-Cyrl": "Српски" };
export const missing = new Set();

let current = "en";
let texts = {};
const parts = new Set();
let plurals = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");

// The browser's first language that the page speaks.
export function browserLanguage(wanted = navigator.languages ?? [navigator.language]) {
  for (const tag of wanted) {
    const [language, ...rest] = tag.split("-");
    if (language === "en" || language === "hr") return language;
    if (language === "bs") return "hr";
    if (language === "sr" || language === "cnr" || language === "sh")
      return rest.includes("Latn") || language !== "sr" || rest.includes("ME") ? "sr-Latn" : "sr-Cyrl";
  }
  return "en";
}

async function fetchTexts(path) {
  const answer = await fetch(new URL(`../texts/${path}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`texts/${path}.json: ${answer.status}`);
  return answer.json();
}

// The words of a part, in this language and whichever is chosen later.
export async function needTexts(part) {
  if (parts.has(part)) return;
  const asked = current, found = await fetchTexts(`${part}/${asked}`);
  if (asked !== current) return; // another language was chosen meanwhile, and nothing of this one is kept
  Object.assign(texts, found);
  parts.add(part);
  sentences = null; // the part may have some
}

export async function useLanguage(language) {
  const chosen = language in languages ? language : browserLanguage();
  const found = await Promise.all([fetchTexts(chosen), ...[...parts].map((part) => fetchTexts(`${part}/${chosen}`))]);
  texts = Object.assign({}, ...found);
  current = chosen;
  plurals = new Intl.PluralRules(chosen);
  numbers = new Intl.NumberFormat(chosen);
  sentences = null;
  if (chosen !== "en") needTexts("engine").catch(() => null); // until it is there the engine speaks English
  document.documentElement.lang = chosen;
}

export function language() {
  return current;
}

export function number(value) {
  return numbers.format(value).replace("-", "\u2212");
}

function fillIn(text, places) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = places?.[name];
    return value === undefined ? whole : typeof value === "number" ? number(value) : value;
  });
}

export function has(key) {
  return key in texts;
}

export function t(key, places) {
  const found = texts[key];
  if (found === undefined) {
    missing.add(`${current}: ${key}`);
    return key;
  }
  if (typeof found === "string") return fillIn(found, places);
  const form = plurals.select(places?.n ?? 0);
  return fillIn(found[form] ?? found.other, places);
}

// Sentences of the engine in the page's language: texts/engine, and texts/lab for the laboratory's, have them by what
// they say in English, "{1}" for what is filled in. What is filled in may be such a sentence itself, and so may
// what follows a colon at the end.
let sentences = null; // [{ pattern, key }] of this language, the most particular first

function readSentences() {
  const escaped = (text) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return Object.keys(texts).filter((key) => key.startsWith("engine.") && key !== "engine.failed").map((key) => {
    const text = key.slice("engine.".length), rest = text.endsWith(": ") ? "(.+)" : "";
    const pattern = new RegExp(`^${escaped(text).replace(/\{\d\}/g, "(.*?)")}${rest}$`, "s");
    return { key, pattern, weight: text.replace(/\{\d\}/g, "").length - (rest ? 100 : 0) };
  }).sort((a, b) => b.weight - a.weight);
}

export function sentenceOf(message) {
  if (current === "en" || !parts.has("engine")) return message;
  sentences ??= readSentences();
  for (const { key, pattern } of sentences) {
    const found = pattern.exec(message);
    if (!found) continue;
    const places = Object.fromEntries(found.slice(1).map((each, i) => [i + 1, sentenceOf(each)]));
    return fillIn(texts[key], places) + (key.endsWith(": ") ? sentenceOf(found.at(-1)) : "");
  }
  return message;
}

// A word that the engine uses, in the page's language; its own word when the page has none for it.
export function word(kind, name, game) {
  for (const key of [`word.${kind}.${game}.${name}`, `word.${kind}.${name}`])
    if (key in texts) return texts[key];
  missing.add(`${current}: word.${kind}.${name}`);
  return name;
}
