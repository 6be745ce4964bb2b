// A form's settings, made from the table that the server offers: what can be set, in which range, and what is usual.
import { h } from "../modules/dom.js";
import { t } from "../modules/texts.js";
import { choiceName, settingName } from "./words.js";

const MAIN = ["generations", "population", "opponents", "games", "depth", "time", "nodes", "sprt", "keep", "gauntlet", "seed", "threads"];

// The option of the command line is told beside the label.
const field = (name, label, ...inputs) => h("label", { class: "line", title: `--${name}` }, h("span", {}, label), ...inputs);

// One setting: its element, and the value that was chosen; undefined for the usual one.
function control(setting, usual) {
  const { name, kind, least, most, words } = setting, label = settingName(setting);
  const whole = kind === "whole" ? 1 : "any", attributes = { type: "number", min: least, max: most, step: whole, name };
  if (kind === "switch") {
    const box = h("input", { type: "checkbox", name, checked: usual === "1" });
    return { name, element: field(name, label, box), value: () => (box.checked === (usual === "1") ? undefined : box.checked) };
  }
  if (kind === "choice") {
    const option = (value, choice) => h("option", { value, title: choice }, choiceName(name, choice));
    const list = h("select", { name }, usual ? option("", usual) : h("option", { value: "" }, t("lab.usual")), words.filter((each) => each !== usual).map((each) => option(each, each)));
    return { name, element: field(name, label, list), value: () => list.value || undefined };
  }
  if (kind === "two") {
    const pair = [t("lab.from"), t("lab.to")].map((each, i) => h("input", { ...attributes, "aria-label": `${label}, ${name === "sprt" ? each : i + 1}` }));
    return { name, element: h("div", { class: "line", role: "group", "aria-label": label, title: `--${name}` }, h("span", {}, label), h("span", { class: "two" }, pair)),
      value: () => (pair.every((input) => input.value !== "") ? pair.map((input) => Number(input.value)) : undefined) };
  }
  const input = kind === "player" ? h("input", { name, placeholder: usual || "" }) : h("input", { ...attributes, placeholder: usual === undefined ? "" : String(Number(usual)) });
  return { name, element: field(name, label, input), value: () => (input.value === "" ? undefined : kind === "player" ? input.value : Number(input.value)) };
}

// All settings of a table: the main ones in sight, the others behind a word.
export function settingsForm(settings, usual = {}) {
  const controls = settings.map((setting) => control(setting, usual[setting.name]));
  const main = controls.filter(({ name }) => MAIN.includes(name)), more = controls.filter(({ name }) => !MAIN.includes(name));
  const element = h("div", { class: "lab-settings" }, h("div", { class: "lab-fields" }, main.map((each) => each.element)),
    more.length ? h("details", {}, h("summary", {}, t("lab.more", { n: more.length })), h("div", { class: "lab-fields" }, more.map((each) => each.element))) : null);
  return { element, values: () => Object.fromEntries(controls.map(({ name, value }) => [name, value()]).filter(([, value]) => value !== undefined)) };
}
