// The tab "Levels": those that come with the page, in groups, and one's own; with pictures, difficulty
// and what is solved.
import { h, replace, toast } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { allLevels, levelText } from "../modules/levels.js";
import { t } from "../modules/texts.js";
import { levelPicture } from "./picture.js";
import { addressOf, sourceOfEntry, sourceOfOwn } from "./sources.js";
import { dropOwn, ownLevels, solved } from "./store.js";

export function dots(difficulty) {
  return h("span", { class: "zr2-difficulty", role: "img", "aria-label": t("zr2.difficulty.is", { n: difficulty }), title: t("zr2.difficulty.is", { n: difficulty }) },
    Array.from({ length: 5 }, (_, i) => h("i", { class: difficulty > 2 * i + 1 ? "full" : difficulty > 2 * i ? "half" : "" })));
}

// Fills `host` with the levels; `link` makes the address of a source, `current` is the one open.
export async function fillLevels(app, host, { link, current = null, own = true }) {
  const done = solved();
  const card = (source, entry, more = null) => {
    const picture = h("span", { class: "picture" });
    const size = entry ? entry.size.join(" \u00d7 ") : "";
    const element = h("li", {}, h("a", { class: `zr2-level${source.key === current ? " on" : ""}`, href: link(source), "aria-current": source.key === current ? "true" : null },
      picture, h("span", { class: "name" }, h("b", {}, source.title), h("small", {}, size)),
      entry ? dots(Math.round(entry.difficulty)) : null,
      done[source.key] ? h("span", { class: "zr2-tick", role: "img", "aria-label": t("zr2.solved") }, icon("check", 16)) : null), more);
    return { element, draw: (text) => {
      try {
        replace(picture, levelPicture(app, text, ""));
        picture.firstChild.setAttribute("aria-hidden", "true");
        picture.firstChild.removeAttribute("role");
        const { x, y, width, height } = picture.firstChild.querySelector(".under").getBBox();
        if (width) picture.firstChild.setAttribute("viewBox", `${x - 2} ${y - 2} ${width + 4} ${height + 4}`);
      } catch {
        // a level that cannot be read has no picture
      }
    } };
  };
  const all = await allLevels();
  const groups = [...new Set(all.map((entry) => entry.group))];
  const draws = [];
  const sections = groups.map((group) => {
    const entries = all.filter((entry) => entry.group === group);
    const count = entries.filter((entry) => done[entry.name]).length;
    return h("section", {}, h("h2", { class: "small" }, t(`zr2.group.${group}`), h("small", {}, t("zr2.of", { a: count, b: entries.length }))),
      h("p", { class: "about" }, t(`zr2.group.${group}.about`)),
      h("ul", { class: "zr2-levels" }, entries.map((entry) => {
        const made = card(sourceOfEntry(entry, ""), entry);
        draws.push(async () => made.draw((await levelText(entry.name)).text));
        return made.element;
      })));
  });
  const owns = ownLevels();
  const mine = own && owns.length ? h("section", {}, h("h2", { class: "small" }, t("zr2.own")), h("ul", { class: "zr2-levels" }, owns.map((each) => {
    const made = card(sourceOfOwn(each), null, h("button", { type: "button", class: "square plain", "aria-label": t("zr2.own.drop", { name: each.name }), onclick: () => {
      dropOwn(each.name);
      made.element.remove();
      toast(t("zr2.own.dropped", { name: each.name }));
    } }, icon("bin", 18)));
    draws.push(async () => made.draw(each.text));
    return made.element;
  }))) : null;
  replace(host, mine, sections);
  // a few at a time, so that the page stays quick
  for (const draw of draws) {
    await draw();
    await new Promise((resolve) => { setTimeout(resolve); });
    if (!host.isConnected) return;
  }
}

export class LevelsPanel {
  constructor(view) {
    this.view = view;
    this.list = h("div", { class: "zr2-lists" });
    this.element = h("div", { class: "body" },
      h("div", { class: "row" }, h("a", { class: "button", href: "#zr2?view=editor" }, icon("plus", 18), t("zr2.editor.new")),
        h("button", { type: "button", onclick: () => view.edit() }, icon("edit", 18), t("zr2.editor.this"))),
      this.list);
  }

  show() {
    const { view } = this;
    fillLevels(view.app, this.list, { link: (source) => addressOf(source), current: view.source.key }).catch((error) => toast(error.message, true));
  }
}
