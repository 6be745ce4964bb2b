// A position to be won, held or walked to its end. The engine plays the other side as well as it can,
// and its answer says at once whether the goal has been given away; only what is proved counts.
//
// tell(kind, { text }): "turn" (the person's, after a reply), "thinking", "right", "wrong".
import { toast } from "../modules/dom.js";
import { t, word } from "../modules/texts.js";

const NODES = 20e6; // drills are chosen so that far fewer prove them
const worth = { loss: 0, draw: 1, win: 2 }, wanted = { draw: 1, win: 2 };
const others = { win: "loss", draw: "draw", loss: "win" };

export class Drill {
  constructor(app, table, goal, tell) {
    Object.assign(this, { app, table, goal, tell });
    this.side = table.state.side;
    this.before = table.start; // the ply before the person's last move
    this.question = 0;
  }

  // Half points of a game that is over, for the person.
  get #reached() {
    const { state } = this.table;
    if (this.goal !== "solve") return (this.side === 0 ? state.half : 2 - state.half) >= wanted[this.goal];
    return this.points >= this.target;
  }

  #count(label) {
    return this.table.state.counts.find(([each]) => each === label)?.[2] ?? 0;
  }

  get points() {
    return this.#count("points");
  }

  get target() {
    return this.#count("target");
  }

  // The person's move is on the board.
  moved() {
    this.before = this.table.state.at - 1;
    if (!this.#ended()) this.#reply();
  }

  #ended() {
    const { state } = this.table;
    if (this.goal === "solve" && this.#reached) this.tell("right");
    else if (!state.over) return false;
    else if (this.#reached) this.tell("right");
    else this.tell("wrong", { text: t(`lessons.missed.${this.goal}`, { n: this.points, of: this.target }) });
    return true;
  }

  // Lets the engine move until it is the person's turn; a side without a move passes.
  async #reply() {
    const { table } = this, question = ++this.question;
    const stale = () => question !== this.question || table.session.slot === null;
    while (table.state.side !== this.side || !table.state.moves[0].steps.length) {
      this.tell("thinking", { text: t("lessons.thinking") });
      const answer = await this.#ask("move").catch((error) => ({ error }));
      if (stale()) return;
      if (answer.error) {
        toast(t("engine.failed", { error: answer.error.message }), true);
        return;
      }
      const own = table.state.side === this.side;
      table.playText(answer.move);
      if (this.#ended()) return;
      const kept = own ? answer.outcome : others[answer.outcome];
      if (answer.exact && this.goal !== "solve" && worth[kept] < wanted[this.goal]) {
        this.tell("wrong", { text: t("lessons.slipped", { move: answer.move, side: word("side", table.game.sides[1 - this.side], table.game.name) }) });
        return;
      }
    }
    table.enable(true);
    this.tell("turn", { text: this.goal === "solve" ? t("lessons.points", { n: this.points, of: this.target }) : table.said });
  }

  #ask(kind) {
    return this.app.adviser.inquire(kind, this.table.session.save(), { nodes: NODES });
  }

  // The move that keeps the goal.
  async hint() {
    const question = ++this.question;
    const answer = await this.#ask("hint").catch(() => null);
    return question === this.question ? answer?.move : null;
  }

  // Before the person's last move.
  takeBack() {
    this.stop();
    this.table.go(this.before);
    this.table.enable(true);
  }

  stop() {
    this.question++;
    this.app.adviser.cancel();
  }
}
