// The card that invites: a link, a short code, a QR code, the phone's own way of sending; and what stands on it for
// whoever opens such a link.
import { h, replace, s, toast } from "./dom.js";
import { clockName } from "./clock-choice.js";
import { gameTitle } from "./games.js";
import { icon } from "./icons.js";
import { nameField } from "./own-name.js";
import { t, word } from "./texts.js";

// "K7PX9QTM" in two halves; a shard's number stays before it.
export const codeShown = (code) => code.replace(/(\w{4})(\w{4})$/, "$1-$2");

async function drawCode(place, link) {
  const { qrCode, qrPath } = await import("./qr.js");
  const code = qrCode(link);
  if (!code) return;
  const { path, size } = qrPath(code);
  replace(place, s("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": t("net.qr"), class: "qr" },
    s("rect", { width: size, height: size, fill: "#fff" }), s("path", { d: path, fill: "#000", "shape-rendering": "crispEdges" })));
}

const copy = (text) => navigator.clipboard?.writeText(text).then(() => toast(t("share.copied")), () => null);

export function invitationCard({ link, code, listed, game, onCallOff }) {
  const picture = h("div", { class: "qr-place" });
  drawCode(picture, link).catch(() => null);
  const send = () => navigator.share({ title: "Potez", text: t("net.share.text", { game: gameTitle(game) }), url: link }).catch(() => null);
  return h("section", { class: "card banner invitation", "aria-label": t("net.waiting") }, h("b", { role: "status" }, t("net.waiting")),
    listed ? h("p", {}, t("net.listed")) : null, h("p", {}, t("net.invite")),
    h("span", { class: "with-button" }, h("input", { readonly: true, value: link, "aria-label": t("net.link"), onfocus: (event) => event.target.select() }),
      h("button", { type: "button", class: "square", "aria-label": t("share.copy"), title: t("share.copy"), onclick: () => copy(link) }, icon("copy"))),
    h("div", { class: "beside" }, picture, h("div", {}, code ? [h("p", {}, t("net.code.tell")), h("output", { class: "code", "aria-label": t("net.code") }, codeShown(code))] : null,
      h("div", { class: "row" }, navigator.share ? h("button", { type: "button", class: "go", onclick: send }, icon("share"), t("net.share")) : null,
        h("button", { type: "button", onclick: onCallOff }, t("net.calloff"))))));
}

// For somebody who was invited and has not sat down yet.
export function joinCard({ who, game, side, time, onJoin, onWatch }) {
  const title = gameTitle(game);
  return h("form", { class: "card banner join", "aria-label": t("net.join"), onsubmit: (event) => { event.preventDefault(); onJoin(); } },
    h("b", { role: "status" }, who ? t("net.invited", { who, game: title }) : t("net.invited.plain", { game: title })),
    h("p", {}, t("net.terms", { side: word("side", game.sides[side], game.name), clock: clockName(time) })), nameField(),
    h("div", { class: "row" }, h("button", { type: "submit", class: "go" }, t("net.join")), h("button", { type: "button", onclick: onWatch }, t("net.watch"))));
}
