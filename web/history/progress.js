// How a person gets on. Against rated opponents: the strength at which the last ten results would be expected,
// the usual formula with half a game added to each side, so that ten wins are not infinitely strong. It is an
// estimate and is called one. For walks: how many reached their target so far.
import { s } from "../modules/dom.js";
import { number } from "../modules/texts.js";
import { ownHalf } from "./store.js";

const LAST = 10, FEWEST = 3, WIDE = 320, TALL = 96, EDGE = 8;

// list: the person's games, the oldest first, each with the opponent's `elo` or undefined.
export function strengths(list) {
  const rated = list.filter(({ elo }) => elo !== undefined);
  return rated.map((_, i) => {
    const some = rated.slice(Math.max(0, i + 1 - LAST), i + 1);
    if (some.length < FEWEST) return null;
    const points = some.reduce((sum, each) => sum + ownHalf(each) / 2, 0), mean = some.reduce((sum, { elo }) => sum + elo, 0) / some.length;
    return mean + 400 * Math.log10((points + 0.5) / (some.length - points + 0.5));
  }).filter((value) => value !== null);
}

export function reached(list) {
  let count = 0;
  return list.map((each) => (count += ownHalf(each) === 2 ? 1 : 0));
}

// A line over all values, at least `span` from foot to head so that chance does not look like change; `label` says in
// words what it shows.
export function curve(values, label, span) {
  const least = Math.min(...values), most = Math.max(...values), spare = Math.max(0, span - (most - least)) / 2;
  const low = Math.round(least - spare), high = Math.round(most + spare);
  const x = (i) => EDGE + (i * (WIDE - 2 * EDGE)) / Math.max(1, values.length - 1), y = (value) => TALL - EDGE - ((value - low) / (high - low)) * (TALL - 2 * EDGE);
  const line = values.map((value, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  return s("svg", { class: "progress", viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "aria-label": label },
    s("rect", { width: WIDE, height: TALL, rx: 8, class: "graph-back" }), s("path", { d: line, class: "progress-line" }),
    s("circle", { cx: x(values.length - 1), cy: y(values.at(-1)), r: 3.5, class: "progress-end" }),
    [[high, 16], [low, TALL - 7]].map(([value, at]) => s("text", { x: EDGE, y: at, class: "progress-scale" }, number(value))));
}
