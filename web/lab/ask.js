// The laboratory's questions to the server: JSON both ways; a refusal becomes an error with words in the person's language.
import { EngineError } from "../modules/potez.js";
import { api } from "../modules/place.js";
import { has, t } from "../modules/texts.js";
import { withSettingName } from "./words.js";

export const labPath = (path) => `${api}lab${path}`;

async function refused(answer) {
  const { error = {} } = await answer.json().catch(() => ({}));
  const key = `lab.error.${error.code}`;
  return has(key) ? new Error(t(key)) : new EngineError(withSettingName(error.message ?? String(answer.status)));
}

export async function ask(path, { method = "GET", body = undefined } = {}) {
  const answer = await fetch(labPath(path), { method, ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }) });
  if (!answer.ok) throw await refused(answer);
  return answer.json();
}

export async function askText(path) {
  const answer = await fetch(labPath(path));
  if (!answer.ok) throw await refused(answer);
  return answer.text();
}
