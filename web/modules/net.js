// A game between two people over the net. The server's room is the truth; the page holds a copy of the
// game so that boards and moves work as everywhere else. A lost connection is made again, and what was
// missed comes with the room's state; a move that may not have arrived is sent again.
//
// Addresses: #net/ROOM for who has a seat (its token is kept in the browser) or watches,
// #net?invite=WORD/ROOM for who was invited.
import { h, replace, toast } from "./dom.js";
import { icon } from "./icons.js";
import { keep, kept } from "./settings.js";
import { Match } from "./match.js";
import { newGame } from "./engine.js";
import { noteAddress } from "./router.js";
import { PlayView } from "./play.js";
import { sure } from "./dialog.js";
import { t, word } from "./texts.js";

const PATIENCE = [300, 800, 2000, 4000, 8000]; // milliseconds before each new try

// A WebSocket that comes back.
class Line {
  constructor(onMessage, onChange) {
    this.onMessage = onMessage;
    this.onChange = onChange;
    this.tries = 0;
    this.#open();
  }

  #open() {
    const socket = new WebSocket(new URL("/api/v1/socket", location.href.replace(/^http/, "ws")));
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.onChange(true);
    };
    socket.onmessage = ({ data }) => this.onMessage(JSON.parse(data));
    socket.onclose = () => {
      if (this.closed) return;
      this.onChange(false);
      setTimeout(() => { if (!this.closed) this.#open(); }, PATIENCE[Math.min(this.tries++, PATIENCE.length - 1)]);
    };
  }

  send(command) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }

  close() {
    this.closed = true;
    this.socket.close();
  }
}

const savedGame = (state) => newGame(state.game, { options: state.set, start: state.start ?? null, moves: state.moves });

// A match whose other side, or both, sit elsewhere.
class NetMatch extends Match {
  constructor(app, state, line) {
    const game = app.game(state.game);
    const own = game.sides.indexOf(state.you);
    super({ engine: app.engine, thinker: app.thinker, saved: savedGame(state), kept: false,
      players: [0, 1].map((side) => (side === own ? { kind: "person" } : { kind: "remote" })) });
    this.net = true;
    this.own = own;
    this.line = line;
    this.room = state.room;
    this.take(state);
  }

  // The room's state, all of it.
  take(state) {
    const old = this.history.map((entry) => entry.text).slice(0, this.state.at).join(" ");
    this.seats = state.seats;
    this.spectators = state.spectators;
    this.offer = state.draw_offer ? { kind: "draw", side: state.draw_offer } : state.takeback_offer ? { kind: "takeback", side: state.takeback_offer }
      : state.rematch_offer ? { kind: "rematch", side: state.rematch_offer } : null;
    this.ended = state.over ? { half: state.result === null ? 1 : Math.round(state.result * 2), reason: state.reason } : null;
    this.setClock(state.clock);
    if (state.moves.join(" ") !== old) {
      this.session.load(savedGame(state));
      this.reread(); // what was taken back is gone
      return true;
    }
    return false;
  }

  setClock(clock) {
    this.clock = clock ? { ...clock, at: performance.now() } : null;
    this.timed = clock !== null && clock !== undefined;
  }

  get waiting() {
    return !this.seats.every((seat) => seat.taken);
  }

  get over() {
    return Boolean(this.ended);
  }

  get half() {
    return this.ended?.half ?? 1;
  }

  get personsTurn() {
    return !this.over && !this.waiting && this.state.side === this.own;
  }

  get against() {
    return true;
  }

  timeLeft(side) {
    const { clock } = this;
    const running = clock.running === this.game.sides[side];
    return clock.left[side] - (running ? performance.now() - clock.at : 0);
  }

  begin() {
    this.tell("turn");
    if (this.timed) this.ticker = setInterval(() => this.tell("clock"), 100);
  }

  command(name, more = {}) {
    this.line.send({ do: name, room: this.room, ...more });
  }

