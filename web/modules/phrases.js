// The few things that players can say to each other. They travel as numbers and are shown in the reader's language.
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { keep, kept } from "./settings.js";
import { t } from "./texts.js";

const COUNT = 8;

export const phrase = (number) => (Number.isInteger(number) && number >= 0 && number < COUNT ? t(`net.phrase.${number}`) : "");
export const muted = () => kept("mute") === true;

// Gives the number that was chosen, or null.
export async function phraseDialog() {
  return openDialog(t("net.say"), (done) => h("div", { class: "phrases" },
    Array.from({ length: COUNT }, (_, number) => h("button", { type: "button", onclick: () => done(number) }, phrase(number))),
    h("button", { type: "button", class: "link", onclick: () => { keep("mute", !muted()); done(null); } }, t(muted() ? "net.unmute" : "net.mute"))));
}
