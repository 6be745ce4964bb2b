// Choosing a level inside a stack: the stack again, large enough for a finger.
import { slab } from "../boards/chequered.js";
import { h, s } from "./dom.js";
import { t } from "./texts.js";

export function levelPicker(board, place, steps, choose) {
  document.querySelector(".level-picker")?.remove();
  const stack = board.at(place);
  const allowed = new Set(steps.map((step) => step.level));
  const close = (level) => {
    dialog.remove();
    document.removeEventListener("pointerdown", outside, true);
    board.rove(place, true); // the keyboard goes on where it was
    if (level !== null) choose(level);
  };
  const outside = (event) => {
    if (!dialog.contains(event.target)) close(null);
  };
  const rows = [...stack].map((piece, level) =>
    h("button", { type: "button", disabled: !allowed.has(level), "aria-label": t("picker.take", { n: stack.length - level, level: level + 1 }), onclick: () => close(level) },
      h("span", { class: "nr" }, level + 1),
      s("svg", { viewBox: "-50 -24 100 48", width: 84, height: 40, "aria-hidden": "true" }, slab(Number(piece), 88, 16)))).reverse();
  const dialog = h("div", { class: "level-picker card", role: "dialog", "aria-label": t("picker.label"),
    onkeydown: (event) => {
      const enabled = rows.filter((row) => !row.disabled), at = enabled.indexOf(document.activeElement);
      if (event.key === "Escape") close(null);
      else if (event.key === "ArrowDown") enabled[Math.min(at + 1, enabled.length - 1)].focus();
      else if (event.key === "ArrowUp") enabled[Math.max(at - 1, 0)].focus();
      else if (/^[1-9]$/.test(event.key) && allowed.has(Number(event.key) - 1)) close(Number(event.key) - 1);
      else return;
      event.preventDefault();
      event.stopPropagation();
    } }, h("b", {}, t("picker.label")), rows);
  document.body.append(dialog);
  const at = board.cell[place].getBoundingClientRect(), own = dialog.getBoundingClientRect();
  const left = at.right + own.width + 12 < innerWidth ? at.right + 8 : Math.max(8, at.left - own.width - 8);
  dialog.style.left = `${left + scrollX}px`;
  dialog.style.top = `${Math.max(8, Math.min(innerHeight - own.height - 8, at.top + at.height / 2 - own.height / 2)) + scrollY}px`;
  rows.find((row) => !row.disabled)?.focus();
  setTimeout(() => document.addEventListener("pointerdown", outside, true));
}
