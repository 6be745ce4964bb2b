// The tree of variations below the engine's lines: the game, and everything that was tried beside it. A
// variation can be made the main line, deleted, and commented.
import { h, replace, reveal } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./texts.js";

export class TreePanel {
  constructor(view) {
    this.view = view;
    this.moves = h("div", { class: "tree", role: "group", "aria-label": t("tree.label"), onpointerleave: () => view.preview(null) });
    this.tools = h("div", { class: "row tree-tools" });
    this.comment = h("input", { class: "tree-comment", placeholder: t("tree.comment"), "aria-label": t("tree.comment"), maxlength: 400,
      oninput: (event) => {
        view.match.comment(view.match.node, event.target.value);
        this.#draw();
      } });
    this.element = h("div", { class: "tree-box" }, this.moves, this.tools, this.comment);
  }

  show() {
    const { match } = this.view;
    this.#draw();
    const { node } = match;
    const main = node.parent && node.path.every((each) => each.parent.children[0] === each);
    replace(this.tools,
      h("button", { type: "button", disabled: !node.parent || main, onclick: () => match.makeMain(node) }, icon("up", 16), t("tree.main")),
      h("button", { type: "button", disabled: !node.parent, onclick: () => match.remove(node) }, icon("bin", 16), t("tree.delete")));
    if (document.activeElement !== this.comment) this.comment.value = node.comment;
    this.element.hidden = !match.tree.root.children.length;
    reveal(this.moves, this.moves.querySelector(".on"));
  }

  #draw() {
    const { root } = this.view.match.tree;
    replace(this.moves, root.comment ? h("span", { class: "note" }, root.comment) : null, this.#from(root, true));
  }

  // The moves after a node: the main one, the variations beside it, and so on. `fresh` writes the number
  // of a second side's move as well.
  #from(node, fresh) {
    const parts = [];
    let at = node, new_ = fresh;
    while (at.children.length) {
      const [main, ...others] = at.children;
      parts.push(this.#move(main, new_));
      for (const other of others) parts.push(h("span", { class: "variation" }, this.#move(other, true), this.#from(other, false)));
      new_ = others.length > 0 || main.comment !== "";
      at = main;
    }
    return parts;
  }

  #move(node, fresh) {
    const { match, review } = this.view;
    const on = node === match.node, second = (node.ply - 1) % 2;
    const kind = review && review.found && match.tree.root.whole[node.ply - 1] === node ? review.marks.get(node.ply - 1) : null;
    const sign = { blunder: "??", mistake: "?", inaccuracy: "?!" }[kind];
    return [
      !second || fresh ? h("span", { class: "nr" }, `${Math.floor((node.ply - 1) / 2) + 1}${second ? "\u2026" : "."}`) : null,
      h("button", { type: "button", class: on ? "on" : kind ?? "", "aria-current": on ? "step" : null, title: sign ? t(`mark.${kind}`) : null,
        onpointerenter: () => this.#look(node), onclick: () => match.visit(node) }, node.text, sign ? h("sup", {}, sign) : null),
      node.comment ? h("span", { class: "note" }, node.comment) : null,
    ];
  }

  // A move that lies ahead of the board is shown on it.
  #look(node) {
    const { match } = this.view;
    const ahead = match.node !== node && match.node.has(node);
    this.view.preview(ahead ? node.texts.slice(match.node.ply) : null);
  }
}
