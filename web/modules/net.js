// A game between two people over the net. The server's room is the truth; the page holds a copy of the game. A lost
// connection is made again, and what was missed comes with the room's state; a move that may not have arrived
// is sent again.
//
// Addresses: #net/ROOM for whoever has a seat (its token is kept in the browser) or watches, #net?invite=WORD/ROOM
// and #net?code=CODE for whoever was invited, #net?open=lobby/ROOM for whoever chose a game in the lobby.
import { loadStyle, toast } from "./dom.js";
import { keep, kept } from "./settings.js";
import { Line } from "./net-line.js";
import { endOf, NetMatch } from "./net-match.js";
import { NetView } from "./net-view.js";
import { noteAddress } from "./router.js";
import { ownName } from "./own-name.js";
import { refusalText } from "./refusal.js";
import { roomOfCode } from "./server.js";
import { needTexts, t } from "./texts.js";

const SEATS = 50; // games whose seats are remembered

export async function open(app, _, route) {
  await Promise.all([needTexts("net"), loadStyle(new URL("../style/net.css", import.meta.url))]);
  const { invite = null, code = null, open: fromLobby = null } = route.options;
  const room = route.moves || (code ? await roomOfCode(code) : "");
  return new Promise((resolve, reject) => new NetGame(app, room, { invite, code, fromLobby: fromLobby !== null }, resolve, reject));
}

// Holds the line, the match and its view.
class NetGame {
  constructor(app, room, key, resolve, reject) {
    Object.assign(this, { app, room, key, resolve, reject });
    this.mayJoin = Boolean(key.invite || key.code || key.fromLobby);
    this.joining = key.fromLobby; // in the lobby the name was asked for
    this.line = new Line(room, (message) => this.#hear(message), (up) => this.#changed(up));
  }

  #seat() {
    return kept("seats")?.[this.room] ?? {};
  }

  #keepSeat(room, seat) {
    keep("seats", Object.fromEntries([...Object.entries({ ...kept("seats"), [room]: seat })].slice(-SEATS)));
  }

  #changed(up) {
    if (up) {
      const { token } = this.#seat();
      if (token) this.line.send({ do: "join", room: this.room, token });
      else this.line.send({ do: "watch", room: this.room });
    } else if (this.view) {
      toast(t("net.lost"), true);
    }
    this.view?.element.classList.toggle("cut-off", !up);
  }

  // Takes the free seat.
  join() {
    this.joining = true;
    const { invite, code } = this.key;
    this.line.send({ do: "join", room: this.room, ...(invite ? { invite } : {}), ...(code ? { code } : {}), ...(ownName() ? { name: ownName() } : {}) });
  }

  justWatch() {
    this.mayJoin = false;
    this.#paint();
  }

  #hear(message) {
    if (message.event === "error") {
      this.#refused(message.error);
      return;
    }
    if (message.event === "state") this.#state(message);
    if (!this.match) return;
    this.match.hear(message);
    this.#news(message);
    if (!this.left) this.#paint();
  }

  #news(message) {
    const { match, view } = this;
    if (message.event === "presence") {
      view.presence(message.taken, message.online, message.names, message.spectators);
    } else if (message.event === "joined") {
      view.joined(message.side, message.name);
    } else if (message.event === "said") {
      view.said(message.side, message.phrase);
    } else if (message.event === "over") {
      match.ended = endOf(message);
      match.offer = null;
      if (message.clock) match.setClock(message.clock);
      match.tell("over");
    } else if (message.event === "offer") {
      match.offer = { kind: message.kind, side: message.side };
    } else if (message.event === "declined") {
      match.offer = null;
      toast(t("net.declined"));
    } else if (message.event === "takeback") {
      match.offer = null;
      match.command("state");
    } else if (message.event === "lost") {
      this.#changed(true); // the server has gone back to what it has stored
    } else if (message.event === "rematch") {
      const { token } = this.#seat();
      if (token) this.#keepSeat(message.next, { token });
      this.left = true;
      location.hash = `#net/${message.next}`;
    }
  }

  #refused(error) {
    if (error.name === "no_seat" && this.#seat().token) { // of another server's room: one can still watch
      this.#keepSeat(this.room, {});
      this.line.send({ do: "watch", room: this.room });
      return;
    }
    const text = refusalText(error);
    if (!this.view) {
      this.line.close();
      this.reject(new Error(text));
      return;
    }
    this.joining = false;
    toast(text, true);
    this.match.command("state");
  }

  #state(state) {
    if (state.token) {
      this.#keepSeat(this.room, { ...this.#seat(), token: state.token });
      noteAddress(`#net/${this.room}`);
    }
    if (state.you) this.mayJoin = this.joining = false;
    if (!this.view) {
      this.match = new NetMatch(this.app, state, this.line);
      this.view = new NetView(this.app, this.match, this);
      this.resolve(this.view);
      if (this.joining) this.join();
      return;
    }
    this.#again(state);
  }

  // The state once more: after a lost connection, a refusal, a move taken back, sitting down.
  #again(state) {
    const { pending, own } = this.match;
    const changed = this.match.take(state);
    if (own !== this.match.own) this.view.seated();
    // a move that was made while the line was down goes again
    if (pending && pending.ply === this.match.state.at && this.match.personsTurn) {
      const entry = this.match.state.moves.find((move) => move.text === pending.move);
      if (changed) this.view.refresh();
      if (entry) this.match.play(entry);
    } else if (changed) {
      this.match.pending = null;
      this.view.refresh();
    }
    this.match.tell("turn");
  }

  #paint() {
    this.view?.netPaint();
  }

  inviteLink() {
    const { invite } = this.#seat();
    return invite ? new URL(`#net?invite=${invite}/${this.room}`, location.href).href : null;
  }

  close() {
    this.line.close();
  }
}
