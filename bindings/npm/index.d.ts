/** What the engine refuses, with a sentence. */
export class PotezError extends Error {}

export type GameName = "othello" | "connect4" | "mill" | "byte" | "zr2" | (string & {});
export type EngineName = "potez" | "potez-simd" | "potez-threads";
export type Kind = "move" | "hint" | "value" | "moves" | "review";
export type Outcome = "win" | "draw" | "loss" | null;

export interface Option {
  name: string;
  summary: string;
  least: number;
  most: number;
  standard: number | string;
  values?: string[];
}

export interface Player {
  name: string;
  summary: string;
  [more: string]: unknown;
}

export interface GameFacts {
  name: string;
  title: string;
  summary: string;
  rules: string;
  notation: string;
  board: string;
  seats: number;
  sides: string[];
  colours: string[];
  options: Option[];
  players: Player[];
  [more: string]: unknown;
}

export interface Thinking {
  /** The best that can be had without it. */
  engine?: EngineName;
  /** How many search together; as many as there are cores without it. */
  threads?: number;
  /** Bytes that remember positions. */
  table?: number;
  /** Of what is drawn by lot; 0 draws one. */
  seed?: number;
}

export interface Opening extends Thinking {
  options?: Record<string, string | number>;
  /** The text of a level (zr2). */
  level?: string | null;
  position?: string | null;
  moves?: string | string[] | null;
}

export interface Limits {
  player?: string;
  /** A strength from 1 to 10 instead of a player. */
  level?: number;
  ms?: number;
  /** Plies; 0 is the static evaluation. */
  depth?: number | null;
  nodes?: number;
  clock?: number;
  increment?: number;
  every?: boolean;
  forget?: boolean;
  book?: boolean;
}

/** Keys as docs/answers.md lists them. */
export interface Answer {
  move?: string | null;
  score: number | null;
  outcome: Outcome;
  plies: number | null;
  exact?: boolean;
  proved?: boolean;
  depth?: number;
  pv?: string[];
  best?: string[];
  words: string;
  nodes: number;
  seconds: number;
  [more: string]: unknown;
}

export interface Analysis {
  side: string;
  moves: Answer[];
  depth: number;
  exact: boolean;
  done: boolean;
  nodes: number;
  seconds: number;
  [more: string]: unknown;
}

export interface Review {
  review: Array<Record<string, unknown> & { ply: number; move: string; class: string; loss: number; drop: number }>;
  [more: string]: unknown;
}

export interface Walk {
  points: number;
  bound: number;
  proved: boolean;
  proof: string;
  method: string;
  nodes: number;
  path: number[];
  [more: string]: unknown;
}

export interface Judgement {
  points: number;
  proved: boolean;
  walks: number;
  exact: boolean;
  /** In tenths, as are traps, hidden and choices. */
  difficulty: number;
  traps: number;
  hidden: number;
  choices: number;
  whole: boolean;
}

export interface Wish {
  name?: string;
  size?: number[];
  teleporters?: number;
  increasers?: number;
  difficulty?: number;
  symmetric?: boolean;
  seed?: number;
}

/** A position with a task and one good move, made and proved by the engines. */
export interface Puzzle {
  id: string;
  game: string;
  options: Record<string, string>;
  position: string;
  side: string;
  kind: string;
  /** What the solution is worth: "win 7", "draw", "score 12". */
  value: string;
  solution: string[];
  unique: boolean;
  line: string[];
  difficulty: number;
  /** From which on a plain search finds the solution; null: not as far as it was let. */
  depth: number | null;
  looked: number;
  /** Every other move, with the reply that refutes it. */
  wrong: Array<{ move: string; reply: string | null; value: string }>;
}

/** Names, rules, notation, sides, options and players of all games. */
export function games(): Promise<GameFacts[]>;
/** A game at its beginning. */
export function open(name: GameName, opening?: Opening): Promise<Game>;
/** A game that `save` wrote. */
export function load(saved: string, thinking?: Thinking): Promise<Game>;
/** A level of ZR 2 that can be solved to zero. */
export function generateLevel(wish?: Wish): Promise<{ text: string | null; difficulty: number }>;
/** The puzzles that the package carries for a game; a game begins with one by `open(puzzle.game, puzzle)`. */
export function puzzles(name: GameName): Promise<Puzzle[]>;
/** The puzzles of a file's text. */
export function readPuzzles(text: string): Puzzle[];
/** The best engine that can be had here. */
export function bestEngine(): EngineName;

/** A game in progress. Rules answer at once, questions are promises. */
export class Game {
  private constructor();
  readonly name: string;
  readonly facts: GameFacts;
  readonly geometry: { places: Array<[number, number, string]>; links: Array<[number, number]> };
  readonly state: Record<string, unknown>;
  readonly position: string;
  /** Legal moves. */
  readonly moves: string[];
  /** Moves so far. */
  readonly history: string[];
  readonly ply: number;
  readonly side: 0 | 1;
  readonly sideName: string;
  readonly over: boolean;
  readonly winner: 0 | 1 | null;
  readonly score: number;
  /** Plays one move or several, all or none. */
  play(moves: string | string[]): void;
  /** Takes back; tells how many plies. */
  undo(plies?: number): number;
  redo(plies?: number): number;
  save(): string;
  ask(kind: Kind, limits?: Limits, onUpdate?: (found: any) => void): Promise<any>;
  /** The move that a player chooses; the strongest without a name. */
  best(player?: string, limits?: Limits): Promise<Answer>;
  hint(limits?: Limits, onUpdate?: (found: Answer) => void): Promise<Answer>;
  /** The proved value, with `every` that of each move. */
  value(limits?: Limits): Promise<Answer>;
  /** What books and databases know without thinking, with the value of every move. */
  probe(): Promise<Answer>;
  /** What every move is worth, the best first. */
  analyse(limits?: Limits, onUpdate?: (found: Analysis) => void): Promise<Analysis>;
  /** How the game was played. */
  review(limits?: Limits, onUpdate?: (found: Review) => void): Promise<Review>;
  /** The best walk of a level. */
  solve(limits?: { ms?: number; megabytes?: number }, onUpdate?: (found: Walk) => void): Promise<Walk>;
  /** How many best walks a level has and how hard one is to find. */
  judge(limits?: { ms?: number; megabytes?: number }): Promise<Judgement>;
  /** Ends the thinking, whose answer is then what is known. */
  stop(): void;
  close(): void;
}
