// Playing with a friend, or with anybody: which game, where the other is, under which name and with which clock; or the
// code of an invitation.
import { choiceRow, openDialog } from "./dialog.js";
import { ClockChoice } from "./clock-choice.js";
import { h, toast } from "./dom.js";
import { gameTitle } from "./games.js";
import { nameField } from "./own-name.js";
import { person } from "./players.js";
import { createRoom, roomOfCode, serverHealth } from "./server.js";
import { needTexts, t } from "./texts.js";

// What only a server can do.
function netPart(health, clock, chosen, done) {
  const code = h("input", { name: "code", maxlength: 20, autocomplete: "off", autocapitalize: "characters", spellcheck: "false" });
  const submit = (event) => {
    event.preventDefault();
    done({ code: code.value.trim() });
  };
  return [nameField(), clock.element,
    health.lobby ? h("label", { class: "line" }, h("span", {}, t("net.anybody")), h("input", { type: "checkbox", name: "listed", checked: chosen.listed, onchange: (event) => { chosen.listed = event.target.checked; } })) : null,
    h("form", { class: "line", onsubmit: submit }, h("label", { class: "line" }, h("span", {}, t("net.code.have")), code), h("button", { type: "submit" }, t("net.code.open"))),
    health.lobby ? h("p", {}, h("a", { href: "#lobby", onclick: () => done(null) }, t("lobby.title"))) : null];
}

export async function friendDialog(app, { listed = false } = {}) {
  const [health] = await Promise.all([serverHealth(), needTexts("net")]);
  const games = app.engine.games.filter(({ seats }) => seats === 2), chosen = { game: games[0], listed };
  const clock = new ClockChoice(null, { net: true });
  const found = await openDialog(t("home.friend"), (done) => h("div", { class: "new-game" },
    choiceRow("friend-game", t("friend.game"), games.map((each) => [each.name, gameTitle(each)]), chosen.game.name, (name) => { chosen.game = app.game(name); }),
    health ? netPart(health, clock, chosen, done) : null,
    h("div", { class: "row end-row" },
      h("button", { type: "button", class: "go", onclick: () => done("here") }, t("friend.here")),
      health ? h("button", { type: "button", onclick: () => done("net") }, t("new.net")) : null)));
  if (found === "here") app.startGame(chosen.game, { players: [person, person] });
  if (found !== "net" && !found?.code) return;
  try {
    location.hash = found.code ? `#net?code=${encodeURIComponent(found.code)}/${await roomOfCode(found.code)}`
      : await createRoom(chosen.game, { options: {}, clock: clock.value, listed: chosen.listed });
  } catch (error) {
    toast(error.message, true);
  }
}
