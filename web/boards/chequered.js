// A chequered board with stacks drawn as slabs that can be counted and touched.
import { s } from "../modules/dom.js";
import { extent } from "./paint.js";
import { edgeNames } from "./squares.js";

const UNIT = 64, FRAME = 20, SLAB = 6.6, WIDE = 46;

export function chequered({ places }) {
  const { left, right, bottom, top } = extent(places);
  const columns = right - left + 1, rows = top - bottom + 1;
  const width = columns * UNIT + 2 * FRAME, height = rows * UNIT + 2 * FRAME;
  const centre = (place) => {
    const [x, y] = places[place];
    return [FRAME + (x - left + 0.5) * UNIT, FRAME + (top - y + 0.5) * UNIT];
  };
  const base = 22; // the middle of the lowest slab, below the centre
  const rise = (level) => base - level * SLAB;
  return {
    width, height, unit: UNIT, centre, enter: "pop", stacks: true, radius: 12, rise,
    ink: { good: "#0b5238", bad: "#8f2a06", even: "#1c2430", ring: "#0b5238", target: "#0f7a50" },
    // the level of a stack under a point, seen from the centre of its place
    levelAt: (dy, tall) => Math.max(0, Math.min(tall - 1, Math.round((base - dy) / SLAB))),
    backdrop: () => [
      s("rect", { width, height, rx: 14, fill: "#6f8399" }),
      s("rect", { x: FRAME, y: FRAME, width: width - 2 * FRAME, height: height - 2 * FRAME, fill: "#d5dce4" }),
      s("path", { fill: "#94a6ba", d: places.map((_, i) => {
        const [x, y] = centre(i);
        return `M${x - UNIT / 2} ${y - UNIT / 2}h${UNIT}v${UNIT}h${-UNIT}Z`;
      }).join("") }),
      edgeNames(places, centre, { width, height, frame: FRAME, colour: "#eef2f6" }),
    ],
    piece: (side) => slab(side, WIDE, SLAB),
  };
}

// White slabs carry two dots, black ones a groove.
export function slab(side, wide = WIDE, thick = SLAB) {
  const half = wide / 2;
  return [
    s("rect", { x: -half, y: -thick / 2 + 1.2, width: wide, height: thick, rx: thick / 2.2, fill: "#000", "fill-opacity": 0.22 }),
    s("rect", { x: -half, y: -thick / 2, width: wide, height: thick - 0.7, rx: thick / 2.2, fill: side ? "#252b35" : "#faf7ee",
      stroke: side ? "#0b0e12" : "#a39b86", "stroke-width": 0.9 }),
    side
      ? s("path", { d: `M${-half + 7} ${-0.4}H${half - 7}`, stroke: "#6b7686", "stroke-width": 0.9 })
      : [-half + 8, half - 8].map((x) => s("circle", { cx: x, cy: -0.4, r: 1.2, fill: "#a39b86" })),
  ];
}
