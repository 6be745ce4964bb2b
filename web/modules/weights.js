// Players that are files of weights (the engine's player `model`): chosen in the dialog for a new game, or dropped
// anywhere on the page. The file is kept with the game, so that the game can be taken up again.
import { toast } from "./dom.js";
import { gameTitle } from "./games.js";
import { EngineError, newGame } from "./potez.js";
import { person } from "./players.js";
import { needTexts, t } from "./texts.js";

const MOST = 2 << 20; // bytes; larger ones do not fit beside the kept games
const NAME = 60;

export const takesFiles = (game) => game.players.some(({ name }) => name === "model");

function textOf(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return btoa(text);
}

// Reads a file as a player of this game; throws the engine's reason where it is none.
export async function readWeights(engine, game, file) {
  if (file.size > MOST) throw new EngineError(t("model.large"));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const name = `model:${file.name.replace(/[^\w.-]+/g, "-").slice(-NAME)}`;
  const session = engine.open(newGame(game.name));
  try {
    engine.give(session.slot, "weights", bytes, name);
  } finally {
    session.close();
  }
  return { kind: "named", name, file: textOf(bytes) };
}

// A file was dropped: a game against it begins, whichever of the games it is for; the present one is tried first.
export async function dropWeights(app, file) {
  await needTexts("players");
  const present = app.view?.game, games = app.engine.games.filter(takesFiles);
  let reason = null;
  for (const game of [...games.filter((each) => each === present), ...games.filter((each) => each !== present)])
    try {
      const player = await readWeights(app.engine, game, file);
      app.startGame(game, { players: [person, player] });
      toast(t("model.begun", { name: player.name.slice(6), game: gameTitle(game) }));
      return;
    } catch (error) {
      reason ??= error;
    }
  toast(reason.message, true);
}
