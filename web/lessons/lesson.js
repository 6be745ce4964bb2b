// One lesson, step by step. What is right comes from the lesson's file; a step with a goal is a drill.
import { h, replace } from "../modules/dom.js";
import { noteAddress } from "../modules/router.js";
import { has, t, word } from "../modules/texts.js";
import { Drill } from "./drill.js";
import { noteStep, stepGame } from "./lessons.js";
import { TaskView } from "./task.js";

export class LessonView extends TaskView {
  // `next` is the address of the lesson after this one.
  constructor(app, { game, lesson, title, next }) {
    const dots = h("p", { class: "dots-of", "aria-hidden": "true" });
    super(app, { game, home: "lessons", title, more: dots });
    Object.assign(this, { lesson, next, dots });
  }

  get step() {
    return this.lesson.steps[this.at];
  }

  async begin(at) {
    this.at = at;
    const saved = await stepGame(this.game, this.step);
    if (this.closed) return;
    this.setTable(saved);
    this.drill = this.step.goal ? new Drill(this.app, this.table, this.step.goal, (kind, detail) => this.#drilled(kind, detail)) : null;
    this.#words();
    this.again();
    noteAddress(`#lessons/${this.game.name}/${this.lesson.id}/${at + 1}`);
  }

  // A text of this step's own, or the one for all.
  #text(what, otherwise, places) {
    const key = `lessons.${this.game.name}.${this.lesson.id}.${this.step.id}${what}`;
    return has(key) ? t(key) : t(otherwise, places);
  }

  #words() {
    const { at, lesson: { steps }, game } = this, single = steps.length < 2;
    const side = word("side", game.sides[this.table.state.side], game.name);
    replace(this.dots, steps.map((_, i) => h("i", { class: i === at ? "on" : i < at ? "past" : null })));
    this.dots.hidden = single;
    this.heading.textContent = single ? t("lessons.your.side", { side }) : t("lessons.step", { at: at + 1, of: steps.length });
    this.heading.hidden = single && game.seats === 1;
    this.task.textContent = this.#text("", `lessons.goal.${this.step.goal}`, { side });
  }

  // To the beginning of the step.
  again({ focus = false } = {}) {
    this.outcome = null;
    this.drill?.stop();
    this.table.go(this.table.start);
    this.table.enable(true);
    this.say("");
    this.draw();
    if (focus) this.table.focus();
  }

  moved({ text }) {
    const { answers } = this.step;
    if (this.drill) this.drill.moved();
    else if (answers === "any" || answers.includes(text)) this.#right();
    else this.end("wrong", this.#text(".wrong", "lessons.wrong"));
  }

  #right() {
    noteStep(this.game, this.lesson, this.at);
    this.end("right", this.#text(".right", "lessons.right"));
  }

  // What a drill tells: the engine's reply, the goal reached, missed or given away.
  #drilled(kind, { text = "" } = {}) {
    if (kind === "right") this.#right();
    else if (kind === "wrong") this.end("wrong", text);
    else {
      this.say(text);
      this.draw();
    }
  }

  draw() {
    const { outcome, drill, table } = this, wrong = outcome === "wrong", done = outcome === "right";
    const last = this.at + 1 === this.lesson.steps.length, begun = table.state.at > table.start;
    const takesBack = wrong && Boolean(drill), again = drill ? begun && !(wrong && drill.before === table.start) : wrong;
    replace(this.buttons,
      outcome === null ? this.button("hint", t("hint"), () => this.hint()) : null,
      takesBack ? this.button("undo", t("lessons.take.back"), () => this.takeBack(), true) : null,
      again ? this.button("restart", t("lessons.again"), () => this.again({ focus: true }), wrong && !drill) : null,
      done && !last ? this.button("arrow", t("lessons.next"), () => this.forward(), true) : null,
      done && last ? [this.next ? this.link(this.next, t("lessons.next.lesson"), true) : null, this.link("#lessons", t("lessons.all"), !this.next),
        this.link(`#${this.game.name}`, t("lessons.play"))] : null);
  }

  async forward() {
    await this.begin(this.at + 1);
    if (!this.closed) this.heading.focus({ preventScroll: true });
  }

  takeBack() {
    this.outcome = null;
    this.drill.takeBack();
    this.say("");
    this.draw();
    this.table.focus();
  }

  async hint() {
    const { answers } = this.step, { table } = this;
    const text = this.drill ? await this.drill.hint() : answers === "any" ? table.state.moves[0].text : answers[0];
    if (this.closed || this.outcome || !text) return;
    table.advise(text);
    this.say(t("hint.is", { move: text }));
  }

  close() {
    this.drill?.stop();
    super.close();
  }
}
