// Pictures of the laboratory, drawn as SVG: curves, weights on a board, bars, ratings with their errors. Each can be saved; the
// saved file carries the colours that were seen. A picture of numbers is drawn as wide as its place, so that its letters stay as large as those
// around it, and again when the place changes.
import { h, replace, s } from "../modules/dom.js";
import { number, t } from "../modules/texts.js";
import { saver } from "./table.js";

const WIDE = 640, NARROW = 260, TALL = 300, LEFT = 64, RIGHT = 16, TOP = 30, BOTTOM = 44;
const KEPT = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family", "font-weight", "text-anchor", "opacity", "dominant-baseline"];

// The picture as a file of its own: what style sheets say is written into it.
export function svgText(svg) {
  const copy = svg.cloneNode(true), from = [svg, ...svg.querySelectorAll("*")], to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of KEPT) if (style.getPropertyValue(name)) to[index].setAttribute(name, style.getPropertyValue(name));
    to[index].removeAttribute("class");
  });
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  copy.removeAttribute("tabindex");
  copy.prepend(s("rect", { width, height, fill: getComputedStyle(svg).getPropertyValue("--card").trim() || "#fff" }));
  return new XMLSerializer().serializeToString(copy);
}

// A picture in a frame with its caption and a button that saves it.
export class Picture {
  constructor({ caption, file, wide = WIDE, tall = TALL }) {
    Object.assign(this, { wide, tall });
    this.svg = s("svg", { class: "picture-svg", viewBox: `0 0 ${wide} ${tall}`, role: "img", "aria-label": caption });
    this.caption = h("figcaption", {}, caption);
    this.element = h("figure", { class: "picture-box" }, this.caption, this.svg, saver("SVG", `${file}.svg`, "image/svg+xml", () => svgText(this.svg)));
  }

