// The editor's questions: a new level, opening one, making one by chance. Bad input is answered where it
// stands, and nothing is lost.
import { h, replace, toast } from "../modules/dom.js";
import { openDialog } from "../modules/dialog.js";
import { icon } from "../modules/icons.js";
import { levelText } from "../modules/levels.js";
import { t } from "../modules/texts.js";
import { Level, readSize } from "./level.js";
import { fillLevels } from "./panel-levels.js";
import { spellProblem, spellWarning } from "./sources.js";
import { ownLevels } from "./store.js";

function field(label, input) {
  return h("label", { class: "field" }, h("span", {}, label), input);
}

function sizeOf(input, problem) {
  const { size, problem: key, word, column } = readSize(input.value);
  if (size) return size;
  problem.textContent = t(key, { word, column });
  input.setAttribute("aria-invalid", "true");
  input.focus();
  return null;
}

function nameOf(input, problem) {
  const name = input.value.trim();
  const bad = !name ? "zr2.name.none" : new TextEncoder().encode(name).length > 255 ? "zr2.name.long" : null;
  if (!bad) return name;
  problem.textContent = t(bad);
  input.setAttribute("aria-invalid", "true");
  input.focus();
  return null;
}

export function newDialog(name, size) {
  const problem = h("p", { class: "zr2-warn", role: "alert" });
  const nameInput = h("input", { id: "new-name", value: name, maxlength: 120 });
  const sizeInput = h("input", { id: "new-size", value: size.join(" x "), inputmode: "text", autocomplete: "off" });
  const valueInput = h("input", { id: "new-value", type: "number", min: 0, max: 9999, value: 0 });
  return openDialog(t("zr2.editor.new"), (done) => h("form", { class: "zr2-form", method: "dialog", novalidate: true, onsubmit: (event) => {
    event.preventDefault();
    problem.textContent = "";
    for (const input of [nameInput, sizeInput, valueInput]) input.removeAttribute("aria-invalid");
    const chosen = nameOf(nameInput, problem);
    const sides = chosen === null ? null : sizeOf(sizeInput, problem);
    if (!sides) return;
    const value = Number(valueInput.value);
    if (!Number.isInteger(value) || value < 0 || value > 9999 || valueInput.value === "") {
      problem.textContent = t("zr2.number.bad", { least: 0, most: 9999, found: valueInput.value || t("zr2.number.nothing") });
      valueInput.focus();
      return;
    }
    const level = new Level({ name: chosen, size: sides });
    for (const cell of level.cells) cell.value = value;
    done(level);
  } }, field(t("zr2.name"), nameInput), field(t("zr2.size"), sizeInput), field(t("zr2.value.all"), valueInput), problem,
    h("div", { class: "row end-row" }, h("button", { type: "submit", class: "go" }, t("zr2.make")))));
}

// A level of the list, one's own, or a file; what is wrong with a file is told with line and column.
export function openLevelDialog(view) {
  const problem = h("p", { class: "zr2-warn", role: "alert" });
  const list = h("div", { class: "zr2-lists" });
  const pasted = h("textarea", { id: "open-text", rows: 3, spellcheck: "false", placeholder: t("zr2.paste.hint") });
  return openDialog(t("zr2.open.title"), (done) => {
    const load = (text) => {
      try {
        const level = Level.read(view.app.engine, text);
        view.load(level);
        if (level.warning) toast(spellWarning(level.warning));
        done(true);
      } catch (error) {
        problem.textContent = spellProblem(error);
      }
    };
    list.addEventListener("click", async (event) => {
      const link = event.target.closest("a.zr2-level");
      if (!link) return;
      event.preventDefault();
      const { level, own } = Object.fromEntries(new URLSearchParams(link.hash.split("?")[1]));
      load(own ? ownLevels().find((each) => each.name === own).text : (await levelText(level)).text);
    });
    // the list is filled once the dialog is on the page
    setTimeout(() => fillLevels(view.app, list, { link: (source) => `#zr2?${new URLSearchParams(source.query.options ?? { level: source.query.level })}` }).catch(() => null));
    return h("div", { class: "zr2-form" },
      h("div", { class: "row" }, h("label", { class: "button" }, icon("paste", 18), t("zr2.import"), h("input", { type: "file", id: "open-file", class: "unseen", accept: ".lvl,.txt,text/plain", onchange: async (event) => load(await event.target.files[0].text()) }))),
      h("label", { class: "field", for: "open-text" }, h("span", {}, t("zr2.paste.text"))), pasted,
      h("div", { class: "row end-row" }, h("button", { type: "button", onclick: () => load(pasted.value) }, t("share.load"))), problem, list);
  }, { className: "zr2-open" });
}

