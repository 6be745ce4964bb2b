// Reads what people paste: moves with numbers, dots and line breaks, comments and tags of other programs,
// GGF, positions (OBF, Sanmill's FEN), addresses of other pages (?pos=...). It knows no game: it takes away
// what is around the moves in several ways and lets the engine try each.

// The moves of GGF: B[d3//1.2] W[c5] ...; PA is a pass.
function fromGgf(text) {
  if (!/^\s*\(;/.test(text)) return null;
  return [...text.matchAll(/\b[BW]\[([^\]/]*)[^\]]*\]/g)].map(([, move]) => move).join(" ");
}

// A board inside GGF: BO[8 ---...--- *].
function boardOfGgf(text) {
  const [, squares, side] = /\bBO\[\d+\s+([-*Oo.XxZz\s]+?)\s+([*Oo])\]/.exec(text) ?? [];
  return squares ? `${squares.replace(/\s+/g, "").replaceAll("*", "X")} ${side === "*" ? "X" : "O"};` : null;
}

// Without tags, comments, variations, numbers of moves, results and signs of approval.
function fromScore(text) {
  return text.replace(/\[\w+\s+"[^"]*"\]/g, " ").replace(/\{[^}]*\}/g, " ").replace(/;[^\n]*$/gm, " ")
    .replace(/\([^()]*\)/g, " ").replace(/\b\d+\s*\.+/g, " ").replace(/(?:^|\s)(?:1-0|0-1|1\/2-1\/2|\*)(?=\s|$)/g, " ")
    .replace(/[!?]+/g, " ").replace(/[\s,]+/g, " ").trim();
}

// "1 4 4 \n 2 3 5": the number at the head of each line of a table of moves.
function fromTable(text) {
  const rows = text.split("\n").map((line) => line.trim()).filter(Boolean);
  if (rows.length < 2 || !rows.every((row, i) => new RegExp(`^${i + 1}[.:)]?\\s`).test(row))) return null;
  return rows.map((row) => row.replace(/^\d+[.:)]?\s+/, "")).join(" ");
}

const START_TAG = /\[(?:FEN|Start|Position)\s+"([^"]+)"\]/i;

// What the text may mean, the likeliest first: { moves } or { start, moves }.
export function readings(text) {
  const found = [];
  const add = (moves, start = null) => { if ((moves || start) && !found.some((each) => each.moves === moves && each.start === start)) found.push({ start, moves: moves ?? "" }); };
  const asked = /[?&]pos=([^&#\s]*)/.exec(text);
  if (asked) add(decodeURIComponent(asked[1]).replaceAll("+", " "));
  const ggf = fromGgf(text);
  if (ggf !== null) {
    const board = boardOfGgf(text);
    add(ggf);
    if (board) add(ggf, board);
    return found;
  }
  const [, tagged] = START_TAG.exec(text) ?? [];
  if (tagged) add(fromScore(text), tagged);
  add(text);
  add(fromTable(text));
  add(fromScore(text));
  const first = text.split("\n").find((line) => line.trim())?.trim() ?? "";
  add(null, first);
  add(null, first.replace(/;.*$/, ";").trim()); // OBF: what follows the semicolon are values of moves
  return found;
}

// Opens the first reading that the engine takes; gives the saved game. The error is that of the reading
// which got furthest.
export function readGame(engine, text, saved) {
  let best = { far: -1, error: null };
  for (const { start, moves } of readings(text)) {
    try {
      const session = engine.open(saved({ start }));
      try {
        if (moves) session.playText(moves);
        return session.save();
      } finally {
        session.close();
      }
    } catch (error) {
      const far = Number(/(?:column|move) (\d+)/.exec(error.message)?.[1] ?? 0) + (start ? (looksLikePosition(start) ? 1000 : -0.5) : 0);
      if (far > best.far) best = { far, error };
    }
  }
  throw best.error;
}

// Positions are long words of few letters.
const looksLikePosition = (text) => /^\S{20,}/.test(text) && new Set(text.split(" ")[0].toLowerCase()).size < 8;
