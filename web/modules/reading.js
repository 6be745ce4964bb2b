// Reads what people paste: moves with numbers, dots and line breaks, comments and tags of other programs,
// GGF, positions (OBF, Sanmill's FEN), addresses of other pages (?pos=...). It knows no game: it takes away
// what is around the moves in several ways and lets the engine try each.

// What is taken away leaves blanks, so that the column of a mistake is that of the text as it was pasted.
const blank = (text) => " ".repeat(text.length);

// Everything but what `pattern` finds (its first group) is blank.
function only(text, pattern) {
  let kept = "";
  for (const found of text.matchAll(pattern)) {
    const at = found.index + found[0].indexOf(found[1]);
    kept += blank(text.slice(kept.length, at)) + found[1];
  }
  return kept;
}

// The moves of GGF: B[d3//1.2] W[c5] ...; PA is a pass.
function fromGgf(text) {
  return /^\s*\(;/.test(text) ? only(text, /\b[BW]\[([^\]/]+)[^\]]*\]/g) : null;
}

// A board inside GGF: BO[8 ---...--- *].
function boardOfGgf(text) {
  const [, squares, side] = /\bBO\[\d+\s+([-*Oo.XxZz\s]+?)\s+([*Oo])\]/.exec(text) ?? [];
  return squares ? `${squares.replace(/\s+/g, "").replaceAll("*", "X")} ${side === "*" ? "X" : "O"};` : null;
}

// Without tags, comments, variations, numbers of moves, results and signs of approval.
function fromScore(text) {
  return [/\[\w+\s+"[^"]*"\]/g, /\{[^}]*\}/g, /;[^\n]*$/gm, /\([^()]*\)/g, /\b\d+\s*\.+/g, /(?:^|\s)(?:1-0|0-1|1\/2-1\/2|\*)(?=\s|$)/g, /[!?]+/g]
    .reduce((rest, pattern) => rest.replace(pattern, blank), text).replace(/\s/g, " ");
}

// "1 4 4 \n 2 3 5": the number at the head of each line of a table of moves.
function fromTable(text) {
  const rows = text.split("\n"), full = rows.filter((row) => row.trim());
  if (full.length < 2 || !full.every((row, i) => new RegExp(`^\\s*${i + 1}[.:)]?\\s`).test(row))) return null;
  return rows.map((row) => row.replace(/^\s*\d+[.:)]?/, blank)).join(" ");
}

const START_TAG = /\[(?:FEN|Start|Position)\s+"([^"]+)"\]/i;

// What the text may mean, the likeliest first: { moves } or { start, moves }.
export function readings(text) {
  const found = [];
  const add = (moves, start = null) => { if ((moves || start) && !found.some((each) => each.moves === moves && each.start === start)) found.push({ start, moves: moves ?? "" }); };
  if (/[?&]pos=/.test(text)) add(only(text, /[?&]pos=([^&#\s]*)/g).replaceAll("+", " "));
  const ggf = fromGgf(text);
  if (ggf !== null) {
    const board = boardOfGgf(text);
    add(ggf);
    if (board) add(ggf, board);
    return found;
  }
  const [, tagged] = START_TAG.exec(text) ?? [];
  if (tagged) add(fromScore(text).trim() && fromScore(text), tagged);
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
      const far = Number(/(?:column|move) (\d+)/.exec(error.plain ?? error.message)?.[1] ?? 0) + (start ? (looksLikePosition(start) ? 1000 : -0.5) : 0);
      if (far > best.far) best = { far, error };
    }
  }
  throw best.error;
}

// Positions are long words of few letters.
const looksLikePosition = (text) => /^\S{20,}/.test(text) && new Set(text.split(" ")[0].toLowerCase()).size < 8;
