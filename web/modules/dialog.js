// A modal dialog that gives a promise: what was chosen, or null when it was left.
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./texts.js";

export function openDialog(title, content, { className = "" } = {}) {
  return new Promise((resolve) => {
    let answer = null;
    const dialog = h("dialog", { class: `card ${className}`, "aria-labelledby": "dialog-title",
      onclose: () => {
        dialog.remove();
        resolve(answer);
      },
      onclick: (event) => { if (event.target === dialog) dialog.close(); } },
      h("div", { class: "dialog-head" }, h("h2", { id: "dialog-title" }, title),
        h("button", { type: "button", class: "square plain", "aria-label": t("close"), onclick: () => dialog.close() }, icon("close"))),
      content((value) => {
        answer = value;
        dialog.close();
      }));
    document.body.append(dialog);
    dialog.showModal();
  });
}

// Asks before something that cannot be undone; gives whether to do it.
export async function sure(question, yes, no) {
  const answer = await openDialog(question, (done) => h("div", { class: "row end-row sure" },
    h("button", { type: "button", autofocus: true, onclick: () => done(false) }, no),
    h("button", { type: "button", class: "go", onclick: () => done(true) }, yes)));
  return answer === true;
}

// A row of choices of which one is on. `name` groups the radio buttons.
export function choiceRow(name, label, choices, value, onchange) {
  return h("fieldset", { class: "choice" }, h("legend", {}, label),
    h("div", { class: "segments" }, choices.map(([key, text]) => h("label", {},
      h("input", { type: "radio", name, value: key, checked: key === value, onchange: () => onchange(key) }), h("span", {}, text)))));
}
