// Sharing a level: its address, the address of where one stands, the level file, pictures; and opening
// a level that someone else has sent.
import { download, h, toast } from "../modules/dom.js";
import { openDialog } from "../modules/dialog.js";
import { icon } from "../modules/icons.js";
import { pngOf } from "../modules/dialog-share.js";
import { t } from "../modules/texts.js";
import { Level } from "./level.js";
import { addressOf, sourceOfText, spellProblem } from "./sources.js";

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("share.copied"));
  } catch {
    toast(t("zr2.copy.self"));
  }
}

export function fileName(name) {
  return `${name.replace(/[^\p{L}\p{N}.-]+/gu, "-").replace(/^-+|-+$/g, "") || "level"}.lvl`;
}

export function exportLevel(level) {
  download(fileName(level.name), new Blob([`${level.text}\n`], { type: "text/plain" }));
}

// Opens a text: an address of this page, or a level file. `go` gets a source.
export async function openLevelText(app, text, go) {
  const address = /#(zr2\S*)$/.exec(text.trim());
  if (address) {
    location.hash = address[0];
    return;
  }
  let level;
  try {
    level = Level.read(app.engine, text);
  } catch (error) {
    throw new Error(spellProblem(error));
  }
  go(await sourceOfText(level.text));
}

// `view` has app, level, address(), board (for pictures) or null, and opens a source with go(source).
export async function shareLevel(view) {
  const { app, level, board } = view;
  const whole = await sourceOfText(level.text);
  const field = (label, value) => h("label", { class: "field" }, h("span", {}, label),
    h("span", { class: "with-button" }, h("input", { readonly: true, value, onfocus: (event) => event.target.select() }),
      h("button", { type: "button", "aria-label": `${t("share.copy")}: ${label}`, class: "square", onclick: () => copy(value) }, icon("copy"))));
  const link = (address) => new URL(address, location.href).href;
  const pasted = h("textarea", { rows: 3, id: "paste", placeholder: t("zr2.paste.hint"), spellcheck: "false" });
  const problem = h("p", { class: "zr2-warn", role: "alert" });
  const name = fileName(level.name).replace(/\.lvl$/, "");
  return openDialog(t("zr2.share"), (done) => {
    const load = async (text) => {
      try {
        await openLevelText(app, text, (source) => { location.hash = addressOf(source, view.editing ? { options: { view: "editor" } } : {}); });
        done(true);
      } catch (error) {
        problem.textContent = error.message;
      }
    };
    return h("div", { class: "share" },
      field(t("zr2.share.level"), link(addressOf(whole))), view.match ? field(t("share.link"), link(view.address())) : null,
      h("div", { class: "row" },
        h("button", { type: "button", onclick: () => exportLevel(level) }, icon("save"), t("zr2.file")),
        board ? h("button", { type: "button", onclick: () => download(`${name}.svg`, new Blob([board.picture()], { type: "image/svg+xml" })) }, icon("picture"), "SVG") : null,
        board ? h("button", { type: "button", onclick: async () => download(`${name}.png`, await pngOf(board)) }, icon("picture"), "PNG") : null),
      h("label", { class: "field", for: "paste" }, h("span", {}, t("zr2.paste"))), pasted, problem,
      h("div", { class: "row end-row" },
        h("label", { class: "button" }, icon("paste"), t("share.open"), h("input", { type: "file", class: "unseen", accept: ".lvl,.txt,text/plain", onchange: async (event) => {
          pasted.value = await event.target.files[0].text();
          await load(pasted.value);
        } })),
        h("button", { type: "button", class: "go", onclick: () => load(pasted.value) }, t("share.load"))));
  }, { className: "dialog-share" });
}
