// What a lesson says of a move, as a question to the engine: each claim gives those of the legal moves of
// which it is true. A step's answers must be exactly the moves that all its claims allow.

const won = (state, side) => state.over && state.half === (side === 0 ? 2 : 0);
const count = (state, label, side) => state.counts.find(([each, of]) => each === label && of === side)?.[2] ?? 0;
const takes = ({ steps }) => steps.some(({ touch }) => touch === 3);
const CORNERS = ["a1", "a8", "h1", "h8"];

// The state after a move of the session's present position.
export function after(session, { move }) {
  const { at } = session.state;
  session.play(move);
  const { state } = session;
  session.go(at);
  return state;
}

// Whether the side to move after `move` can answer with a move of this kind.
function answers(session, move, kind) {
  const { at } = session.state;
  session.play(move.move);
  const { state } = session;
  const found = state.moves.some((reply) => kind(reply, session, state));
  session.go(at);
  return found;
}

// Whether some reply to `move` leads to a position of which this is true.
function replies(session, move, test) {
  return answers(session, move, (reply) => {
    const { at } = session.state;
    session.play(reply.move);
    const found = test();
    session.go(at);
    return found;
  });
}

function doomed(session, move) {
  const { side } = session.state;
  if (after(session, move).over || answers(session, move, ends)) return false;
  return !replies(session, move, () => !session.state.moves.some((own) => won(after(session, own), side)));
}

const name = (session, place) => session.geometry.places[place][2];
const ends = (move, session, { side }) => won(after(session, move), side);

// ask() gives the engine's proved value of every move of the session's position.
export const claims = {
  any: () => true, // it is legal
  merge: (move, session, state) => Boolean(state.content[move.steps[1]?.place]),
  slide: (move, session, state) => state.content[move.steps[1]?.place] === "",
  carry: (move, session, state) => move.steps.length > 0 && state.content[move.steps[0].place].length - move.steps[0].level > 1, // more than one man moves
  split: (move) => move.steps[0]?.level > 0, // something stays behind
  scores: (move, session, state) => count(after(session, move), "stacks won", state.side) > count(state, "stacks won", state.side),
  wins: ends, // the game is over at once
  blocks: (move, session) => !answers(session, move, ends), // the opponent cannot win at once
  forks: (move, session) => doomed(session, move), // whatever the opponent plays, the next move wins
  mill: takes,
  again: (move, session) => !replies(session, move, () => !session.state.moves.some(takes)), // whatever the opponent plays, another mill follows
  stops: (move, session) => !answers(session, move, takes), // the opponent cannot close a mill at once
  corner: (move, session) => CORNERS.includes(name(session, move.steps[0].place)),
  guards: (move, session) => !answers(session, move, (reply) => reply.steps.length > 0 && CORNERS.includes(name(session, reply.steps[0].place))),
  passes: (move, session) => !answers(session, move, (reply) => reply.steps.length > 0) && !after(session, move).over, // the opponent has no move
  most(move, session, state) {
    const gain = (each) => count(after(session, each), "discs", state.side);
    return gain(move) === Math.max(...state.moves.map(gain));
  },
  proved: (move, session, state, ask) => ask().find((each) => each.move === move.text).outcome === "win", // the others are proved not to win
};

// The legal moves of which all are true.
export function trueOf(session, wanted, ask) {
  const { state } = session;
  return state.moves.filter((move) => wanted.every((claim) => claims[claim](move, session, state, ask))).map(({ text }) => text);
}
