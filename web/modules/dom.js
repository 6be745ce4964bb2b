// Making elements: h for HTML, s for SVG. Attributes that begin with "on" are listeners, `class`
// and `dataset` work as expected, null and false leave an attribute out.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "style") Object.assign(element.style, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function replace(parent, ...children) {
  parent.replaceChildren(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
}

export function motionWanted() {
  return document.documentElement.dataset.motion !== "less" &&
    !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// Tells a screen reader; polite, so that it does not cut off what is being said.
export function announce(text) {
  const region = document.getElementById("announcer");
  region.textContent = "";
  // a new text node after a breath is read even when it says the same as before
  setTimeout(() => { region.textContent = text; }, 30);
}

const styles = new Map();

// A view's own colours and sizes: loaded with it, once.
export function loadStyle(address) {
  if (!styles.has(address))
    styles.set(address, new Promise((resolve) => { document.head.append(h("link", { rel: "stylesheet", href: address, onload: resolve, onerror: resolve })); }));
  return styles.get(address);
}

// Scrolls `element` into sight inside `box`, and nothing around it; so much of the box's foot is covered.
export function reveal(box, element, { covered = 0 } = {}) {
  if (!element) return;
  const outer = box.getBoundingClientRect(), inner = element.getBoundingClientRect();
  const bottom = outer.bottom - covered;
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > bottom) box.scrollTop += inner.bottom - bottom;
}

let toastTimer = 0;

// A short message for everyone, read aloud too; `action` ({ label, run }) can be taken while it is there.
export function toast(text, wrong = false, action = null) {
  const place = document.getElementById("toast");
  const hide = () => place.classList.remove("shown", "acts");
  replace(place, text, action ? h("button", { type: "button", onclick: () => { hide(); action.run(); } }, action.label) : null);
  place.classList.toggle("wrong", wrong);
  place.classList.toggle("acts", action !== null);
  place.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(hide, action ? 10000 : 2600);
}

export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
