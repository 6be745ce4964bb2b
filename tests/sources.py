"""Whether everything that docs/sources.md and docs/sources/*.md name is there.

    sources.py POTEZ

Looked at: files, commands with their options, players (GAME:PLAYER), views (addresses of the page), headings that links point
to. Every row of a table must name at least one of them or link to a page, so that nothing is claimed without a place to look."""
import glob
import json
import pathlib
import re
import subprocess
import sys

potez = sys.argv[1]
root = pathlib.Path(__file__).resolve().parents[1]
bad = []
checked = {"files": 0, "commands": 0, "players": 0, "views": 0, "links": 0}


def run(*words):
    return subprocess.run([potez, *words], capture_output=True, text=True)


games = {game["name"]: game for game in map(json.loads, run("games", "--json").stdout.splitlines())}
levels = {entry["name"] for path in ("levels/list.json", "levels/document/list.json") for entry in json.loads((root / path).read_text())}
pages = set(re.findall(r'\["(\w+)", \(\) =>', (root / "web/modules/games.js").read_text()))
tabs = {"play", "analysis", "rules", "solve", "levels"}
helps = {}


def help_of(command):
    if command not in helps:
        told = run("help", command)
        helps[command] = told.stdout if told.returncode == 0 else None
    return helps[command]


def option_there(command, word, options, at):
    """--set NAME=VALUE must be one of the game's; --player, --first ... one of its players."""
    name = word[2:].split("=")[0]
    if not re.search(rf"--{re.escape(name)}\b", help_of(command)):
        return f"no option --{name}"
    value = options[at + 1] if at + 1 < len(options) else ""
    game = next((each for each in options if each in games), None)
    if name == "set" and game:
        told = run("moves", game, *([str(root / "levels/01-first-steps.lvl")] if game == "zr2" else []), "start", "--set", value)
        return told.stderr.strip() if told.returncode else None
    return None


def command_problem(text):
    words = re.findall(r"'[^']*'|\S+", text)
    command = words[1]
    if help_of(command) is None:
        return f"no command {command}"
    for at, word in enumerate(words):
        if word.startswith("--"):
            problem = option_there(command, word, words, at)
            if problem:
                return problem
    presets = words[words.index("--preset") + 1:][:1] if "--preset" in words else []
    for preset in presets:
        if preset not in help_of("train") and preset not in run("train", "--list").stdout + "".join(path.read_text() for path in root.glob("src/lab/*/evolve.c")):
            return f"no preset {preset}"
    for word in words[2:]:
        if "/" in word and not word.startswith(("http", "'")) and not (root / word).exists() and not word.startswith("evolution"):
            return f"no file {word}"
    return None


def player_problem(text):
    game, name = text.split(":")[:2]
    if name not in {player["name"] for player in games[game]["players"]}:
        return f"{game} has no player {name}"
    if ":" in text[len(game) + 1:] and game != "zr2":
        told = run("best", game, "start", "--player", text[len(game) + 1:], "--nodes", "10")
        if "takes" in told.stderr and "argument" in told.stderr or "only the word" in told.stderr:
            return told.stderr.strip()
    return None


def view_problem(text):
    name, _, query = text[1:].partition("?")
    if name not in games and name not in pages:
        return f"no view {name}"
    for part in filter(None, query.split("&")):
        key, value = part.split("=", 1)
        known = {"tab": tabs, "level": levels, "view": {"editor"}}.get(key)
        if known is None or value not in known:
            return f"no {key} {value}"
    return None


def heading_there(path, anchor):
    slugs = [re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower()).replace(" ", "-") for line in path.read_text().splitlines() if line.startswith("#")]
    return anchor in slugs


def link_problem(page, target):
    name, _, anchor = target.partition("#")
    path = (page.parent / name).resolve() if name else page
    if not path.exists():
        return f"no page {name}"
    return f"no heading {anchor} in {path.name}" if anchor and not heading_there(path, anchor) else None


def look(text):
    """The kind of thing that a word in code marks names, and what is wrong with it; None: nothing that can be looked at."""
    if text.startswith("potez "):
        return "commands", command_problem(text)
    if text.startswith("#"):
        return "views", view_problem(text)
    if text.split(":")[0] in games and ":" in text:
        return "players", player_problem(text)
    if re.match(r"^[\w.-]+(/[\w.*-]+)+$", text):
        return "files", None if glob.glob(str(root / text)) else f"no file {text}"
    return None


def check(page):
    for number, line in enumerate(page.read_text().splitlines(), 1):
        found = [look(text) for text in re.findall(r"`([^`]+)`", line)]
        found += [("links", link_problem(page, target)) for target in re.findall(r"\]\(([^)]+)\)", line)]
        found = [each for each in found if each]
        for kind, problem in found:
            checked[kind] += 1
            if problem:
                bad.append(f"{page.relative_to(root)}:{number}: {problem}")
        row = line.startswith("| ") and not re.match(r"\| (---|in the |document )", line)
        if row and not found and not re.search(r"\| the same", line):
            bad.append(f"{page.relative_to(root)}:{number}: names no place to look")


for page in [root / "docs/sources.md", *sorted((root / "docs/sources").glob("*.md"))]:
    check(page)
print(", ".join(f"{count} {kind}" for kind, count in checked.items()))
if bad:
    sys.exit("\n".join(bad))
assert min(checked.values()) >= 10, checked
