// A match whose other side, or both, sit elsewhere. The server's room is the truth; this holds a copy of the game so
// that boards and moves work as everywhere else.
import { Match } from "./match.js";
import { newGame } from "./potez.js";
import { t, word } from "./texts.js";

const savedGame = (state) => newGame(state.game, { options: state.set, start: state.start ?? null, moves: state.moves });

// How it ended: half points of the first side, null where nobody won and nothing was drawn.
export const endOf = ({ result, reason }) => ({ half: result === null ? null : Math.round(result * 2), reason });

// A name may be written from right to left, and must not turn the sentence around it.
const isolated = (name) => (/[\u0590-\u08ff]/.test(name) ? `\u2068${name}\u2069` : name);

export class NetMatch extends Match {
  constructor(app, state, line) {
    super({ engine: app.engine, thinker: app.thinker, saved: savedGame(state), kept: false, players: [{ kind: "remote" }, { kind: "remote" }] });
    this.net = true;
    this.line = line;
    this.room = state.room;
    this.take(state);
  }

  // The room's state, all of it.
  take(state) {
    const old = this.history.map((entry) => entry.text).slice(0, this.state.at).join(" ");
    this.own = this.game.sides.indexOf(state.you);
    this.seats = state.seats;
    this.spectators = state.spectators;
    this.time = state.time;
    this.code = state.code ?? null;
    this.listed = state.listed;
    this.callPlayers();
    this.offer = state.draw_offer ? { kind: "draw", side: state.draw_offer } : state.takeback_offer ? { kind: "takeback", side: state.takeback_offer }
      : state.rematch_offer ? { kind: "rematch", side: state.rematch_offer } : null;
    this.ended = state.over ? endOf(state) : null;
    this.setClock(state.clock);
    if (state.moves.join(" ") !== old) {
      this.session.load(savedGame(state));
      this.reread(); // what was taken back is gone
      return true;
    }
    return false;
  }

  sideName(side) {
    return word("side", this.game.sides[side], this.game.name);
  }

  // A player's name with the side it plays; without a name the side alone.
  nameOf(side) {
    const { name } = this.seats[side];
    return name ? `${isolated(name)} (${this.sideName(side)})` : this.sideName(side);
  }

  // Who sits where, in words for players and for spectators.
  callPlayers() {
    const called = ({ name, taken }) => name ?? (this.own >= 0 ? null : t(taken ? "lobby.guest" : "net.free"));
    this.players = this.seats.map((seat, side) => (side === this.own ? { kind: "person" } : { kind: "remote", called: called(seat) }));
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
