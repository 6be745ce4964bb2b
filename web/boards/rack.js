// An upright rack with round holes; discs fall behind its front. Scores stand above the columns, their
// numbers below.
import { s } from "../modules/dom.js";
import { cross, disc, extent, label, ring } from "./paint.js";

const UNIT = 68, FRAME = 7, HOLE = 27, HEAD = 40, FOOT = 22;

export function rack({ places, paint }) {
  const { left, right, bottom, top } = extent(places);
  const columns = right - left + 1, rows = top - bottom + 1;
  const width = columns * UNIT + 2 * FRAME, bottomEdge = HEAD + rows * UNIT + 2 * FRAME, height = bottomEdge + FOOT;
  const centre = (place) => {
    const [x, y] = places[place];
    return [FRAME + (x - left + 0.5) * UNIT, HEAD + FRAME + (top - y + 0.5) * UNIT];
  };
  const holes = places.map((_, i) => {
    const [x, y] = centre(i);
    return `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0Z`;
  }).join("");
  const outline = `M20 ${HEAD}H${width - 20}a20 20 0 0 1 20 20V${bottomEdge - 20}a20 20 0 0 1 -20 20H20a20 20 0 0 1 -20 -20V${HEAD + 20}a20 20 0 0 1 20 -20Z`;
  return {
    width, height, unit: UNIT, centre, enter: "fall", column: true, radius: 20,
    ink: { good: "var(--good)", bad: "var(--bad)", even: "var(--soft)", ring: "#ffffff", target: "#ffffff" },
    scoreAt: (place) => [centre(place)[0], HEAD / 2 - 2],
    entry: (place) => [centre(place)[0], HEAD + FRAME - UNIT / 2 + 6],
    backdrop: () => [
      s("rect", { y: HEAD, width, height: bottomEdge - HEAD, rx: 20, fill: "#14326f" }),
      Array.from({ length: columns }, (_, i) => label(FRAME + (i + 0.5) * UNIT, bottomEdge + FOOT / 2 + 1, (i + 1).toString(36), "var(--soft)", 15)),
    ],
    front: () => [
      s("path", { d: outline + holes, fill: "#2459c9", "fill-rule": "evenodd" }),
      places.map((_, i) => {
        const [x, y] = centre(i);
        return s("g", { transform: `translate(${x} ${y})` },
          s("circle", { r: HOLE + 1, fill: "none", stroke: "#1b469f", "stroke-width": 2.4 }),
          s("path", { d: `M${-HOLE * 0.8} ${HOLE * 0.72}a${HOLE + 2} ${HOLE + 2} 0 0 0 ${HOLE * 1.6} 0`, fill: "none",
            stroke: "#5d8df0", "stroke-opacity": 0.55, "stroke-width": 2, "stroke-linecap": "round" }));
      }),
    ],
    piece: (side) => disc(HOLE + 1, paint.fill(side ? "red" : "yellow"),
      side ? cross(9, "#6d1207") : ring(15, "#7d5600", 3, 0.55), false),
  };
}
