// What a room of the server refuses, in the person's language: the server names its sentence and gives what is
// filled in (src/ports/server/deny.c); without a name it is a sentence of the engine. Needs the texts "net".
import { has, sentenceOf, t } from "./texts.js";

export function refusalText({ name, values, message }) {
  const key = `net.deny.${name}`;
  return has(key) ? t(key, values) : sentenceOf(message);
}
