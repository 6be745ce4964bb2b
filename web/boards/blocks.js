// Cells as piles of blocks, drawn from above at an angle: the flat picture of a board whose own view
// is in three dimensions. Each cell is drawn anew from its number, marks and colour.
import { s } from "../modules/dom.js";
import { extent, label } from "./paint.js";

const WIDE = 44, DEEP = 25, TALL = 26;
const HIGHEST = 9, RISE = 0.6 * TALL, COVERED = 15; // a pile this much higher than the one behind would hide its number
const colours = [
  ["#fbfaf6", "#d9d3c5", "#bfb8a7"], ["#8bbfff", "#3f7bd8", "#2c60b5"], ["#86e5dc", "#35b3a7", "#22897f"],
  ["#ff9d8a", "#d9543a", "#b33f29"], ["#c6a5ff", "#8458d6", "#6740b0"],
];
const PLAYER = 1, TELEPORTER = 2, INCREASER = 4;

export function blocks({ places }) {
  const { left, right, bottom, top } = extent(places);
  const columns = right - left + 1, rows = top - bottom + 1;
  const head = 4 * TALL, width = (columns + rows) * WIDE + 30, height = head + (columns + rows) * DEEP + 40;
  // the front corner is place (0, 0): the first row is nearest to the viewer
  const foot = (place) => {
    const [x, y] = places[place];
    return [15 + (x - left + (top - y) + 1) * WIDE, head + (columns - 1 - (x - left) + (top - y) + 1) * DEEP];
  };
  const back = [...places.keys()].sort((a, b) => foot(a)[1] - foot(b)[1]);
  const values = new Map();
  let rise = null; // of one block: the same for the whole game
  const centre = (place) => {
    const [x, y] = foot(place);
    return [x, y - Math.min(values.get(place) ?? 0, HIGHEST) * (rise ?? RISE)];
  };
  return {
    width, height, unit: 60, centre, enter: "pop", cells: true, cell: 22, radius: 12,
    ink: { good: "#0b5f41", bad: "#a3320a", even: "#1c2430", ring: "#0b5f41", target: "#0f7a50" },
    target: (place) => lid(...centre(place), "none", { stroke: "#0f7a50", "stroke-width": 4, "stroke-linejoin": "round" }),
    backdrop: () => null,
    piece: () => [],
    paintCells(layer, cells) {
      const byPlace = new Map(cells.map(([place, number, marks, colour, target]) => [place, { number, marks, colour, target }]));
      // what is written on a pile is more than 1
      rise ??= Math.min(RISE, COVERED / Math.max(1, Math.min(HIGHEST, Math.max(0, ...cells.map(([, number]) => number)) - 2)));
      values.clear();
      layer.replaceChildren(...back.map((place) => {
        const { number = 0, marks = 0, colour = 0 } = byPlace.get(place) ?? {};
        values.set(place, Math.max(0, number));
        return pile(foot(place), Math.max(0, number), marks, colour, rise);
      }));
    },
  };
}

const lid = (x, y, fill, extra = {}) =>
  s("path", { d: `M${x} ${y - DEEP}l${WIDE} ${DEEP} ${-WIDE} ${DEEP} ${-WIDE} ${-DEEP}Z`, fill, ...extra });

function pile([x, y], number, marks, colour, rise) {
  const [light, middle, dark] = colours[colour] ?? colours[0];
  const tall = Math.min(number, HIGHEST) * rise, parts = [];
  if (number === 0) parts.push(lid(x, y, "#8886", { stroke: "#8888", "stroke-dasharray": "4 4" }));
  else {
    const z = y - tall;
    parts.push(
      s("path", { d: `M${x - WIDE} ${z}l${WIDE} ${DEEP}v${tall}l${-WIDE} ${-DEEP}Z`, fill: middle }),
      s("path", { d: `M${x + WIDE} ${z}l${-WIDE} ${DEEP}v${tall}l${WIDE} ${-DEEP}Z`, fill: dark }),
      lid(x, z, light, { stroke: "#0002" }));
    for (let i = 1; i < number && i < HIGHEST; i++)
      parts.push(s("path", { d: `M${x - WIDE} ${z + i * rise}l${WIDE} ${DEEP}l${WIDE} ${-DEEP}`, fill: "none", stroke: "#0003" }));
    if (number > 1 && !(marks & PLAYER)) parts.push(label(x, z, number, "#1c2430", 17));
  }
  const z = y - tall;
  if (marks & TELEPORTER) parts.push(s("ellipse", { cx: x, cy: z, rx: 24, ry: 13, fill: "none", stroke: "#1f55c4", "stroke-width": 3 }));
  if (marks & INCREASER) parts.push(s("path", { d: `M${x - 8} ${z + 14}h16`, stroke: "#b33f29", "stroke-width": 4, "stroke-linecap": "round" }));
  if (marks & PLAYER) {
    const w = 26, d = 15, h = 26;
    parts.push(
      s("path", { d: `M${x - w} ${z - h}l${w} ${d}v${h}l${-w} ${-d}Z`, fill: "#e5b10c" }),
      s("path", { d: `M${x + w} ${z - h}l${-w} ${d}v${h}l${w} ${-d}Z`, fill: "#c79500" }),
      s("path", { d: `M${x} ${z - h - d}l${w} ${d} ${-w} ${d} ${-w} ${-d}Z`, fill: "#ffd84d" }));
    if (number > 1) parts.push(label(x, z - h, number, "#1c2430", 15)); // the cell's own value, which the player stands on
  }
  return s("g", {}, parts);
}
