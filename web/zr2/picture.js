// Small pictures of levels for lists: the flat board's drawing of its beginning.
import { Board } from "../boards/board.js";
import { newGame } from "../modules/potez.js";

export function levelPicture(app, text, label) {
  const session = app.engine.open(newGame("zr2", { level: text }));
  try {
    const board = new Board(session, { label, small: true });
    board.show(session.state, { animate: false });
    return board.svg;
  } finally {
    session.close();
  }
}
