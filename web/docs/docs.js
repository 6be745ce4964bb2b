// The documentation's search and its theme. Pages are plain HTML and can be read without this; the index is fetched
// when somebody first searches.
import { applyLook, change, setting } from "../modules/settings.js";
import { h, replace } from "../modules/dom.js";
import { icon } from "../modules/icons.js";

const MOST = 12, AROUND = 70; // results, and characters on either side of what was found
const docs = new URL(document.body.dataset.docs, location);

const wordsOf = (text) => text.toLowerCase().split(/[^\p{L}\p{N}_:+-]+/u).filter(Boolean);

// How well a section fits: every word must occur; a title counts more than a heading, and that more than text.
export function rank(section, words) {
  let sum = 0;
  for (const word of words) {
    const title = section.title.toLowerCase().includes(word), heading = section.heading.toLowerCase().includes(word);
    const times = section.low.split(word).length - 1;
    if (!title && !heading && !times) return 0;
    sum += (title ? 12 : 0) + (heading ? 20 : 0) + Math.min(times, 5);
  }
  return sum + (section.first && section.title.toLowerCase().includes(words.join(" ")) ? 15 : 0);
}

export function find(sections, asked) {
  const words = wordsOf(asked);
  if (!words.length) return [];
  return sections.map((section) => ({ section, rank: rank(section, words) })).filter((each) => each.rank > 0)
    .sort((a, b) => b.rank - a.rank).slice(0, MOST).map(({ section }) => ({ section, words }));
}

let index = null;
async function load() {
  index ??= fetch(new URL("search.json", docs)).then((answer) => answer.json()).then(({ pages, sections }) => {
    let last = null;
    return sections.map(([page, name, heading, text]) => {
      const first = page !== last;
      last = page;
      return { address: new URL(`${pages[page][0]}${first ? "" : `#${name}`}`, docs).href, title: pages[page][1], heading, text, low: text.toLowerCase(), first };
    });
  });
  return index;
}

// Some text around the first word that is found, the words marked.
function excerpt(text, words) {
  const low = text.toLowerCase();
  const places = words.map((word) => low.indexOf(word)).filter((at) => at >= 0);
  const at = places.length ? Math.min(...places) : 0, from = Math.max(0, at - AROUND), to = Math.min(text.length, at + 2 * AROUND);
  const pieces = [], part = text.slice(from, to), small = low.slice(from, to);
  let done = 0;
  while (done < part.length) {
    const next = words.map((word) => [small.indexOf(word, done), word.length]).filter(([where]) => where >= 0).sort((a, b) => a[0] - b[0] || b[1] - a[1])[0];
    if (!next) break;
    pieces.push(part.slice(done, next[0]), h("mark", {}, part.slice(next[0], next[0] + next[1])));
    done = next[0] + next[1];
  }
  return [from ? "… " : "", ...pieces, part.slice(done), to < text.length ? " …" : ""];
}

class Search {
  constructor(host) {
    this.input = h("input", { role: "combobox", "aria-expanded": "false", "aria-controls": "found", "aria-autocomplete": "list", "aria-label": "Search",
      placeholder: "Search (press /)", autocomplete: "off", spellcheck: "false", enterkeyhint: "search" });
    this.list = h("div", { id: "found", class: "found card", role: "listbox", "aria-label": "Found", hidden: true });
    this.said = h("div", { class: "unseen", role: "status" });
    host.append(this.input, this.list, this.said);
    host.hidden = false;
    this.at = -1;
    this.results = [];
    this.input.addEventListener("focus", load);
    this.input.addEventListener("input", () => this.ask());
    this.input.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("click", (event) => { if (!host.contains(event.target)) this.close(); });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName)) return;
      event.preventDefault();
      this.input.focus();
    });
  }

  async ask() {
    const asked = this.input.value, sections = await load();
    if (asked !== this.input.value) return; // somebody typed on
    this.results = find(sections, asked);
    this.at = this.results.length ? 0 : -1;
    if (!asked.trim()) return this.close();
    replace(this.list, this.results.map(({ section, words }, i) => h("div", { role: "option", id: `found-${i}`, "aria-selected": i === this.at,
      onclick: () => { location.href = section.address; this.close(); } },
    h("b", {}, section.first ? section.title : `${section.title} › ${section.heading}`), excerpt(section.text, words))));
    if (!this.results.length) replace(this.list, h("div", { class: "nothing", role: "option", "aria-disabled": "true", "aria-selected": "false" }, "Nothing found"));
    this.said.textContent = this.results.length ? `${this.results.length} found` : "Nothing found";
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.point();
  }

  point() {
    for (const [i, option] of [...this.list.children].entries()) {
      option.setAttribute("aria-selected", i === this.at);
      if (i === this.at) option.scrollIntoView({ block: "nearest" });
    }
    if (this.at >= 0) this.input.setAttribute("aria-activedescendant", `found-${this.at}`);
    else this.input.removeAttribute("aria-activedescendant");
  }

  close() {
    this.list.hidden = true;
    this.at = -1;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  key(event) {
    const count = this.results.length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (this.list.hidden || !count) return;
      this.at = (this.at + (event.key === "ArrowDown" ? 1 : count - 1)) % count;
      this.point();
    } else if (event.key === "Enter" && this.at >= 0) {
      location.href = this.results[this.at].section.address;
      this.close();
    } else if (event.key === "Escape") {
      if (this.list.hidden) this.input.value = "";
      this.close();
    } else return;
    event.preventDefault();
  }
}

const themes = ["auto", "light", "dark"], themeIcons = { auto: "half", light: "sun", dark: "moon" };
const themeNames = { auto: "as the system", light: "light", dark: "dark" };

function themeButton() {
  const button = h("button", { type: "button", class: "square plain", onclick: () => {
    change("theme", themes[(themes.indexOf(setting("theme")) + 1) % themes.length]);
    applyLook();
    draw();
  } });
  const draw = () => {
    replace(button, icon(themeIcons[setting("theme")]));
    button.title = `Theme: ${themeNames[setting("theme")]}`;
    button.setAttribute("aria-label", button.title);
  };
  draw();
  return button;
}

applyLook();
new Search(document.querySelector(".search"));
document.querySelector(".tools").append(themeButton());
const list = document.querySelector(".pages details");
if (matchMedia("(max-width: 820px)").matches) list.open = false;
// The list is scrolled to this page by itself: scrollIntoView would take the whole page along, and the search field out of sight.
const here = list.querySelector("[aria-current]"), pages = here?.closest(".pages");
if (pages) pages.scrollTop += Math.max(0, here.getBoundingClientRect().bottom - pages.getBoundingClientRect().bottom + pages.clientHeight / 3);
