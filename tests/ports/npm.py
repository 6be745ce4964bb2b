"""The npm package as somebody else gets it: packed, installed without network into an empty folder, used by
Node with each of its engines, and removed. tests/web/package.test.js has it in a browser.

usage: npm.py SOURCE BUILD"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

source, build = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
USE = r"""
import assert from "node:assert/strict";
import * as potez from "potez";
const { PotezError, bestEngine, games, generateLevel, load, open, puzzles, readPuzzles } = potez;
assert.deepEqual((await games()).map(({ name }) => name), ["othello", "connect4", "mill", "byte", "zr2"]);
const told = [];
for (const engine of ["potez", "potez-simd", "potez-threads"]) {
  const game = await open("othello", { engine, threads: 1, seed: 7, moves: "f5d6c3" });
  const { seconds, ...answer } = await game.best("", { nodes: 5000, book: false });
  told.push(answer);
  game.close();
}
assert.deepEqual(told[1], told[0]);
assert.deepEqual(told[2], told[0]);
const game = await open("connect4", { moves: "4453" });
const { move, outcome } = await game.best();
assert.equal(outcome, "loss");
game.play(move);
assert.equal(game.undo(5), 5);
assert.equal(game.redo(2), 2);
assert.deepEqual(game.history, ["4", "4"]);
assert.equal((await load(game.save())).position, game.position);
assert.throws(() => game.play("9"), PotezError);
await assert.rejects(open("chess"), /there is no game/);
await assert.rejects(game.best("nobody"), PotezError);
assert.equal((await game.analyse({ nodes: 2000 })).moves.length, 7);
const book = await open("connect4"); // its value is in the book
const known = await book.probe();
assert.deepEqual([known.outcome, Object.keys(known.moves).length], ["win", 7]);
book.close();
assert.ok((await game.review({ nodes: 500 })).review.length >= 5); // what was taken back is part of the game
const long = await open("mill", { threads: 2 });
const begun = Date.now();
setTimeout(() => long.stop(), 300);
assert.ok((await long.best("", { ms: 100000, book: false })).move);
assert.ok(Date.now() - begun < 90000);
long.close();
for (const wait of [0, 400]) { // without shared memory too, before and after something is known
  const alone = await open("othello", { engine: "potez-simd" });
  setTimeout(() => alone.stop(), wait);
  const found = await alone.best("", { ms: 100000, book: false });
  assert.ok(alone.moves.includes(found.move));
  assert.ok(Date.now() - begun < 90000);
  alone.play(found.move);
  assert.ok((await alone.best("", { nodes: 2000 })).move); // and can be asked again
  alone.close();
}
const [puzzle] = await puzzles("connect4");
const first = await open(puzzle.game, puzzle);
assert.equal(first.position, puzzle.position);
assert.equal((await first.value()).plies, Number(puzzle.value.split(" ")[1]));
assert.deepEqual([...first.moves].sort(), [...puzzle.solution, ...puzzle.wrong.map(({ move }) => move)].sort());
first.close();
for (const name of ["othello", "mill", "byte"]) assert.ok((await puzzles(name)).length >= 20);
await assert.rejects(puzzles("zr2"), PotezError);
assert.throws(() => readPuzzles("potez puzzles 2"), /line 1: expected/);
const level = (await generateLevel({ size: [4, 4], seed: 3 })).text;
const walk = await open("zr2", { level });
assert.ok((await walk.solve()).proved);
walk.close();
game.close();
console.log(bestEngine(), Object.keys(potez).sort().join(" "));
"""
EXAMPLES = [(["player.mjs"], "4\n9\n4\n", "I play"), (["solver.mjs", "4455"], "", "wins in 2 (proved)"),
            (["level.mjs", str(source / "levels/06-three-by-three.lvl")], "", "14 best walks"),
            (["tournament.mjs", "connect4", "random", "alphabeta:2"], "", "random - alphabeta:2")]


def run(*words, asks="", **more):
    done = subprocess.run([str(word) for word in words], input=asks, capture_output=True, text=True, check=False, timeout=200,
                          **more)
    if done.returncode:
        sys.exit("FAILED: %s\n%s%s" % (" ".join(str(word) for word in words[:3]), done.stdout, done.stderr))
    return done.stdout


if not shutil.which("npm") or not (build / "src/ports/browser/potez.wasm").exists():
    print("skipped: npm or the engines of the page are missing")
    sys.exit(77)
# the page comes to the engine through the package's entry alone
INSIDE = {"engine", "helper", "known", "potez", "thinker", "worker"}
for module in sorted((source / "web").rglob("*.js")):
    if module.parent.name == "modules" and module.stem in INSIDE:
        continue
    past = re.search(r"""(?:from|import\()\s*["'`][^"'`]*/(engine|helper|known|thinker|worker)\.js""", module.read_text(encoding="utf-8"))
    if past:
        sys.exit("FAILED: %s imports %s.js; the page's way to the engine is modules/potez.js" % (module.relative_to(source), past[1]))
with tempfile.TemporaryDirectory() as folder:
    place = pathlib.Path(folder)
    packed = run(source / "bindings/npm/build", build, place).strip()
    version = re.search(r"version: '([^']+)'", (source / "meson.build").read_text(encoding="utf-8"))[1]
    with tarfile.open(packed) as archive:
        names = archive.getnames()
        # the page and the package are made of the same modules
        for name in names:
            page = source / "web" / name.removeprefix("package/")
            if "/modules/" in name and archive.extractfile(name).read() != page.read_bytes():
                sys.exit("FAILED: %s is not the page's" % name)
        about = json.load(archive.extractfile("package/package.json"))
        types = archive.extractfile("package/index.d.ts").read().decode()
    if about["version"] != version or "package/modules/worker.js" not in names or about.get("dependencies"):
        sys.exit("FAILED: package.json, or what was packed")
    app = place / "app"
    app.mkdir()
    (app / "package.json").write_text('{"private": true, "type": "module"}\n', encoding="utf-8")
    environment = {**os.environ, "HOME": folder, "npm_config_cache": str(place / "cache")}
    run("npm", "install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", packed, cwd=app, env=environment)
    (app / "use.mjs").write_text(USE, encoding="utf-8")
    engine, *exported = run("node", "use.mjs", cwd=app).split()
    missing = [name for name in exported if not re.search(r"export (class|function) %s\b" % name, types)]
    if missing:
        sys.exit("FAILED: without types: %s" % missing)
    for words, asks, expected in EXAMPLES:
        shutil.copy(source / "examples/javascript" / words[0], app)
        told = run("node", *words, asks=asks, cwd=app)
        if expected not in told:
            sys.exit("FAILED: %s\n%s" % (words[0], told))
    run("npm", "uninstall", "--offline", "--no-audit", "--no-fund", "potez", cwd=app, env=environment)
    if (app / "node_modules/potez").exists():
        sys.exit("FAILED: left behind")
print("packed, installed, used with three engines and removed; the best here is %s" % engine)
