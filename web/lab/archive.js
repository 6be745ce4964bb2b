// The archive: searched by game and player, replayed and reviewed on the page's own board, exported and imported.
import { announce, download, h, toast } from "../modules/dom.js";
import { gameTitle } from "../modules/games.js";
import { icon } from "../modules/icons.js";
import { t } from "../modules/texts.js";
import { writeAddress } from "../modules/router.js";
import { ask, askText } from "./ask.js";
import { Table } from "./table.js";

const ENDINGS = { pgn: "pgn", text: "txt", ggf: "ggf" };
const MOST = 8 << 20; // bytes of a file

const optionsOf = (text) => Object.fromEntries((text ?? "").split(" ").filter(Boolean).map((each) => each.split("=")));

export class Archive {
  constructor(app, { watch }) {
    Object.assign(this, { app, watch, games: [] });
    const any = h("option", { value: "" }, t("lab.archive.all"));
    const gameList = () => app.engine.games.filter(({ seats }) => seats === 2).map((game) => h("option", { value: game.name }, gameTitle(game)));
    this.game = h("select", { name: "game" }, any, gameList());
    this.player = h("input", { name: "player", maxlength: 60 });
    this.format = h("select", { name: "format", "aria-label": t("lab.archive.format") }, Object.keys(ENDINGS).map((each) => h("option", { value: each }, t(`lab.archive.format.${each}`))));
    this.file = h("input", { type: "file", accept: ".pgn,.txt,.ggf,.wtb", class: "unseen-file", "aria-label": t("lab.archive.import"), onchange: () => this.#import() });
    this.found = h("p", { class: "label", role: "status" });
    this.older = h("button", { type: "button", hidden: true, onclick: () => this.#search(true) }, icon("down"), t("lab.archive.older"));
    this.table = new Table({ caption: t("lab.archive"), file: "games", columns: this.#columns() });
    this.element = h("div", { class: "lab-archive" },
      h("form", { class: "card lab-form", onsubmit: (event) => { event.preventDefault(); this.#search(); } }, h("div", { class: "lab-fields" },
        h("label", { class: "line" }, h("span", {}, t("lab.game")), this.game), h("label", { class: "line" }, h("span", {}, t("lab.archive.player")), this.player)),
      h("div", { class: "row" }, h("button", { type: "submit", class: "go" }, t("lab.archive.search")),
        this.format, h("button", { type: "button", onclick: () => this.#export() }, icon("save"), t("lab.archive.export")),
        h("label", { class: "button" }, icon("paste"), t("lab.archive.import"), this.file))),
      this.found, this.table.element, this.older);
    this.#search();
  }

  #columns() {
    const button = (tab) => (row) => h("button", { type: "button", class: "link", "aria-label": `${t(`lab.archive.${tab}`)} ${row.id}`, onclick: () => this.#open(row.id, tab) }, t(`lab.archive.${tab}`));
    const game = ({ game: name }) => (this.app.game(name) ? gameTitle(this.app.game(name)) : name);
    return [{ name: "id", label: t("lab.archive.id"), number: true }, { name: "game", label: t("lab.game"), cell: game }, { name: "first", label: t("lab.archive.first") },
      { name: "second", label: t("lab.archive.second") }, { name: "result", label: t("lab.archive.result") }, { name: "plies", label: t("lab.archive.plies"), number: true },
      { name: "date", label: t("lab.archive.date") }, { name: "event", label: t("lab.archive.event") },
      { name: "", label: "", cell: (row) => h("span", { class: "row" }, button("analysis")(row), button("review")(row)) }];
  }

  #filter() {
    return new URLSearchParams([["game", this.game.value], ["player", this.player.value.trim()]].filter(([, value]) => value));
  }

  // The newest first; `older` adds those before the last that is shown.
  async #search(older = false) {
    const filter = this.#filter();
    if (older) filter.set("before", this.games.at(-1).id);
    try {
      const { games, more } = await ask(`/archive?${filter}`);
      this.games = [...(older ? this.games : []), ...games.toReversed()];
      this.older.hidden = !more;
      this.table.show(this.games);
      this.found.textContent = t("lab.archive.found", { n: this.games.length });
    } catch (error) {
      toast(error.message, true);
    }
  }

  async #open(id, tab) {
    try {
      const { game, options, start, moves } = await ask(`/archive/${id}`);
      location.hash = writeAddress({ name: game, options: optionsOf(options), start: start || null, tab, moves: moves.replaceAll(" ", ",") });
    } catch (error) {
      toast(error.message, true);
    }
  }

  async #export() {
    const format = this.format.value, filter = this.#filter();
    filter.set("format", format);
    try {
      download(`games.${ENDINGS[format]}`, new Blob([await askText(`/export?${filter}`)], { type: "text/plain;charset=utf-8" }));
    } catch (error) {
      toast(error.message, true);
    }
  }

  async #import() {
    const [file] = this.file.files;
    if (!file) return;
    this.file.value = "";
    try {
      if (file.size > MOST) throw new Error(t("lab.archive.large"));
      const name = file.name.replace(/[^\w.-]+/g, "-").replace(/^[.-]+/, "").slice(-60) || "games.pgn";
      const { run } = await ask(`/import?${new URLSearchParams({ name, ...(this.game.value ? { game: this.game.value } : {}) })}`, { method: "POST", body: file });
      const told = await this.watch(run);
      const counts = Object.fromEntries(told.curve.columns.map((column, i) => [column, told.curve.rows.at(-1)?.[i] ?? 0]));
      const words = told.state === "done" ? t("lab.archive.imported", { n: counts.kept ?? 0, known: counts.known ?? 0, faulty: counts.faulty ?? 0 }) : t("lab.archive.failed");
      toast(words, told.state !== "done");
      announce(words);
      await this.#search();
    } catch (error) {
      toast(error.message, true);
    }
  }
}
