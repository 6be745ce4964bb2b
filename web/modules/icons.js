// Icons in one style: 24 x 24, round strokes of 1.8, the colour of the text beside them.
import { s } from "./dom.js";

const paths = {
  undo: "M9 7 4 12l5 5M4.5 12H14a6 6 0 0 1 6 6",
  redo: "m15 7 5 5-5 5M19.5 12H10a6 6 0 0 0-6 6",
  hint: "M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3Z",
  swap: "M7 4 3.5 7.5 7 11M4 7.5h13M17 13l3.5 3.5L17 20M20 16.5H7",
  restart: "M20 12a8 8 0 1 1-2.6-5.9M20 3v4.5h-4.5",
  plus: "M12 5v14M5 12h14",
  first: "M6 5v14M18 6l-7 6 7 6Z",
  back: "M15.5 5.5 8 12l7.5 6.5Z",
  forward: "M8.5 5.5 16 12l-7.5 6.5Z",
  last: "M18 5v14M6 6l7 6-7 6Z",
  share: "M12 15V4M8 7.5 12 3.5l4 4M6 12H5v8h14v-8h-1",
  picture: "M4 5h16v14H4ZM4 16l4.5-4.5L13 16l3-3 4 4M15.5 9.5h.01",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15.5 9a4 4 0 0 1 0 6M18 6.5a7.5 7.5 0 0 1 0 11",
  silent: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5",
  music: "M9 18V5.5l10-2V16M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM19 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5V4M12 20v1.5M2.5 12H4M20 12h1.5M5.3 5.3l1 1M17.7 17.7l1 1M5.3 18.7l1-1M17.7 6.3l1-1",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z",
  half: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 3.5v17M12 7.5h4.5M12 12h6M12 16.5h4.5",
  globe: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM3.5 12h17M12 3.5c-5 5-5 12 0 17M12 3.5c5 5 5 12 0 17",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 8v4.5l3 2",
  person: "M12 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM5 20c.5-4 3.5-6 7-6s6.5 2 7 6",
  people: "M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM3 19.5c.4-3.5 3-5.5 6-5.5s5.6 2 6 5.5M15.5 5.3a3 3 0 0 1 0 5.4M17 14.3c2.3.7 3.7 2.5 4 5.2",
  machine: "M6 8h12v10H6ZM12 8V4.5M9.5 12.5h.01M14.5 12.5h.01M9.5 15.5h5M3.5 12v3M20.5 12v3",
  flag: "M6 21V4M6 5h11l-2 4 2 4H6",
  speech: "M4 5h16v11H10.5L6 20v-4H4ZM8 9h8M8 12h5",
  copy: "M9 9h11v11H9ZM5 15H4V4h11v1",
  paste: "M8 5H5v15h14V5h-3M9 3.5h6V7H9ZM9 12h6M9 15.5h4",
  save: "M12 4v11M8 11.5l4 4 4-4M5 19.5h14",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  play: "M8 5.5 18 12 8 18.5Z",
  gear: "M4 8h9M17 8h3M4 16h3M11 16h9M15 5.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4ZM9 13.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4Z",
  chart: "M4 4v16h16M7 15l4-5 3 3 5-7",
  book: "M12 6c-2-1.5-5-2-8-1.5v14c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5v-14c-3-.5-6 0-8 1.5ZM12 6v14",
  check: "m5 12.5 4.5 4.5L19 7.5",
  arrow: "M5 12h14M13 6l6 6-6 6",
  list: "M9 7h11M9 12h11M9 17h11M4.5 7h.01M4.5 12h.01M4.5 17h.01",
  minus: "M5 12h14",
  turnleft: "M4.5 6v5h5M5 10.5A7.5 7.5 0 1 1 6.5 17",
  turnright: "M19.5 6v5h-5M19 10.5A7.5 7.5 0 1 0 17.5 17",
  target: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  cube: "M12 3.5 4.5 7.7v8.6L12 20.5l7.5-4.2V7.7ZM4.5 7.7 12 12l7.5-4.3M12 12v8.5",
  grid: "M4 4h16v16H4ZM4 12h16M12 4v16",
  stop: "M7 7h10v10H7Z",
  down: "M12 4.5v14M6.5 13l5.5 5.5 5.5-5.5",
  up: "M12 19.5v-14M6.5 11 12 5.5l5.5 5.5",
  left: "M19.5 12h-14M11 6.5 5.5 12l5.5 5.5",
  dice: "M5 5h14v14H5ZM9 9h.01M15 15h.01M12 12h.01M15 9h.01M9 15h.01",
  bin: "M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7",
  edit: "m4 20 1-4.5L16 4.5l3.5 3.5L8.5 19ZM13.5 7l3.5 3.5",
};

export function icon(name, size = 20) {
  return s("svg", { viewBox: "0 0 24 24", width: size, height: size, class: "icon", "aria-hidden": "true",
    fill: "none", stroke: "currentColor", "stroke-width": 1.8, "stroke-linecap": "round", "stroke-linejoin": "round" },
    s("path", { d: paths[name] }));
}

// The mark: a piece that moves.
export function mark() {
  return s("svg", { viewBox: "0 0 34 26", width: 34, height: 26, "aria-hidden": "true", class: "mark" },
    s("circle", { cx: 7, cy: 18, r: 6, fill: "none", stroke: "currentColor", "stroke-width": 1.6, "stroke-dasharray": "2.6 2.4" }),
    s("circle", { cx: 26, cy: 18, r: 7, fill: "currentColor" }),
    s("path", { d: "M8 8c4-6 12-6 16-1m0 0 .6-5m-.6 5-5-.2", fill: "none", class: "mark-arc", "stroke-width": 2.2,
      "stroke-linecap": "round", "stroke-linejoin": "round" }));
}
