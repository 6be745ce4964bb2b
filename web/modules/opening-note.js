// The name of the opening beside the board, for as long as there is something to say. Games whose openings have no
// names load nothing.
import { h, replace } from "./dom.js";
import { openings } from "./games.js";
import { t } from "./texts.js";

// A place for the name that follows the match by itself.
export function openingNote({ game, match }) {
  if (!openings.has(game.name)) return null;
  const host = h("p", { class: "opening-note", hidden: true });
  const show = async () => {
    const { node } = match;
    const name = node.ply < 2 ? null : await import("./openings.js").then(({ openingName }) => openingName(match)).catch(() => null);
    if (match.node !== node) return;
    host.hidden = !name;
    replace(host, name ? [t("opening"), " ", h("b", { lang: "en" }, name)] : null);
  };
  match.on((kind) => { if (["move", "jump"].includes(kind)) show(); });
  show();
  return host;
}
