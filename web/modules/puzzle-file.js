// Reads a file of puzzles (docs/puzzles.md) into objects with the same members as the program's JSON. It looks at the
// form alone; whether positions and moves are legal the engine says when a puzzle is opened, and that every claim is true
// was proved when the file was made.

const WORDS = new Set(["win", "draw", "loss", "score", "goal", "missed", "held", "broken"]);
const LONGEST = 4 << 20;

class Lines {
  constructor(text) {
    this.lines = text.split(/\r?\n/);
    this.at = 0;
  }

  fail(expected) {
    const found = this.lines[this.at];
    throw new Error(`line ${this.at + 1}: expected ${expected}, found ${found === undefined ? "the end of the text" : `"${found.slice(0, 40)}"`}`);
  }

  skipEmpty() {
    while (this.at < this.lines.length && this.lines[this.at].trim() === "") this.at++;
    return this.at < this.lines.length;
  }

  // What follows `word` at the beginning of the line; null where another word stands.
  optional(word) {
    const line = this.lines[this.at];
    if (!line?.startsWith(`${word} `)) return null;
    this.at++;
    return line.slice(word.length + 1).trim();
  }

  take(word, pattern = /./) {
    const rest = this.optional(word);
    if (rest !== null && pattern.test(rest)) return rest;
    if (rest !== null) this.at--;
    return this.fail(`"${word} ..."`);
  }
}

// "win 5 a1,b2 c3": the value, then what follows it.
function valued(lines, rest) {
  const [word, ...more] = rest.split(/ +/);
  const length = word === "draw" ? 0 : 1;
  if (!WORDS.has(word) || (length && !/^-?\d{1,4}$/.test(more[0] ?? ""))) {
    lines.at--;
    lines.fail("a value such as \"win 5\"");
  }
  return { value: [word, ...more.slice(0, length)].join(" "), more: more.slice(length) };
}

function options(lines) {
  const found = {};
  for (let rest; (rest = lines.optional("option")) !== null;) {
    const [name, value] = rest.split(/ +/);
    found[name] = value;
  }
  return found;
}

function wrongMoves(lines) {
  const found = [];
  for (let rest; (rest = lines.optional("wrong")) !== null;) {
    const { value, more } = valued(lines, rest);
    for (const pair of more) {
      const [move, reply = null] = pair.split(",");
      found.push({ move, reply, value });
    }
  }
  return found;
}

function readPuzzle(lines, game) {
  const puzzle = { id: lines.take("puzzle", /^[a-z0-9-]{1,31}$/), game, options: options(lines), position: lines.take("position"),
    side: lines.take("side"), kind: lines.take("kind", /^[a-z0-9-]{1,31}$/) };
  puzzle.value = valued(lines, lines.take("value")).value;
  puzzle.solution = lines.take("solution").split(/ +/);
  puzzle.unique = lines.take("unique", /^(yes|no)$/) === "yes";
  puzzle.line = lines.take("line").split(/ +/);
  const [, difficulty, depth, looked] = lines.take("difficulty", /^\d+ depth \d+ looked \d+$/).match(/^(\d+) depth (\d+) looked (\d+)$/).map(Number);
  return Object.assign(puzzle, { difficulty, depth: depth || null, looked, wrong: wrongMoves(lines) });
}

// All puzzles of the text; throws an Error with the line where it is none.
export function readPuzzles(text) {
  if (text.length > LONGEST) throw new Error("this is too long for a file of puzzles");
  const lines = new Lines(text);
  if (lines.lines[0] !== "potez puzzles 1") lines.fail("\"potez puzzles 1\"");
  lines.at++;
  const game = lines.take("game", /^[a-z0-9]+$/);
  lines.take("seed", /^\d+ tried \d+$/);
  const puzzles = [];
  while (lines.skipEmpty()) puzzles.push(readPuzzle(lines, game));
  return puzzles;
}

// What a puzzle says about a move: "right", or what is wrong with it.
export function judge(puzzle, move) {
  return puzzle.solution.includes(move) ? "right" : puzzle.wrong.find((wrong) => wrong.move === move) ?? null;
}
