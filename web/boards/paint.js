// Colours and shapes that the board styles share. Everything is an attribute, not a style sheet, so
// that a board can be saved as a picture as it is. Gradients get names of their own for each board.
import { s } from "../modules/dom.js";

const gradients = {
  black: ["#56606f", "#12161d"],
  white: ["#ffffff", "#d6d1c4"],
  yellow: ["#ffe591", "#e6a50a"],
  red: ["#ff9d8a", "#d23a25"],
  blue: ["#84b5ff", "#1f55c4"],
};

let boards = 0;

export function newPaint() {
  const id = `b${++boards}`;
  const definitions = s("defs", {},
    Object.entries(gradients).map(([name, [light, dark]]) =>
      s("radialGradient", { id: `${id}-${name}`, cx: 0.35, cy: 0.28, r: 0.85 },
        s("stop", { offset: 0, "stop-color": light }), s("stop", { offset: 1, "stop-color": dark }))));
  return { id, definitions, fill: (name) => `url(#${id}-${name})` };
}

export const ring = (radius, colour, width = 3, opacity = 0.5) =>
  s("circle", { r: radius, fill: "none", stroke: colour, "stroke-opacity": opacity, "stroke-width": width });

export const cross = (reach, colour, width = 3.4, opacity = 0.55) =>
  s("path", { d: `M${-reach} ${-reach}L${reach} ${reach}M${reach} ${-reach}L${-reach} ${reach}`, fill: "none",
    stroke: colour, "stroke-opacity": opacity, "stroke-width": width, "stroke-linecap": "round" });

// A disc with light from the upper left and a soft shadow; `mark` tells the sides apart without colour.
export function disc(radius, fill, mark, shadow = true) {
  return [
    shadow && s("ellipse", { cy: radius * 0.1, rx: radius * 1.02, ry: radius, fill: "#000", "fill-opacity": 0.28 }),
    s("circle", { r: radius, fill }),
    s("circle", { r: radius - 0.6, fill: "none", stroke: "#fff", "stroke-opacity": 0.12, "stroke-width": 1.2 }),
    mark,
  ];
}

export const label = (x, y, text, colour, size = 11) =>
  s("text", { x, y, fill: colour, "font-size": size, "font-weight": 600, "text-anchor": "middle",
    "dominant-baseline": "central", "font-family": "Inter, system-ui, sans-serif" }, text);

// Corners of the places of a board, in places.
export function extent(places) {
  const xs = places.map(([x]) => x), ys = places.map(([, y]) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
}
