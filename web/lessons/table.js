// A board with a position of its own, for lessons, drills and puzzles: it shows a game, lets the person
// try a move and goes back. What a move means is the business of whoever listens.
import { Board } from "../boards/board.js";
import { announce, h, toast } from "../modules/dom.js";
import { gameTitle } from "../modules/games.js";
import { levelPicker } from "../modules/level-picker.js";
import { noise, spokenMove, spokenPlace } from "../modules/spoken.js";
import { sound } from "../modules/sounds.js";
import { t } from "../modules/texts.js";

export class Table {
  // onMove(entry) is called with the person's move after it was played.
  constructor(app, saved, { onMove }) {
    this.app = app;
    this.session = app.engine.open(saved);
    this.game = this.session.game;
    this.match = this; // what spoken.js reads: state, session
    this.state = this.session.state;
    this.start = this.state.at;
    this.board = new Board(this.session, {
      label: t("board.label", { game: gameTitle(this.game) }),
      describe: (place) => spokenPlace(place, this),
      onMove: (entry, left) => {
        this.play(entry, left);
        onMove(entry);
      },
      onChoice: (choice, place) => this.#chosen(choice, place),
      onLevel: (place, steps, choose) => levelPicker(this.board, place, steps, choose),
    });
    this.host = h("div", { class: "board-host" }, this.board.svg);
    this.ratio = this.board.style.width / this.board.style.height;
    this.#draw({ animate: false });
  }

  #chosen(choice, place) {
    if (choice === null) {
      sound("refuse");
      return;
    }
    if (place === null) return;
    const taking = [...choice.next.values()].flat().some((step) => step.touch === 3);
    if (taking) toast(t("choose.capture"));
    announce(taking ? t("choose.capture") : t("chosen.places", { n: choice.next.size }));
  }

  #draw(how) {
    this.state = this.session.state;
    this.board.show(this.state, how);
    this.board.made(this.state.made);
  }

  // Who may move now: the person, or nobody.
  enable(on) {
    this.board.enable(on && !this.state.over ? this.state.moves : []);
  }

  // Leaves only these moves to choose from.
  only(texts) {
    this.board.enable(this.state.moves.filter(({ text }) => texts.includes(text)));
  }

  play(entry, left = entry.steps) {
    const { side } = this.state;
    this.session.play(entry.move);
    this.#draw({ steps: left, side });
    this.board.last(entry.steps);
    noise(entry, this.board.style, this.game.board);
    this.said = spokenMove(entry, side, this);
  }

  playText(text) {
    const entry = this.state.moves.find((move) => move.text === text);
    if (entry) this.play(entry);
    return entry;
  }

  // Back to a ply of this position's own moves.
  go(ply) {
    if (ply === this.state.at) return;
    const entry = this.session.history[ply];
    this.session.go(ply);
    this.#draw({ steps: entry?.steps, side: entry?.side ?? 0, back: true });
  }

  advise(text, exact = true) {
    const entry = this.state.moves.find((move) => move.text === text);
    if (entry) this.board.advise(entry, exact);
  }

  // The board takes the keyboard where it can be played.
  focus() {
    const [place] = this.board.choice?.next.keys() ?? [];
    this.board.rove(place ?? this.board.roving, true);
  }

  close() {
    this.session.close();
  }
}
