// One run as it goes: a training with its curve and the weights of each generation, a match with its score and its test, a
// tournament with its cross table and ratings. Everything is redrawn from what the server reads in the run's own files.
import { gameTitle } from "../modules/games.js";
import { announce, download, h, replace, toast } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { newGame } from "../modules/potez.js";
import { number, t } from "../modules/texts.js";
import { person } from "../modules/players.js";
import { ask, askText } from "./ask.js";
import { Bars, BoardPicture, Chart, Ratings } from "./picture.js";
import { settingsTable } from "./settings.js";
import { Table } from "./table.js";
import { measureName, modelName, presetName, spokenErrors } from "./words.js";

const percent = (share) => `${number(Number((100 * share).toFixed(1)))} %`;
const withError = (elo, error) => (elo === null || elo === undefined ? "" : `${number(Math.round(elo))}${error === null || error === undefined ? "" : ` ± ${number(Math.round(error))}`}`);
// What is measured of a training, before what is merely counted.
const FIRST = ["elo", "versus_random", "best", "held_back_loss", "loss", "rating", "score"];

export const runTitle = (app, run) => {
  const game = app.game(run.game), title = game ? gameTitle(game) : run.game;
  if (run.kind === "train") return `${title}: ${modelName(run.model)}${run.preset ? ` (${presetName(run.game, run.preset)})` : ""}`;
  if (run.kind === "import") return run.file;
  return `${title}: ${run.players.map(playerWord).join(" – ")}`;
};

// A generation's file is shown as it is asked for.
export function playerWord(name) {
  const generation = /^model:\.\.\/(\d{4})\/training\/generations\/(\d+)\.vector$/.exec(name);
  return generation ? `${generation[1]}/${Number(generation[2])}` : name;
}

// ---- trainings ----