  // Keeps what is drawn, by a call that draws it, and draws it at the width that there is.
  drawn(again) {
    this.again = again;
    this.place ??= new ResizeObserver(() => requestAnimationFrame(() => { if (this.#room() !== this.wide) this.again(); }));
    this.place.observe(this.svg);
    this.size(this.#room(), this.tall);
  }

  #room() {
    return this.svg.clientWidth ? Math.min(WIDE, Math.max(NARROW, Math.round(this.svg.clientWidth))) : this.wide;
  }

  draw(label, ...parts) {
    this.svg.setAttribute("aria-label", label);
    replace(this.svg, ...parts);
  }

  size(wide, tall) {
    Object.assign(this, { wide, tall });
    this.svg.setAttribute("viewBox", `0 0 ${wide} ${tall}`);
  }
}

// About five round numbers between two.
export function ticks(least, most) {
  if (!(most > least)) return [least];
  const raw = (most - least) / 5, power = 10 ** Math.floor(Math.log10(raw)), step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= raw);
  const found = [];
  for (let at = Math.ceil(least / step) * step; at <= most + step * 1e-9; at += step) found.push(Number(at.toPrecision(12)));
  return found;
}

const short = (value) => number(Number(value.toPrecision(4)));
const fixed = (value) => value.toFixed(1);

// Lines over x. `series`: [{ name, points: [[x, y, error]] }], `bounds`: [{ y, name }] across the picture.
export class Chart extends Picture {
  show(what) {
    this.drawn(() => this.show(what));
    const { xName, yName, series, bounds = [] } = what;
    const points = series.flatMap((each) => each.points);
    if (!points.length) {
      this.draw(t("lab.nothing"), s("text", { class: "axis", x: this.wide / 2, y: this.tall / 2, "text-anchor": "middle" }, t("lab.nothing")));
      return;
    }
    const xs = points.map(([x]) => x), ys = [...points.flatMap(([, y, error = 0]) => [y - error, y + error]), ...bounds.map(({ y }) => y)];
    let [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    if (left === right) right = left + 1;
    if (low === high) [low, high] = [low - 1, high + 1];
    const x = (value) => LEFT + ((value - left) / (right - left)) * (this.wide - LEFT - RIGHT);
    const y = (value) => this.tall - BOTTOM - ((value - low) / (high - low)) * (this.tall - TOP - BOTTOM);
    const last = series[0].points.at(-1);
    this.draw(`${yName}: ${last ? short(last[1]) : ""}`,
      ticks(low, high).map((value) => [s("path", { class: "rule", d: `M${LEFT} ${fixed(y(value))}H${this.wide - RIGHT}` }),
        s("text", { class: "axis", x: LEFT - 8, y: fixed(y(value) + 4), "text-anchor": "end" }, short(value))]),
      ticks(left, right).map((value) => s("text", { class: "axis", x: fixed(x(value)), y: this.tall - BOTTOM + 18, "text-anchor": "middle" }, short(value))),
      s("text", { class: "axis name", x: this.wide - RIGHT, y: this.tall - 8, "text-anchor": "end" }, xName),
      s("text", { class: "axis name", x: 8, y: 17 }, yName),
      bounds.map(({ y: at, name }) => [s("path", { class: "bound", d: `M${LEFT} ${fixed(y(at))}H${this.wide - RIGHT}` }),
        s("text", { class: "axis", x: this.wide - RIGHT - 4, y: fixed(y(at) + (y(at) < this.tall / 2 ? 14 : -5)), "text-anchor": "end" }, name)]),
      series.map(({ points: own }, index) => this.#line(own, x, y, index)));
  }

  #line(points, x, y, index) {
    const band = points.filter(([, , error]) => error);
    const d = points.map(([at, value], i) => `${i ? "L" : "M"}${fixed(x(at))} ${fixed(y(value))}`).join("");
    const area = band.map(([at, value, error], i) => `${i ? "L" : "M"}${fixed(x(at))} ${fixed(y(value + error))}`).join("")
      + band.toReversed().map(([at, value, error]) => `L${fixed(x(at))} ${fixed(y(value - error))}`).join("");
    return [band.length > 1 ? s("path", { class: "band", d: `${area}Z` }) : null, s("path", { class: `curve c${index}`, d }),
      points.length < 60 ? points.map(([at, value]) => s("circle", { class: `dot c${index}`, cx: fixed(x(at)), cy: fixed(y(value)), r: 3 })) : null];
  }
}

// How strongly a weight is drawn, and on which side of nothing.
const tone = (value, most) => ({ class: value < 0 ? "minus" : "plus", "fill-opacity": (0.06 + 0.5 * Math.abs(value) / (most || 1)).toFixed(3) });

// Weights at the places that they belong to. `places`: [[x, y, name]]; `weights`: a number or null for each.
export class BoardPicture extends Picture {
  show(places, weights) {
    const xs = places.map(([x]) => x), ys = places.map(([, y]) => y), unit = 44, edge = 8;
    const [left, top] = [Math.min(...xs), Math.max(...ys)], most = Math.max(...weights.map((each) => Math.abs(each ?? 0)));
    this.size((Math.max(...xs) - left + 1) * unit + 2 * edge, (top - Math.min(...ys) + 1) * unit + 2 * edge);
    this.draw(this.caption.textContent, places.map(([x, y, name], index) => {
      const at = { x: edge + (x - left) * unit, y: edge + (top - y) * unit }, weight = weights[index];
      return s("g", {}, s("title", {}, weight === null ? name : `${name}: ${weight.toFixed(4)}`), s("rect", { class: "cell-back", ...at, width: unit, height: unit }),
        weight === null ? null : s("rect", { ...tone(weight, most), ...at, width: unit, height: unit }),
        weight === null ? null : s("text", { class: "weight", x: at.x + unit / 2, y: at.y + unit / 2 + 4, "text-anchor": "middle" }, weight.toFixed(2).replace("-", "\u2212")));
    }));
  }
}

// A bar per weight, in their order.
export class Bars extends Picture {
  show(weights) {
    this.drawn(() => this.show(weights));
    const most = Math.max(1e-9, ...weights.map(({ value }) => Math.abs(value))), middle = this.tall / 2, wide = (this.wide - 2 * RIGHT) / weights.length;
    const every = Math.ceil(18 / wide); // one label has this many bars of room
    this.draw(this.caption.textContent, s("path", { class: "rule", d: `M${RIGHT} ${middle}H${this.wide - RIGHT}` }),
      weights.map(({ index, value }, i) => {
        const tall = Math.max(0.5, (Math.abs(value) / most) * (middle - 24)), x = RIGHT + i * wide;
        return s("g", {}, s("title", {}, `${index + 1}: ${value.toFixed(4)}`),
          s("rect", { class: value < 0 ? "minus" : "plus", x: fixed(x), y: fixed(value < 0 ? middle : middle - tall), width: Math.max(0.6, wide * 0.8).toFixed(2), height: fixed(tall) }),
          weights.length <= 24 && i % every === 0 ? s("text", { class: "axis", x: fixed(x + wide * 0.4), y: this.tall - 6, "text-anchor": "middle" }, String(index + 1)) : null);
      }));
  }
}

// Ratings with their errors, the strongest first. `rows`: [{ name, elo, error }]
export class Ratings extends Picture {
  show(rows) {
    this.drawn(() => this.show(rows));
    const step = 34, left = Math.min(200, this.wide * 0.4), letters = Math.floor((left - 20) / 7);
    this.size(this.wide, rows.length * step + 50);
    const ends = rows.flatMap(({ elo, error }) => [elo - error, elo + error]), low = Math.min(0, ...ends), high = Math.max(1, ...ends);
    const x = (value) => left + ((value - low) / (high - low)) * (this.wide - left - 24);
    this.draw(this.caption.textContent, ticks(low, high).map((value) => [s("path", { class: "rule", d: `M${fixed(x(value))} 8V${this.tall - 34}` }),
      s("text", { class: "axis", x: fixed(x(value)), y: this.tall - 16, "text-anchor": "middle" }, short(value))]),
    rows.map(({ name, elo, error }, i) => {
      const y = 24 + i * step;
      return s("g", {}, s("title", {}, `${name}: ${Math.round(elo)} ± ${Math.round(error)}`),
        s("text", { class: "axis own", x: left - 12, y: y + 5, "text-anchor": "end" }, name.length > letters ? `${name.slice(0, letters - 1)}…` : name),
        s("path", { class: "curve c0", d: `M${fixed(x(elo - error))} ${y}H${fixed(x(elo + error))}M${fixed(x(elo - error))} ${y - 6}v12M${fixed(x(elo + error))} ${y - 6}v12` }),
        s("circle", { class: "dot c0", cx: fixed(x(elo)), cy: y, r: 5 }));
    }));
  }
}
