// What the laboratory's things are called in the person's language: settings, their choices, models, presets, measures. A thing
// without a text goes by its identifier, which is what the command line takes.
import { has, sentenceOf, t, word } from "../modules/texts.js";

const first = (keys, otherwise, places) => {
  const key = keys.find(has);
  return key ? t(key, places) : otherwise;
};

export const settingName = ({ name, kind }) => first([`lab.set.${name}.${kind}`, `lab.set.${name}`], name);
export const choiceName = (setting, choice) => first([`lab.choice.${setting}.${choice}`], choice);
export const modelName = (model) => first([`word.player.${model}`, `lab.model.name.${model}`], model);
export const modelAbout = ({ game, model, summary }) => first([`lab.model.${game}.${model}`], summary);
export const presetName = (game, preset) => first([`lab.preset.${game}.${preset}`], preset);

// "swh:random=10" as "SWH random=10".
export function playerTitle(player) {
  const [name, argument] = player.split(":");
  return has(`word.player.${name}`) ? word("player", name) + (argument ? ` ${argument}` : "") : player;
}

// A measure inside an object has both names: "ladder random", "error 24".
export function measureName(column) {
  const plain = column.replaceAll("_", " "), at = column.indexOf(" ");
  if (at < 0) return first([`lab.measure.${column}`], plain);
  const inner = column.slice(at + 1);
  return first([`lab.measure.${column.slice(0, at)}`], plain, { player: playerTitle(inner), n: inner });
}

// A refusal that begins with a setting names it as the form does.
export const withSettingName = (message) => message.replace(/^"([\w-]+)"/, (whole, name) => (has(`lab.set.${name}`) ? `"${settingName({ name })}"` : whole));

// What a run's process wrote, line by line who or where and then a sentence: "potez train: …".
export const spokenErrors = (text) => text.replace(/^(.*?: )(.+)$/gm, (whole, where, sentence) => where + sentenceOf(sentence));
