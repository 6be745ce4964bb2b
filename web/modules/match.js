// One game being played or looked at: the session, who plays each side, clocks, and the machine's
// moves. No drawing here; the view listens.
//
// The session knows one line of moves; the tree knows them all, and `node` is where we are in it. The
// session's line is always the one through the node and on along its main moves. While a game is played
// what is played is the main line; while one is looked at (`looking`) other moves are variations.
//
// Events: "move" ({ entry, left, side }), "jump" ({ back, entry }), "turn", "thinking", "over", "passed",
// "clock", "flag".
import { keepGame } from "./settings.js";
import { asked } from "./players.js";
import { Tree } from "./tree.js";

const HURRY = 60000; // a clock with more milliseconds than this hurries nobody
const PAUSE = 420; // the machine never answers before the person's own move has been seen

export class Match {
  constructor({ engine, thinker, saved, players, kept = true, flagged = null, clock = null, variations = null }) {
    this.thinker = thinker;
    this.session = engine.open(saved);
    this.game = this.session.game;
    this.players = players;
    this.kept = kept;
    this.flagged = flagged;
    this.control = clock; // what the clocks began with
    this.listeners = [];
    this.generation = 0;
    this.timed = Number.isFinite(this.session.clockLeft(0));
    this.tree = new Tree();
    this.looking = false;
    this.read();
    this.#restore(variations);
  }