const MOST_CELLS = 4096, LEAST_CELLS = 4, SIDES = 4;

export function generateDialog(view) {
  const problem = h("p", { class: "zr2-warn", role: "alert" });
  const input = (id, value, least, most) => h("input", { type: "number", id, value, min: least, max: most });
  const size = h("input", { id: "wish-size", value: view.level.size.slice(0, SIDES).join(" x ") });
  const teleporters = input("wish-teleporters", 1, 0, 99), increasers = input("wish-increasers", 0, 0, 99);
  const difficulty = h("input", { type: "range", id: "wish-difficulty", min: 0, max: 10, value: 4 }), shown = h("b", {});
  const symmetric = h("input", { type: "checkbox", id: "wish-symmetric" });
  const seed = input("wish-seed", 1 + Math.floor(Math.random() * 9999), 0, 4294967295);
  const tell = () => {
    shown.textContent = Number(difficulty.value) ? t("zr2.of.ten", { n: Number(difficulty.value) }) : t("zr2.any");
    difficulty.setAttribute("aria-valuetext", shown.textContent);
  };
  difficulty.addEventListener("input", tell);
  tell();
  const row = (label, element) => h("div", { class: "zr2-row" }, h("label", { class: "label", for: element.id }, t(label)), element);
  const foot = h("div", { class: "row end-row" });
  let closed = false;
  return openDialog(t("zr2.generate.title"), (done) => {
    const whole = (element) => (/^\d+$/.test(element.value) ? Number(element.value) : NaN);
    const rest = () => replace(foot, h("button", { type: "submit", class: "go" }, icon("dice", 18), t("zr2.make")));
    const make = async (event) => {
      event.preventDefault();
      problem.textContent = "";
      const sides = sizeOf(size, problem);
      if (!sides) return;
      const cells = sides.reduce((a, b) => a * b, 1), special = whole(teleporters) + whole(increasers);
      const bad = sides.length > SIDES ? t("zr2.wish.sides", { n: SIDES }) : cells < LEAST_CELLS || cells > MOST_CELLS ? t("zr2.wish.cells", { least: LEAST_CELLS, most: MOST_CELLS, found: cells })
        : !(special * 4 <= cells) ? t("zr2.wish.special", { most: Math.floor(cells / 4) }) : !Number.isFinite(whole(seed)) ? t("zr2.number.bad", { least: 0, most: 4294967295, found: seed.value || t("zr2.number.nothing") }) : null;
      if (bad) {
        problem.textContent = bad;
        return;
      }
      replace(foot, h("progress", { class: "busy", "aria-label": t("zr2.generating") }), h("span", { class: "about", role: "status" }, t("zr2.generating")), h("button", { type: "button", onclick: () => view.solvers.cancel("generate") }, icon("stop", 18), t("zr2.stop")));
      try {
        const answer = await view.solvers.generate({ name: t("zr2.generated", { n: whole(seed) }), size: sides, teleporters: whole(teleporters), increasers: whole(increasers),
          difficulty: Number(difficulty.value), symmetric: symmetric.checked, seed: whole(seed) });
        if (closed) return;
        if (answer.text) {
          view.load(Level.read(view.app.engine, answer.text));
          done(true);
          return;
        }
        problem.textContent = t(answer.stopped ? "zr2.wish.stopped" : "zr2.wish.none");
      } catch (error) {
        problem.textContent = error.message;
      }
      rest();
    };
    rest();
    return h("form", { class: "zr2-form", novalidate: true, onsubmit: make }, field(t("zr2.size"), size), row("zr2.teleporters", teleporters), row("zr2.increasers", increasers),
      h("div", { class: "level" }, h("label", { for: difficulty.id }, h("span", {}, t("zr2.difficulty")), shown), difficulty),
      h("label", { class: "zr2-check" }, symmetric, h("span", {}, t("zr2.symmetric"))), row("zr2.seed", seed), problem, foot);
  }).finally(() => {
    closed = true;
    view.solvers.cancel("generate");
  });
}
