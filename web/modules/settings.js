// What the person chose, kept in the browser; and games in progress. Storage may be refused (private
// windows): then everything works and nothing is remembered.

const KEY = "potez.settings";
const standard = { theme: "auto", language: "auto", volume: 60, muted: false, music: false, motion: "auto", numbers: true };
const listeners = new Set();
let settings = { ...standard, ...read(KEY) };

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? null;
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // nothing is remembered
  }
}

export function setting(name) {
  return settings[name];
}

export function change(name, value) {
  settings = { ...settings, [name]: value };
  write(KEY, settings);
  for (const listener of listeners) listener(name, value);
}

export function onChange(listener) {
  listeners.add(listener);
}

// Theme and motion are attributes of the page; "auto" follows the system by media queries.
export function applyLook() {
  const root = document.documentElement;
  const dark = settings.theme === "dark" ||
    (settings.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "dark" : "light";
  root.dataset.motion = settings.motion === "less" ? "less" : "auto";
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", dark ? "#11151b" : "#f7f5f0");
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyLook);

// A game in progress: { saved, players, view, updated, over }.
export function keptGame(name) {
  return read(`potez.game.${name}`);
}

export function keepGame(name, game) {
  write(`potez.game.${name}`, game);
}

export function kept(name) {
  return read(`potez.${name}`);
}

export function keep(name, value) {
  write(`potez.${name}`, value);
}
