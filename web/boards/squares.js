// A grid of like squares with discs that turn over.
import { s } from "../modules/dom.js";
import { disc, extent, label, ring } from "./paint.js";

const UNIT = 60, FRAME = 22;

export function squares({ places, paint }) {
  const { left, right, bottom, top } = extent(places);
  const columns = right - left + 1, rows = top - bottom + 1;
  const width = columns * UNIT + 2 * FRAME, height = rows * UNIT + 2 * FRAME;
  const centre = (place) => {
    const [x, y] = places[place];
    return [FRAME + (x - left + 0.5) * UNIT, FRAME + (top - y + 0.5) * UNIT];
  };
  const line = "#12553a";
  return {
    width, height, unit: UNIT, centre, enter: "pop", radius: 12,
    ink: { good: "#d9f7e6", bad: "#ffd2c2", even: "#ffffff", ring: "#ffffff", target: "#ffffff" },
    backdrop() {
      const inner = s("g", { stroke: line, "stroke-width": 1.5 });
      for (let i = 1; i < columns; i++) inner.append(s("path", { d: `M${FRAME + i * UNIT} ${FRAME}V${height - FRAME}` }));
      for (let i = 1; i < rows; i++) inner.append(s("path", { d: `M${FRAME} ${FRAME + i * UNIT}H${width - FRAME}` }));
      const dots = [2, columns - 2].flatMap((x) => [2, rows - 2].map((y) =>
        s("circle", { cx: FRAME + x * UNIT, cy: FRAME + y * UNIT, r: 4, fill: line })));
      return [
        s("rect", { width, height, rx: 14, fill: "#1a6b44" }),
        s("rect", { x: FRAME, y: FRAME, width: width - 2 * FRAME, height: height - 2 * FRAME, rx: 3, fill: "#217f51" }),
        inner, s("rect", { x: FRAME, y: FRAME, width: width - 2 * FRAME, height: height - 2 * FRAME, rx: 3,
          fill: "none", stroke: line, "stroke-width": 2.4 }),
        columns > 4 && rows > 4 ? dots : null, edgeNames(places, centre, { height, frame: FRAME, colour: "#cfeadb" }),
      ];
    },
    piece: (side) => disc(24.5, paint.fill(side ? "white" : "black"), side ? null : ring(15.5, "#fff", 1.6, 0.16)),
  };
}

// Letters and numbers along the edges for every column and row, taken from the names of the places.
export function edgeNames(places, centre, { height, frame, colour, size = 11 }) {
  const columns = new Map(), rows = new Map();
  places.forEach(([, , name], i) => {
    const [, letters, digits] = /^([a-z]+)(\d+)$/.exec(name) ?? [];
    if (!letters) return;
    columns.set(letters, centre(i)[0]);
    rows.set(digits, centre(i)[1]);
  });
  return s("g", { opacity: 0.9 }, [...columns].map(([text, x]) => label(x, height - frame / 2, text, colour, size)),
    [...rows].map(([text, y]) => label(frame / 2, y, text, colour, size)));
}
