// Settings, made from the table that the server offers: a form of what can be set, in which range, and what is usual; and what a run was
// set to.
import { h } from "../modules/dom.js";
import { number, t } from "../modules/texts.js";
import { Table } from "./table.js";
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
  const controls = settings.map((setting) => control(setting, usual[setting.name] ?? setting.usual));
  const main = controls.filter(({ name }) => MAIN.includes(name)), more = controls.filter(({ name }) => !MAIN.includes(name));
  const element = h("div", { class: "lab-settings" }, h("div", { class: "lab-fields" }, main.map((each) => each.element)),
    more.length ? h("details", {}, h("summary", {}, t("lab.more", { n: more.length })), h("div", { class: "lab-fields" }, more.map((each) => each.element))) : null);
  return { element, values: () => Object.fromEntries(controls.map(({ name, value }) => [name, value()]).filter(([, value]) => value !== undefined)) };
}

const WORDS = { switch: 0, two: 2 }; // that follow an option; one follows the others

// What was given in a run's command, as text; undefined for what was not.
function given({ name, kind }, words) {
  const at = words.indexOf(`--${name}`);
  if (at < 0) return undefined;
  return kind === "switch" ? "1" : words.slice(at + 1, at + 1 + (WORDS[kind] ?? 1)).join(" ");
}

const isNumber = ({ kind }) => kind !== "choice" && kind !== "player" && kind !== "switch" && kind !== "two";

function shown({ name, kind }, value) {
  if (value === undefined || value === "") return "";
  if (kind === "switch") return value === "1" ? "\u2713" : "\u2013";
  return kind === "choice" ? choiceName(name, value) : typeof value === "number" ? number(value) : value;
}

// What a run was set to: what its command says, and what is usual where the command says nothing. Settings of which neither is known are
// left out.
export function settingsOf({ kind, game, model, preset, command }, { trainings, ...offers }) {
  const training = kind === "train" ? trainings.find((each) => each.game === game && each.model === model) : null;
  const usual = training?.presets?.find(({ name }) => name === preset)?.usual ?? training?.usual ?? {}, words = command.split(" ");
  return (training?.settings ?? offers[kind] ?? []).map((setting) => {
    const read = (value) => (value !== undefined && isNumber(setting) ? Number(value) : value), standard = read(usual[setting.name] ?? setting.usual);
    return { setting: settingName(setting), option: `--${setting.name}`, value: read(given(setting, words)) ?? standard, usual: standard, of: setting };
  }).filter(({ value }) => value !== undefined);
}

// The same as a table behind a word.
export function settingsTable(run, offers) {
  const rows = settingsOf(run, offers), column = (name, more = {}) => ({ name, label: t(`lab.settings.${name}`), ...more });
  const table = new Table({ caption: t("lab.settings"), file: `run-${run.run}-settings`, columns: [column("setting"), column("option"),
    ...["value", "usual"].map((name) => column(name, { number: true, cell: (row) => shown(row.of, row[name]) }))] });
  table.show(rows);
  return rows.length ? h("details", { class: "lab-set" }, h("summary", {}, t("lab.settings")), table.element) : null;
}