  // Shown at once, and sent; the server's refusal brings its own state back.
  play(entry, left = entry.steps) {
    const ply = this.state.at;
    if (!this.personsTurn || !this.session.play(entry.move)) return false;
    this.pending = { move: entry.text, ply };
    this.command("move", this.pending);
    this.after(entry, left);
    return true;
  }

  after(entry, left) {
    const { side } = this.state;
    this.read();
    this.tell("move", { entry: { ...entry, side }, left, side });
    this.tell("turn");
    if (this.personsTurn && this.state.moves.length === 1 && !this.state.moves[0].steps.length) {
      this.tell("passed", { side: this.state.side });
      this.play(this.state.moves[0]);
    }
  }

  hear(message) {
    if (message.event === "move" && message.ply === this.state.at + 1) {
      const entry = this.state.moves.find((move) => move.text === message.move);
      if (!entry || !this.session.play(entry.move)) return this.command("state");
      this.after(entry, entry.steps);
    } else if (message.event === "move" && message.ply > this.state.at + 1) {
      return this.command("state");
    }
    if (message.event === "move") this.pending = null;
    if (message.clock) this.setClock(message.clock);
    return null;
  }

  // Steps through the game without changing it.
  go(ply) {
    return super.go(ply, { resume: false });
  }

  undo() {
    this.command("takeback");
    return true;
  }

  redo() {
    return false;
  }

  // The game goes on meanwhile.
  look(on) {
    this.looking = on;
  }

  setPlayers() {
    // the seats are the server's
  }

  stopThinking() {
    // nobody thinks here
  }
}

export async function open(app, _, route) {
  const room = route.moves;
  const view = await new Promise((resolve, reject) => new NetGame(app, room, route.options.invite ?? null, resolve, reject));
  return view;
}

// Holds the line, the match and its view.
class NetGame {
  constructor(app, room, invite, resolve, reject) {
    Object.assign(this, { app, room, invite, resolve, reject });
    this.line = new Line((message) => this.#hear(message), (up) => this.#changed(up));
  }

  #seat() {
    return kept("seats")?.[this.room] ?? {};
  }