class TrainingView {
  constructor(app, run) {
    Object.assign(this, { app, run: run.run, generation: null, held: false });
    this.measure = h("select", { "aria-label": t("lab.measure"), onchange: () => this.#draw() });
    this.chart = new Chart({ caption: t("lab.curve"), file: `run-${run.run}-curve` });
    this.table = new Table({ caption: t("lab.curve.table"), file: `run-${run.run}-curve`, columns: [] });
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": t("lab.generation"), oninput: () => this.#choose(Number(this.slider.value), true) });
    this.shown = h("output", {});
    this.against = h("button", { type: "button", class: "go", onclick: () => this.#play() }, icon("play"), t("lab.against"));
    this.file = h("button", { type: "button", onclick: () => this.#save() }, icon("save"), t("lab.vector"));
    this.pictures = h("div", { class: "lab-pictures" });
    this.weights = h("section", { class: "lab-weights", hidden: true, "aria-label": t("lab.weights") }, h("h3", {}, t("lab.weights")),
      h("div", { class: "lab-generation" }, this.shown, this.slider), h("div", { class: "row" }, this.against, this.file), this.pictures);
    this.element = h("div", { class: "lab-details" }, h("label", { class: "line" }, h("span", {}, t("lab.measure")), this.measure), this.chart.element, this.weights,
      h("details", {}, h("summary", {}, t("lab.curve.table")), this.table.element));
  }

  show({ curve, generations = [] }) {
    this.curve = curve;
    const axis = curve.columns.includes("generation") ? "generation" : curve.columns[0];
    const measures = curve.columns.filter((name) => name !== axis && !name.endsWith("_error"));
    measures.sort((a, b) => (FIRST.indexOf(a) + 1 || 99) - (FIRST.indexOf(b) + 1 || 99));
    if (measures.join() !== this.known) {
      this.known = measures.join();
      const chosen = this.measure.value;
      replace(this.measure, measures.map((name) => h("option", { value: name }, measureName(name))));
      if (this.chosen && measures.includes(chosen)) this.measure.value = chosen;
      this.table.columns = curve.columns.map((name) => ({ name, label: measureName(name), number: true }));
    }
    this.axis = axis;
    this.table.show(curve.rows.map((row) => Object.fromEntries(curve.columns.map((name, i) => [name, row[i]]))), this.table.columns.slice());
    this.#draw();
    this.#generations(generations);
  }

  #draw() {
    const { columns, rows } = this.curve, x = columns.indexOf(this.axis), y = columns.indexOf(this.measure.value), error = columns.indexOf(`${this.measure.value}_error`);
    const points = rows.filter((row) => row[y] !== null && row[y] !== undefined).map((row) => [row[x], row[y], error < 0 ? 0 : row[error] ?? 0]);
    this.chart.show({ xName: t("lab.generation"), yName: measureName(this.measure.value), series: [{ name: this.measure.value, points }] });
  }

  // The newest is shown until a person has chosen one.
  #generations(generations) {
    this.generations = generations;
    this.weights.hidden = !generations.length;
    if (!generations.length) return;
    this.slider.max = generations.length - 1;
    if (!this.held) this.slider.value = generations.length - 1;
    this.#choose(Number(this.slider.value), this.held);
  }

  async #choose(index, held) {
    this.held = held;
    const generation = this.generations[index];
    this.shown.textContent = t("lab.generation.number", { number: generation });
    this.slider.setAttribute("aria-valuetext", this.shown.textContent);
    if (generation === this.generation) return;
    this.generation = generation;
    try {
      const told = await ask(`/weights/${this.run}/${generation}`);
      if (generation === this.generation) this.#weights(told);
    } catch (error) {
      toast(error.message, true);
    }
  }

  // Weights of places on the board, and a bar for each of the others.
  #weights({ game, weights, pictures }) {
    const session = this.app.engine.open(newGame(game)), { places } = session.geometry;
    session.close();
    const onBoard = new Set(pictures.flat()), rest = weights.map((value, index) => ({ index, value })).filter(({ index }) => !onBoard.has(index));
    if (this.drawn?.length !== pictures.length) {
      const file = `run-${this.run}-weights`;
      this.drawn = pictures.map((_, i) => new BoardPicture({ caption: pictures.length > 1 ? t("lab.weights.filter", { n: i + 1 }) : t("lab.weights.board"), file: `${file}-${i + 1}` }));
      this.bars = new Bars({ caption: pictures.length ? t("lab.weights.others") : t("lab.weights.all"), file: `${file}-others`, tall: 200 });
      this.list = new Table({ caption: t("lab.weights"), file, columns: [{ name: "weight", label: t("lab.weights.number"), number: true }, { name: "value", label: t("lab.weights.value"), number: true }] });
      replace(this.pictures, this.drawn.map((each) => each.element), this.bars.element, h("details", {}, h("summary", {}, t("lab.weights.table")), this.list.element));
    }
    this.drawn.forEach((picture, i) => picture.show(places, pictures[i].map((index) => (index < 0 ? null : weights[index]))));
    this.bars.element.hidden = !rest.length;
    if (rest.length) this.bars.show(rest);
    this.list.show(weights.map((value, index) => ({ weight: index + 1, value })));
  }

  async #file() {
    return new File([await askText(`/vectors/${this.run}/${this.generation}`)], `run-${this.run}-${this.generation}.vector`, { type: "text/plain" });
  }

  async #play() {
    try {
      const file = await this.#file(), { readWeights } = await import("../modules/weights.js");
      const game = this.app.game(this.told.game), player = await readWeights(this.app.engine, game, file);
      this.app.startGame(game, { players: [person, player] });
    } catch (error) {
      toast(error.message, true);
    }
  }

  async #save() {
    try {
      const file = await this.#file();
      download(file.name, file);
    } catch (error) {
      toast(error.message, true);
    }
  }
}

// ---- matches ----

