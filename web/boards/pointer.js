// Mouse, pen and finger: touch a place, or drag a piece from one to another.

const FAR = 7; // pixels before a press becomes a drag

export class Pointer {
  constructor(board) {
    this.board = board;
    this.press = null;
    board.cells.addEventListener("pointerdown", (event) => this.#down(event));
    board.cells.addEventListener("pointermove", (event) => this.#hover(event));
    board.cells.addEventListener("pointerleave", () => this.#ghost(null));
    board.svg.addEventListener("pointermove", (event) => this.#move(event));
    board.svg.addEventListener("pointerup", (event) => this.#up(event));
    board.svg.addEventListener("pointercancel", () => this.#drop());
  }

  #placeAt(event) {
    const found = document.elementsFromPoint(event.clientX, event.clientY)
      .map((element) => element.closest?.(".cell")).find((cell) => cell && this.board.svg.contains(cell));
    return found ? Number(found.dataset.place) : null;
  }

  #point(event) {
    const matrix = this.board.svg.getScreenCTM().inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [x, y];
  }

  // The level under the pointer, for boards with stacks; null leaves the choice to the picker, which
  // fingers need: slabs are thin.
  #level(place, event) {
    const { style, choice } = this.board;
    const here = choice?.next.get(place);
    if (!style.levelAt || !here || here.length < 2) return null;
    if (event.pointerType !== "mouse") return null;
    const [, y] = this.#point(event);
    const level = style.levelAt(y - style.centre(place)[1], this.board.at(place).length);
    return here.some((step) => step.level === level) ? level : null;
  }

  #down(event) {
    if (event.button !== 0) return;
    const place = this.#placeAt(event);
    if (place === null) return;
    event.preventDefault(); // no text selection; focus is set here
    this.board.rove(place, true);
    const { choice } = this.board;
    const before = choice?.taken.length ?? 0;
    this.#ghost(null);
    this.board.touch(place, this.#level(place, event));
    const after = this.board.choice;
    const picked = after && after === choice && after.taken.length > before && after.taken.at(-1).touch === 1;
    this.press = picked ? { place, from: this.#point(event), x: event.clientX, y: event.clientY, far: false } : null;
    if (picked) this.board.svg.setPointerCapture(event.pointerId);
  }

  #move(event) {
    if (!this.press) return;
    const { press } = this;
    if (!press.far && Math.hypot(event.clientX - press.x, event.clientY - press.y) < FAR) return;
    press.far = true;
    const [x, y] = this.#point(event);
    this.board.pieces.drag([x - press.from[0], y - press.from[1]]);
  }

  #up(event) {
    if (!this.press) return;
    const { press } = this;
    this.#drop();
    if (!press.far) return;
    const place = this.#placeAt(event);
    if (place === null || place === press.place || !this.board.choice?.next.has(place)) this.board.cancel();
    else this.board.touch(place);
  }

  #drop() {
    this.board.pieces.drag(null);
    this.press = null;
  }

  // On a rack the disc to be dropped waits above its column.
  #hover(event) {
    const { board } = this;
    if (!board.style.column || event.pointerType === "touch") return;
    const place = this.#placeAt(event);
    this.#ghost(board.choice && place !== null && board.cell[place].classList.contains("can") ? place : null);
  }

  #ghost(place) {
    const { board } = this;
    const x = place === null ? null : board.style.centre(place)[0];
    if (x === this.ghostAt) return;
    this.ghostAt = x;
    this.ghostElement?.remove();
    this.ghostElement = null;
    if (x === null || board.marks.scores) return;
    const ghost = document.createElementNS("http://www.w3.org/2000/svg", "g");
    ghost.setAttribute("class", "ghost");
    ghost.setAttribute("transform", `translate(${x} 20) scale(.62)`);
    ghost.append(...[board.style.piece(board.state.side)].flat(3).filter(Boolean));
    board.marksLayer.parentNode.insertBefore(ghost, board.marksLayer);
    this.ghostElement = ghost;
  }
}
