// A move being made, touch by touch. Knows no rules: it compares what was touched with the steps of
// the legal moves (games/game.h, move_steps).

export class Choice {
  constructor(moves) {
    this.moves = moves.filter((move) => move.steps.length > 0);
    this.taken = [];
  }

  // Moves that begin as the touches did.
  get candidates() {
    return this.moves.filter((move) => this.taken.every((step, i) =>
      move.steps[i] && move.steps[i].place === step.place && move.steps[i].level === step.level));
  }

  // What may be touched next: Map of place to [{ level, touch, moves }].
  get next() {
    const at = this.taken.length, next = new Map();
    for (const move of this.candidates) {
      const step = move.steps[at];
      if (!step) continue;
      const here = next.get(step.place) ?? [];
      const same = here.find((each) => each.level === step.level && each.touch === step.touch);
      if (same) same.moves.push(move);
      else here.push({ level: step.level, touch: step.touch, moves: [move] });
      next.set(step.place, here.sort((a, b) => a.level - b.level));
    }
    return next;
  }

  // Takes one touch. `level` of null means any: good when there is only one. Gives the finished move,
  // or "more" when further touches are needed, "level" when the level must be chosen, null when this
  // place cannot be touched now.
  touch(place, level = null) {
    const here = this.next.get(place);
    if (!here) return null;
    const step = level === null ? (here.length === 1 ? here[0] : undefined) : here.find((each) => each.level === level);
    if (step === undefined) return level === null ? "level" : null;
    this.taken.push({ place, level: step.level, touch: step.touch });
    const done = step.moves.find((move) => move.steps.length === this.taken.length);
    return done ?? "more";
  }

  back() {
    this.taken.pop();
  }

  clear() {
    this.taken = [];
  }
}