  #restore(variations) {
    if (!variations) return;
    const trial = this.session.engine.open(this.savedWith([]));
    try {
      this.tree.restore(variations, (texts) => {
        trial.load(this.savedWith(texts));
        return trial.history.at(-1);
      });
    } catch {
      // variations of another game than this one: the game itself is there
    } finally {
      trial.close();
    }
  }

  // The saved game with other moves.
  savedWith(texts) {
    return this.session.save().replace(/^at .*\nmoves.*$/m, `at ${texts.length}\nmoves${texts.map((text) => ` ${text}`).join("")}`);
  }

  on(listener) {
    this.listeners.push(listener);
  }

  tell(kind, detail = {}) {
    for (const listener of this.listeners) listener(kind, detail);
  }

  read() {
    this.state = this.session.state;
    this.history = this.session.history;
    this.node = this.tree.add(this.history, this.state.at, !this.looking);
  }

  // The session has a game that the tree knows nothing of.
  reread() {
    this.tree = new Tree();
    this.read();
  }

  // Looking at a game changes nothing in it: the machine waits, and a game under way goes on from where
  // it was.
  look(on) {
    if (on === this.looking) return;
    this.looking = on;
    if (on) {
      this.left = this.over ? null : this.node;
      this.stopThinking();
    } else if (this.against && this.left) {
      this.visit(this.tree.find(this.left.texts) ?? this.node);
      this.begin();
    }
  }

  // Goes on from a node of the tree with these players, once it is no longer looked at.
  playFrom(node, players) {
    this.visit(node);
    this.players = players;
    this.left = node;
    this.kept = true;
  }

  // Lets the session's line follow the tree through the present node.
  #align() {
    const { session, node } = this;
    const whole = node.whole;
    let same = 0;
    while (same < whole.length && this.history[same]?.text === whole[same].text) same++;
    if (same === this.history.length && same === whole.length) return;
    if (same === whole.length) {
      session.load(this.savedWith(whole.map(({ text }) => text)));
    } else {
      session.go(same);
      for (const { move } of whole.slice(same)) session.play(move);
    }
    session.go(node.ply);
    this.read();
  }

  get over() {
    return this.state.over || this.flagged !== null;
  }

  // Half points of the first side; a fallen flag decides before the board does.
  get half() {
    return this.flagged === null ? this.state.half : this.flagged === 0 ? 0 : 2;
  }

  isPerson(side) {
    return this.players[side]?.kind === "person";
  }

  get personsTurn() {
    return !this.over && this.isPerson(this.state.side);
  }

  get against() {
    return this.players.some((player) => player.kind !== "person") && this.players.some((player) => player.kind === "person");
  }

  // Milliseconds that a side has left.
  timeLeft(side) {
    return this.session.clockLeft(side);
  }

  // Begins or goes on: lets the side to move think, its clock run.
  begin() {
    this.#runClock();
    this.#turn();
  }

  #runClock() {
    if (!this.timed || this.over) return;
    this.session.clockRun();
    clearInterval(this.ticker);
    this.ticker = setInterval(() => this.#tick(), 100);
  }

  #stopClock() {
    clearInterval(this.ticker);
    if (this.timed) this.session.clockStop();
  }

  #tick() {
    const side = this.state.side;
    if (this.session.clockLeft(side) <= 0) {
      this.flagged = side;
      this.#stopClock();
      this.stopThinking();
      this.#keep();
      this.tell("flag", { side });
      this.tell("over");
    }
    this.tell("clock");
  }

  // Plays a move of the present state. `left` are its steps that are not on the board yet.
  play(entry, left = entry.steps) {
    if (this.over || !this.session.play(entry.move)) return false;
    this.stopThinking();
    const side = this.state.side;
    if (this.timed) this.session.clockRun();
    this.read();
    if (!this.looking) this.tree.promote(this.node);
    this.#align();
    this.#keep();
    this.tell("move", { entry: { ...entry, side }, left, side });
    if (this.over) {
      this.#stopClock();
      this.tell("over");
    } else {
      this.#turn();
    }
    return true;
  }

  #turn() {
    const only = this.state.moves.length === 1 ? this.state.moves[0] : null;
    const generation = ++this.generation;
    this.tell("turn");
    if (this.over) return;
    if (only && !only.steps.length) { // a pass
      setTimeout(() => {
        if (generation !== this.generation) return;
        this.tell("passed", { side: this.state.side });
        this.play(only);
      }, 900);
    } else if (!this.isPerson(this.state.side) && !this.looking) {
      this.#think(generation);
    }
  }

  async #think(generation) {
    this.tell("thinking", { busy: true });
    const from = performance.now();
    const left = this.timed ? this.session.clockLeft(this.state.side) : Infinity;
    const hurry = left < HURRY ? { clock: Math.max(1, left), increment: this.control?.[1] ?? 0 } : {};
    try {
      const answer = await this.thinker.think(this.session.save(), { ...asked(this.players[this.state.side]), ...hurry });
      const wait = PAUSE - (performance.now() - from);
      if (wait > 0) await new Promise((resolve) => { setTimeout(resolve, wait); });
      if (generation !== this.generation) return;
      this.tell("thinking", { busy: false });
      const entry = this.state.moves.find((move) => move.text === answer.move);
      if (entry) this.play(entry);
    } catch (error) {
      this.tell("thinking", { busy: false, error: error.message });
    }
  }

  stopThinking() {
    this.generation++;
    this.thinker.cancel();
    this.tell("thinking", { busy: false });
  }

  // To a ply; the machine only goes on when it was asked to by `resume`.
  go(ply, { resume = true } = {}) {
    const at = Math.max(0, Math.min(ply, this.state.length));
    if (at === this.state.at) return false;
    this.stopThinking();
    this.#stopClock();
    const before = this.state.at;
    this.flagged = null;
    const step = Math.abs(at - before) === 1 ? this.history[Math.min(at, before)] : null;
    this.session.go(at);
    this.read();
    this.#align();
    this.#keep();
    this.tell("jump", { back: at < before, entry: step });
    if (resume) {
      this.#runClock();
      this.#turn();
    }
    return true;
  }

  // To any node of the tree.
  visit(node) {
    if (node === this.node) return;
    const within = node.ply <= this.state.length && (node === this.tree.root || this.node.whole[node.ply - 1] === node);
    if (within) {
      this.go(node.ply, { resume: false });
      return;
    }
    const step = node.parent === this.node ? node : null;
    this.stopThinking();
    this.#stopClock();
    this.flagged = null;
    this.node = node;
    this.#align();
    this.#keep();
    this.tell("jump", { back: false, entry: step });
  }

  // Plays moves one after the other, without anybody answering; gives the last node.
  playLine(texts) {
    const trial = this.session.engine.open(this.savedWith(this.node.texts));
    try {
      trial.playText(texts.join(" "));
      this.visit(this.tree.add(trial.history));
    } finally {
      trial.close();
    }
  }

  // What `texts` would lead to from here: the moves as the engine sees them, and the last state.
  foresee(texts) {
    const trial = this.session.engine.open(this.savedWith(this.node.texts));
    try {
      trial.playText(texts.join(" "));
      return { entries: trial.history.slice(this.node.ply), state: trial.state };
    } finally {
      trial.close();
    }
  }

  // Changes of the tree itself: what is shown afterwards is where we were, or where that was cut off.
  makeMain(node) {
    this.tree.promote(node);
    this.#reshape();
  }

  remove(node) {
    const within = node.has(this.node);
    this.tree.remove(node);
    if (within) this.node = node.parent;
    this.#reshape();
  }

  comment(node, text) {
    node.comment = text;
    this.#keep();
  }

  #reshape() {
    this.#align();
    this.#keep();
    this.tell("jump", { back: true, entry: null });
  }

  // Against the machine undo goes back to the person's own move, redo forward to the next one.
  undo() {
    let at = this.state.at - 1;
    if (this.against) while (at > 0 && !this.#personAt(at)) at--;
    return this.go(at, { resume: at === 0 || this.#personAt(at) || !this.against });
  }

  redo() {
    let at = this.state.at + 1;
    if (this.against) while (at < this.state.length && !this.#personAt(at)) at++;
    return this.go(at);
  }

  #personAt(ply) {
    return ply < this.history.length ? this.isPerson(this.history[ply].side) : true;
  }

  setPlayers(players) {
    this.players = players;
    this.stopThinking();
    this.#keep();
    this.#turn();
  }

  #keep() {
    if (!this.kept) return;
    keepGame(this.game.name, { saved: this.session.save(), players: this.players, at: this.state.at,
      over: this.over, flagged: this.flagged, clock: this.control, variations: this.tree.save(), updated: Date.now() });
  }

  keep() {
    this.kept = true;
    this.#keep();
  }

  // The moves as an address or a person writes them: run together where the notation allows it, which
  // the engine knows.
  movesText(length = this.state.at) {
    const texts = this.history.slice(0, length).map((entry) => entry.text);
    const apart = texts.join(","), together = texts.join("");
    const { engine } = this.session;
    // moves with a from and a to are easier to read apart
    if (!["squares", "rack"].includes(this.game.board)) return apart;
    const trial = engine.open(this.savedWith([]));
    try {
      trial.playText(together);
      const read = trial.history;
      return read.length === length && read.every((entry, i) => entry.text === texts[i]) ? together : apart;
    } catch {
      return apart;
    } finally {
      trial.close();
    }
  }

  close() {
    this.stopThinking();
    this.#stopClock();
    this.#keep();
    this.session.close();
    this.listeners = [];
  }
}
