// One puzzle: a wrong try is answered on the board with the move that refutes it, and then the engine plays on, so
// that one sees what is lost; a right one is followed by best play to its end.
import { h, motionWanted } from "../modules/dom.js";
import { newGame } from "../modules/potez.js";
import { noteAddress, writeAddress } from "../modules/router.js";
import { has, needTexts, t, word } from "../modules/texts.js";
import { dailyOf, nextOf, noteDaily, noteSolved, noteTry, puzzlesOf } from "./puzzles.js";
import { TaskView } from "./task.js";

const BEAT = 900; // milliseconds between two moves that are shown
const NODES = 300000, PLIES = 5; // how far the engine plays on after a refutation
const movesIn = (plies) => Math.ceil(plies / 2);
const LATER = "win"; // a wrong move with this value solves the puzzle, only later

export async function openPuzzle(app, game, id) {
  const [all] = await Promise.all([puzzlesOf(game), needTexts("puzzles"), needTexts("lessons")]);
  const daily = id === "daily";
  const puzzle = daily ? dailyOf(all) : id ? all.find((each) => each.id === id) : nextOf(game, all);
  if (!puzzle) throw new Error(t("puzzles.unknown", { name: id }));
  return new PuzzleView(app, { game, all, puzzle, daily: daily || puzzle === dailyOf(all) });
}

export class PuzzleView extends TaskView {
  constructor(app, { game, all, puzzle, daily }) {
    super(app, { game, home: "puzzles", title: t(daily ? "puzzles.daily" : "puzzles.one") });
    Object.assign(this, { all, puzzle, daily });
    this.tried = false; // the first try is what counts
    this.shows = 0;
    this.setTable(newGame(game.name, { options: puzzle.options, start: puzzle.position }));
    this.side = this.table.state.side;
    this.#words();
    this.again();
    noteAddress(`#puzzles/${game.name}/${puzzle.id}`);
  }

  #words() {
    const { game, puzzle } = this, key = `puzzles.${game.name}.${puzzle.kind}`;
    this.heading.textContent = t("puzzles.difficulty", { n: puzzle.difficulty });
    this.task.textContent = t(has(key) ? key : "puzzles.task", { side: word("side", game.sides[this.side], game.name), n: movesIn(puzzle.value.n ?? 0) });
  }

  again({ focus = false } = {}) {
    this.#stop();
    this.outcome = null;
    this.table.go(this.table.start);
    this.table.enable(true);
    this.say("");
    this.draw();
    if (focus) this.table.focus();
  }

  #stop() {
    this.shows++;
    this.app.adviser.cancel();
  }

  moved({ text }) {
    if (this.puzzle.solution.includes(text)) this.#solved(text);
    else this.#refute(text);
  }

  #solved(move) {
    const first = !this.tried;
    this.#note(true);
    if (!first) noteSolved(this.puzzle);
    if (this.daily) noteDaily(this.game.name);
    this.end("right", t(first ? "puzzles.right.first" : "puzzles.right", { move }));
    if (move === this.puzzle.line[0]) this.#show(this.puzzle.line.slice(1));
  }

  // Only the first try moves the level.
  #note(solved) {
    if (!this.tried) noteTry(this.game, this.puzzle, solved);
    this.tried = true;
  }

  // What a wrong move loses.
  #lost(move, { kind, n }) {
    if (kind === "broken" && n === 1) return t("puzzles.wrong.broken.now", { move });
    return t(`puzzles.wrong.${kind}`, { move, n: kind === "score" ? n : movesIn(n ?? 0), best: this.puzzle.value.n ?? 0 });
  }

  async #refute(move) {
    const { value, reply } = this.puzzle.wrong.get(move);
    const later = value.kind === LATER;
    if (!later) this.#note(false);
    this.end("wrong", `${this.#lost(move, value)}${reply ? ` ${t(later ? "puzzles.answered" : "puzzles.refuted", { move, reply })}` : ""}`);
    const own = ++this.shows;
    if (reply) await this.#show([reply]);
    if (own + (reply ? 1 : 0) === this.shows) await this.#playOn();
  }

  // What the engine would go on with, from both sides.
  async #playOn() {
    const own = this.shows, { table } = this;
    if (table.state.over || this.closed) return;
    const answer = await this.app.adviser.inquire("hint", table.session.save(), { nodes: NODES }).catch(() => null);
    if (answer && own === this.shows && !this.closed) await this.#show(answer.pv.slice(0, PLIES));
  }

  // Plays moves one by one, with time to see each; anything else that happens ends it.
  async #show(moves) {
    const own = ++this.shows;
    for (const move of moves) {
      await new Promise((resolve) => { setTimeout(resolve, motionWanted() ? BEAT : 60); });
      if (own !== this.shows || this.closed || !this.table.playText(move)) return;
    }
  }

  // Three moves are left to choose from, the same three every time.
  hint() {
    this.#note(false);
    const { puzzle, table } = this, wrong = [...puzzle.wrong.keys()].sort(), seed = Number.parseInt(puzzle.id.slice(-6), 16) || 0;
    const some = [0, 1].map((i) => wrong.splice((seed >> (8 * i)) % Math.max(1, wrong.length), 1)[0]).filter(Boolean);
    const left = [puzzle.solution[0], ...some].sort();
    table.only(left);
    this.say(t("puzzles.hint", { moves: left.join(", ") }));
    table.focus();
  }

  solution() {
    this.again();
    this.#note(false);
    this.table.enable(false);
    this.end("shown", t("puzzles.shown", { move: this.puzzle.solution[0] }));
    this.#show(this.puzzle.line);
  }

  draw() {
    const { game, puzzle, outcome } = this, next = nextOf(game, this.all, puzzle.id);
    const analysis = writeAddress({ name: game.name, options: puzzle.options, start: puzzle.position, tab: "analysis" });
    this.buttons.replaceChildren(...[
      outcome === null ? this.button("hint", t("hint"), () => this.hint()) : null,
      outcome === "wrong" ? this.button("restart", t("puzzles.again"), () => this.again({ focus: true }), true) : null,
      outcome !== "right" && outcome !== "shown" ? this.button("check", t("puzzles.solution"), () => this.solution()) : null,
      outcome === "right" || outcome === "shown" ? this.link(`#puzzles/${game.name}/${next.id}`, t("puzzles.next"), true) : null,
      outcome !== null ? h("a", { class: "button", href: analysis }, t("puzzles.analyse")) : null,
    ].filter(Boolean));
  }

  close() {
    this.#stop();
    super.close();
  }
}
