// Clocks to choose from: none, for the whole game with seconds more per move, and over the net for each move alone.
// A clock is null, [milliseconds, milliseconds more per move] or { perMove: seconds }.
import { h } from "./dom.js";
import { t } from "./texts.js";

const GAME = ["1+0", "3+2", "5+3", "10+0", "15+10"], MOVE = [30, 60, 300, 3600, 86400, 259200];

const ofGame = (minutes, seconds) => [Math.round(minutes * 60000), seconds * 1000];
const keyOf = (clock) => (!clock ? "none" : clock.perMove ? `each ${clock.perMove}` : `${clock[0] / 60000}+${clock[1] / 1000}`);

function duration(seconds) {
  const [unit, size] = [["days", 86400], ["hours", 3600], ["minutes", 60], ["seconds", 1]].find(([, each]) => seconds >= each && seconds % each === 0) ?? ["seconds", 1];
  return t(`net.time.${unit}`, { n: seconds / size });
}

// In words; also of what a room says, { seconds, increment } or { per_move }.
export function clockName(clock) {
  if (!clock) return t("clock.none");
  const each = clock.perMove ?? clock.per_move;
  if (each) return t("net.clock.move", { time: duration(each) });
  const [all, more] = Array.isArray(clock) ? [clock[0] / 1000, clock[1] / 1000] : [clock.seconds, clock.increment];
  return t("clock.is", { minutes: all / 60, seconds: more });
}

export class ClockChoice {
  constructor(clock, { net = false } = {}) {
    this.chosen = keyOf(clock);
    this.minutes = this.#number("net.clock.minutes", 10, 0.1, 10080, "any");
    this.increment = this.#number("net.clock.increment", 0, 0, 3600, 1);
    this.each = this.#number("net.clock.each", "", 1, 604800, 1);
    this.own = h("div", { class: "own-clock" });
    this.select = h("select", { name: "clock", onchange: (event) => { this.chosen = event.target.value; this.#showOwn(); } });
    this.element = h("div", { class: "clock-choice" }, h("label", { class: "line" }, h("span", {}, t("new.clock")), this.select), this.own);
    this.offer(net);
  }

  #number(key, value, min, max, step) {
    return h("label", { class: "line" }, h("span", {}, t(key)), h("input", { type: "number", value, min, max, step }));
  }

  // What can be had here: a clock for each move is the server's.
  offer(net) {
    this.net = net;
    const choices = [null, ...GAME.map((key) => ofGame(...key.split("+").map(Number))), ...(net ? MOVE.map((perMove) => ({ perMove })) : [])];
    const keys = choices.map(keyOf);
    if (!keys.includes(this.chosen) && this.chosen !== "other") this.chosen = "none";
    this.select.replaceChildren(...choices.map((clock) => h("option", { value: keyOf(clock), selected: keyOf(clock) === this.chosen }, clockName(clock))),
      h("option", { value: "other", selected: this.chosen === "other" }, t("net.clock.other")));
    this.#showOwn();
  }

  #showOwn() {
    this.own.replaceChildren(...(this.chosen === "other" ? [this.minutes, this.increment, ...(this.net ? [this.each] : [])] : []));
  }

  get value() {
    const number = (label) => Number(label.querySelector("input").value) || 0;
    if (this.chosen === "none") return null;
    if (this.chosen.startsWith("each ")) return { perMove: Number(this.chosen.slice(5)) };
    if (this.chosen !== "other") return ofGame(...this.chosen.split("+").map(Number));
    if (this.net && number(this.each)) return { perMove: number(this.each) };
    return number(this.minutes) ? ofGame(number(this.minutes), number(this.increment)) : null;
  }
}
