// A chequered board with stacks drawn as slabs that can be counted and touched.
import { s } from "../modules/dom.js";
import { extent } from "./paint.js";
import { edgeNames } from "./squares.js";

const UNIT = 64, FRAME = 20, SLAB = 5.4, WIDE = 46;

export function chequered({ places }) {
  const { left, right, bottom, top } = extent(places);
  const columns = right - left + 1, rows = top - bottom + 1;
  const width = columns * UNIT + 2 * FRAME, height = rows * UNIT + 2 * FRAME;
  const centre = (place) => {
    const [x, y] = places[place];
    return [FRAME + (x - left + 0.5) * UNIT, FRAME + (top - y + 0.5) * UNIT];
  };
  const base = 17; // the middle of the lowest slab, below the centre
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
      edgeNames(places, centre, { height, frame: FRAME, colour: "#eef2f6" }),
    ],
    piece: (side) => slab(side, WIDE, SLAB),
  };
}

// A low drum seen from a little above: white ones carry a dot on top, black ones a ring.
export function slab(side, wide = WIDE, thick = SLAB) {
  const rx = wide / 2, ry = wide * 0.15, half = thick / 2;
  const body = `M${-rx} ${-half}V${half}A${rx} ${ry} 0 0 0 ${rx} ${half}V${-half}Z`;
  return [
    s("ellipse", { cy: half + 2, rx: rx + 1, ry: ry + 0.8, fill: "#000", "fill-opacity": 0.16 }),
    s("path", { d: body, fill: side ? "#151a21" : "#cfc8b6", stroke: side ? "#05070a" : "#978f79", "stroke-width": 0.7 }),
    s("ellipse", { cy: -half, rx, ry, fill: side ? "#39424f" : "#fdfbf4", stroke: side ? "#0b0e12" : "#a39b86", "stroke-width": 0.8 }),
    side
      ? s("ellipse", { cy: -half, rx: rx * 0.62, ry: ry * 0.6, fill: "none", stroke: "#8591a3", "stroke-width": 1.1 })
      : s("ellipse", { cy: -half, rx: rx * 0.2, ry: ry * 0.3, fill: "#a39b86" }),
  ];
}
