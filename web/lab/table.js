// A table with a caption that can be saved as CSV: what is seen is what is saved, the numbers as the program gave them.
import { download, h, replace } from "../modules/dom.js";
import { icon } from "../modules/icons.js";
import { t } from "../modules/texts.js";

const quoted = (value) => {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const csv = (rows) => rows.map((row) => row.map(quoted).join(",")).join("\r\n") + "\r\n";

// A button that saves what `make` gives when it is pressed.
export function saver(label, name, type, make) {
  return h("button", { type: "button", class: "save", "aria-label": `${label}: ${name}`, onclick: () => download(name, new Blob([make()], { type })) }, icon("save", 18), label);
}

export class Table {
  // `columns`: [{ name, label, number, cell }]; a row is an object of values, or what `cell` makes of it.
  constructor({ caption, file, columns }) {
    this.columns = columns;
    this.rows = [];
    this.body = h("tbody", {});
    this.head = h("tr", {});
    this.table = h("table", {}, h("caption", {}, caption), h("thead", {}, this.head), this.body);
    this.element = h("div", { class: "table-box" }, h("div", { class: "table-scroll", tabindex: 0, role: "region", "aria-label": caption }, this.table),
      saver("CSV", `${file}.csv`, "text/csv;charset=utf-8", () => csv(this.values())));
    this.#top();
  }

  #top() {
    replace(this.head, this.columns.map(({ label, number }) => h("th", { scope: "col", class: number ? "number" : null }, label ? label : h("span", { class: "unseen" }, t("lab.actions")))));
  }

  // The head and the rows as they are saved: columns of buttons have no name and are left out.
  values() {
    const names = this.columns.map(({ name }) => name).filter(Boolean);
    return [names, ...this.rows.map((row) => names.map((name) => row[name]))];
  }

  show(rows, columns = this.columns) {
    if (columns !== this.columns) {
      this.columns = columns;
      this.#top();
    }
    this.rows = rows;
    replace(this.body, rows.map((row) => h("tr", {}, this.columns.map(({ name, number, cell }, index) =>
      h(index ? "td" : "th", { scope: index ? null : "row", class: number ? "number" : null }, cell ? cell(row) : row[name] === null || row[name] === undefined ? "" : String(row[name]))))));
  }
}