class MatchView {
  constructor(app, run) {
    const file = `run-${run.run}`;
    this.words = h("p", { class: "lab-score", role: "status" });
    this.test = h("p", { class: "lab-test" });
    this.score = new Table({ caption: t("lab.score"), file: `${file}-score`, columns: ["a", "b", "games", "wins", "draws", "losses", "score", "elo", "elo_error"].map((name) =>
      ({ name, label: t(`lab.column.${name}`), number: !["a", "b"].includes(name), ...(["a", "b"].includes(name) ? { cell: (row) => playerWord(row[name]) } : {}) })) });
    this.ratio = new Chart({ caption: t("lab.sprt.line"), file: `${file}-sprt` });
    this.elo = new Chart({ caption: t("lab.elo.line"), file: `${file}-elo` });
    this.line = new Table({ caption: t("lab.line"), file: `${file}-line`, columns: ["games", "elo", "elo_error", "likelihood"].map((name) => ({ name, label: t(`lab.column.${name}`), number: true })) });
    this.element = h("div", { class: "lab-details" }, this.words, this.test, this.ratio.element, this.elo.element, this.score.element,
      h("details", {}, h("summary", {}, t("lab.line")), this.line.element));
  }

  show({ score, line, played, total }) {
    const { wins, draws, losses, elo, elo_error: error, sprt } = score;
    this.words.textContent = t("lab.score.words", { wins, draws, losses, played, total, share: percent(score.score), elo: withError(elo, error) || "–" });
    this.score.show([score]);
    this.test.hidden = this.ratio.element.hidden = !sprt;
    const column = (name) => line.columns.indexOf(name), points = (name, also = -1) => line.rows.filter((row) => row[column(name)] !== null)
      .map((row) => [row[0], row[column(name)], also < 0 ? 0 : row[also] ?? 0]);
    if (sprt) {
      this.test.textContent = t(`lab.sprt.${sprt.verdict}`, { elo0: sprt.elo0, elo1: sprt.elo1, ratio: number(Number(sprt.likelihood.toFixed(2))) });
      this.ratio.show({ xName: t("lab.column.games"), yName: t("lab.column.likelihood"), series: [{ name: "likelihood", points: points("likelihood") }],
        bounds: [{ y: sprt.lower, name: t("lab.sprt.bound", { elo: sprt.elo0 }) }, { y: sprt.upper, name: t("lab.sprt.bound", { elo: sprt.elo1 }) }] });
    }
    this.elo.show({ xName: t("lab.column.games"), yName: "Elo", series: [{ name: "elo", points: points("elo", column("elo_error")) }], bounds: [{ y: 0, name: "0" }] });
    this.line.show(line.rows.map((row) => Object.fromEntries(line.columns.map((name, i) => [name, row[i]]))));
  }
}

// ---- tournaments ----

class TournamentView {
  constructor(app, run) {
    const file = `run-${run.run}`;
    this.words = h("p", { class: "lab-score", role: "status" });
    this.ratings = new Ratings({ caption: t("lab.ratings"), file: `${file}-ratings` });
    this.cross = new Table({ caption: t("lab.cross"), file: `${file}-cross`, columns: [] });
    this.element = h("div", { class: "lab-details" }, this.words, this.ratings.element, this.cross.element);
  }

