// The rules of the present phase, beside the board for as long as the game goes on: what the side to
// move may do now. Games without phases have none.
import { h, replace } from "./dom.js";
import { has, t } from "./texts.js";

// The phase's title and text as one box, null where there is nothing to say.
export function phaseBox(game, state) {
  const key = `rules.${game.name}.${state.phase}`;
  return state.phase && has(key) ? h("div", { class: "phase" }, h("b", {}, t(`${key}.title`)), h("p", {}, t(key))) : null;
}

// A place for the box that follows the match by itself.
export function phaseNote({ game, match }) {
  const host = h("div", { class: "phase-note" });
  const show = () => replace(host, match.over ? null : phaseBox(game, match.state));
  match.on((kind) => { if (["turn", "jump", "over"].includes(kind)) show(); });
  show();
  return host;
}
