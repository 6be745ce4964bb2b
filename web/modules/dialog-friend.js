// Playing with a friend, from the first page: which game, and where the friend is.
import { choiceRow, openDialog } from "./dialog.js";
import { h, toast } from "./dom.js";
import { gameTitle } from "./games.js";
import { person } from "./players.js";
import { createRoom, serverThere } from "./server.js";
import { t } from "./texts.js";

export async function friendDialog(app) {
  const net = await serverThere(), games = app.engine.games.filter(({ seats }) => seats === 2);
  let game = games[0];
  const where = await openDialog(t("home.friend"), (done) => h("div", { class: "new-game" },
    choiceRow("friend-game", t("friend.game"), games.map((each) => [each.name, gameTitle(each)]), game.name, (name) => { game = app.game(name); }),
    h("div", { class: "row end-row" },
      h("button", { type: "button", class: "go", onclick: () => done("here") }, t("friend.here")),
      net ? h("button", { type: "button", onclick: () => done("net") }, t("new.net")) : null)));
  if (where === "here") app.startGame(game, { players: [person, person] });
  if (where !== "net") return;
  try {
    location.hash = await createRoom(game, { options: {}, clock: null });
  } catch (error) {
    toast(error.message, true);
  }
}
