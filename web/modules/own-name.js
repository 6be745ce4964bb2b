// What a person is called over the net: kept in this browser, checked by the server.
import { h } from "./dom.js";
import { keep, kept } from "./settings.js";
import { t } from "./texts.js";

const MOST = 20;

export const ownName = () => kept("name") ?? "";

export function nameField() {
  return h("label", { class: "line" }, h("span", {}, t("net.name")), h("input", { name: "own-name", maxlength: MOST, value: ownName(), autocomplete: "nickname",
    placeholder: t("net.name.hint"), oninput: (event) => keep("name", event.target.value.trim().replace(/\s+/g, " ")) }));
}