  show({ ratings, pairings_played: pairings, played, total }) {
    this.words.textContent = t("lab.played", { played, total });
    this.ratings.show(ratings.map(({ player, elo, elo_error: error }) => ({ name: playerWord(player), elo, error })));
    const columns = ["rank", "player", "elo", "elo_error", "points", "games"].map((name) => ({ name, label: t(`lab.column.${name}`), number: name !== "player" }));
    const against = ratings.map(({ rank }) => ({ name: String(rank), label: String(rank), number: true }));
    this.cross.show(ratings.map((row) => ({ ...row, player: playerWord(row.player), ...this.#shares(row, ratings, pairings) })), [...columns, ...against]);
  }

  // What one has of the points against each of the others, in percent.
  #shares({ player }, ratings, pairings) {
    return Object.fromEntries(ratings.map(({ rank, player: other }) => {
      const pair = pairings.find(({ a, b, wins, draws, losses }) => ((a === player && b === other) || (a === other && b === player)) && wins + draws + losses);
      return [String(rank), !pair ? "" : Number((100 * (pair.a === player ? pair.score : 1 - pair.score)).toFixed(1))];
    }));
  }
}

class ImportView {
  constructor(app, run) {
    this.table = new Table({ caption: t("lab.import"), file: `run-${run.run}-import`, columns: [] });
    this.element = h("div", { class: "lab-details" }, this.table.element);
  }

  show({ curve }) {
    this.table.show(curve.rows.map((row) => Object.fromEntries(curve.columns.map((name, i) => [name, row[i]]))), curve.columns.map((name) => ({ name, label: measureName(name), number: true })));
  }
}

const views = { train: TrainingView, match: MatchView, tournament: TournamentView, import: ImportView };

// ---- what all have ----

export class RunView {
  // `offers` are the server's tables; `changed` is called when the run was started, stopped or removed.
  constructor(app, name, offers, changed) {
    Object.assign(this, { app, name, offers, changed });
    this.title = h("h2", {}, t("lab.run", { run: name }));
    this.state = h("span", { class: "lab-state" });
    this.buttons = h("div", { class: "row" });
    this.command = h("code", { class: "lab-command" });
    this.errors = h("pre", { class: "lab-errors", hidden: true });
    this.place = h("div", {});
    this.settings = h("div", {});
    this.element = h("article", { class: "card lab-run", "data-run": name, "aria-label": t("lab.run", { run: name }) }, h("div", { class: "lab-head" }, this.title, this.state), this.buttons,
      this.place, this.settings, h("p", { class: "label" }, t("lab.command"), " ", this.command), this.errors);
  }

  // Asks and draws; what the run's state is.
  async refresh() {
    const told = await ask(`/runs/${this.name}`), text = JSON.stringify(told);
    if (text !== this.text) {
      this.text = text;
      this.#show(told);
    }
    return told;
  }

  #show(told) {
    if (!this.inner) {
      this.inner = new views[told.kind](this.app, told);
      replace(this.place, this.inner.element);
      replace(this.settings, settingsTable(told, this.offers));
    }
    this.title.textContent = `${told.run} · ${runTitle(this.app, told)}`;
    this.command.textContent = told.command;
    this.errors.hidden = !told.errors;
    this.errors.textContent = spokenErrors(told.errors);
    if (told.state !== this.was) this.#state(told);
    this.inner.told = told;
    this.inner.show(told);
  }

  #state(told) {
    if (this.was) announce(`${told.run}: ${t(`lab.state.${told.state}`)}`);
    this.was = told.state;
    this.state.textContent = t(`lab.state.${told.state}`);
    this.state.dataset.state = told.state;
    const button = (key, name, act, kind = null) => h("button", { type: "button", class: kind, onclick: act }, icon(name), t(key));
    const running = told.state === "running";
    replace(this.buttons, running ? button("lab.stop", "stop", () => this.#act("stop")) : null,
      !running && told.state !== "done" && told.kind !== "import" ? button("lab.resume", "play", () => this.#act("resume"), "go") : null,
      running ? null : button("lab.remove", "bin", () => this.#remove()));
  }

  async #act(action) {
    try {
      await ask(`/runs/${this.name}/${action}`, { method: "POST", body: {} });
      this.changed(this.name);
    } catch (error) {
      toast(error.message, true);
    }
  }

  // The second press removes it.
  #remove() {
    const sure = h("button", { type: "button", class: "danger", onclick: async () => {
      try {
        await ask(`/runs/${this.name}`, { method: "DELETE" });
        this.changed(null);
      } catch (error) {
        toast(error.message, true);
      }
    } }, icon("bin"), t("lab.remove.sure"));
    this.buttons.lastChild.replaceWith(sure);
    sure.focus();
  }
}
