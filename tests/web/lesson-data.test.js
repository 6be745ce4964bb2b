// Every claim of the lessons, proved by the engine: a step's answers are exactly the moves that its claims
// allow, a drill is won or drawn as it says and can be done against best play, a walk gives what it promises.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { openEngine } from "./node-engine.js";
import { claims, trueOf } from "./lesson-claims.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const build = process.env.POTEZ_BUILD ?? join(root, "build/release");
const { Engine, newGame } = await import(`data:text/javascript;base64,${readFileSync(join(root, "web/modules/engine.js")).toString("base64")}`);
const engine = new Engine(new WebAssembly.Module(readFileSync(join(build, "src/ports/browser/potez.wasm"))));
const { ask } = openEngine(build);
const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));
const NODES = 20e6; // as in web/lessons/drill.js
const inquire = (session, kind) => ask({ saved: session.save(), kind, ask: { nodes: NODES }, keep: true });
const list = read("web/lessons/list.json");
const lessons = Object.fromEntries(list.map((game) => [game, read(`web/lessons/${game}.json`)]));
const shipped = Object.fromEntries(read("levels/list.json").map(({ name, file }) => [name, file]));
const steps = (wanted) => list.flatMap((game) => lessons[game].flatMap((lesson) => lesson.steps.filter(wanted).map((step) => ({ game, lesson, step, name: `${game} ${lesson.id} ${step.id}` }))));

function begin(game, { options = {}, start = null, moves = [], level = null, shipped: own = null }) {
  const text = own ? readFileSync(join(root, "levels", shipped[own]), "utf8").replace(/\n$/, "") : level?.join("\n") ?? null;
  return engine.open(newGame(game, { options, start, moves, level: text }));
}

function within(game, step, look) {
  const session = begin(game, step);
  try {
    return look(session);
  } finally {
    session.close();
  }
}

// The engine's value of every move, all of them proved.
function provedMoves(session) {
  const { moves, exact } = inquire(session, "moves");
  assert.ok(exact && moves.every((each) => each.exact), session.position);
  return moves;
}

test("every game has first steps and drills, and every text is there", () => {
  assert.deepEqual([...list].sort(), engine.games.map(({ name }) => name).sort());
  const texts = read("web/texts/lessons/en.json"), named = new Set();
  for (const [game, all] of Object.entries(lessons)) {
    assert.ok(all[0].steps.length >= 6, game);
    assert.ok(all.some((lesson) => lesson.steps.length === 1 && lesson.steps[0].goal), game);
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length, game);
    for (const { id, steps: own } of all)
      for (const step of own) {
        assert.ok(Boolean(step.goal) !== Boolean(step.answers), `${game} ${id} ${step.id}`);
        for (const key of [`lessons.${game}.${id}`, `lessons.${game}.${id}.${step.id}`])
          if (own.length > 1) assert.ok(key in texts, key);
        for (const key of ["", ".right", ".wrong"]) named.add(`lessons.${game}.${id}.${step.id}${key}`);
      }
  }
  const unused = Object.keys(texts).filter((key) => list.some((game) => key.startsWith(`lessons.${game}.first.`)) && !named.has(key));
  assert.deepEqual(unused, []);
});

for (const { game, step, name } of steps(({ answers }) => answers))
  test(`${name}: right are exactly the moves that its claims allow`, () => within(game, step, (session) => {
    for (const claim of step.claims) assert.ok(claim in claims, claim);
    const { moves } = session.state, found = trueOf(session, step.claims, () => provedMoves(session));
    if (step.answers === "any") assert.equal(found.length, moves.length);
    else {
      assert.deepEqual([...step.answers].sort(), found.sort());
      assert.ok(found.length > 0 && found.length < moves.length, "there is something to find");
    }
  }));

for (const { game, step, name } of steps(({ goal }) => goal === "win" || goal === "draw"))
  test(`${name}: proved, and done against best play`, () => within(game, step, (session) => {
    const value = inquire(session, "value");
    assert.ok(value.proved);
    assert.equal(value.outcome, step.goal);
    const { side } = session.state;
    let choices = 0;
    while (!session.state.over) {
      const { state } = session, answer = inquire(session, "move");
      assert.ok(answer.exact, `${session.position}: the engine knows`);
      const good = step.goal === "draw" ? "draw" : state.side === side ? "win" : "loss";
      assert.equal(answer.outcome, good, session.position);
      if (state.side === side && state.moves.length > 1) choices += provedMoves(session).some(({ outcome }) => outcome !== step.goal) ? 1 : 0;
      session.playText(answer.move);
    }
    assert.equal(session.state.half, step.goal === "draw" ? 1 : side === 0 ? 2 : 0);
    assert.ok(choices >= 2, `only ${choices} decisions in which something can go wrong`);
  }));

for (const { game, step, name } of steps(({ goal }) => goal === "solve"))
  test(`${name}: the target is the most that can be had`, () => within(game, step, (session) => {
    const target = session.state.counts.find(([label]) => label === "target")[2];
    const value = inquire(session, "value");
    assert.ok(value.proved);
    assert.equal(value.score, target);
    session.playText(value.pv.join(" "));
    assert.equal(session.state.counts.find(([label]) => label === "points")[2], target);
  }));

test("what a lesson says of its numbers is so", () => {
  const find = (game, id) => lessons[game][0].steps.find((step) => step.id === id);
  within("zr2", find("zr2", "target"), ({ state }) => assert.deepEqual(state.counts.map(([, , value]) => value), [4, 0, 3])); // "3 of 4"
  within("zr2", find("zr2", "press"), (session) => {
    session.play(session.state.moves[0].move);
    assert.equal(session.state.counts[1][2], 3); // "three points in one step"
  });
  within("zr2", find("zr2", "dead"), (session) => {
    session.playText("2");
    assert.ok(inquire(session, "value").score < 4, "the other side first does not do");
  });
  within("othello", find("othello", "last"), ({ state }) => assert.equal(state.content.filter((each) => each === "").length, 2));
  within("mill", find("mill", "guarded"), ({ state }) => assert.equal(state.moves.filter(({ text }) => text.includes("x")).length, 1));
  within("byte", find("byte", "higher"), ({ state }) => assert.deepEqual(state.moves.map(({ text }) => text).filter((text) => text.startsWith("d4")), ["d4:3-e5"]));
  within("byte", find("byte", "eight"), (session) => { // the other way of making eight is Black's
    session.playText("c5-b6");
    assert.deepEqual([session.state.over, session.state.half], [true, 0]);
  });
  within("byte", find("byte", "ahead"), (session) => assert.deepEqual(provedMoves(session).map(({ outcome }) => outcome), ["win", "loss", "loss"]));
});

test("a disc in a corner is never turned", () => { // "a disc in a corner can never be turned"
  let seed = 1;
  const chance = (n) => (seed = (seed * 48271) % 2147483647) % n;
  for (let games = 0; games < 20; games++) {
    const session = engine.open(newGame("othello")), seen = {};
    while (!session.state.over) {
      const { moves, content } = session.state;
      for (const corner of [0, 7, 56, 63]) if (content[corner]) assert.equal(content[corner], (seen[corner] ??= content[corner]));
      session.play(moves[chance(moves.length)].move);
    }
    session.close();
  }
});
