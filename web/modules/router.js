// Addresses: #GAME?option=value&start=POSITION/MOVES, for instance #othello/f5d6c3, #connect4/4453,
// #byte?size=10/b2-c3,c7-d6. The part after "?" has the game's options and a few words of the page:
// start (a position), at (a ply), tab (play, analysis, rules). Other pages are one word: #automaton.

// Text of an address as it was meant; as it stands when it is no such text, for the engine to refuse.
function plain(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function readAddress(hash = location.hash) {
  const text = hash.replace(/^#/, "");
  const [, name, query = "", moves = ""] = /^([^?/]*)(?:\?([^/]*))?(?:\/(.*))?$/s.exec(text) ?? [];
  const options = {};
  for (const [key, value] of new URLSearchParams(query)) options[key] = value;
  const { start = null, at = null, tab = null, level = null, ...rest } = options;
  return { name: name ?? "", options: rest, start, at: at === null ? null : Number(at), tab, level,
    moves: plain(moves) };
}

export function writeAddress({ name, options = {}, start = null, at = null, tab = null, level = null, moves = "" }) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(options)) query.set(key, value);
  if (level !== null) query.set("level", level);
  if (start !== null) query.set("start", start);
  if (at !== null) query.set("at", at);
  if (tab !== null) query.set("tab", tab);
  // a slash ends the query part, so one inside a value is escaped even where it need not be
  const text = query.toString().replaceAll("/", "%2F");
  return `#${name}${text ? `?${text}` : ""}${moves ? `/${encodeURI(moves)}` : ""}`;
}

// Changes the address; with `push` as a new entry in the browser's history. `state` is kept with the entry
// and comes back with it.
export function noteAddress(address, { push = false, state = history.state } = {}) {
  if (location.hash === address) history.replaceState(state, "", address);
  else history[push ? "pushState" : "replaceState"](state, "", address);
}