  #changed(up) {
    if (up) {
      const { token } = this.#seat();
      if (token) this.line.send({ do: "join", room: this.room, token });
      else if (this.invite) this.line.send({ do: "join", room: this.room, invite: this.invite });
      else this.line.send({ do: "watch", room: this.room });
    } else if (this.view) {
      toast(t("net.lost"), true);
    }
    this.view?.element.classList.toggle("cut-off", !up);
  }

  #hear(message) {
    if (message.event === "error") {
      this.#refused(message.error);
      return;
    }
    if (message.event === "state") this.#state(message);
    if (!this.match) return;
    this.match.hear(message);
    if (message.event === "presence") {
      this.match.seats.forEach((seat, side) => Object.assign(seat, { taken: message.taken[side], online: message.online[side] }));
      this.match.spectators = message.spectators;
    } else if (message.event === "over") {
      this.match.ended = { half: message.result === null ? 1 : Math.round(message.result * 2), reason: message.reason };
      this.match.offer = null;
      if (message.clock) this.match.setClock(message.clock);
      this.match.tell("over");
    } else if (message.event === "offer") {
      this.match.offer = { kind: message.kind, side: message.side };
    } else if (message.event === "declined") {
      this.match.offer = null;
      toast(t("net.declined"));
    } else if (message.event === "takeback") {
      this.match.offer = null;
      this.match.command("state");
    } else if (message.event === "rematch") {
      keep("seats", { ...kept("seats"), [message.next]: { token: this.#seat().token } });
      location.hash = `#net/${message.next}`;
      return;
    }
    this.#paint();
  }

  #refused(error) {
    if (!this.view) {
      // an invitation that is used up lets one watch
      if (this.invite && error.code === "taken") this.line.send({ do: "watch", room: this.room });
      else this.reject(new Error(error.message));
      return;
    }
    toast(error.message, true);
    this.match.command("state");
  }

  #state(state) {
    if (state.token) {
      keep("seats", { ...kept("seats"), [this.room]: { ...this.#seat(), token: state.token } });
      noteAddress(`#net/${this.room}`);
    }
    if (!this.view) {
      this.match = new NetMatch(this.app, state, this.line);
      this.view = new NetView(this.app, this.match, this);
      this.resolve(this.view);
    } else {
      const { pending } = this.match;
      const changed = this.match.take(state);
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

class NetView extends PlayView {
  constructor(app, match, net) {
    super(app, { match, players: match.players, options: {}, position: null, kept: false, tab: "play" });
    this.net = net;
    this.near = match.own === 1 ? 1 : 0;
    this.board.enable(match.personsTurn ? match.state.moves : []);
    this.bannerHost = h("div", { class: "banner-host" });
    this.tableHost.parentNode.append(this.bannerHost);
    this.netPaint();
  }

  address() {
    return `#net/${this.match.room}`;
  }

  refresh() {
    this.showAll({ animate: true });
    this.netPaint();
  }

  netPaint() {
    const { match, net } = this;
    this.sides();
    this.drawActions();
    if (!net) return;
    const side = (name) => word("side", name, this.game.name);
    const link = match.waiting && !match.over ? net.inviteLink() : null;
    const mine = match.offer && match.offer.side === this.game.sides[match.own];
    replace(this.bannerHost,
      link ? h("div", { class: "card banner", role: "dialog", "aria-label": t("net.waiting") }, h("b", {}, t("net.waiting")), h("p", {}, t("net.invite")),
        h("span", { class: "with-button" }, h("input", { readonly: true, value: link, "aria-label": t("net.link"), onfocus: (event) => event.target.select() }),
          h("button", { type: "button", class: "square", "aria-label": t("share.copy"), onclick: () => navigator.clipboard?.writeText(link).then(() => toast(t("share.copied"))) }, icon("copy")))) : null,
      match.offer && match.own >= 0 ? h("div", { class: "card banner", role: "status" },
        h("b", {}, mine ? t(`net.offered.${match.offer.kind}`) : t(`net.offer.${match.offer.kind}`, { side: side(match.offer.side) })),
        mine ? null : h("div", { class: "row" }, h("button", { type: "button", class: "go", onclick: () => match.command(match.offer.kind) }, t("net.accept")),
          match.offer.kind === "rematch" ? null : h("button", { type: "button", onclick: () => match.command("decline") }, t("net.decline")))) : null);
    this.board.enable(match.personsTurn || (this.match.looking && match.over) ? match.state.moves : []);
  }

  actionButtons() {
    const { match } = this;
    const { at, length } = match.state;
    const seated = match.own >= 0, going = seated && !match.over && !match.waiting;
    return [
      this.button("back", t("step.back"), () => match.go(at - 1), at === 0, "["),
      this.button("forward", t("step.on"), () => match.go(at + 1), at === length, "]"),
      this.button("undo", t("net.takeback"), () => match.command("takeback"), !going || at === 0),
      this.button("check", t("net.draw"), () => match.command("draw"), !going),
      this.button("flag", t("net.resign"), () => this.#resign(), !seated || match.over),
      this.button("swap", t("turn.board"), () => this.swap(), false, "S"),
    ];
  }

  // A game that has hardly begun is called off without a question.
  async #resign() {
    const { match } = this;
    if (match.state.length < 2) match.command("abort");
    else if (await sure(t("resign.sure"), t("net.resign"), t("resign.no"))) match.command("resign");
  }

  swap() {
    this.turn();
  }

  hint() {
    toast(t("net.no.hints"));
  }

  restart() {
    this.match.command("rematch");
  }

  newGame() {
    this.app.leave();
  }

  // Nobody gets the engine's help while a game goes on.
  tab(name) {
    if (["analysis", "review"].includes(name) && this.match && !this.match.over && this.match.own >= 0) {
      toast(t("net.no.hints"));
      return;
    }
    super.tab(name);
  }

  close() {
    super.close();
    this.net?.close();
  }
}
