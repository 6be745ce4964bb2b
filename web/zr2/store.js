// What is remembered of ZR 2: solved levels, a person's own levels, how the board is shown; and the
// solution buffer, which is not kept beyond the page.
import { keep, kept } from "../modules/settings.js";

export function solved() {
  return kept("zr2.solved") ?? {};
}

export function markSolved(key, steps) {
  keep("zr2.solved", { ...solved(), [key]: { steps, on: Date.now() } });
}

export function ownLevels() {
  return kept("zr2.own") ?? [];
}

export function keepOwn(name, text) {
  keep("zr2.own", [{ name, text, updated: Date.now() }, ...ownLevels().filter((level) => level.name !== name)]);
}

export function dropOwn(name) {
  keep("zr2.own", ownLevels().filter((level) => level.name !== name));
}

const standard = { flat: false, speed: 2, arrows: "turn", orbit: "player", letters: true };

export function choice(name) {
  return { ...standard, ...kept("zr2.choices") }[name];
}

export function choose(name, value) {
  keep("zr2.choices", { ...standard, ...kept("zr2.choices"), [name]: value });
}

// A walk that was found, and the position it begins at: level's name, sum and position must match
// before it is played.
let buffer = null;

export function fillBuffer(session, name, sum, path) {
  buffer = { name, sum, position: session.position, path };
}

export function bufferFor(session, name, sum) {
  return buffer && buffer.name === name && buffer.sum === sum && buffer.position === session.position ? buffer.path : null;
}

export function clearBuffer() {
  buffer = null;
}
