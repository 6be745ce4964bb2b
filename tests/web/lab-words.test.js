// Everything that potez serve --lab offers has a name in every language: settings, choices, models, presets; and so has everything
// that a training or an import measures. The names are asked of the page's own module; what it answers with the identifier is missing.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { serveProgram } from "./program.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const languages = ["en", "hr", "sr-Latn", "sr-Cyrl"];
const folder = mkdtempSync(join(tmpdir(), "potez-lab-words-"));

// The page's modules fetch their texts from the address that they were loaded from, which here is a file's.
globalThis.document = { documentElement: {} };
globalThis.fetch = ((fetched) => async (address, ...rest) => {
  const url = new URL(address);
  return url.protocol === "file:" ? new Response(readFileSync(url)) : fetched(address, ...rest);
})(globalThis.fetch);
const words = await import("../../web/lab/words.js");
const { has, missing, needTexts, sentenceOf, useLanguage } = await import("../../web/modules/texts.js");

let server, offers;
before(async () => {
  server = await serveProgram("--lab", folder);
  offers = await (await fetch(`${server.address}api/v1/lab`)).json();
});
after(() => {
  server?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

// Numbers that a training or an import writes; those of labels, of trainings on labels and of other commands on archives never come here.
function measures() {
  const cli = join(root, "src/ports/cli"), trainings = readdirSync(cli, { recursive: true }).filter((name) => /(?:^|\/)train(?:_\w+)?\.c$/.test(name) && !/train_(?:labels|network)\.c$/.test(name));
  const found = trainings.flatMap((name) => [...readFileSync(join(cli, name), "utf8").matchAll(/json_out_(?:integer|unsigned|number|open)\(&json, "(\w+)"/g)].map(([, each]) => each));
  return [...new Set([...found, "read", "kept", "known", "faulty"])];
}

async function each(check) {
  for (const code of languages) {
    await useLanguage(code);
    await Promise.all(["lab", "engine"].map(needTexts));
    check(code);
  }
  assert.deepEqual([...missing], []);
}

test("every setting and every choice has a name", async () => {
  const tables = [offers.match, offers.tournament, ...offers.trainings.map(({ settings }) => settings)];
  const settings = [...new Map(tables.flat().map((setting) => [`${setting.name} ${setting.kind}`, setting])).values()];
  const choices = settings.flatMap(({ name, words: own = [] }) => own.map((choice) => [name, choice]));
  assert.ok(settings.length >= 50 && choices.length >= 23, `${settings.length} settings, ${choices.length} choices`);
  await each((code) => {
    assert.deepEqual(settings.filter((setting) => words.settingName(setting) === setting.name), [], code);
    assert.deepEqual(choices.filter(([name, choice]) => !has(`lab.choice.${name}.${choice}`)), [], code);
  });
});

test("every model and every preset has a name", async () => {
  const presets = offers.trainings.flatMap(({ game, presets: own = [] }) => own.map(({ name }) => [game, name]));
  assert.ok(offers.trainings.length >= 10 && presets.length >= 9, `${offers.trainings.length} trainings, ${presets.length} presets`);
  await each((code) => {
    assert.deepEqual(offers.trainings.filter((training) => words.modelName(training.model) === training.model || words.modelAbout(training) === training.summary), [], code);
    assert.deepEqual(presets.filter(([game, name]) => words.presetName(game, name) === name), [], code);
  });
});

test("every measure has a name", async () => {
  const all = measures();
  assert.ok(all.length >= 20, all.join());
  for (const name of ["versus_random", "held_back_loss", "ladder", "error", "swh"]) assert.ok(all.includes(name), name);
  await each((code) => assert.deepEqual(all.filter((name) => !has(`lab.measure.${name}`)), [], code));
  await useLanguage("hr");
  assert.equal(words.measureName("ladder swh:random=10"), "Udio protiv igrača SWH random=10");
  assert.equal(words.measureName("error 24"), "Pogreška, praznih polja: 24");
  assert.equal(words.measureName("not_known"), "not known");
});

// What the server really answers, said in another language.
test("refusals are said in the person's language, settings by the names that the form has", async () => {
  const refusal = async (question) => {
    const answer = await fetch(`${server.address}api/v1/lab/runs`, { method: "POST", body: JSON.stringify(question) });
    assert.equal(answer.status, 400);
    return words.withSettingName((await answer.json()).error.message);
  };
  const training = (settings) => ({ kind: "train", game: "othello", model: "linear", settings });
  await useLanguage("hr");
  assert.equal(sentenceOf(await refusal(training({ population: 1 }))), "„Populacija” treba biti cijeli broj između 2 i 100000");
  assert.equal(sentenceOf(await refusal(training({ eta: -1 }))), "„Križanje, eta” treba biti broj između 0 i 1000");
  assert.equal(sentenceOf(await refusal(training({ rescale: "wide" }))), "„Skaliranje”: te riječi nema među ponuđenima");
  assert.match(sentenceOf(await refusal(training({ sparring: "nobody" }))), /^„Partner za vježbu”: othello nema igrača „nobody”/);
  await useLanguage("sr-Cyrl");
  assert.equal(sentenceOf(await refusal({ kind: "match", game: "othello", players: ["random"] })), "играча треба да буде од 2 до 2");
  assert.equal(words.spokenErrors("potez train: opponents must be an even number below the population of 4\n"), "potez train: број противника мора бити паран и мањи од популације, која је 4\n");
  await useLanguage("en");
  assert.equal(sentenceOf(await refusal(training({ population: 1 }))), '"Population" should be a whole number between 2 and 100000');
});
