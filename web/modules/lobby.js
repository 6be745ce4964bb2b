// The lobby: games that wait for anybody, where the server has switched it on. It is read again every few seconds while
// somebody looks at it.
import { clockName } from "./clock-choice.js";
import { gameTitle } from "./games.js";
import { h, loadStyle, replace } from "./dom.js";
import { nameField } from "./own-name.js";
import { openGames, serverHealth } from "./server.js";
import { needTexts, t, word } from "./texts.js";

const EVERY = 4000;

export async function open(app) {
  const [health] = await Promise.all([serverHealth(), needTexts("net"), loadStyle(new URL("../style/net.css", import.meta.url))]);
  return new LobbyView(app, health);
}

class LobbyView {
  constructor(app, health) {
    this.app = app;
    this.health = health;
    this.list = h("ul", { class: "lobby-list" });
    this.note = h("p", { class: "about", role: "status" });
    const there = Boolean(health?.lobby);
    this.element = h("div", { class: "lobby" }, h("section", { class: "card" }, h("h1", {}, t("lobby.title")), h("p", { class: "about" }, t(there ? "lobby.text" : "lobby.none")),
      nameField(), h("div", { class: "row" }, h("button", { type: "button", class: "go", onclick: () => this.#openGame() }, t("lobby.open"))),
      there ? [h("h2", {}, t("lobby.waiting")), this.list, this.note] : null));
  }

  shown() {
    if (this.health?.lobby) this.#look();
  }

  async #openGame() {
    (await import("./dialog-friend.js")).friendDialog(this.app, { listed: Boolean(this.health?.lobby) });
  }

  // Draws the list when it has changed, so that the focus stays where it is.
  async #look() {
    clearTimeout(this.timer);
    if (!document.hidden) {
      const found = await openGames(this.health).catch(() => null);
      if (this.closed) return;
      if (found && JSON.stringify(found) !== this.last) {
        this.last = JSON.stringify(found);
        const known = found.filter(({ game }) => this.app.game(game));
        replace(this.list, known.map((entry) => this.#row(entry)));
        this.note.textContent = known.length ? "" : t("lobby.empty");
      }
    }
    this.timer = setTimeout(() => this.#look(), EVERY);
  }

  #row(entry) {
    const game = this.app.game(entry.game);
    const options = Object.entries(entry.set).map(([name, value]) => `${word("option", name, game.name)}: ${game.options.find((each) => each.name === name)?.values ? word(`value.${name}`, value) : value}`);
    const terms = [clockName(entry.time), t("lobby.you", { side: word("side", entry.side, game.name) }), ...options, entry.position ? t("lobby.special") : null];
    return h("li", { class: "card" }, h("div", {}, h("b", {}, entry.name ?? t("lobby.guest")), h("span", {}, gameTitle(game)), h("small", {}, terms.filter(Boolean).join(" \u00b7 "))),
      h("a", { class: "button go", href: `#net?open=lobby/${entry.room}`, "aria-label": `${t("net.join")}: ${entry.name ?? t("lobby.guest")}, ${gameTitle(game)}` }, t("net.join")));
  }

  key() {
    return false;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
  }
}
