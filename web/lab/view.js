// The laboratory of potez serve --lab: trainings, matches, tournaments and the archive, for the machine that the server runs on.
// What is at work is looked at every second while the page is seen; when nothing is, the page rests.
//
// Addresses: #lab, #lab?run=0001, #lab?tab=train, #lab?tab=contest, #lab?tab=archive
import { h, loadStyle, replace } from "../modules/dom.js";
import { needTexts, t } from "../modules/texts.js";
import { noteAddress, writeAddress } from "../modules/router.js";
import { ask } from "./ask.js";
import { Archive } from "./archive.js";
import { ContestForm } from "./contest.js";
import { RunView, runTitle } from "./run.js";
import { TrainForm } from "./train.js";

const LOOK = 1000; // milliseconds between two looks at what is at work
const TABS = ["runs", "train", "contest", "archive"];

class LabView {
  constructor(app, offers, route) {
    Object.assign(this, { app, offers, runs: [], run: null });
    this.tabs = h("div", { class: "tabs lab-tabs", role: "tablist", "aria-label": t("lab.title") }, TABS.map((tab) =>
      h("button", { type: "button", role: "tab", id: `lab-tab-${tab}`, "aria-controls": "lab-panel", dataset: { tab }, onclick: () => this.tab(tab, true), onkeydown: (event) => this.#arrows(event) }, t(`lab.tab.${tab}`))));
    this.panel = h("div", { id: "lab-panel", role: "tabpanel", tabindex: -1 });
    this.list = h("ul", { class: "lab-runs" });
    this.detail = h("div", { class: "lab-detail" });
    this.element = h("div", { class: "lab" }, h("h1", {}, t("lab.title")), h("p", { class: "about" }, t("lab.text")), this.tabs, this.panel);
    this.seen = () => this.#look();
    document.addEventListener("visibilitychange", this.seen);
    this.tab(TABS.includes(route.tab) ? route.tab : "runs");
    if (route.options.run) this.#open(route.options.run);
    this.#look();
  }

  // Shows one of the four; what was filled in before stays.
  tab(name, push = false) {
    this.current = name;
    for (const button of this.tabs.children) {
      button.setAttribute("aria-selected", String(button.dataset.tab === name));
      button.tabIndex = button.dataset.tab === name ? 0 : -1;
    }
    this.panel.setAttribute("aria-labelledby", `lab-tab-${name}`);
    this.panels ??= {};
    this.panels[name] ??= this.#make(name);
    replace(this.panel, this.panels[name]);
    this.#note(push);
  }

  #make(name) {
    const start = (question) => this.#start(question);
    if (name === "train") return new TrainForm(this.app, this.offers, start).element;
    if (name === "contest") return new ContestForm(this.app, this.offers, () => this.runs, start).element;
    if (name === "archive") return new Archive(this.app, { watch: (run) => this.#until(run) }).element;
    return h("div", { class: "lab-both" }, h("section", { "aria-label": t("lab.tab.runs") }, this.list), this.detail);
  }

  #note(push) {
    noteAddress(writeAddress({ name: "lab", options: this.current === "runs" && this.run ? { run: this.run.name } : {}, tab: this.current === "runs" ? null : this.current }), { push });
  }

  #arrows(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(this.current) + step + TABS.length) % TABS.length];
    this.tab(next, true);
    this.tabs.children[TABS.indexOf(next)].focus();
  }

  async #start(question) {
    const { run } = await ask("/runs", { method: "POST", body: question });
    if (question.kind !== "train") delete this.panels.contest;
    this.tab("runs", true);
    this.#open(run);
    await this.#look();
    this.panel.focus();
  }

  #open(name) {
    this.run = new RunView(this.app, name, this.offers, (still) => this.#changed(still));
    replace(this.detail, this.run.element);
    this.#note(false);
    this.#mark();
    this.run.refresh().catch((error) => { if (!this.closed) replace(this.detail, h("p", { class: "wrong", role: "alert" }, error.message)); });
  }

  #changed(still) {
    if (!still) {
      this.run = null;
      replace(this.detail);
    }
    this.#note(false);
    this.#look();
  }

  // The list, the run that is open, and again in a second where something is at work.
  async #look() {
    clearTimeout(this.timer);
    if (this.closed || document.hidden) return;
    try {
      const [{ runs }] = await Promise.all([ask("/runs"), this.run?.refresh()]);
      if (this.closed) return;
      this.#list(runs);
      if (runs.some(({ state }) => state === "running")) this.timer = setTimeout(() => this.#look(), LOOK);
      else if (this.run?.was === "running") this.timer = setTimeout(() => this.#look(), 0); // it ended between the two questions
    } catch {
      this.timer = setTimeout(() => this.#look(), 4 * LOOK); // the server is gone, or the run: it may come back
    }
  }

  #list(runs) {
    this.runs = runs;
    const text = JSON.stringify(runs);
    if (text === this.text) return;
    this.text = text;
    const focused = document.activeElement?.dataset?.run;
    replace(this.list, runs.length ? runs.map((run) => h("li", {}, h("button", { type: "button", dataset: { run: run.run }, onclick: () => { this.#open(run.run); this.#look(); } },
      h("b", {}, run.run), h("span", { class: "lab-what" }, `${t(`lab.kind.${run.kind}`)} · ${runTitle(this.app, run)}`),
      h("span", { class: "lab-state", dataset: { state: run.state } }, t(`lab.state.${run.state}`))))) : h("li", { class: "about" }, t("lab.empty")));
    this.#mark();
    if (focused) this.list.querySelector(`[data-run="${focused}"]`)?.focus();
  }

  #mark() {
    for (const button of this.list.querySelectorAll("button")) button.setAttribute("aria-current", String(button.dataset.run === this.run?.name));
  }

  // Waits for the end of a run.
  async #until(run) {
    for (;;) {
      const told = await ask(`/runs/${run}`);
      if (told.state !== "running" || this.closed) return told;
      await new Promise((resolve) => { setTimeout(resolve, LOOK / 2); });
    }
  }

  key() {
    return false;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.seen);
  }
}

export async function open(app, game, route) {
  await Promise.all([loadStyle(new URL("./lab.css", import.meta.url).href), needTexts("lab"), needTexts("players")]);
  let offers = null;
  try {
    offers = await ask("");
  } catch {
    throw new Error(t("lab.closed"));
  }
  return new LabView(app, offers, route);
}
