// Sharing: the address, the moves and the position as text, the board as a picture; and pasting any
// of them back.
import { download, h, toast } from "./dom.js";
import { icon } from "./icons.js";
import { openDialog } from "./dialog.js";
import { t } from "./texts.js";

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h("textarea", { class: "unseen" }, text);
    document.querySelector("dialog[open]")?.append(area) ?? document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  toast(t("share.copied"));
}

// Draws the picture on a canvas and returns it as a PNG.
export async function pngOf(board) {
  const address = URL.createObjectURL(new Blob([board.picture()], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = h("canvas", { width: image.width, height: image.height });
    canvas.getContext("2d").drawImage(image, 0, 0);
    return await new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
  } finally {
    URL.revokeObjectURL(address);
  }
}

// Says what is wrong beside the field, and marks the place when the engine names it.
function refuse(field, problem, error) {
  problem.textContent = error.message;
  field.setAttribute("aria-invalid", "true");
  field.focus();
  const column = Number(/column (\d+)/.exec(error.plain ?? error.message)?.[1] ?? 0);
  const from = column - 1 + (field.value.length - field.value.trimStart().length);
  if (column) field.setSelectionRange(Math.min(from, field.value.length), Math.min(from + 2, field.value.length));
}

export function shareDialog(view) {
  const { match, game, board, app } = view;
  const link = new URL(view.address(), location.href).href;
  const name = `${game.name}-${match.state.at}`;
  const field = (label, value) => h("label", { class: "field" }, h("span", {}, label),
    h("span", { class: "with-button" }, h("input", { readonly: true, value, onfocus: (event) => event.target.select() }),
      h("button", { type: "button", "aria-label": `${t("share.copy")}: ${label}`, class: "square", onclick: () => copy(value) }, icon("copy"))));
  const problem = h("p", { class: "field-problem", role: "alert", id: "paste-problem" });
  const pasted = h("textarea", { rows: 2, id: "paste", placeholder: t("share.paste.hint"), spellcheck: "false", "aria-describedby": "paste-problem",
    oninput: () => { problem.textContent = ""; pasted.removeAttribute("aria-invalid"); } });
  return openDialog(t("share.title"), (done) => h("div", { class: "share" },
    field(t("share.link"), link), field(t("share.moves"), match.movesText() || "\u2013"), field(t("share.position"), match.session.position),
    h("div", { class: "row" },
      h("button", { type: "button", onclick: () => download(`${name}.svg`, new Blob([board.picture()], { type: "image/svg+xml" })) }, icon("picture"), "SVG"),
      h("button", { type: "button", onclick: async () => download(`${name}.png`, await pngOf(board)) }, icon("picture"), "PNG"),
      h("button", { type: "button", onclick: () => download(`${name}.potez`, new Blob([match.session.save()], { type: "text/plain" })) }, icon("save"), t("share.file"))),
    h("label", { class: "field", for: "paste" }, h("span", {}, t("share.paste"))), pasted, problem,
    h("div", { class: "row end-row" },
      h("label", { class: "button" }, icon("paste"), t("share.open"), h("input", { type: "file", class: "unseen", accept: ".potez,.txt,text/plain", onchange: async (event) => {
        pasted.value = await event.target.files[0].text();
      } })),
      game.seats === 2 ? h("button", { type: "button", onclick: () => { done(true); view.setUp(); } }, icon("edit"), t("editor.open")) : null,
      h("button", { type: "button", class: "go", onclick: async () => {
        try {
          await app.openText(game, pasted.value.trim(), view.start.options);
          done(true);
        } catch (error) {
          refuse(pasted, problem, error);
        }
      } }, t("share.load")))), { className: "dialog-share" });
}
