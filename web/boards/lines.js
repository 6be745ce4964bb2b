// Points joined by lines; men are put, slide and are taken.
import { s } from "../modules/dom.js";
import { cross, disc, extent, ring } from "./paint.js";
import { edgeNames } from "./squares.js";

export function lines({ places, links, paint }) {
  const { left, right, bottom, top } = extent(places);
  const unit = 420 / Math.max(right - left, top - bottom, 1), margin = 46;
  const width = (right - left) * unit + 2 * margin, height = (top - bottom) * unit + 2 * margin;
  const centre = (place) => {
    const [x, y] = places[place];
    return [margin + (x - left) * unit, margin + (top - y) * unit];
  };
  const man = Math.min(25, unit * 0.36);
  return {
    width, height, unit, centre, enter: "pop", cell: man * 1.32, round: true, pills: true, radius: 16,
    ink: { good: "#0b5f41", bad: "#a3320a", even: "#4b3a1f", ring: "#0b5f41", target: "#15803d" },
    backdrop: () => [
      s("rect", { width, height, rx: 16, fill: "#ead9b8" }),
      s("rect", { x: 7, y: 7, width: width - 14, height: height - 14, rx: 11, fill: "none", stroke: "#cdb68b", "stroke-width": 1.5 }),
      s("path", { d: links.map(([a, b]) => `M${centre(a).join(" ")}L${centre(b).join(" ")}`).join(""), fill: "none",
        stroke: "#5b4526", "stroke-width": 3.6, "stroke-linecap": "round" }),
      places.map((_, i) => s("circle", { cx: centre(i)[0], cy: centre(i)[1], r: 6, fill: "#5b4526" })),
      edgeNames(places, centre, { height, frame: 24, colour: "#846a3f", size: 10.5 }),
    ],
    piece: (side) => disc(man, paint.fill(side ? "red" : "blue"),
      side ? cross(man * 0.36, "#6d1207", 3) : ring(man * 0.55, "#06205a", 3)),
  };
}
