// The pieces on a board and how they move: put, fall, slide, turn over, are taken, rise and leave.
import { s } from "../modules/dom.js";
import { TOUCH_CAPTURE, TOUCH_FROM, TOUCH_PUT, TOUCH_TO } from "../modules/potez.js";

const QUICK = 170, CALM = 260;

export class Pieces {
  constructor(board) {
    this.board = board;
    this.stack = board.places.map(() => []);
  }

  #spot(place, level) {
    const [x, y] = this.board.style.centre(place);
    return [x, y + (this.board.style.rise?.(level) ?? 0)];
  }

  #make(side) {
    const inner = s("g", {}, this.board.style.piece(side));
    const element = s("g", { class: `piece side${side}` }, inner);
    return { element, inner, side, at: null };
  }

  #put(piece, spot) {
    piece.at = spot;
    piece.element.setAttribute("transform", `translate(${spot[0]} ${spot[1]})`);
  }

  // CSS transforms replace the attribute while they last.
  #travel(piece, from, to, { duration, delay = 0, easing = "ease-in-out", via = null }) {
    const frame = ([x, y]) => ({ transform: `translate(${x}px, ${y}px)` });
    const frames = via ? [frame(from), frame(via), frame(to)] : [frame(from), frame(to)];
    piece.element.animate(frames, { duration, delay, easing, fill: "backwards" });
  }

  #enter(piece, place, animate) {
    const { style } = this.board;
    if (!animate) return 0;
    if (style.enter === "fall") {
      const from = style.entry(place), to = piece.at;
      const distance = to[1] - from[1];
      const duration = 130 + Math.sqrt(distance) * 12;
      const y = (part) => `translate(${to[0]}px, ${from[1] + distance * part}px)`;
      piece.element.animate([
        { transform: y(0), easing: "cubic-bezier(.45,0,.9,.55)" }, { transform: y(1), offset: 0.72, easing: "ease-out" },
        { transform: y(1 - Math.min(0.05, 14 / distance)), offset: 0.85, easing: "ease-in" }, { transform: y(1) }], { duration });
      return duration * 0.7;
    }
    piece.inner.animate([{ transform: "scale(.3)", opacity: 0 }, { transform: "scale(1.06)", opacity: 1, offset: 0.7 }, { transform: "scale(1)" }],
      { duration: QUICK, easing: "ease-out" });
    return QUICK * 0.5;
  }

  #leave(piece, animate, { delay = 0, up = false } = {}) {
    if (!animate) {
      piece.element.remove();
      return;
    }
    const [x, y] = piece.at;
    const end = up ? `translate(${x}px, ${y - 46}px)` : `translate(${x}px, ${y}px) scale(.4)`;
    const show = piece.element.animate([{ transform: `translate(${x}px, ${y}px)`, opacity: 1 }, { transform: end, opacity: 0 }],
      { duration: CALM, delay, easing: "ease-in", fill: "both" });
    show.onfinish = () => piece.element.remove();
    // animations do not run in a hidden page; nothing may stay behind
    setTimeout(() => piece.element.remove(), delay + CALM + 400);
  }

  #turn(piece, side, animate, delay) {
    piece.side = side;
    const draw = () => {
      piece.inner.replaceChildren(...[this.board.style.piece(side)].flat(3).filter(Boolean));
      piece.element.setAttribute("class", `piece side${side}`);
    };
    if (!animate) {
      draw();
      return;
    }
    const half = QUICK * 0.55;
    const first = piece.inner.animate([{ transform: "scale(1, 1)" }, { transform: "scale(.06, 1.06)" }], { duration: half, delay, easing: "ease-in", fill: "both" });
    let drawn = false;
    const rest = () => {
      if (drawn) return;
      drawn = true;
      first.cancel();
      if (piece.side === side) draw();
      piece.inner.animate([{ transform: "scale(.06, 1.06)" }, { transform: "scale(1, 1)" }], { duration: half, easing: "ease-out" });
    };
    first.onfinish = rest;
    setTimeout(rest, delay + half + 120);
  }

  // Makes the steps of a move; gives the time until the last has landed.
  step(steps, side, animate) {
    let moving = [], after = 0;
    for (const step of steps) {
      const here = this.stack[step.place];
      if (step.touch === TOUCH_FROM) {
        moving = here.splice(step.level);
      } else if (step.touch === TOUCH_TO) {
        moving.forEach((piece, i) => {
          const from = piece.at, to = this.#spot(step.place, here.length);
          this.board.pieceLayer.append(piece.element);
          this.#put(piece, to);
          here.push(piece);
          if (!animate) return;
          const lift = this.board.style.rise ? Math.min(from[1], to[1]) - 16 - i : null;
          this.#travel(piece, from, to, { duration: CALM, via: lift === null ? null : [(from[0] + to[0]) / 2, lift] });
          after = CALM;
        });
        moving = [];
      } else if (step.touch === TOUCH_PUT && !this.board.style.cells) {
        const piece = this.#make(side);
        this.#put(piece, this.#spot(step.place, here.length));
        here.push(piece);
        this.board.pieceLayer.append(piece.element);
        after = Math.max(after, this.#enter(piece, step.place, animate));
      } else if (step.touch === TOUCH_CAPTURE) {
        const piece = here.pop();
        if (piece) this.#leave(piece, animate, { delay: after });
      }
    }
    return after;
  }

  #stepBack(steps, animate) {
    const forward = [];
    for (const step of [...steps].reverse()) {
      if (step.touch === TOUCH_TO) forward.push({ ...step, touch: TOUCH_FROM });
      else if (step.touch === TOUCH_FROM) forward.push({ ...step, touch: TOUCH_TO });
    }
    // a stack that left the board when it was full cannot be picked up again: it is drawn anew
    if (forward.length && this.stack[forward[0].place].length > forward[0].level) this.step(forward, 0, animate);
  }

  // Brings the board to `content`, by the steps of a move where they are known.
  show(content, { steps, side = 0, back = false, animate }) {
    let after = 0;
    if (back) this.#stepBack(steps, animate);
    else after = this.step(steps, side, animate);
    const source = steps.at(-1)?.place;
    content.forEach((pieces, place) => this.#settle(place, pieces, animate, after, source));
  }

  #settle(place, wanted, animate, after, source) {
    const here = this.stack[place];
    const full = wanted.length === 0 && here.length > 1; // a whole stack leaves upwards
    while (here.length > wanted.length) this.#leave(here.pop(), animate, { delay: after, up: full });
    for (let level = 0; level < wanted.length; level++) {
      const side = Number(wanted[level]);
      if (!here[level]) {
        const piece = this.#make(side);
        this.#put(piece, this.#spot(place, level));
        here.push(piece);
        this.board.pieceLayer.append(piece.element);
        if (animate) piece.inner.animate([{ opacity: 0 }, { opacity: 1 }], { duration: QUICK, delay: after, fill: "backwards" });
      } else if (here[level].side !== side) {
        this.#turn(here[level], side, animate, after + this.#away(place, source) * 45);
      }
    }
  }

  #away(place, source) {
    if (source === undefined) return 0;
    const [x, y] = this.board.places[place], [sx, sy] = this.board.places[source];
    return Math.max(Math.abs(x - sx), Math.abs(y - sy));
  }

  // Raises what is picked up.
  lift(step) {
    if (this.lifted) for (const piece of this.lifted) piece.element.classList.remove("lifted");
    this.lifted = step ? this.stack[step.place].slice(step.level) : null;
    if (this.lifted) for (const piece of this.lifted) {
      piece.element.classList.add("lifted");
      this.board.pieceLayer.append(piece.element);
    }
  }

  // Lets what is picked up follow the pointer, and puts it back.
  drag(offset) {
    for (const piece of this.lifted ?? [])
      piece.element.setAttribute("transform", offset
        ? `translate(${piece.at[0] + offset[0]} ${piece.at[1] + offset[1]})`
        : `translate(${piece.at[0]} ${piece.at[1]})`);
  }
}
