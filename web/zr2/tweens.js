// Movements under way: each runs from 0 to 1 over its time, after its delay, and can be finished at
// once when something new begins.

const ease = (t) => 1 - (1 - t) ** 2;

export class Tweens {
  constructor(wake) {
    this.wake = wake;
    this.list = [];
  }

  add(milliseconds, draw, delay = 0) {
    this.list.push({ milliseconds, draw, delay, from: null });
    this.wake();
  }

  // False when everything has come to rest.
  step(now) {
    for (const each of this.list) {
      each.from ??= now + each.delay;
      const share = (now - each.from) / each.milliseconds;
      if (share >= 0) each.draw(ease(Math.min(1, share)));
      each.done = share >= 1;
    }
    this.list = this.list.filter((each) => !each.done);
    return this.list.length > 0;
  }

  finish() {
    for (const { draw } of this.list) draw(1);
    this.list = [];
  }
}
