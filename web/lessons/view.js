// Lessons: the list of them, and one being done. The board asks for moves; what is right comes from
// the lesson's file, what the engine plays in a drill from the engine.
//
// Addresses: #lessons, #lessons/GAME/LESSON, #lessons/GAME/LESSON/STEP (from 1)
import { h, loadStyle, replace } from "../modules/dom.js";
import { gameTitle } from "../modules/games.js";
import { icon } from "../modules/icons.js";
import { t } from "../modules/texts.js";
import { allLessons, forgetLessons, isDrill, lessonTitle, stepsDone } from "./lessons.js";
import { LessonView } from "./lesson.js";

const address = (game, lesson) => `#lessons/${game.name}/${lesson.id}`;

export async function open(app, _, route) {
  const [found] = await Promise.all([allLessons(app), loadStyle(new URL("./lessons.css", import.meta.url).href)]);
  if (!route.moves) return new LessonList(found);
  const [name, id, step = null] = route.moves.split("/");
  const own = found.find(({ game }) => game.name === name), lesson = own?.lessons.find((each) => each.id === id);
  if (!lesson) throw new Error(t("lessons.unknown", { name: route.moves }));
  const done = stepsDone(own.game, lesson), asked = Number(step) - 1;
  const at = step !== null && asked in lesson.steps ? asked : done % lesson.steps.length;
  const after = own.lessons[own.lessons.indexOf(lesson) + 1] ?? null;
  const view = new LessonView(app, { game: own.game, lesson, title: lessonTitle(own.game, lesson, own.lessons), next: after && address(own.game, after) });
  await view.begin(at);
  return view;
}

class LessonList {
  constructor(found) {
    this.found = found;
    this.element = h("div", { class: "learn" });
    this.#draw();
  }

  #draw() {
    const begun = this.found.some(({ game, lessons }) => lessons.some((lesson) => stepsDone(game, lesson)));
    replace(this.element, h("h1", {}, t("lessons.title")), h("p", { class: "lead" }, t("lessons.lead")),
      h("div", { class: "learn-games" }, this.found.map((each) => this.#game(each))),
      begun ? h("p", {}, h("button", { type: "button", onclick: () => this.#forget() }, icon("bin"), t("lessons.forget"))) : null);
  }

  #forget() {
    forgetLessons();
    this.#draw();
    this.element.querySelector("a")?.focus();
  }

  #game({ game, lessons }) {
    const steps = lessons.filter((lesson) => !isDrill(lesson)), drills = lessons.filter(isDrill);
    const list = (some) => h("ul", {}, some.map((lesson) => h("li", {}, this.#line(game, lesson, lessons))));
    return h("section", { class: "card learn-game" }, h("h2", {}, gameTitle(game)), list(steps),
      drills.length ? [h("h3", {}, t("lessons.drills")), list(drills)] : null);
  }

  #line(game, lesson, all) {
    const done = stepsDone(game, lesson), of = lesson.steps.length;
    return h("a", { href: address(game, lesson), class: done === of ? "done" : null }, h("span", { class: "tick" }, done === of ? icon("check", 18) : null),
      h("b", {}, lessonTitle(game, lesson, all)),
      h("small", {}, done === of ? t("lessons.done") : of > 1 ? t("lessons.steps", { n: of, done }) : ""));
  }

  key() {
    return false;
  }

  close() {
    this.closed = true;
  }
}
