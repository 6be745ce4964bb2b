// The keyboard on a board: arrows move the focus, Enter or Space touches, Escape gives up a half-made
// move, Home and End go to the ends of a row, with Ctrl to the ends of the board; a digit chooses the
// level of a stack.

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Keys {
  constructor(board) {
    this.board = board;
    board.cells.addEventListener("keydown", (event) => this.#key(event));
    // on the cells themselves: a group that listened for the focus would be a stop of Tab
    board.cell.forEach((cell, place) => cell.addEventListener("focus", () => board.rove(place)));
  }

  #key(event) {
    const { board } = this;
    if (event.altKey || event.metaKey) return;
    const place = board.roving;
    let handled = true;
    if (event.key in arrows && !event.ctrlKey) this.#go(place, arrows[event.key]);
    else if (event.key === "Home" || event.key === "End") this.#end(place, event.key === "Home", event.ctrlKey);
    else if (event.key === "PageUp" || event.key === "PageDown") this.#edge(place, event.key === "PageUp");
    else if (event.key === "Enter" || event.key === " ") board.touch(place);
    else if (event.key === "Escape") handled = board.cancel();
    else if (/^[1-9]$/.test(event.key) && board.style.stacks) board.touch(place, Number(event.key) - 1);
    else handled = false;
    if (handled) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  // The nearest place that way: straight ahead counts for more than aside.
  #go(from, [dx, dy]) {
    const { places } = this.board;
    const [x, y] = places[from];
    let best = null, least = Infinity;
    places.forEach(([px, py], place) => {
      const ahead = (px - x) * dx + (py - y) * dy, aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      if (ahead <= 0) return;
      const far = ahead + 2.1 * aside + (dx && aside ? 100 : 0);
      if (far < least) [best, least] = [place, far];
    });
    if (best !== null) this.board.rove(best, true);
  }

  #end(from, first, whole) {
    const { places } = this.board;
    const [, y] = places[from];
    const row = [...places.keys()].filter((place) => whole || places[place][1] === y)
      .sort((a, b) => (whole ? places[b][1] - places[a][1] : 0) || places[a][0] - places[b][0]);
    this.board.rove(first ? row[0] : row.at(-1), true);
  }

  #edge(from, up) {
    const { places } = this.board;
    const [x] = places[from];
    const column = [...places.keys()].filter((place) => places[place][0] === x).sort((a, b) => places[b][1] - places[a][1]);
    this.board.rove(up ? column[0] : column.at(-1), true);
  }
}
