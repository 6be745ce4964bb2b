// The moves of a game and of everything that was tried beside them: a tree of variations. A node is the
// position after a move, with what the engine says of that move ({ side, move, text, steps }); the first
// child is the main move. Nothing is ever lost by playing something else: only `remove` takes away.

export class Node {
  constructor(parent, entry = {}) {
    Object.assign(this, entry);
    this.parent = parent;
    this.ply = parent ? parent.ply + 1 : 0;
    this.children = [];
    this.comment = "";
  }

  child(text) {
    return this.children.find((each) => each.text === text);
  }

  // The nodes that lead here, the first move first.
  get path() {
    const path = [];
    for (let node = this; node.parent; node = node.parent) path.push(node);
    return path.reverse();
  }

  // The path, and on along the main moves.
  get whole() {
    const whole = this.path;
    for (let node = this.children[0]; node; node = node.children[0]) whole.push(node);
    return whole;
  }

  get texts() {
    return this.path.map((node) => node.text);
  }

  has(other) {
    for (let node = other; node; node = node.parent) if (node === this) return true;
    return false;
  }
}

export class Tree {
  constructor() {
    this.root = new Node(null);
  }

  // Adds the moves of a game (those that are new) and gives the node after `at` of them. `first` makes
  // new moves the main ones.
  add(entries, at = entries.length, first = false) {
    let node = this.root, found = node;
    entries.forEach((entry, i) => {
      let next = node.child(entry.text);
      if (!next) {
        next = new Node(node, entry);
        if (first) node.children.unshift(next);
        else node.children.push(next);
      }
      node = next;
      if (i + 1 === at) found = node;
    });
    return found;
  }

  // The node at the end of a list of texts, or null.
  find(texts) {
    return texts.reduce((node, text) => node?.child(text) ?? null, this.root);
  }

  // Makes the line through a node the main one all the way.
  promote(node) {
    for (let each = node; each.parent; each = each.parent) {
      const { children } = each.parent;
      children.unshift(...children.splice(children.indexOf(each), 1));
    }
  }

  remove({ parent, text }) {
    parent.children = parent.children.filter((each) => each.text !== text);
  }

  get branched() {
    const more = (node) => node.comment || node.children.length > 1 || node.children.some(more);
    return Boolean(more(this.root));
  }

  // As plain data: [text, comment, children] for each node; null where there is only the game itself.
  save() {
    const write = (node) => [node.text ?? "", node.comment, node.children.map(write)];
    return this.branched ? write(this.root) : null;
  }

  // Puts back what `save` gave, in its order. `entryOf(texts)` gives the engine's entry of the last of these moves.
  restore(saved, entryOf) {
    const read = (node, [, comment, children]) => {
      const there = node.children;
      node.comment = comment;
      node.children = children.map(([text]) => there.find((each) => each.text === text) ?? new Node(node, entryOf([...node.texts, text])));
      node.children.push(...there.filter((each) => !node.children.includes(each)));
      children.forEach((each, i) => read(node.children[i], each));
    };
    if (saved) read(this.root, saved);
  }
}
