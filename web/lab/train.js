// A new training: game, model or preset, and the settings that the training's table has.
import { gameTitle } from "../modules/games.js";
import { h, replace } from "../modules/dom.js";
import { t } from "../modules/texts.js";
import { icon } from "../modules/icons.js";
import { settingsForm } from "./settings.js";
import { modelAbout, modelName, presetName } from "./words.js";

export class TrainForm {
  // `start` is called with the question.
  constructor(app, { trainings }, start) {
    this.trainings = trainings;
    const games = app.engine.games.filter((game) => trainings.some((each) => each.game === game.name));
    this.game = h("select", { name: "game", onchange: () => this.#models() }, games.map((game) => h("option", { value: game.name }, gameTitle(game))));
    this.model = h("select", { name: "model", onchange: () => this.#presets() });
    this.preset = h("select", { name: "preset", onchange: () => this.#settings() });
    this.presetLine = h("label", { class: "line" }, h("span", {}, t("lab.preset")), this.preset);
    this.about = h("p", { class: "about" });
    this.place = h("div", {});
    this.problem = h("p", { class: "field-problem", role: "alert" });
    this.element = h("form", { class: "card lab-form", "aria-label": t("lab.train"), onsubmit: (event) => { event.preventDefault(); this.#start(start); } },
      h("h2", {}, t("lab.train")), h("div", { class: "lab-fields" }, h("label", { class: "line" }, h("span", {}, t("lab.game")), this.game),
        h("label", { class: "line" }, h("span", {}, t("lab.model")), this.model), this.presetLine), this.about, this.place, this.problem,
      h("div", { class: "row" }, h("button", { type: "submit", class: "go" }, icon("play"), t("lab.start"))));
    this.#models();
  }

  get training() {
    return this.trainings.find(({ game, model }) => game === this.game.value && model === this.model.value);
  }

  #models() {
    const own = this.trainings.filter(({ game }) => game === this.game.value).toSorted((a, b) => Number(b.evolves) - Number(a.evolves));
    replace(this.model, own.map(({ model }) => h("option", { value: model }, modelName(model))));
    this.#presets();
  }

  #presets() {
    const { presets = [] } = this.training;
    replace(this.preset, h("option", { value: "" }, t("lab.none")), presets.map(({ name }) => h("option", { value: name }, presetName(this.game.value, name))));
    this.presetLine.hidden = !presets.length;
    this.#settings();
  }

  #settings() {
    const { settings, usual, presets = [] } = this.training;
    this.form = settingsForm(settings, presets.find(({ name }) => name === this.preset.value)?.usual ?? usual);
    replace(this.place, this.form.element);
    const given = `--model ${this.model.value}${this.preset.value ? ` --preset ${this.preset.value}` : ""}`;
    replace(this.about, modelAbout(this.training), " ", h("code", { class: "lab-command" }, given));
  }

  async #start(start) {
    this.problem.textContent = "";
    try {
      await start({ kind: "train", game: this.game.value, model: this.model.value, ...(this.preset.value ? { preset: this.preset.value } : {}), settings: this.form.values() });
    } catch (error) {
      this.problem.textContent = error.message;
    }
  }
}
